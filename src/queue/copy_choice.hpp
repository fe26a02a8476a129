// Which stores a large copy on a CPU uses: cached ones, or streaming ones, which bypass the caches.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace ark {

/// Learns from the time of the copies themselves. Cached stores are several times faster into lines
/// that the core's caches hold, and slower into lines that they must first fetch from memory, or
/// from another core that has read them. A granule of the destination whose cached copies are slow
/// tries streaming ones. Where these are faster they stay, and cached ones are tried again later;
/// trials become rare as they confirm the choice, sooner where other granules stream as well.
/// Granules of which nothing is known share one entry, and begin with its choice.
///
/// Any thread. Concurrent copies to one granule may lose each other's samples.
class copy_choice {
 public:
  static constexpr std::uint16_t no_time = 0xffff;

  /// `fastest`: time of a KiB copied within the core's caches, which cached copies are compared
  /// with from the first on. Without it, with the fastest of them.
  explicit copy_choice(std::uint16_t fastest = no_time) noexcept : best_(fastest) {}
  /// True if the copy to `dest` should stream. `took` follows.
  [[nodiscard]] bool streams(std::uintptr_t dest) const noexcept;
  /// Account for a copy to `dest`: the time of a KiB, in any unit that stays the same.
  void took(std::uintptr_t dest, bool streamed, std::uint64_t per_kib) noexcept;

 private:
  struct entry {
    std::uint16_t key = 0;           ///< of the granule; 0: of none
    std::uint16_t chosen = no_time;  ///< a recent best time of the chosen stores
    std::uint16_t tried = no_time;   ///< the best time of the others, in a trial
    std::uint16_t left : 10 = 2;     ///< copies until the next trial, or the trial's end
    std::uint16_t confirmed : 4 = 0, streaming : 1 = 0, trial : 1 = 0;

    [[nodiscard]] bool streams() const noexcept { return streaming != trial; }
  };
  void learn(entry& of, bool streamed, std::uint16_t time) noexcept;

  std::array<std::atomic<entry>, 1024> known_{};  ///< by granule
  std::atomic<entry> unknown_{};
  std::atomic<std::uint16_t> best_;  ///< of all cached copies
  std::atomic<std::uint16_t> agreed_{
      0};  ///< trials of any granules in a row that ended with streaming
};

}  // namespace ark
