// What the graph of a plan executes between its copies, by one thread.
#include "gpu/plans/plan_turn.hpp"

namespace {

/// Wait until there is something to copy, and then start another iteration; or until the graph has
/// to end.
__device__ void await_start(const ark::plan_turn& turn) {
  const std::uint64_t since = ark::detail::ptx_global_timer_ns(), done = ark::plan_done(turn);
  for (;;) {
    // Polls device memory; the host's word is farther away and read once in 64 polls.
#pragma unroll 1
    for (int poll = 0; poll < 64; ++poll) {
      if (ark::plan_is_started(turn, done)) return cudaGraphSetConditional(turn.condition, 1);
    }
    if (ark::plan_leaves(turn, ark::detail::ptx_global_timer_ns() - since)) {
      return cudaGraphSetConditional(turn.condition, 0);
    }
  }
}

}  // namespace

/// Runs before the loop.
extern "C" __global__ void ark_plan_enter(ark::plan_turn turn) { await_start(turn); }

/// Runs after the copy in its body.
extern "C" __global__ void ark_plan_deliver(ark::plan_turn turn) {
  ark::plan_deliver(turn);
  await_start(turn);
}
