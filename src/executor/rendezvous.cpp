#include "executor/rendezvous.hpp"

#include <fmt/core.h>

#include <bit>

#include "executor/names.hpp"
#include "executor/warp_operation.hpp"
#include "executor/worker.hpp"

namespace ark::executor {
namespace {

void barrier_complete(worker& home, thread_block& block) {
  block.result_count = block.true_predicates;
  block.result_lanes = block.arrived;
  block.arrived = 0;
  block.true_predicates = 0;
  home.make_ready(block, block.in_barrier);
}

void warp_complete(worker& home, thread_block& block, unsigned warp_index, std::uint32_t entry,
                   const lane* myself) {
  warp& mine = block.warps[warp_index];
  const pending_operation done = mine.pending[entry];
  mine.pending[entry] = mine.pending[--mine.pending_count];
  lane* lanes = &block.lanes[warp_index * warp_lanes];
  warp_compute(done.kind, done.arrived, lanes);
  lane_queue woken;
  for (std::uint32_t remaining = done.arrived; remaining != 0; remaining &= remaining - 1) {
    lane& one = lanes[std::countr_zero(remaining)];
    one.state = lane_state::ready;
    if (&one != myself) woken.push(&one);
  }
  block.in_warp -=
      static_cast<std::uint32_t>(std::popcount(done.arrived)) - (myself != nullptr ? 1 : 0);
  home.make_ready(block, woken);
}

// Fails the grid if every live lane is in an operation that waits for another of them, which can
// never complete.
void check_stuck(worker& home, thread_block& block, lane& me) {
  if (block.live == 0 || block.arrived + block.in_warp != block.live) return;
  home.fail_grid(me, errc::divergence,
                 fmt::format("{}: no lane can go on: {}", block_name(block), stuck_text(block)));
  home.abandon(me);
}

}  // namespace

void rendezvous_reset(thread_block& block) {
  block.live = block.count;
  block.in_warp = block.arrived = block.true_predicates = 0;
  block.in_barrier = {};
  for (std::uint32_t first = 0; first < block.count; first += warp_lanes) {
    warp& fresh = block.warps[first / warp_lanes];
    const std::uint32_t lanes = block.count - first;
    fresh.alive = lanes >= warp_lanes ? 0xffffffffu : (1u << lanes) - 1;
    fresh.pending_count = 0;
  }
}

void lane_exit(worker& home, thread_block& block, const lane& ended) {
  --block.live;
  const unsigned warp_index = ended.linear_index / warp_lanes;
  warp& mine = block.warps[warp_index];
  mine.alive &= ~(1u << (ended.linear_index % warp_lanes));
  for (std::uint32_t i = mine.pending_count; i-- > 0;) {
    const pending_operation& waiting = mine.pending[i];
    if ((waiting.mask & mine.alive) == waiting.arrived) {
      warp_complete(home, block, warp_index, i, nullptr);
    }
  }
  if (block.arrived != 0 && block.arrived == block.live) barrier_complete(home, block);
  check_stuck(home, block, const_cast<lane&>(ended));
}

namespace {

int barrier_result(const thread_block& block, detail::block_reduce op) {
  switch (op) {
    case detail::block_reduce::none:
      return 0;
    case detail::block_reduce::count:
      return static_cast<int>(block.result_count);
    case detail::block_reduce::all:
      return block.result_count == block.result_lanes ? 1 : 0;
    case detail::block_reduce::any:
      return block.result_count != 0 ? 1 : 0;
  }
  return 0;
}

// Fails the grid if two lanes are in operations that wait for each other.
void check_crossed(worker& home, lane& me, const warp& mine, const pending_operation& entered) {
  for (std::uint32_t i = 0; i < mine.pending_count; ++i) {
    const pending_operation& other = mine.pending[i];
    if (&other == &entered) continue;
    if ((other.arrived & entered.mask) == 0 || (entered.arrived & other.mask) == 0) continue;
    home.fail_grid(
        me, errc::divergence,
        fmt::format("{} called {} with mask {:08x} while lanes {} wait in {} with mask {:08x}: "
                    "each waits for the other",
                    lane_name(me), warp_kind_name(entered.kind), entered.mask,
                    lane_list(other.arrived, me.linear_index / warp_lanes),
                    warp_kind_name(other.kind), other.mask));
    home.abandon(me);
  }
}

pending_operation& warp_entry(worker& home, lane& me, warp& mine, std::uint32_t mask,
                              std::uint16_t kind) {
  for (std::uint32_t i = 0; i < mine.pending_count; ++i) {
    pending_operation& waiting = mine.pending[i];
    if (waiting.mask != mask) continue;
    if (waiting.kind == kind) return waiting;
    home.fail_grid(
        me, errc::divergence,
        fmt::format("{} called {} with mask {:08x} while lanes {} wait in {} with the same mask",
                    lane_name(me), warp_kind_name(kind), mask,
                    lane_list(waiting.arrived, me.linear_index / warp_lanes),
                    warp_kind_name(waiting.kind)));
    home.abandon(me);
  }
  pending_operation& fresh = mine.pending[mine.pending_count++];
  fresh = {mask, 0, kind};
  return fresh;
}

}  // namespace

void warp_rendezvous(lane& me, std::uint32_t mask, std::uint16_t kind) {
  thread_block& block = block_of(me);
  worker& home = *block.home;
  const unsigned warp_index = me.linear_index / warp_lanes;
  warp& mine = block.warps[warp_index];
  const std::uint32_t bit = 1u << (me.linear_index % warp_lanes);
  if ((mask & bit) == 0) {
    home.fail_grid(
        me, errc::divergence,
        fmt::format("{} called {} with mask {:08x}, which must contain the caller's own bit {:08x}",
                    lane_name(me), warp_kind_name(kind), mask, bit));
    home.abandon(me);
  }
  pending_operation& entry = warp_entry(home, me, mine, mask, kind);
  entry.arrived |= bit;
  if (entry.arrived == (mask & mine.alive)) {
    const auto place = static_cast<std::uint32_t>(&entry - mine.pending.data());
    warp_complete(home, block, warp_index, place, &me);
    home.preempt(me);
    return;
  }
  check_crossed(home, me, mine, entry);
  ++block.in_warp;
  me.state = lane_state::warp;
  check_stuck(home, block, me);
  home.leave(me);
}

int block_rendezvous(lane& me, detail::block_reduce op, int predicate) {
  thread_block& block = block_of(me);
  worker& home = *block.home;
  block.true_predicates += predicate != 0 ? 1 : 0;
  if (++block.arrived == block.live) {
    barrier_complete(home, block);
    const int result = barrier_result(block, op);
    home.preempt(me);
    return result;
  }
  block.in_barrier.push(&me);
  me.state = lane_state::barrier;
  check_stuck(home, block, me);
  home.leave(me);
  me.state = lane_state::ready;
  return barrier_result(block, op);
}

}  // namespace ark::executor
