// The timed loop: the same function on a kernel's threads and on a host thread.
//
// The whole loop is timed by two readings of the clock, so an iteration is not lengthened by its
// own measurement. Percentiles need a reading per iteration: they come from a second loop, of the
// same length, that is not averaged.
#pragma once

#include <algorithm>
#include <ark/detail/platform/ptx.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/state/scope.hpp>
#include <ark/engine.hpp>
#include <ark/gather.hpp>
#include <ark/launch.hpp>
#include <ark/order.hpp>
#include <ark/plan.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "atomic_ops.hpp"
#include "host_copy.hpp"

namespace ark_perf {

using ark::device::block_scope;
using ark::device::thread_scope;
using ark::device::warp_scope;

enum class collective_kind {
  broadcast,
  collect,
  fcollect,
  alltoall,
  alltoalls,  ///< every second element
  reduce,
  inscan,
  exscan,
};

enum class reduction_kind { sum, prod, min, max, bit_and, bit_or, bit_xor };

/// When a caller's loop began and ended, by the clock of its PE.
struct span_ns {
  std::uint64_t begin, end;
};

/// What every caller of a loop is given. A caller is a thread, a warp or a block, by the scope;
/// each has its own part of the buffers. Pointers: symmetric memory of the calling PE.
struct loop {
  std::byte* dest = nullptr;
  std::byte* source = nullptr;
  std::size_t bytes = 0;        ///< of one message
  std::size_t stride = 0;       ///< from one caller's buffer to the next
  std::size_t slot_stride = 0;  ///< from one message of a window to the next; 0: all use one buffer
  std::uint64_t* words =
      nullptr;  ///< at least `window` per caller: its signal, or its atomics' targets
  std::size_t word_stride = 0;  ///< from one caller's words to the next, whole cache lines
  ark_piece* pieces = nullptr;  ///< of tests of lists: `window` per caller
  ark_plan_t plan =
      nullptr;  ///< of tests of plans: source to dest of the peer, then its first word
  host_mail* mail = nullptr;         ///< of tests in which the host copies
  std::uint64_t* fetched = nullptr;  ///< as `words`: what fetching atomics bring
  span_ns* spans = nullptr;          ///< one per caller, written
  std::uint64_t* samples =
      nullptr;  ///< one per iteration of caller 0, in ns, written; null: do not sample
  std::uint64_t* errors = nullptr;  ///< counted up by the checking operations
  unsigned threads = 1;             ///< of a block, that belong to callers
  unsigned engine_blocks = 0;       ///< the first blocks of the kernel serve its queue
  std::size_t shared_bytes = 0;     ///< of each block, for the engine's copies
  int pe = 0;                       ///< the caller's
  int peer = 0;                     ///< the other end
  bool sends_first = true;          ///< ping-pong: I serve
  unsigned window = 1;              ///< messages between two waits
  unsigned rounds_per_turn = 1;     ///< iterations after which a lane gives way
  std::uint64_t first =
      0;  ///< number of the first iteration: signals and operands go on from launch to launch
  std::uint64_t iterations = 0;  ///< 0: take no part
  atomic_op op = atomic_op::fetch_add;
  collective_kind collective = collective_kind::broadcast;
  reduction_kind reduction = reduction_kind::sum;  ///< of collective_kind::reduce
  bool quiet_each = true;  ///< the operation does not wait for its own delivery

