// The memory of one mailbox and of its channel's queue.
#pragma once

#include <ark/detail/mailbox/mailbox.hpp>
#include <cstddef>
#include <memory>
#include <span>

#include "channel_memory.hpp"

namespace ark {

/// Owns slots, acquire segments, counters, registers and the queue with its entries, which say the
/// same for ever. Nothing is armed at first. Movable: the memory stays where it is.
class mailbox_storage {
 public:
  /// `slots`: a power of two, at least 2. Throws ark::error{invalid_argument} otherwise.
  explicit mailbox_storage(std::size_t slots);

  [[nodiscard]] detail::ce::mailbox_view view() const noexcept;
  /// Two entries a slot. Tests break them.
  [[nodiscard]] std::span<std::uint64_t> queue() const noexcept {
    return {queue_.get(), 2 * slots_};
  }
  [[nodiscard]] detail::ce::channel_registers& registers() const noexcept { return *registers_; }

  /// Where the channel finds slots, acquires and counters: below 2^40, the limit of an entry.
  void map_into(channel_memory& memory) const;

 private:
  std::size_t slots_;
  std::unique_ptr<detail::ce::slot[]> memory_;
  std::unique_ptr<detail::ce::acquire_segment[]> acquires_;
  std::unique_ptr<detail::ce::mailbox_counters> counters_;
  std::unique_ptr<detail::ce::channel_registers> registers_;
  std::unique_ptr<std::uint64_t[]> queue_;
};

}  // namespace ark
