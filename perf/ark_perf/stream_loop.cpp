#include "stream_loop.hpp"

#include <ark/launch.hpp>
#include <ark/on_stream.hpp>

#include "operations.hpp"
#include "test_table.hpp"

namespace ark_perf {

namespace {

/// The host waits for the stream after so many calls: a GPU's driver takes some thousand kernels,
/// and a launch that waits for room might keep the other PEs of its process from theirs.
constexpr unsigned calls_in_flight = 256;

bool meets(operation_kind operation) {
  return operation == operation_kind::ping_pong || operation == operation_kind::barrier ||
         operation == operation_kind::sync || operation == operation_kind::team_sync ||
         operation == operation_kind::collective;
}

unsigned calls_of_round(operation_kind operation, const loop& l) {
  return is_list(operation) ? 2 : l.window + 1;
}

void queue_send(const loop& l, std::uint64_t value, ark::stream_t stream) {
  ark::put_signal_nbi_on_stream(l.dest, l.source, l.bytes, l.words, value, ARK_SIGNAL_SET, l.peer,
                                stream);
}

template <class Op>
void queue_reduce(const loop& l, Op op, ark::stream_t stream) {
  using element = element_of<Op>;
  ark::reduce_on_stream(ARK_TEAM_WORLD, reinterpret_cast<element*>(l.dest),
                        reinterpret_cast<const element*>(l.source), l.bytes / sizeof(element), op,
                        stream);
}

void queue_reduction(const loop& l, ark::stream_t stream) {
  switch (l.reduction) {
    case reduction_kind::sum:
      return queue_reduce(l, ark::device::collective::sum_op{}, stream);
    case reduction_kind::prod:
      return queue_reduce(l, ark::device::collective::prod_op{}, stream);
    case reduction_kind::min:
      return queue_reduce(l, ark::device::collective::min_op{}, stream);
    case reduction_kind::max:
      return queue_reduce(l, ark::device::collective::max_op{}, stream);
    case reduction_kind::bit_and:
      return queue_reduce(l, ark::device::collective::and_op{}, stream);
    case reduction_kind::bit_or:
      return queue_reduce(l, ark::device::collective::or_op{}, stream);
    case reduction_kind::bit_xor:
      return queue_reduce(l, ark::device::collective::xor_op{}, stream);
  }
}

/// The PEs wait for each other: with a barrier but for tests of syncs.
void queue_barrier(operation_kind operation, ark::stream_t stream) {
  if (operation == operation_kind::sync) {
    ark::sync_all_on_stream(stream);
  } else if (operation == operation_kind::team_sync) {
    ark::team_sync_on_stream(ARK_TEAM_SHARED, stream);
  } else {
    ark::barrier_all_on_stream(stream);
  }
}

void queue_collective(const loop& l, std::uint64_t i, ark::stream_t stream) {
  auto* dest = reinterpret_cast<double*>(l.dest);
  const auto* source = reinterpret_cast<const double*>(l.source);
  const std::size_t count = l.bytes / sizeof(double);
  const auto step = static_cast<std::ptrdiff_t>(step_of(l.collective));
  constexpr int team = ARK_TEAM_WORLD;
  switch (l.collective) {
    case collective_kind::broadcast:
      ark::broadcast_on_stream(team, dest, source, count,
                               static_cast<int>(i % static_cast<unsigned>(ark_n_pes())), stream);
      break;
    case collective_kind::collect:
      ark::collect_on_stream(team, dest, source, count, stream);
      break;
    case collective_kind::fcollect:
      ark::fcollect_on_stream(team, dest, source, count, stream);
      break;
    case collective_kind::alltoall:
      ark::alltoall_on_stream(team, dest, source, count, stream);
      break;
    case collective_kind::alltoalls:
      ark::alltoalls_on_stream(team, dest, source, step, step, count, stream);
      break;
    case collective_kind::reduce:
      queue_reduction(l, stream);
      break;
    case collective_kind::inscan:
      ark::sum_inscan_on_stream(team, dest, source, count, stream);
      break;
    case collective_kind::exscan:
      ark::sum_exscan_on_stream(team, dest, source, count, stream);
      break;
  }
}

/// One round of the operation, as the kernels of operations.hpp make it.
void queue_round(operation_kind operation, const loop& l, std::uint64_t i, ark::stream_t stream) {
  switch (operation) {
    case operation_kind::put_quiet:
      ark::put_on_stream(l.dest, l.source, l.bytes, l.peer, stream);
      ark::quiet_on_stream(stream);
      break;
    case operation_kind::put_window:
      for (unsigned w = 0; w < l.window; ++w)
        ark::put_nbi_on_stream(l.dest + w * l.slot_stride, l.source + w * l.slot_stride, l.bytes,
                               l.peer, stream);
      ark::quiet_on_stream(stream);
      break;
    case operation_kind::get_once:
      ark::get_on_stream(l.dest, l.source, l.bytes, l.peer, stream);
      break;
    case operation_kind::get_window:
      for (unsigned w = 0; w < l.window; ++w)
        ark::get_nbi_on_stream(l.dest + w * l.slot_stride, l.source + w * l.slot_stride, l.bytes,
                               l.peer, stream);
      ark::quiet_on_stream(stream);
      break;
    case operation_kind::gather_window:
      ark::gather_nbi_on_stream(l.dest, l.pieces, l.window, stream);
      ark::quiet_on_stream(stream);
      break;
    case operation_kind::scatter_window:
      ark::scatter_nbi_on_stream(l.source, l.pieces, l.window, stream);
      ark::quiet_on_stream(stream);
      break;
    case operation_kind::ping_pong:
      if (l.sends_first) queue_send(l, i + 1, stream);
      ark::signal_wait_until_on_stream(l.words, ARK_CMP_GE, i + 1, stream);
      if (!l.sends_first) queue_send(l, i + 1, stream);
      break;
    case operation_kind::barrier:
    case operation_kind::sync:
    case operation_kind::team_sync:
      queue_barrier(operation, stream);
      break;
    case operation_kind::collective:
      queue_collective(l, i, stream);
      break;
    case operation_kind::plan_ping_pong:
    case operation_kind::plan_window:
    case operation_kind::host_ping_pong:
    case operation_kind::atomic_once:
    case operation_kind::atomic_window:
      break;  // not is_on_stream
  }
}

/// The kernels of a checked round. Each is a thread's part, of `threads`.
struct message_fill {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first, unsigned) {
    if (first == 0) fill_message(l, i);
  }
};
struct message_verify {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first, unsigned) {
    if (first == 0) verify_message(l, i);
  }
};
template <class By>
struct next_write {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first, unsigned) {
    if (first == 0) write_to_next<By>(l, i);
  }
};
struct written_verify {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first, unsigned) {
    if (first == 0) verify_written(l, i);
  }
};
struct blocks_fill {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first,
                                  unsigned threads) {
    fill_blocks(l, i, first, threads);
  }
};
struct blocks_verify {
  ARK_HOST_DEVICE static void run(const loop& l, std::uint64_t i, unsigned first,
                                  unsigned threads) {
    verify_blocks(l, i, first, threads);
  }
};