  /// This, for one caller.
  ARK_HOST_DEVICE loop of(unsigned caller) const {
    loop mine = *this;
    mine.dest += caller * stride;
    mine.source += caller * stride;
    mine.words += caller * word_stride;
    mine.fetched += caller * word_stride;
    mine.pieces += caller * window;
    return mine;
  }
};

/// Nanoseconds; only differences mean anything. A GPU's clock ticks every 32 ns or more slowly. On
/// the CPU not the kernel's clock of <ark/simt.hpp>: that one is also a place where a lane may give
/// way, which would be measured.
ARK_HOST_DEVICE inline std::uint64_t clock_ns() {
#if ARK_DEVICE_PASS
  return ark::detail::ptx_global_timer_ns();
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
#endif
}

/// Threads of one caller.
template <class Scope>
ARK_HOST_DEVICE unsigned caller_threads() {
  if constexpr (std::is_same_v<Scope, block_scope>) return ark::device::place::block_threads();
  if constexpr (std::is_same_v<Scope, warp_scope>) return warp_scope::width;
  return 1;
}

/// Threads of each block of the kernel: engine blocks take whole warps on a GPU.
inline unsigned block_threads(const loop& all) {
  return all.engine_blocks == 0 ? all.threads : std::max(all.threads, warp_scope::width);
}

/// Number of the calling thread's caller in its block; of a thread that only completes the block's
/// warp, at least callers_of_block().
template <class Scope>
ARK_HOST_DEVICE unsigned caller_in_block() {
  return ark::device::place::thread_index() / caller_threads<Scope>();
}
template <class Scope>
ARK_HOST_DEVICE unsigned callers_of_block(const loop& all) {
  const unsigned unit = caller_threads<Scope>();
  return (all.threads + unit - 1) / unit;
}

/// Number of the calling thread's caller among its PE's in the grid, whose engine blocks, the
/// first, make no calls.
template <class Scope>
ARK_HOST_DEVICE unsigned caller_index(const loop& all) {
  return (ark::device::own_block_index() - all.engine_blocks) * callers_of_block<Scope>(all) +
         caller_in_block<Scope>();
}

/// A loop of stores never waits, so on the CPU executor it would keep its worker from everybody
/// else.
ARK_HOST_DEVICE inline void yield_core() {
#if !ARK_DEVICE_PASS
  ark::detail::yield();
#endif
}

template <class Scope, class Operation>
ARK_HOST_DEVICE void timed_rounds(const loop& mine, unsigned caller) {
  const std::uint64_t begin = clock_ns();
  unsigned turn = 0;
  for (std::uint64_t i = 0; i < mine.iterations; ++i) {
    Operation::template round<Scope>(mine, mine.first + i);
    if (++turn < mine.rounds_per_turn) continue;
    turn = 0;
    yield_core();
  }
  const std::uint64_t end = clock_ns();
  if (Scope::leader()) mine.spans[caller] = {begin, end};
}

template <class Scope, class Operation>
ARK_HOST_DEVICE void sampled_rounds(const loop& mine, unsigned caller) {
  const bool writes = caller == 0 && Scope::leader();
  const std::uint64_t begin = clock_ns();
  std::uint64_t before = begin;
  for (std::uint64_t i = 0; i < mine.iterations; ++i) {
    Operation::template round<Scope>(mine, mine.first + i);
    const std::uint64_t after = clock_ns();
    if (writes) mine.samples[i] = after - before;
    before = after;
  }
  if (Scope::leader()) mine.spans[caller] = {begin, before};
}

#if ARK_DEVICE_PASS
/// timed_rounds and sampled_rounds in one, and the round before them: a GPU's compilers take
/// seconds for each copy of an operation, and its threads nothing for the branch.
template <class Scope, class Operation>
ARK_DEVICE void gpu_rounds(const loop& mine, unsigned caller) {
  constexpr std::uint64_t meeting = Operation::meets ? 1 : 0;
  const bool samples = mine.samples != nullptr && caller == 0 && Scope::leader();
  std::uint64_t begin = clock_ns(), before = begin;
#pragma unroll 1
  for (std::uint64_t i = 0; i < meeting + mine.iterations; ++i) {
    Operation::template round<Scope>(mine, mine.first + i);
    if (Operation::meets && i == 0) {
      begin = before = clock_ns();
    } else if (samples) {
      const std::uint64_t after = clock_ns();
      mine.samples[i - meeting] = after - before;
      before = after;
    }
  }
  const std::uint64_t end = clock_ns();
  if (Scope::leader()) mine.spans[caller] = {begin, end};
}
#endif

/// What a kernel's thread, or a host thread, does. Operations that meet another PE do it once
/// before the clock is read, so that the other's later launch is not measured.
template <class Scope, class Operation>
ARK_HOST_DEVICE void run_loop(const loop& all) {
  if (all.iterations == 0 || caller_in_block<Scope>() >= callers_of_block<Scope>(all)) return;
  const unsigned caller = caller_index<Scope>(all);
  loop mine = all.of(caller);
  Scope::sync();
#if ARK_DEVICE_PASS
  gpu_rounds<Scope, Operation>(mine, caller);
#else
  if constexpr (Operation::meets) Operation::template round<Scope>(mine, mine.first++);
  if (all.samples != nullptr) {
    sampled_rounds<Scope, Operation>(mine, caller);
  } else {
    timed_rounds<Scope, Operation>(mine, caller);
  }
#endif
}

template <class Scope, class Operation>
ARK_DEVICE void serve_or_run(const loop* place) {
  const loop all = *ark::own_address(place);
  const ark::engine_scope engine(all.engine_blocks);
  if (!engine.served()) run_loop<Scope, Operation>(all);
}

/// place: symmetric; each PE's own loop, also where one launch is for several PEs.
template <class Scope, class Operation>
ARK_GLOBAL void loop_kernel(const loop* place) {
  serve_or_run<Scope, Operation>(place);
}

/// loop_kernel with at most 64 registers, as blocks of 1024 threads need on a GPU.
template <class Scope, class Operation>
ARK_GLOBAL ARK_LAUNCH_BOUNDS(1024) void large_block_kernel(const loop* place) {
  serve_or_run<Scope, Operation>(place);
}

}  // namespace ark_perf
