// The symmetric allocator: works on offsets, which are equal on every PE.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace ark {

/// Usage in bytes.
struct heap_use {
  std::uint64_t used = 0;
  std::uint64_t peak = 0;
  std::uint64_t capacity = 0;
  std::uint64_t largest_free = 0;
};

/// Best fit over offsets [0, capacity), with neighbouring free ranges joined. Deterministic: the
/// same calls give the same offsets, on every PE and in every run. Stores nothing in the memory
/// that it manages. O(log n) per call. One thread at a time.
///
/// Fragmentation: an allocation takes whole units, so one of 8 bytes leaves 120 unused; free
/// neighbours are joined at once.
class symmetric_heap {
 public:
  /// Allocations are multiples of this, so that no two share a cache line, and allocations at the
  /// default alignment leave no gap between them.
  static constexpr std::uint64_t unit = detail::cache_line;

  explicit symmetric_heap(std::uint64_t capacity);

  /// The offset of `bytes` (at least 1) aligned to `alignment` (a power of two), or nothing if no
  /// free range is large enough.
  [[nodiscard]] std::optional<std::uint64_t> try_allocate(std::uint64_t bytes,
                                                          std::uint64_t alignment);
  /// try_allocate() that throws ark::error{out_of_memory} with requested, largest free, used and
  /// capacity.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes, std::uint64_t alignment);
  /// Throws ark::error{invalid_argument} with what is known about `offset`, if it is not the start
  /// of a live allocation.
  void free(std::uint64_t offset);
  /// Change an allocation's size in place. False, without effect, if its neighbour is in use.
  [[nodiscard]] bool resize(std::uint64_t offset, std::uint64_t bytes);
  /// The requested size. Throws the errors of free().
  [[nodiscard]] std::uint64_t size_of(std::uint64_t offset) const;
  /// Add the range up to `capacity`, which must not be smaller than before.
  void extend(std::uint64_t capacity);
  [[nodiscard]] heap_use query() const;
  /// Restore the peak that query() reported: allocations since then were undone before any PE could
  /// use them.
  void restore_peak(std::uint64_t peak) noexcept { peak_ = peak; }

 private:
  struct allocation {
    std::uint64_t asked = 0;  ///< bytes that the caller requested
    std::uint64_t taken = 0;  ///< bytes used for it, a multiple of unit
  };
  using live_map = std::map<std::uint64_t, allocation>;

  [[nodiscard]] live_map::const_iterator find_live(std::uint64_t offset, const char* call) const;
  /// The smallest free range that `taken` bytes fit into, among the first few; after them any that
  /// is large enough.
  std::set<std::pair<std::uint64_t, std::uint64_t>>::iterator find_fit(std::uint64_t taken,
                                                                       std::uint64_t align);
  void insert_free(std::uint64_t offset, std::uint64_t bytes);
  void erase_free(std::map<std::uint64_t, std::uint64_t>::iterator range);
  void account(std::uint64_t taken);

  std::uint64_t capacity_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t peak_ = 0;
  live_map live_;
  std::map<std::uint64_t, std::uint64_t> free_by_offset_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_size_;  ///< {bytes, offset}
};

}  // namespace ark
