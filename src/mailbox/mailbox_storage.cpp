#include "mailbox_storage.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <bit>
#include <cstddef>

namespace ark {

namespace ce = detail::ce;

namespace {

// The channel's addresses. Apart, so that what runs over an end is a fault.
constexpr std::uint64_t slots_at = 0x1'0000'0000, acquires_at = 0x2'0000'0000,
                        counters_at = 0x3'0000'0000;
constexpr std::uint64_t head_at = counters_at + offsetof(ce::mailbox_counters, head);
constexpr std::uint64_t done_at = counters_at + offsetof(ce::mailbox_counters, done);
constexpr std::size_t most_slots = std::size_t{1} << 20;

}  // namespace

mailbox_storage::mailbox_storage(std::size_t slots) : slots_(slots) {
  if (slots < 2 || slots > most_slots || !std::has_single_bit(slots)) {
    throw error(errc::invalid_argument,
                fmt::format("mailbox of {} slots: a power of two, 2 to {}", slots, most_slots));
  }
  memory_ = std::make_unique<ce::slot[]>(slots);
  acquires_ = std::make_unique<ce::acquire_segment[]>(slots);
  counters_ = std::make_unique<ce::mailbox_counters>();
  registers_ = std::make_unique<ce::channel_registers>();
  queue_ = std::make_unique<std::uint64_t[]>(2 * slots);
  for (std::size_t i = 0; i < slots; ++i) {
    acquires_[i] = ce::acquire_segment::make(head_at);
    queue_[2 * i] = ce::queue_entry::make(acquires_at + i * sizeof(ce::acquire_segment),
                                          ce::acquire_dwords, false)
                        .word;
    queue_[2 * i + 1] =
        ce::queue_entry::make(slots_at + i * sizeof(ce::slot), ce::slot_dwords, true).word;
  }
}

ce::mailbox_view mailbox_storage::view() const noexcept {
  ce::mailbox_view view;
  view.slots = memory_[0].word;
  view.acquires = acquires_[0].word;
  view.counters = counters_.get();
  view.registers = registers_.get();
  view.mask = slots_ - 1;
  view.slots_address = slots_at;
  view.done_address = done_at;
  return view;
}

void mailbox_storage::map_into(channel_memory& memory) const {
  const auto bytes = [](auto* first) { return reinterpret_cast<std::byte*>(first); };
  memory.map({slots_at, bytes(memory_.get()), slots_ * sizeof(ce::slot)});
  memory.map({acquires_at, bytes(acquires_.get()), slots_ * sizeof(ce::acquire_segment)});
  memory.map({counters_at, bytes(counters_.get()), sizeof(ce::mailbox_counters)});
}

}  // namespace ark