/// Of a kernel that fills or verifies.
constexpr unsigned part_blocks = ARK_CUDA != 0 ? 64 : 1;
constexpr unsigned part_threads = ARK_CUDA != 0 ? 128 : 1;
constexpr std::uint64_t no_round = ~std::uint64_t{0};

template <class Part>
ARK_GLOBAL void part_kernel(const loop* place, std::uint64_t i) {
  if (i == no_round) return;
  const unsigned first =
      ark::device::own_block_index() * part_threads + ark::device::place::thread_index();
  Part::run(*ark::own_address(place), i, first, part_blocks * part_threads);
}

template <class Part>
void queue_part(const shape& how, std::uint64_t i, ark::stream_t stream) {
  ark::launch_config config;
  config.stream = stream;
  config.grid = dim3(part_blocks);
  config.block = dim3(part_threads);
  ark::launch(config, &part_kernel<Part>, how.place, i);
}

/// As the checked operations of operations.hpp: kernels fill and verify around the call.
template <class Fill, class Verify>
void queue_checked_round(operation_kind operation, const shape& how, const loop& l, std::uint64_t i,
                         ark::stream_t stream) {
  const bool pongs = operation == operation_kind::ping_pong && !l.sends_first;
  if (!pongs) queue_part<Fill>(how, i, stream);
  if (operation == operation_kind::ping_pong) {
    if (!pongs) queue_send(l, i + 1, stream);
    ark::signal_wait_until_on_stream(l.words, ARK_CMP_GE, i + 1, stream);
  } else {
    queue_barrier(operation, stream);
    if (operation == operation_kind::collective) queue_collective(l, i, stream);
  }
  queue_part<Verify>(how, i, stream);
  if (pongs) {
    queue_part<Fill>(how, i, stream);
    queue_send(l, i + 1, stream);
  }
  if (operation != operation_kind::ping_pong) queue_barrier(operation, stream);
}

