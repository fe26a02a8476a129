#include "ring_storage.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <bit>

namespace ark {

ring_storage::ring_storage(std::size_t slots) : slots_(slots) {
  if (slots < 2 || !std::has_single_bit(slots)) {
    throw error(errc::invalid_argument,
                fmt::format("ring of {} slots: a power of two, at least 2", slots));
  }
  constexpr std::size_t slots_per_line = sizeof(slot_line) / sizeof(detail::descriptor);
  memory_ = std::make_unique<slot_line[]>(slots / slots_per_line);
  counters_ = std::make_unique<detail::ring_counters>();
}

detail::ring_view ring_storage::view() const noexcept {
  return detail::ring_of(memory_[0].words, counters_.get(), slots_);
}

}  // namespace ark
