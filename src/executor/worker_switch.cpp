// Switches between lanes: the part of a worker that runs at every switch.
#include <cxxabi.h>
#include <fmt/core.h>

#include <exception>

#include "executor/fiber_context.hpp"
#include "executor/names.hpp"
#include "executor/rendezvous.hpp"
#include "executor/worker.hpp"

namespace ark::executor {
namespace {

/// The thread's exception state, in the layout of the Itanium C++ ABI.
struct exception_state {
  void* caught;
  unsigned uncaught;
};

}  // namespace

// `to` null: the scheduler. Final: `from` does not run again, and its stack may be reused at once.
template <bool Final>
[[gnu::always_inline]] inline void worker::transfer(lane* from, lane* to) {
  [[maybe_unused]] void* kept = nullptr;
  void* nowhere = nullptr;
  asan_start_switch(Final ? nullptr : &kept, to != nullptr ? to->home->span : own_stack_);
  tsan_switch(to != nullptr ? to->tsan_fiber : own_tsan_);
  detail::current_lane = to;
  running_.store(to, std::memory_order_release);
  count(ticks_);
  ark_context_switch(Final ? &nowhere : &from->place, to != nullptr ? to->place : place_);
  asan_finish_switch(kept);
}

// Switch from the scheduler's stack to a lane; returns when a lane switches back.
void worker::enter(lane& first) {
  [[maybe_unused]] void* kept = nullptr;
  asan_start_switch(&kept, first.home->span);
  tsan_switch(first.tsan_fiber);
  detail::current_lane = &first;
  running_.store(&first, std::memory_order_release);
  count(ticks_);
  ark_context_switch(&place_, first.place);
  asan_finish_switch(kept);
  after_lane();
}

// The lane to which a yielding lane switches, or null if the scheduler is to decide.
[[gnu::always_inline]] inline lane* worker::next_lane(thread_block& block) {
  if (seeded_ || --slice_ == 0) return nullptr;
  if (block.next_fresh < block.count) {
    lane& fresh = block.lanes[block.next_fresh];
    if (!give_stack(fresh)) return nullptr;
    ++block.next_fresh;
    return &fresh;
  }
  return block.ready.pop();
}

// The exception that a lane is handling is saved with it: a handler that waits must find it again.
void worker::leave(lane& me) {
  lane* next = next_lane(block_of(me));
  if (next == &me) return;
  auto* state = static_cast<exception_state*>(exceptions_);
  const exception_state mine = *state;
  if (mine.caught != nullptr || mine.uncaught != 0) [[unlikely]]
    *state = {};
  transfer<false>(&me, next);
  if (mine.caught != nullptr || mine.uncaught != 0) [[unlikely]]
    *state = mine;
}

bool worker::give_stack(lane& fresh) {
  stack* found = stacks_.acquire();
  if (found == nullptr) return false;
  asan_reset_stack(found->span);
  fresh.home = found;
  fresh.place = context_make(found->top, fiber_main, this);
  fresh.state = lane_state::ready;
  fresh.tsan_fiber = tsan_create();
  return true;
}

void worker::fiber_main(void* self) {
  asan_finish_switch(nullptr);
  worker& home = *static_cast<worker*>(self);
  lane* me = current();
  for (;;) {
    home.run_entry(*me);
    me = home.finish(*me);
  }
}

void worker::run_entry(lane& me) {
  const detail::kernel_call& call = block_of(me).owner().call;
  try {
    call.entry(call.arguments);
    return;
  } catch (const std::exception& thrown) {
    fail_grid(me, errc::aborted,
              fmt::format("{} let an exception escape: {}", lane_name(me), thrown.what()));
  } catch (...) {
    fail_grid(me, errc::aborted, fmt::format("{} let an exception escape", lane_name(me)));
  }
  abandon(me);
}

// Ends `me` and returns a fresh lane of its block that continues on the same stack, or does not
// return.
lane* worker::finish(lane& me) {
  thread_block& block = block_of(me);
  stack* used = me.home;
  if (!stack_pool::canary_intact(*used)) [[unlikely]]
    check_canary(me, *used);
  me.state = lane_state::done;
  ++events_;
  lane_exit(*this, block, me);
  if constexpr (built_with_tsan) dead_fibers_.push_back(me.tsan_fiber);
  me.tsan_fiber = nullptr;
  me.home = nullptr;
  if (block.live == 0) {
    finished_ = &block;
  } else if (!seeded_ && slice_ > 1 && block.next_fresh < block.count) {
    --slice_;
    lane& fresh = block.lanes[block.next_fresh++];
    fresh.home = used;
    fresh.state = lane_state::ready;
    fresh.tsan_fiber = tsan_create();
    tsan_switch(fresh.tsan_fiber);
    detail::current_lane = &fresh;
    running_.store(&fresh, std::memory_order_release);
    count(ticks_);
    return &fresh;
  }
  lane* next = block.live == 0 ? nullptr : next_lane(block);
  stacks_.release(used);
  transfer<true>(&me, next);
  __builtin_unreachable();
}

void worker::check_canary(lane& me, const stack& used) {
  stack_pool::canary_restore(used);
  fail_grid(
      me, errc::aborted,
      fmt::format("{} overflowed its stack of {} bytes; give lanes a larger one (ARK_CPU_STACK) "
                  "or keep large arrays out of kernels",
                  lane_name(me), used.span.bytes));
  abandon(me);
}

void worker::fail_grid(lane& me, errc code, std::string report) {
  failing_lane_ = &me;
  failing_code_ = code;
  failing_report_ = std::move(report);
}

void worker::abandon(lane& me) {
  transfer<true>(&me, nullptr);
  __builtin_unreachable();
}

void worker::yield(lane& me) {
  yielded_ = true;
  if (seeded_) {
    chooser_.demote(me);
    ready_.push_back(&me);
    leave(me);
    return;
  }
  thread_block& block = block_of(me);
  // Alone in its block: let the scheduler run engines and other blocks.
  if (!block.has_ready()) slice_ = 1;
  block.ready.push(&me);
  leave(me);
}

void worker::preempt(lane& me) {
  if (!seeded_) return;
  ready_.push_back(&me);
  leave(me);
}

// Lanes of the running block need no entry in the run queue: the block is checked when its time
// slice ends.
void worker::make_ready(lane& woken) {
  ++events_;
  woken.state = lane_state::ready;
  if (seeded_) {
    ready_.push_back(&woken);
    return;
  }
  thread_block& block = block_of(woken);
  block.ready.push(&woken);
  if (!block.queued) enqueue(block);
}

void worker::make_ready(thread_block& block, lane_queue& woken) {
  ++events_;
  if (!seeded_) {
    block.ready.splice(woken);
    return;
  }
  while (lane* one = woken.pop()) ready_.push_back(one);
}

errc worker::wait(lane& me, detail::predicate ready, void* argument, detail::wait_info& info) {
  preempt(me);
  detail::current_lane = nullptr;  // a predicate that loads through ark::atomic_ref must not yield
  const bool holds = ready(argument);
  detail::current_lane = &me;
  if (holds) return errc::ok;
  const std::uint64_t timeout =
      info.timeout_ns != 0 ? info.timeout_ns : options_.default_timeout_ns;
  parked_.add({ready, argument, info.status, &me, timeout, 0});
  me.info = &info;
  me.state = lane_state::waiting;
  leave(me);
  me.info = nullptr;
  return me.wait_result;
}

// Complete what the last lane has left for the scheduler.
void worker::after_lane() {
  if constexpr (built_with_tsan) {
    for (void* fiber : dead_fibers_) tsan_destroy(fiber);
    dead_fibers_.clear();
  }
  if (failing_lane_ != nullptr) {
    grid& owner = block_of(*failing_lane_).owner();
    failing_lane_ = nullptr;
    if (owner.fail(failing_code_)) {
      report_failure(failing_code_, failing_report_);
      host_.grid_failed(owner);
    }
    failures_.store(true, std::memory_order_release);
  }
  if (finished_ != nullptr) {
    thread_block* done = finished_;
    finished_ = nullptr;
    block_end(*done);
  }
}

}  // namespace ark::executor
