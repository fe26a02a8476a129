// Kernels of the SM engine whose PTX check-ptx reads, and the interpreter runs: where its orders
// are, and its bulk copies.
#include <ark/api/rma.hpp>
#include <ark/engine.hpp>

using namespace ark;
using namespace ark::detail;
using namespace ark::device;

extern "C" {

/// Engine warps without a launch: until `posts` descriptors are delivered.
__global__ void engine_serve(device_state* state, std::uint64_t posts) {
  const unsigned warp = threadIdx.x / warp_scope::width, warps = blockDim.x / warp_scope::width;
  sm::engine_warp<sm::team> mine(*state, {0, warp, warps}, sm::stages_of_warp(warp, warps));
  const ring from(state->rings[0]);
  while (sm::team::any(from.done() < posts)) mine.round();
  while (mine.busy()) mine.round();
  mine.end();
}
/// A round: descriptors, data, the fence, the count, the signal, the ring's counts.
__global__ void engine_round(device_state* state, sm::ticket_share share, sm::stages through) {
  sm::engine_warp<sm::team>(*state, share, through).round();
}

__global__ void engine_offer(sm_shared* words, unsigned* out) {
  *out = sm::shared_transfers(*words).offer(3, 5);
}
__global__ void engine_claim(sm_shared* words, sm::shared_part* out) {
  *out = sm::shared_transfers(*words).claim(0);
}
__global__ void engine_all_moved(sm_shared* words, bool* out) {
  *out = sm::shared_transfers(*words).all_moved(0);
}
__global__ void engine_end_turn(sm_workspace* work, unsigned warps, std::uint64_t limit) {
  sm::end_turn(*work, warps, limit);
}
__global__ void engine_take_turn(sm_workspace* work, sm_launch* launch, sm_turn* out) {
  *out = sm::take_turn(*work, *launch, 3, 1, [] { return true; });
}
__global__ void engine_worker_leaves() { sm::leave(); }
__global__ void engine_workers_out(const sm_launch* launch, bool* out) {
  *out = sm::launch_workers_out(*launch);
}
/// The tests' control of the signal's order, of which a user's kernel has no code: it compiles.
__global__ void engine_early_signal(device_state* state, sm::ticket_share share) {
  sm::engine_warp<sm::team, sm::signal_order::before_data>(*state, share).round();
}

/// A stage of a bulk copy, as a round does it, without a loop: the order can be read.
__global__ void engine_bulk_step([[maybe_unused]] device_state* state,
                                 [[maybe_unused]] std::byte* dest,
                                 [[maybe_unused]] const std::byte* source, std::uint64_t* signal) {
#if ARK_BULK_COPY
  const sm::stages through = sm::stages_of(0, 1);
  if (sm::team::leader()) {
    sm::bulk_begin(through, source, 1024);
    sm::bulk_end(*state, through, dest, 1024, 0);
  }
#endif
  sm::team::sync();
  fence_release();
  if (sm::team::leader()) store_relaxed(signal, 1);
}
/// What is in a thread's own memory must not be queued, so a put looks at where its source is.
__global__ void put_from_anywhere(std::uint64_t* dest, std::uint64_t** source, int pe) {
  ark_uint64_put(dest, *source, 3, pe);
}

/// The control: a transfer that signals once its stage has been read, without a fence.
__global__ void engine_hasty_transfer([[maybe_unused]] std::byte* dest,
                                      [[maybe_unused]] const std::byte* source,
                                      std::uint64_t* signal) {
#if ARK_BULK_COPY
  const sm::stages through = sm::stages_of(0, 1);
  sm::bulk_begin(through, source, 1024);
  while (!ptx_mbarrier_try_wait(sm::stage_barrier(through), 0)) {
  }
  ptx_bulk_store(dest, sm::stage_memory(through), 1024);
  ptx_bulk_commit();
  ptx_bulk_wait_read<0>();
#endif
  store_relaxed(signal, 1);
}
}
