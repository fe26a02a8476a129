// A copying team: claims a chunk, moves it, and delivers the signal of a transfer that it has
// finished.
#pragma once

#include <ark/detail/transfer/operation.hpp>
#include <ark/device/engine/block.hpp>
#include <ark/device/engine/copy_team.hpp>
#include <ark/device/engine/execute.hpp>
#include <cstdint>

namespace ark::device::sm {

/// One per team. All threads of the team make the same calls; the leader makes the decisions.
/// Kernels and, with a team of one thread, any thread.
template <class Team, signal_order Order = signal_order::after_data>
class copier {
 public:
  ARK_HOST_DEVICE copier(detail::device_state& state, block_state& block, unsigned index,
                         const staging& through)
      : state_(state), block_(block), mine_(block.copiers[index]) {
    if (Team::leader()) mine_ = {{}, index, 0, {}, through};
    Team::sync();
  }

  /// Move one chunk. Returns false on all threads of the team if there was none. The block's own
  /// transfers come first, so that a large transfer delays a shorter one by at most one chunk.
  ARK_HOST_DEVICE bool step() {
    if (Team::leader()) mine_.item = find();
    Team::sync();
    const bool found = mine_.item.what.count != 0;
    if (found) move();
    Team::sync();  // all have read the item before the leader writes the next one
    return found;
  }
  /// True if step() would find a chunk. Leader only.
  [[nodiscard]] ARK_HOST_DEVICE bool work_waits() const {
    if (local_table(block_.local).any_open()) return true;
    for (unsigned r = 0; r < state_.sm_ring_count; ++r) {
      if (large_table(state_.sm->rings[r].large).any_open()) return true;
    }
    return false;
  }
  ARK_HOST_DEVICE idle_rounds& idle() { return mine_.idle; }
  /// Called after the last step().
  ARK_HOST_DEVICE void end() {
#if ARK_BULK_COPY
    if (Team::leader()) staging_end(mine_.through);
#endif
  }

 private:
  [[nodiscard]] ARK_HOST_DEVICE work_item find() {
    work_item found{local_table(block_.local).claim(mine_.slot_turn), 0, 0};
    for (unsigned i = 0; i < state_.sm_ring_count && found.what.count == 0; ++i) {
      const unsigned r = mine_.ring_turn < state_.sm_ring_count ? mine_.ring_turn : 0;
      found = {large_table(state_.sm->rings[r].large).claim(mine_.slot_turn), 1, r};
      mine_.ring_turn = r + 1;
    }
    if (found.what.count != 0) mine_.slot_turn = found.what.slot + 1;
    return found;
  }

  ARK_HOST_DEVICE void move() {
    if constexpr (Order == signal_order::before_data) {
      if (mine_.item.what.number == 0 && Team::leader()) signal();
    }
    const errc code = move_data();
    Team::sync();
    if (!Team::leader()) return;
    if (code != errc::ok) {
      // The transfer stays unfinished and its signal is not delivered: the PE has failed.
      return descriptor_failed(state_, descriptor_failure(code), descriptor_of(),
                               detail::descriptor_fault::bulk_load);
    }
    // Team::sync() orders the team's data before this point, and the acquire in finish() the other
    // teams' data. The signal releases both.
    if (!finish()) return;
    if constexpr (Order == signal_order::after_data) signal();
    set_finished();
  }

  ARK_HOST_DEVICE void signal() {
    const detail::descriptor d = descriptor_of();
    deliver_signal(state_.peers[d.pe()].heap_base, d);
  }
  ARK_HOST_DEVICE errc move_data() {
    const chunk& what = mine_.item.what;
    const detail::decoded_operation op = detail::decode(state_, descriptor_of());
    if (detail::abandoned(state_, op)) return errc::ok;
    const std::uint64_t unit =
        is_large() ? block_.options.chunk_bytes() : block_options::part_bytes(op.bytes, what.count);
    const std::uint64_t first = what.number * unit, remaining = op.bytes - first;
    const std::uint64_t bytes = remaining < unit ? remaining : unit;
    if (op.kind != detail::descriptor_op::put_add)
      return copy_chunk<Team>(state_, op.dest + first, op.source + first, bytes, mine_.through);
    add_chunk<Team>(op.element, op.dest + first, op.source + first, bytes);
    return errc::ok;
  }

  // True if the item is in the large table of its ring.
  [[nodiscard]] ARK_HOST_DEVICE bool is_large() const { return mine_.item.large != 0; }
  [[nodiscard]] ARK_HOST_DEVICE local_table local() const { return local_table(block_.local); }
  [[nodiscard]] ARK_HOST_DEVICE large_table large() const {
    return large_table(state_.sm->rings[mine_.item.ring].large);
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::descriptor descriptor_of() const {
    const unsigned slot = mine_.item.what.slot;
    return is_large() ? large().get(slot) : local().get(slot);
  }
  [[nodiscard]] ARK_HOST_DEVICE bool finish() const {
    return is_large() ? large().finish(mine_.item.what) : local().finish(mine_.item.what);
  }
  ARK_HOST_DEVICE void set_finished() const {
    const unsigned slot = mine_.item.what.slot;
    is_large() ? large().set_finished(slot) : local().set_finished(slot);
  }

  detail::device_state& state_;
  block_state& block_;
  copier_state& mine_;
};

}  // namespace ark::device::sm
