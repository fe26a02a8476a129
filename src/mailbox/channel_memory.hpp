// The address space of a simulated channel: what has been mapped for it, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ark {

/// A piece of this process's memory, and where the channel finds it.
struct channel_region {
  std::uint64_t address = 0;
  std::byte* memory = nullptr;
  std::uint64_t bytes = 0;

  /// Memory that has the same address on both sides.
  [[nodiscard]] static channel_region identity(std::uint64_t address, std::uint64_t bytes) {
    return {address, reinterpret_cast<std::byte*>(address), bytes};
  }
};

/// Regions by address; where two overlap the first one counts. Changed by one thread, while no
/// other looks.
class channel_memory {
 public:
  void map(const channel_region& region) { regions_.push_back(region); }
  void unmap_all() { regions_.clear(); }

  /// The memory of `bytes` at `address`, or null if they are not in one region.
  [[nodiscard]] std::byte* find(std::uint64_t address, std::uint64_t bytes) const {
    for (const channel_region& r : regions_) {
      const std::uint64_t offset = address - r.address;
      if (address >= r.address && offset <= r.bytes && bytes <= r.bytes - offset)
        return r.memory + offset;
    }
    return nullptr;
  }

 private:
  std::vector<channel_region> regions_;
};

}  // namespace ark
