// What the consumers of one ring have delivered, a count each: together they give the ring's count.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/queue/ring_atomics.hpp>
#include <cstdint>

namespace ark::detail {

/// A view of `consumers` words, a power of two. Consumer c delivers the tickets that are c modulo
/// `consumers`; its word is the first of them that it has not delivered. All tickets below the
/// least word are delivered.
///
/// Each consumer publishes its word, and then raises the ring's count to the least of all. Two that
/// do so at once may each miss the other's word, so a consumer repeats the second step until the
/// count covers its own tickets: the last of them sees all.
template <class Atomics>
struct basic_shared_counts {
  std::uint64_t* words;
  unsigned consumers;

  /// Release, on a GPU by the caller's fence; pairs with behind().
  ARK_HOST_DEVICE void publish(unsigned consumer, std::uint64_t count) const {
#if ARK_DEVICE_PASS
    Atomics::store_relaxed(words + consumer, count);
#else
    Atomics::store_release(words + consumer, count);
#endif
  }
  /// How far the least word of consumers rank, rank + size, ... is below `own`; 0 if it is not.
  /// Counts differ by far less than 2^31. Acquire, on a GPU by a fence of the caller after it.
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t behind(std::uint64_t own, unsigned rank,
                                                     unsigned size) const {
    std::uint32_t most = 0;
    ARK_NO_UNROLL
    for (unsigned c = rank; c < consumers; c += size) {
#if ARK_DEVICE_PASS
      const std::uint64_t word = Atomics::load_relaxed(words + c);
#else
      const std::uint64_t word = Atomics::load_acquire(words + c);
#endif
      const auto by = static_cast<std::int32_t>(static_cast<std::uint32_t>(own) -
                                                static_cast<std::uint32_t>(word));
      if (by > static_cast<std::int32_t>(most)) most = static_cast<std::uint32_t>(by);
    }
    return most;
  }
  /// True if a count that is `behind` below a consumer's own covers all tickets that it has
  /// delivered.
  [[nodiscard]] ARK_HOST_DEVICE bool covers(std::uint32_t behind) const {
    return behind < consumers;
  }
};
using shared_counts = basic_shared_counts<ring_atomics>;

}  // namespace ark::detail
