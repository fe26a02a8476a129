// What the graph of a plan does between its copies: the kernels that libark brings, as check-ptx
// reads them.
#include "gpu/plans/plan_kernel.cu"

/// The control: signal and count by plain stores.
extern "C" __global__ void plain_deliver(ark::plan_turn turn) {
  const std::uint64_t number = *turn.done + 1;
  if (turn.signal != nullptr) *turn.signal = number - turn.base;
  *turn.done = number;
  *turn.host_done = number - turn.base;
  await_start(turn);
}
