#include <ark/detail/state/doorbell.hpp>
#include <climits>

#include "futex.hpp"

namespace ark {

void detail::ring_doorbell(doorbell& bell, std::uint64_t bits) noexcept {
  // Release: the thread that wakes up sees what was delivered. Two full fences on a CPU: this
  // thread sees `asleep`, or the sleeper the new count.
  std::atomic_ref(bell.rung).fetch_or(bits, std::memory_order_seq_cst);
  std::atomic_ref(bell.count).fetch_add(1, std::memory_order_seq_cst);
  if (std::atomic_ref(bell.asleep).load(std::memory_order_seq_cst) != 0) futex_wake_all(bell.count);
}

}  // namespace ark
