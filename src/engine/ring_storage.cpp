#include "ring_storage.hpp"

#include <fmt/format.h>

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
  detail::ring_view view;
  view.slots = memory_[0].words;
  view.counters = counters_.get();
  view.mask = slots_ - 1;
  view.capacity_log2 = static_cast<std::uint32_t>(std::countr_zero(slots_));
  return view;
}

}  // namespace ark
