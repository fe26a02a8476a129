// Kernels of the SM engine whose PTX check-ptx reads: where its orders are, and its bulk copies.
#include <ark/api/rma.hpp>
#include <ark/engine.hpp>

using namespace ark;
using namespace ark::detail;
using namespace ark::device;

extern "C" {

/// A transfer and its signal, as a copying warp does them.
__global__ void engine_transfer(const device_state* state, std::byte* dest, const std::byte* source,
                                std::uint64_t bytes, std::uint64_t* signal) {
  sm::staging through = sm::staging_of(0, 1);
  const errc code = sm::copy_chunk<sm::team>(*state, dest, source, bytes, through);
  sm::team::sync();
  if (sm::team::leader() && code == errc::ok) delivery::signal(signal_op::set, signal, 1);
}
/// The same of a put_add.
__global__ void engine_add(element_kind kind, std::byte* dest, const std::byte* source,
                           std::uint64_t bytes, std::uint64_t* signal) {
  sm::add_chunk<sm::team>(kind, dest, source, bytes);
  sm::team::sync();
  if (sm::team::leader()) delivery::signal(signal_op::set, signal, 1);
}

__global__ void engine_claim(sm_work_state<sm_large_slots>* words, sm::chunk* out) {
  *out = sm::large_table(*words).claim(0);
}
/// The last of a transfer's chunks: the others' data, then the signal, then the word of it.
__global__ void engine_finish(sm_work_state<sm_large_slots>* words, sm::chunk mine,
                              std::uint64_t* signal) {
  const sm::large_table table(*words);
  if (!table.finish(mine)) return;
  delivery::signal(signal_op::set, signal, 1);
  table.set_finished(mine.slot);
}
__global__ void engine_claim_in_block(sm_work_state<sm_local_slots>* words, sm::chunk* out) {
  *out = sm::local_table(*words).claim(0);
}
__global__ void engine_open(sm_work_state<sm_large_slots>* words, descriptor d) {
  const sm::large_table table(*words);
  table.put(3, d);
  table.open(3, 5);
}
__global__ void engine_collect(sm_work_state<sm_large_slots>* words, std::uint64_t* out) {
  *out = sm::large_table(*words).take_finished();
}
__global__ void engine_worker_leaves() { sm::leave(); }
__global__ void engine_workers_out(const sm_launch* launch, bool* out) {
  *out = sm::launch_workers_out(*launch);
}
/// The tests' control of the signal's order, of which a user's kernel has no code: it compiles.
__global__ void engine_early_signal(device_state* state, sm::block_state* block, descriptor d) {
  constexpr auto order = sm::signal_order::before_data;
  sm::copier<sm::team, order>(*state, *block, 0, {}).step();
  sm::execute_now<order>(*state, 0, d);
}

/// One stage of a bulk copy, as the transfer does it, without a loop: the order can be read.
__global__ void engine_bulk_step([[maybe_unused]] const device_state* state,
                                 [[maybe_unused]] std::byte* dest,
                                 [[maybe_unused]] const std::byte* source, std::uint64_t* signal) {
#if ARK_BULK_COPY
  sm::staging through = sm::staging_of(0, 1);
  through.stage_bytes = 1024;
  if (sm::team::leader()) sm::move_in_bulk(*state, dest, source, 1024, through);
  sm::team::sync();
#endif
  if (sm::team::leader()) delivery::signal(signal_op::set, signal, 1);
}
/// What is in a thread's own memory must not be queued, so a put looks at where its source is.
__global__ void put_from_anywhere(std::uint64_t* dest, std::uint64_t** source, int pe) {
  ark_uint64_put(dest, *source, 3, pe);
}

/// The control: a transfer that signals once its stages have been read, without a fence.
__global__ void engine_hasty_transfer(std::byte* dest, const std::byte* source,
                                      std::uint64_t* signal) {
#if ARK_BULK_COPY
  sm::staging through = sm::staging_of(0, 1);
  const sm::bulk_of_sm unit{through, 0};
  unit.load(0, source, 1024);
  unit.wait_load(0, 0);
  unit.store(dest, 0, 1024);
  unit.wait_read_1();
#endif
  delivery::signal(signal_op::set, signal, 1);
}
}
