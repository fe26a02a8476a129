// A copying team: claims a chunk, moves it, and delivers the signal of a transfer that it has
// finished.
#pragma once

#include <ark/detail/descriptor_check.hpp>
#include <ark/detail/operation.hpp>
#include <ark/device/sm/block.hpp>
#include <ark/device/sm/team.hpp>
#include <cstdint>

namespace ark::device::sm {

/// One per team. All threads of the team make the same calls; the leader makes the decisions.
/// Kernels and, with a team of one thread, any thread.
template <class Team>
class copier {
 public:
  ARK_HOST_DEVICE copier(detail::device_state& state, block_words& block, unsigned index,
                         const staging& through)
      : state_(state),
        block_(block),
        item_(block.items[index]),
        through_(through),
        slot_turn_(index),
        ring_turn_(index) {}

  /// Move one chunk. False, on all threads of the team, if there was none. The block's own
  /// transfers come first, so that a large transfer delays a shorter one by one chunk at most.
  ARK_HOST_DEVICE bool step() {
    if (Team::leader()) item_ = find();
    Team::sync();
    const work_item mine = item_;
    Team::sync();  // read by all before the leader writes the next one
    if (mine.what.count == 0) return false;
    if (mine.large != 0) {
      move(mine, large_table(state_.sm->rings[mine.ring].large));
    } else {
      move(mine, local_table(block_.local));
    }
    return true;
  }
  /// True if step() would find a chunk. Leader only.
  [[nodiscard]] ARK_HOST_DEVICE bool work_waits() const {
    if (local_table(block_.local).any_open()) return true;
    for (unsigned r = 0; r < state_.sm_ring_count; ++r) {
      if (large_table(state_.sm->rings[r].large).any_open()) return true;
    }
    return false;
  }
  /// Called after the last step().
  ARK_HOST_DEVICE void end() {
#if ARK_BULK_COPY
    if (Team::leader()) staging_end(through_);
#endif
  }

 private:
  [[nodiscard]] ARK_HOST_DEVICE work_item find() {
    work_item found{local_table(block_.local).claim(slot_turn_), 0, 0};
    for (unsigned i = 0; i < state_.sm_ring_count && found.what.count == 0; ++i) {
      const unsigned r = (ring_turn_ + i) % state_.sm_ring_count;
      found = {large_table(state_.sm->rings[r].large).claim(slot_turn_), 1, r};
    }
    if (found.what.count != 0) {
      slot_turn_ = found.what.slot + 1;
      ring_turn_ = found.ring + 1;
    }
    return found;
  }

  template <class Table>
  ARK_HOST_DEVICE void move(const work_item& mine, const Table& table) {
    const detail::decoded_operation op = detail::decode(state_, table.get(mine.what.slot));
    const bool early = block_.options.early_signal != 0;
    if (early && mine.what.number == 0 && Team::leader())
      delivery::signal(op.signal_kind, op.signal, op.value);
    const errc code = move_data(mine, op);
    Team::sync();
    if (!Team::leader()) return;
    if (code != errc::ok) return failed(table.get(mine.what.slot), code);
    // Team::sync() puts the team's data before this point, and the acquire in finish() the other
    // teams' data. The signal releases all of it.
    if (!table.finish(mine.what)) return;
    if (!early) delivery::signal(op.signal_kind, op.signal, op.value);
    table.set_finished(mine.what.slot);
  }

  ARK_HOST_DEVICE errc move_data(const work_item& mine, const detail::decoded_operation& op) {
    if (detail::abandoned(state_, op)) return errc::ok;
    const std::uint64_t unit = mine.what.count == 1 ? op.bytes : block_.options.chunk_bytes;
    const std::uint64_t first = mine.what.number * unit, rest = op.bytes - first;
    const std::uint64_t bytes = rest < unit ? rest : unit;
    if (op.kind == detail::descriptor_op::put_add)
      return move_chunk_apart<Team>(state_, chunk_adds{op.element}, op.dest + first,
                                    op.source + first, bytes, through_);
    return move_chunk_apart<Team>(state_, chunk_copies{}, op.dest + first, op.source + first, bytes,
                                  through_);
  }

  /// The transfer stays unfinished and its signal is not delivered: the PE has failed.
  ARK_HOST_DEVICE ARK_COLD void failed(const detail::descriptor& d, errc code) {
    fail(state_, detail::descriptor_record(code, d, "a bulk load did not end", "sm", {}));
  }

  detail::device_state& state_;
  block_words& block_;
  work_item& item_;
  staging through_;
  unsigned slot_turn_, ring_turn_;  ///< where the next claim starts
};

}  // namespace ark::device::sm
