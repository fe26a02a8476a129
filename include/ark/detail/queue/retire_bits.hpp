// Counts completed tickets in ring order although they complete in any order.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// A view of `words` words, a power of two: a bit per ticket, from the oldest that has not ended to
/// the newest that may have begun. One thread.
struct retire_bits {
  std::uint64_t* ended = nullptr;
  std::uint64_t words = 0;

  /// Maximum number of open tickets.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t capacity() const { return words * 64; }
  /// Record that `ticket` has ended; all tickets below `count` have ended before. Returns the new
  /// count.
  ARK_HOST_DEVICE std::uint64_t retire(std::uint64_t ticket, std::uint64_t count) const {
    if (ticket != count) {
      word(ticket) |= bit(ticket);
      return count;
    }
    for (++count; (word(count) & bit(count)) != 0; ++count) word(count) &= ~bit(count);
    return count;
  }

 private:
  ARK_HOST_DEVICE static std::uint64_t bit(std::uint64_t ticket) {
    return std::uint64_t{1} << ticket % 64;
  }
  ARK_HOST_DEVICE std::uint64_t& word(std::uint64_t ticket) const {
    return ended[ticket / 64 & (words - 1)];
  }
};

}  // namespace ark::detail
