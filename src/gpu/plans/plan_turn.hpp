// One iteration of the graph that executes a plan: the arguments of its kernels, and their actions.
// For the kernels and for the tests' driver.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <cstdint>

namespace ark {

struct plan_turn {
  std::uint64_t condition = 0;  ///< the graph's condition: whether there is another iteration
  const std::uint64_t* started = nullptr;
  std::uint64_t* done = nullptr;
  std::uint64_t* signal = nullptr;  ///< null: none
  std::uint64_t base = 0;           ///< the counts when the plan was made
  std::uint64_t* host_done = nullptr;
  const std::uint64_t* closed = nullptr;  ///< written by the host; not zero: end
  std::uint64_t idle_ns = 0;              ///< end if nothing is started for this long
};

/// The number of completed transfers.
ARK_HOST_DEVICE inline std::uint64_t plan_done(const plan_turn& turn) {
  return detail::load_relaxed(turn.done);
}

/// Called after the copy of this iteration, the preceding node. Each release covers it, and a
/// thread that reads `done` or `host_done` sees the signal, too; only this graph writes `done`.
ARK_HOST_DEVICE inline void plan_deliver(const plan_turn& turn) {
  const std::uint64_t number = plan_done(turn) + 1;
  if (turn.signal != nullptr) detail::store_release(turn.signal, number - turn.base);
#if ARK_DEVICE_PASS
  // One release for both: each waits for all earlier stores, those to the host's memory as well.
  detail::fence_release();
  detail::store_relaxed(turn.done, number);
  detail::store_relaxed(turn.host_done, number - turn.base);
#else
  detail::store_release(turn.done, number);
  detail::store_release(turn.host_done, number - turn.base);
#endif
}

/// The acquire pairs with the release of ark_plan_start: the copy, which comes after this kernel,
/// reads what the caller wrote before.
ARK_HOST_DEVICE inline bool plan_is_started(const plan_turn& turn, std::uint64_t done) {
  return detail::load_acquire(turn.started) > done;
}

/// True if the graph should end, `waited_ns` after the last transfer. Started transfers come first.
ARK_HOST_DEVICE inline bool plan_leaves(const plan_turn& turn, std::uint64_t waited_ns) {
  return detail::load_relaxed(turn.closed) != 0 || waited_ns >= turn.idle_ns;
}

}  // namespace ark
