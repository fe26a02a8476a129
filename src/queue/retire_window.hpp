// Counts completed tickets in ring order although they complete in any order.
#pragma once

#include <algorithm>
#include <ark/detail/queue/retire_bits.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ark {

/// A bit per ticket between the oldest that has not ended and the newest that may have begun.
/// One thread.
class retire_window {
 public:
  /// At least `tickets` tickets may be open between count() and the newest one.
  explicit retire_window(std::size_t tickets)
      : ended_(std::bit_ceil(std::max<std::size_t>(64, tickets)) / 64) {}

  /// All tickets below this have ended.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// Maximum number of open tickets.
  [[nodiscard]] std::size_t capacity() const noexcept { return ended_.size() * 64; }
  /// True if `ticket` may begin.
  [[nodiscard]] bool has_room(std::uint64_t ticket) const noexcept {
    return ticket - count_ < capacity();
  }
  /// Record that `ticket` has ended. Returns true if count() has advanced.
  bool retire(std::uint64_t ticket) noexcept {
    const std::uint64_t before = count_;
    count_ = detail::retire_bits{ended_.data(), ended_.size()}.retire(ticket, count_);
    return count_ != before;
  }

 private:
  std::vector<std::uint64_t> ended_;
  std::uint64_t count_ = 0;
};

}  // namespace ark
