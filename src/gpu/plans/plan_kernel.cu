// What the graph of a plan does between its copies, by one thread.
#include "gpu/plans/plan_turn.hpp"

namespace {

/// Until there is something to copy, and then another turn; or until it is time to leave.
__device__ void await_start(const ark::plan_turn& turn) {
  const std::uint64_t since = ark::detail::ptx_global_timer_ns(), done = ark::plan_done(turn);
  for (;;) {
#pragma unroll 1
    for (int look = 0; look < 64; ++look) {  // the gate lies beside; the host's word does not
      if (ark::plan_is_started(turn, done)) return cudaGraphSetConditional(turn.condition, 1);
    }
    if (ark::plan_leaves(turn, ark::detail::ptx_global_timer_ns() - since)) {
      return cudaGraphSetConditional(turn.condition, 0);
    }
  }
}

}  // namespace

/// Before the loop.
extern "C" __global__ void ark_plan_enter(ark::plan_turn turn) { await_start(turn); }

/// Behind the copy in its body.
extern "C" __global__ void ark_plan_deliver(ark::plan_turn turn) {
  ark::plan_deliver(turn);
  await_start(turn);
}
