// Counts completed tickets in ring order although they complete in any order.
#pragma once

#include <algorithm>
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
    if (ticket != count_) {
      word(ticket) |= bit(ticket);
      return false;
    }
    for (++count_; (word(count_) & bit(count_)) != 0; ++count_) word(count_) &= ~bit(count_);
    return true;
  }

 private:
  static std::uint64_t bit(std::uint64_t ticket) noexcept {
    return std::uint64_t{1} << ticket % 64;
  }
  std::uint64_t& word(std::uint64_t ticket) noexcept {
    return ended_[ticket / 64 & (ended_.size() - 1)];
  }

  std::vector<std::uint64_t> ended_;
  std::uint64_t count_ = 0;
};

}  // namespace ark
