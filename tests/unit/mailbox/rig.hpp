// A mailbox, its channel and a heap, in one thread: a test says who does what and when.
#pragma once

#include <ark/detail/mailbox/mailbox.hpp>
#include <cstdint>
#include <vector>

#include "mailbox/mailbox_storage.hpp"
#include "mailbox/simulated_channel.hpp"

namespace ark::testing {

struct mailbox_rig {
  explicit mailbox_rig(std::size_t slots, const channel_options& options = {})
      : heap(1024, 0),
        storage(slots),
        mailbox(storage.view()),
        channel(storage.queue(), storage.registers(), memory, options) {
    storage.map_into(memory);
    memory.map(channel_region::identity(base(), heap.size() * 8));
  }

  [[nodiscard]] std::uint64_t base() const { return reinterpret_cast<std::uint64_t>(heap.data()); }
  errc post(const detail::descriptor& d) { return mailbox.try_post(d, base()).code; }
  /// Until the channel can do nothing more.
  void run() {
    for (int steps = 0; steps < 100'000 && channel.step(); ++steps) {
    }
  }
  /// Dword `number` of the slot of `ticket`, to break it.
  void change(std::uint64_t ticket, unsigned number, std::uint32_t clear, std::uint32_t set = 0) {
    const detail::ce::mailbox_view view = storage.view();
    std::uint64_t& word = view.slots[(ticket & view.mask) * detail::ce::slot_words + number / 2];
    const unsigned shift = number % 2 * 32;
    word = (word & ~(std::uint64_t{clear} << shift)) | std::uint64_t{set} << shift;
  }
  /// No entry of the queue waits any more.
  void drop_sync_wait() {
    for (std::uint64_t& entry : storage.queue()) entry &= ~(std::uint64_t{1} << 63);
  }

  std::vector<std::uint64_t> heap;
  channel_memory memory;
  mailbox_storage storage;
  detail::ce::mailbox mailbox;
  simulated_channel channel;
};

/// Dword numbers of launches.
inline constexpr unsigned first_launch = 13, second_launch = 20;

}  // namespace ark::testing
