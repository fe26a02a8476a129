// The SM engine: the first blocks of a launch execute the descriptors that its other blocks post.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <ark/device/engine/engine_warp.hpp>
#include <ark/device/engine/launch_record.hpp>
#include <ark/device/state/context.hpp>
#include <ark/simt.hpp>
#include <cstdint>

namespace ark::device::sm {

/// Position of a block among the engine blocks of a launch.
struct engine_place {
  std::uint64_t key = 0;      ///< key of the launch
  unsigned index = 0;         ///< index of the block
  unsigned engines = 0;       ///< number of engine blocks
  std::uint64_t workers = 0;  ///< number of other blocks
};

/// Add the record of the launch. One thread of the first block.
ARK_HOST_DEVICE inline void enlist(detail::device_state& state, const engine_place& at) {
  const std::uint64_t all = at.engines * one_engine + at.workers * one_worker;
  if (launch_add(*state.sm, at.key, all) != nullptr) return;
  fail(state,
       {errc::out_of_memory, detail::op_kind::kernel, detail::cmp_kind::le,
        detail::failure_reason::engine_launches},
       -1, detail::no_offset, detail::sm_launch_slots, detail::sm_launch_slots + 1);
}

/// After a round without work. There is no deadline: workers may compute as long as they like, and
/// a wait of theirs that fails sets the PE's status. On the CPU executor: waits for `ready()`, a
/// deadline or a failure.
template <class Ready>
ARK_HOST_DEVICE inline void pause([[maybe_unused]] detail::device_state& state,
                                  [[maybe_unused]] Ready&& ready) {
#if ARK_DEVICE_PASS
  __nanosleep(32);
#else
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  wait_for(state, ready, info);
#endif
}

/// Wait until `ready()`. What is awaited are descriptors of other launches' workers, which have
/// taken tickets, or their delivery. If nothing is delivered for two deadlines, and
/// `has_deadline()`, the PE fails. Two, so that a wait that began earlier times out first.
template <class Ready, class HasDeadline>
ARK_HOST_DEVICE inline void await_others(detail::device_state& state, Ready&& ready,
                                         HasDeadline&& has_deadline) {
  const detail::ring ring(state.rings[ring_index(state)]);
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  std::uint64_t seen = ring.done();
  ARK_NO_UNROLL
  for (unsigned timeouts = 0; timeouts < 2;) {
    if (wait_for(state, ready, info) != errc::timeout) return;
    const std::uint64_t now = ring.done();
    timeouts = now == seen && has_deadline() ? timeouts + 1 : 0;
    seen = now;
  }
  fail(state,
       {errc::timeout, detail::op_kind::kernel, detail::cmp_kind::ge,
        detail::failure_reason::engine_drain},
       -1, detail::no_offset, ring.head(), seen);
}

/// What a thread of a serving warp waits for, when there is nothing to serve.
enum class awaited : std::uint32_t { turn, end, descriptor };

/// Wait for the turn of the launch with this key at the ring, which is the result; for the
/// agreement about its end; or for the descriptor of the ticket `number`, which is below that end.
/// There is no deadline while workers of the launch compute. One thread of a warp. Out of line, and
/// for all three: most of it is the wait.
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline detail::sm_turn await_event(detail::device_state& state,
                                                                    detail::sm_launch& launch,
                                                                    unsigned warps, awaited what,
                                                                    std::uint64_t number) {
  const detail::ring ring(state.rings[ring_index(state)]);
  auto turn = detail::sm_turn::undecided;
  auto ready = [&] {
    if (what == awaited::end) return end_agreed(launch, warps);
    if (what == awaited::descriptor) {
      detail::descriptor ignored;
      return ring.peek(number, ignored);
    }
    turn = take_turn(*state.sm, launch, number, warps, [&] { return ring.done() >= ring.head(); });
    return turn != detail::sm_turn::undecided;
  };
  await_others(state, ready, [&] { return what != awaited::turn || launch_workers_out(launch); });
  return turn;
}

/// Waits for the launch's turn at the ring. True if there is anything to serve. One thread of a
/// warp.
ARK_HOST_DEVICE inline bool await_turn(detail::device_state& state, detail::sm_launch& launch,
                                       std::uint64_t key, unsigned warps) {
  detail::fetch_add_relaxed<detail::scope::device>(&launch.ready, std::uint64_t{1});
  return await_event(state, launch, warps, awaited::turn, key) == detail::sm_turn::serves;
}

/// Join the launch's end, if its workers have left. True if so.
ARK_HOST_DEVICE inline bool joins_end(detail::device_state& state, detail::sm_launch& launch) {
  if (!launch_workers_out(launch)) return false;
  join_end(launch, detail::ring(state.rings[ring_index(state)]).head());
  return true;
}

/// The loop of serving warp `index` of `warps`: until the launch's workers have left and everything
/// that they have posted is delivered, or the PE has failed.
template <class Team, signal_order Order>
ARK_HOST_DEVICE inline void serve_ring(detail::device_state& state, detail::sm_launch& launch,
                                       unsigned index, unsigned warps, const stages& through) {
  constexpr detail::scope here = detail::scope::device;
  const std::uint64_t served = detail::load_relaxed<here>(&state.sm->served);
  engine_warp<Team, Order> mine(state, {served, index, warps}, through);
  for (;;) {
    const bool did = mine.round();
    // The status and the launch's record change rarely.
    if (!did || mine.takes_stock()) {
      if (Team::any(Team::leader() && status(state) != errc::ok)) return mine.end();
      const auto limit = [&] { return detail::load_relaxed<here>(&launch.limit); };
      if (!mine.bounded() && Team::any(Team::leader() && joins_end(state, launch)))
        mine.take_below(limit());
      if (mine.bounded() && !mine.ends() && Team::any(Team::leader() && end_agreed(launch, warps)))
        mine.end_at(limit());
    }
    if (mine.finished()) break;
    if (did || mine.busy()) {
      yield_core();
    } else if (!mine.bounded()) {
      pause(state, [&] { return mine.work_waits() || launch_workers_out(launch); });
    } else if (Team::leader()) {
      await_event(state, launch, warps, mine.ends() ? awaited::descriptor : awaited::end,
                  mine.next());
    }
  }
  mine.end();
  Team::sync();
  if (Team::leader()) end_turn(*state.sm, warps, detail::load_relaxed<here>(&launch.limit));
}

/// The number of warps that serve in a launch of `engines` blocks, `each` of whose warps may, on a
/// ring of `slots`: a power of two. Not more than slots: a warp would take the descriptor of two
/// laps before, which has the same phase, for its own.
ARK_HOST_DEVICE inline unsigned serving_in_all(unsigned engines, unsigned each,
                                               std::uint64_t slots) {
  unsigned all =
      slots < detail::sm_most_warps ? static_cast<unsigned>(slots) : detail::sm_most_warps;
  while (all > engines * each) all /= 2;
  return all;
}

/// The block's dynamic shared memory that the copy unit may use.
ARK_HOST_DEVICE inline std::uint32_t lent_bytes() {
#if ARK_BULK_COPY && ARK_DEVICE_PASS
  return detail::ptx_dynamic_shared_bytes();
#else
  return 0;
#endif
}

ARK_DEVICE inline stages stages_of_warp([[maybe_unused]] unsigned warp,
                                        [[maybe_unused]] unsigned each) {
#if ARK_BULK_COPY && ARK_DEVICE_PASS
  return stages_of(warp, each);
#else
  return {};
#endif
}

/// Body of one warp of an engine block, from the start of the launch to its end.
template <signal_order Order>
ARK_DEVICE inline void serve_in_warp(detail::device_state& state, const engine_place& at,
                                     unsigned warp, unsigned each) {
  const std::uint64_t slots = state.rings[ring_index(state)].mask + 1;
  const unsigned all = serving_in_all(at.engines, each, slots);
  const unsigned index = warp * at.engines + at.index;
  if (index >= all) return;
  detail::sm_launch* launch = launch_await(state, at.key);
  if (team::any(launch == nullptr)) return;
  if (!team::any(team::leader() && await_turn(state, *launch, at.key, all))) return;
  serve_ring<team, Order>(state, *launch, index, all, stages_of_warp(warp, each));
}

/// The warps of the block that may serve: on a GPU the whole ones.
ARK_HOST_DEVICE inline unsigned warps_of_block() {
  return (place::block_threads() + (ARK_DEVICE_PASS ? 0 : warp_scope::width - 1)) /
         warp_scope::width;
}

/// Record that the caller's block has left its launch. If that was never added, the PE has failed.
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline void leave_launch(detail::device_state& state,
                                                          std::uint64_t who) {
  detail::sm_launch* launch = launch_await(state, membership::grid_key());
  if (launch != nullptr) launch_leave(*launch, who);
}

/// Body of an engine block, from the start of the launch to its end; all threads call. Inlined: a
/// kernel has the registers of its heaviest part in any case, and in a function each access to
/// global memory takes two instructions more.
template <signal_order Order>
ARK_DEVICE inline void serve(detail::device_state& state, const engine_place& at) {
  const unsigned warp = place::thread_index() / warp_scope::width;
  const unsigned warps = warps_of_block();
  if (block_scope::leader() && at.index == 0) enlist(state, at);
  if (warp < warps && warp_scope::rank() < team::size())
    serve_in_warp<Order>(state, at, warp, serving_warps(warps, lent_bytes()));
  warp_scope::sync();
  block_scope::sync();
  if (!block_scope::leader()) return;
  // Posts and waits on the ring of a PE that has failed return, too.
  if (const errc code = status(state); code != errc::ok)
    detail::ring(state.rings[ring_index(state)]).close(code);
  leave_launch(state, one_engine);
}

ARK_DEVICE ARK_COLD inline void refuse(detail::device_state& state, errc code, std::uint64_t seen,
                                       std::uint64_t most, detail::failure_reason why) {
  if (!block_scope::leader()) return;
  fail(state, {code, detail::op_kind::kernel, detail::cmp_kind::le, why}, -1, detail::no_offset,
       most, seen);
}

/// True if the launch can have `engine_blocks` engine blocks; otherwise the refusal is recorded.
ARK_DEVICE inline bool accepted(detail::device_state& state, unsigned engine_blocks) {
  place::extent grid = place::grid_extent();
  if (in_group()) grid.z = 1;
  if (state.sm_ring_count == 0) {
    refuse(state, errc::unsupported, engine_blocks, 0, detail::failure_reason::engine_no_rings);
  } else if (grid.y * grid.z != 1) {
    refuse(state, errc::invalid_argument, grid.y * grid.z, 1, detail::failure_reason::engine_grid);
  } else if (warps_of_block() == 0) {
    refuse(state, errc::invalid_argument, place::block_threads(), warp_scope::width,
           detail::failure_reason::engine_threads);
  } else if (engine_blocks >= grid.x) {
    refuse(state, errc::invalid_argument, engine_blocks, grid.x - 1,
           detail::failure_reason::engine_blocks);
  } else {
    return true;
  }
  return false;
}

/// Returns true to engine blocks, after they have served or were refused; false to a worker.
template <signal_order Order = signal_order::after_data>
ARK_DEVICE inline bool enter(unsigned engine_blocks) {
  if (engine_blocks == 0) return false;
  detail::device_state& state = context("ark_engine_enter");
  if (!accepted(state, engine_blocks)) return true;
  const std::uint64_t key = membership::grid_key();
  const unsigned index = own_block_index();
  if (index < engine_blocks) {
    serve<Order>(state, {key, index, engine_blocks, place::grid_extent().x - engine_blocks});
    return true;
  }
  membership::word() = key;  // every thread writes it, so each reads its own write
  return false;
}

/// Called by all threads of the block after their last post. No effect on a block that did not
/// enter.
ARK_DEVICE inline void leave() {
  if (!membership::in_engine_launch()) return;
#if ARK_DEVICE_PASS
  // Threads of a warp may end their scopes by different statements, each with its own copy of this
  // code.
  detail::ptx_barrier_apart();
#else
  block_scope::sync();
#endif
  // Every thread writes it: from here on no thread of the block uses the engine.
  membership::word() = 0;
  if (!block_scope::leader()) return;
  detail::device_state& state = context("ark_engine_leave");
  leave_launch(state, one_worker);
}

}  // namespace ark::device::sm
