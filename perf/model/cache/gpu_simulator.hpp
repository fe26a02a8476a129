// A GPU's memory system, driven by the accesses of a kernel: L1 of each compute unit, L2 in a slice
// for each DRAM channel.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cache_array.hpp"
#include "dram_channel.hpp"

namespace ark::cache_model {

/// A wave's coalesced access to one line. Lines have 64 bytes; `line` is the address / 64.
struct access {
  std::uint32_t line;
  word_mask words;
  std::uint8_t site;         ///< the instruction, below site_count
  bool store : 1, wait : 1;  ///< wait: for all earlier loads of the wave
  bool ahead : 1;            ///< the computation needs none of the loads that it waits for
  std::uint16_t think;       ///< cycles of computation before it, after the wait or beside it
};
inline constexpr unsigned site_count = 16;

/// What the accesses of kernels do to the caches.
struct policy {
  std::string name;
  bool reads = false;  ///< loads allocate in L1 and L2; without: loads merge in flight only
  bool writes =
      false;  ///< stores allocate in L2, which writes lines back; without: stores go to DRAM
  bool bypass = false;  ///< allocation bypass: an access that finds all lines of its set pending
                        ///< does not wait for one
  bool rinse = false;  ///< the eviction of a dirty line writes back the dirty lines of its DRAM row
  bool by_site = false;  ///< loads, and stores of whole lines, whose call site brings lines in for
                         ///< no reuse do not allocate in L2
};

/// Powers of two: channels, sets.
struct gpu_shape {
  unsigned units = 32, waves = 16;  ///< waves: a unit's at most; the kernel may have fewer
  unsigned in_flight = 48;          ///< accesses of a wave that are not answered
  unsigned l1_sets = 64, l1_ways = 4, l1_misses = 64;
  unsigned l2_sets = 256, l2_ways = 16, l2_misses = 64;  ///< of a slice
  unsigned channels = 16;
  unsigned l1_latency = 24, to_l2 = 40, from_l2 = 60;
  dram_shape dram;
};

/// Accesses of one wave (or of a work group, as one wave) appended to the vector.
using wave_accesses = std::function<void(unsigned wave, std::vector<access>& out)>;

struct launch {
  unsigned waves;
  unsigned per_unit;  ///< resident on a unit
  wave_accesses accesses;
};

struct counts {
  cycle cycles = 0;  ///< until DRAM has all that was written
  std::uint64_t accesses = 0, l1_hits = 0, l2_hits = 0, merged = 0, bypassed = 0;
  std::uint64_t l1_stalled = 0, l2_stalled = 0;  ///< cycles that the first access of a queue waited
                                                 ///< for a line or a miss register
  dram_counts dram;
};

/// One run. One thread.
class gpu_simulator {
 public:
  gpu_simulator(const gpu_shape& shape, const policy& how);
  ~gpu_simulator();

  /// Throws std::runtime_error where accesses remain that nothing will answer.
  counts run(const launch& kernel);

  /// Where a line is: channel, and its number there.
  struct place {
    std::uint32_t channel, line;
  };
  [[nodiscard]] static place place_of(const gpu_shape& shape, std::uint32_t line);
  [[nodiscard]] static std::uint32_t line_at(const gpu_shape& shape, place where);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace ark::cache_model