template <class Fill, class Verify>
std::uint64_t run_checked_rounds(operation_kind operation, const shape& how, const loop& all,
                                 ark::stream_t stream) {
  // A GPU loads a kernel before its first launch, and waits for running ones to do so.
  queue_part<Fill>(how, no_round, stream);
  queue_part<Verify>(how, no_round, stream);
  ark::stream_sync(stream);
  for (std::uint64_t i = 0; i < all.iterations; ++i)
    queue_checked_round<Fill, Verify>(operation, how, all, all.first + i, stream);
  ark::stream_sync(stream);
  return all.iterations;
}

void time_rounds(operation_kind operation, const loop& all, ark::stream_t stream,
                 stream_times& times) {
  const std::uint64_t begin = clock_ns();
  unsigned in_flight = 0;
  for (std::uint64_t i = 0; i < all.iterations; ++i) {
    queue_round(operation, all, all.first + i, stream);
    in_flight += calls_of_round(operation, all);
    if (in_flight < calls_in_flight) continue;
    ark::stream_sync(stream);
    in_flight = 0;
  }
  ark::stream_sync(stream);
  times.span = {begin, clock_ns()};
}

void sample_rounds(operation_kind operation, const loop& all, ark::stream_t stream,
                   stream_times& times) {
  times.samples.clear();
  const std::uint64_t begin = clock_ns();
  std::uint64_t before = begin;
  for (std::uint64_t i = 0; i < all.iterations; ++i) {
    queue_round(operation, all, all.first + i, stream);
    ark::stream_sync(stream);
    const std::uint64_t after = clock_ns();
    times.samples.push_back(after - before);
    before = after;
  }
  times.span = {begin, before};
}

/// Of the PE of this thread, from its first run until finalize: a GPU has few queues for streams,
/// and a new stream may get one that another has.
ark::stream_t stream_of_pe() {
  thread_local std::uint64_t runtime = 0;
  thread_local ark::stream_t stream = nullptr;
  if (stream == nullptr || runtime != ark::detail::runtime_number()) {
    stream = ark::stream_create();
    runtime = ark::detail::runtime_number();
  }
  return stream;
}

}  // namespace

std::uint64_t run_on_stream(operation_kind operation, const shape& how, const loop& all) {
  if (all.iterations == 0) return 0;
  ark::on_stream_prepare();
  const ark::stream_t stream = stream_of_pe();
  loop mine = all;
  if (meets(operation)) {  // the other PE's later start is not measured
    queue_round(operation, mine, mine.first++, stream);
    ark::stream_sync(stream);
  }
  if (all.samples != nullptr) {
    sample_rounds(operation, mine, stream, *how.times);
  } else {
    time_rounds(operation, mine, stream, *how.times);
  }
  return mine.first - all.first + all.iterations;
}

std::uint64_t run_checked_on_stream(operation_kind operation, const shape& how, const loop& all) {
  if (all.iterations == 0 || !meets(operation)) return 0;
  ark::on_stream_prepare();
  const ark::stream_t stream = stream_of_pe();
  if (operation == operation_kind::ping_pong)
    return run_checked_rounds<message_fill, message_verify>(operation, how, all, stream);
  if (operation == operation_kind::barrier)
    return run_checked_rounds<next_write<by_barrier>, written_verify>(operation, how, all, stream);
  if (operation == operation_kind::sync)
    return run_checked_rounds<next_write<by_sync>, written_verify>(operation, how, all, stream);
  if (operation == operation_kind::team_sync)
    return run_checked_rounds<next_write<by_team_sync>, written_verify>(operation, how, all,
                                                                        stream);
  return run_checked_rounds<blocks_fill, blocks_verify>(operation, how, all, stream);
}

}  // namespace ark_perf
