// The memory of one ring.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/errc.hpp>
#include <bit>
#include <cstddef>
#include <memory>
#include <string>

namespace ark {

/// Owns slots and counters, zeroed; view() is valid while it lives. Movable: the memory stays where
/// it is.
class ring_storage {
 public:
  /// `slots`: a power of two, at least 2. Throws ark::error{invalid_argument} otherwise.
  explicit ring_storage(std::size_t slots) : slots_(slots) {
    if (slots < 2 || !std::has_single_bit(slots)) {
      throw error(errc::invalid_argument,
                  "ring of " + std::to_string(slots) + " slots: a power of two, at least 2");
    }
    constexpr std::size_t slots_per_line = sizeof(slot_line) / sizeof(detail::descriptor);
    memory_ = std::make_unique<slot_line[]>(slots / slots_per_line);
    counters_ = std::make_unique<detail::ring_counters>();
  }

  [[nodiscard]] detail::ring_view view() const noexcept {
    return detail::ring_of(memory_[0].words, counters_.get(), slots_);
  }

 private:
  struct alignas(detail::cache_line) slot_line {
    std::uint64_t words[detail::cache_line / sizeof(std::uint64_t)] = {};
  };
  std::size_t slots_;
  std::unique_ptr<slot_line[]> memory_;
  std::unique_ptr<detail::ring_counters> counters_;
};

}  // namespace ark
