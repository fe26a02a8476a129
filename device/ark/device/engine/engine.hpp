// The SM engine: the first blocks of a launch execute the descriptors that its other blocks post.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <ark/device/engine/copier.hpp>
#include <ark/device/engine/launch_record.hpp>
#include <ark/device/engine/scheduler.hpp>
#include <ark/device/state/context.hpp>
#include <ark/simt.hpp>
#include <cstdint>

namespace ark::device::sm {

/// The loop of a block's scheduling team: rounds, idle waits, and the end. The leader makes all
/// calls but turn().
template <class Team, signal_order Order = signal_order::after_data>
class server {
 public:
  ARK_HOST_DEVICE server(detail::device_state& state, block_state& block)
      : state_(state), own_(block.serving), scheduler_(state, block) {}

  /// `launch` null: the server has nothing to do. The other arguments are passed to the scheduler.
  ARK_HOST_DEVICE void begin(detail::sm_launch* launch, std::uint64_t key, unsigned first,
                             unsigned step) {
    own_ = {launch, 0, 0, 0, {}};
    scheduler_.begin(key, first, step);
  }
  ARK_HOST_DEVICE void leave() {
    if (own_.launch != nullptr) launch_leave(*own_.launch, one_engine);
  }

  /// Run one round, by all threads of the team. `busy`: the calling thread has done other work
  /// since the last round. `more()`: true if it has more such work. Returns false, on all threads,
  /// when no work is left or the PE has failed.
  template <class More>
  ARK_HOST_DEVICE bool turn(bool busy, More&& more) {
    bool did = busy;
    const bool ends = Team::leader() && ends_here();
    if (Team::leader() && !ends) did |= scheduler_.prepare();
    if (Team::any(ends)) return false;
    did |= scheduler_.take();
    if (Team::leader()) after(did, more);
    return true;
  }

 private:
  /// Starts a round; true if it is the last.
  ARK_HOST_DEVICE bool ends_here() {
    if (scheduler_.finished()) return true;
    if (!poll_due()) return false;
    if (const errc code = status(state_); code != errc::ok) {
      scheduler_.close(code);
      return true;
    }
    if (own_.launch == nullptr) return true;
    if (is_over()) scheduler_.begin_drain();
    return false;
  }
  template <class More>
  ARK_HOST_DEVICE void after(bool did, More&& more) {
    if (!did) return idle(more);
    own_.timeouts = 0;
    own_.idle = {};
    yield_core();
  }

  /// Launch and PE status are in global memory and rarely change; poll them every eighth round.
  ARK_HOST_DEVICE bool poll_due() {
    constexpr unsigned each = ARK_DEVICE_PASS ? 8 : 1;
    return own_.rounds++ % each == 0;
  }
  ARK_HOST_DEVICE bool is_over() {
    return !scheduler_.draining() && launch_workers_out(*own_.launch);
  }

  /// Called after a round without work. Fails once two deadlines in a row pass in which no worker
  /// has posted or left and no engine block has delivered. Two, so that a worker's wait that began
  /// earlier times out first: its record names the awaited condition.
  template <class More>
  ARK_HOST_DEVICE void idle([[maybe_unused]] More&& more) {
#if ARK_DEVICE_PASS
    const bool late = own_.idle.next(state_.timeout_ns);
#else
    detail::wait_info info;
    info.op = detail::op_kind::kernel;
    const auto found = [&] { return more() || scheduler_.work_waits(); };
    const auto ready = [&] { return poll_due() && (scheduler_.finished() || is_over()); };
    const errc code = wait_for(
        state_, [&] { return found() || ready(); }, info);
    if (code == errc::ok) own_.timeouts = 0;
    const bool late = code == errc::timeout;
#endif
    if (!late || others_work()) return;
    if (++own_.timeouts == 2) timed_out();  // the next turn() checks the state
  }

  /// True if any worker or engine block has worked since the last call: the block's own rings alone
  /// do not show the launch's progress.
  ARK_HOST_DEVICE bool others_work() {
    std::uint64_t sum = detail::load_relaxed<detail::scope::device>(&own_.launch->out);
    ARK_NO_UNROLL
    for (unsigned r = 0; r < state_.sm_ring_count; ++r) {
      const detail::ring_counters& counters = *state_.rings[state_.ring_count + r].counters;
      sum +=
          detail::load_relaxed(&counters.head.value) + detail::load_relaxed(&counters.done.value);
    }
    if (sum == own_.seen) return false;
    own_.seen = sum;
    own_.timeouts = 0;
    return true;
  }

  ARK_HOST_DEVICE ARK_COLD void timed_out() {
    fail(state_,
         {errc::timeout, detail::op_kind::kernel, detail::cmp_kind::ge,
          detail::failure_reason::worker_blocks},
         -1, detail::no_offset, static_cast<std::uint32_t>(own_.launch->all),
         static_cast<std::uint32_t>(detail::load_relaxed(&own_.launch->out)));
  }

