// The memory of one ring.
#pragma once

#include <ark/detail/ring_view.hpp>
#include <cstddef>
#include <memory>

namespace ark {

/// Owns slots and counters, zeroed; view() is valid while it lives. Movable: the memory stays where
/// it is.
class ring_storage {
 public:
  /// `slots`: a power of two, at least 2. Throws ark::error{invalid_argument} otherwise.
  explicit ring_storage(std::size_t slots);

  [[nodiscard]] detail::ring_view view() const noexcept;

 private:
  struct alignas(detail::cache_line) slot_line {
    std::uint64_t words[detail::cache_line / sizeof(std::uint64_t)] = {};
  };
  std::size_t slots_;
  std::unique_ptr<slot_line[]> memory_;
  std::unique_ptr<detail::ring_counters> counters_;
};

}  // namespace ark