  detail::device_state& state_;
  server_state& own_;
  scheduler<Team, Order> scheduler_;
};

/// Position of a block among the engine blocks of a launch.
struct engine_place {
  std::uint64_t key = 0;      ///< key of the launch
  unsigned index = 0;         ///< index of the block
  unsigned engines = 0;       ///< number of engine blocks
  std::uint64_t workers = 0;  ///< number of other blocks
};

/// Get the record of the launch that the block serves; null after a failure. One thread of the
/// block.
ARK_HOST_DEVICE inline detail::sm_launch* enlist(detail::device_state& state,
                                                 const engine_place& at) {
  if (at.index != 0) return launch_await(state, at.key);
  detail::sm_launch* launch =
      launch_add(*state.sm, at.key, at.engines * one_engine + at.workers * one_worker);
  if (launch != nullptr) return launch;
  fail(state,
       {errc::out_of_memory, detail::op_kind::kernel, detail::cmp_kind::le,
        detail::failure_reason::engine_launches},
       -1, detail::no_offset, detail::sm_launch_slots, detail::sm_launch_slots + 1);
  return nullptr;
}

/// Leader of a copying warp: true if the scheduler has set `stop`, or, on a CPU, the PE has failed.
/// If the warp was idle, waits for that or for work.
template <signal_order Order>
ARK_HOST_DEVICE inline bool copier_ends(detail::device_state& state, block_state& block,
                                        copier<team, Order>& mine, bool busy) {
  const auto stopped = [&] { return detail::load_acquire<detail::scope::block>(&block.stop) != 0; };
  if (busy) {
    mine.idle() = {};
    yield_core();
    return false;
  }
#if ARK_DEVICE_PASS
  // No deadline here: the scheduler ends in time, and sets `stop`.
  mine.idle().next(state.timeout_ns);
  return stopped();
#else
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  const errc code = wait_for(
      state, [&] { return stopped() || mine.work_waits(); }, info);
  return stopped() || (code != errc::ok && code != errc::timeout);
#endif
}

ARK_DEVICE inline staging staging_of([[maybe_unused]] unsigned index,
                                     [[maybe_unused]] unsigned teams) {
#if ARK_BULK_COPY
  return staging_begin<team>(reinterpret_cast<std::byte*>(detail::dynamic_shared()), index, teams);
#else
  return {};
#endif
}

/// Number of copying warps. The first warp copies only if it is the only one.
ARK_HOST_DEVICE constexpr unsigned copying_teams(unsigned warps) {
  return warps == 1 ? 1 : warps - 1;
}

/// Body of one warp of an engine block, from the start of the launch to its end. The leader of the
/// first warp schedules and the others copy; the only warp of a block does both.
template <signal_order Order>
ARK_DEVICE inline void serve_in_warp(detail::device_state& state, block_state& block,
                                     const engine_place& at, unsigned warp, unsigned warps) {
  const bool schedules = warp == 0, copies = warp != 0 || warps == 1;
  const unsigned teams = copying_teams(warps), index = schedules ? 0 : warp - 1;
  copier<team, Order> mine(state, block, warp, copies ? staging_of(index, teams) : staging{});
  const bool leads = schedules && team::leader();
  server<team, Order> serving(state, block);
  if (leads) serving.begin(enlist(state, at), at.key, at.index, at.engines);
  const auto more = [&] { return copies && mine.work_waits(); };
  for (;;) {
    const bool busy = copies && mine.step();
    if (schedules ? !serving.turn(busy, more)
                  : team::any(team::leader() && copier_ends(state, block, mine, busy)))
      break;
  }
  mine.end();
  if (!leads) return;
  detail::store_release<detail::scope::block>(&block.stop, 1);
  serving.leave();
}

/// Body of an engine block, from the start of the launch to its end; all threads call. Inlined: a
/// kernel has the registers of its heaviest part in any case, and in a function each access to
/// global memory takes two instructions more.
template <signal_order Order>
ARK_DEVICE inline void serve(detail::device_state& state, const engine_place& at) {
  ARK_SHARED(block_state, block);
  const unsigned warp = place::thread_index() / warp_scope::width;
  const unsigned warps = (place::block_threads() + warp_scope::width - 1) / warp_scope::width;
  if (block_scope::leader()) prepare(block, state.sm->options, copying_teams(warps));
  block_scope::sync();
  if (warp_scope::rank() < team::size()) serve_in_warp<Order>(state, block, at, warp, warps);
  warp_scope::sync();
  block_scope::sync();
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
  detail::sm_launch* launch = launch_await(state, membership::grid_key());
  if (launch != nullptr) launch_leave(*launch, one_worker);
}

}  // namespace ark::device::sm
