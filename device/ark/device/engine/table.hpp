// Transfers that several warps share: one thread posts them, and any warp claims their chunks.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <cstdint>

namespace ark::device::sm {

ARK_HOST_DEVICE inline unsigned lowest_bit(std::uint64_t mask) {
#if ARK_DEVICE_PASS
  return static_cast<unsigned>(__ffsll(static_cast<long long>(mask))) - 1;
#else
  return static_cast<unsigned>(__builtin_ctzll(mask));
#endif
}

/// `mask` is not 0.
ARK_HOST_DEVICE inline std::uint32_t highest_bit(std::uint32_t mask) {
#if ARK_DEVICE_PASS
  return 31 - static_cast<std::uint32_t>(__clz(static_cast<int>(mask)));
#else
  return 31 - static_cast<std::uint32_t>(__builtin_clz(mask));
#endif
}

/// Call use(slot) for each bit of `mask`, from the lowest.
template <class Use>
ARK_HOST_DEVICE inline void for_each_bit(std::uint64_t mask, Use&& use) {
  for (; mask != 0; mask &= mask - 1) use(lowest_bit(mask));
}

/// A chunk that its claimer has to deliver. count 0: none.
struct chunk {
  std::uint32_t slot, number, count;
};

/// Operations on sm_work_state. put, open and take_finished: the posting thread only; all others:
/// any thread. S: the scope of the threads that share the state.
template <detail::scope S, unsigned Slots>
class work_table {
 public:
  ARK_HOST_DEVICE explicit work_table(detail::sm_work_state<Slots>& words) : words_(words) {}

  ARK_HOST_DEVICE void put(unsigned slot, const detail::descriptor& d) const {
    for (unsigned i = 0; i < detail::descriptor_words; ++i) words_.descriptor[slot][i] = d.word[i];
  }
  ARK_HOST_DEVICE void get(unsigned slot, std::uint64_t* words) const {
    for (unsigned i = 0; i < detail::descriptor_words; ++i) words[i] = words_.descriptor[slot][i];
  }
  ARK_HOST_DEVICE detail::descriptor get(unsigned slot) const {
    detail::descriptor d;
    get(slot, d.word);
    return d;
  }
  /// Publish the slot's `count` chunks for claiming. Release, by the store to `claims`: pairs with
  /// claim(). The bit is set first, so that the claimer of the last chunk clears it later; until
  /// the store, `claims` has no chunk left to claim.
  ARK_HOST_DEVICE void open(unsigned slot, std::uint32_t count) const {
    detail::store_relaxed<S>(&words_.done[slot], 0);
    detail::fetch_or<S>(&words_.open, bit(slot));
    detail::store_release<S>(&words_.claims[slot], count);
  }
  /// The slots that have become finished since the last call. Acquire: pairs with the release in
  /// set_finished(), which follows finish().
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t take_finished() const {
    return any_finished() ? detail::exchange<S>(&words_.finished, 0) : 0;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool any_finished() const {
    return detail::load_relaxed<S>(&words_.finished) != 0;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool any_open() const {
    return detail::load_relaxed<S>(&words_.open) != 0;
  }

  /// Claim a chunk of the first open slot from `turn` on, which makes transfers take turns.
  /// Acquire: pairs with open(). A slot is not reused before its last chunk is done, so a
  /// successful claim names the descriptor that the poster has put there.
  [[nodiscard]] ARK_HOST_DEVICE chunk claim(unsigned turn) const {
    std::uint64_t open = detail::load_relaxed<S>(&words_.open);
    while (open != 0) {
      const std::uint64_t later = open & (~std::uint64_t{0} << turn % Slots);
      const unsigned slot = lowest_bit(later != 0 ? later : open);
      if (const chunk mine = claim_of(slot); mine.count != 0) return mine;
      open &= ~bit(slot);
    }
    return {};
  }
  /// Count a delivered chunk. True for the last of the slot's chunks: its claimer then delivers the
  /// signal and calls set_finished(). Acquire and release: the last claimer sees the others' data.
  [[nodiscard]] ARK_HOST_DEVICE bool finish(const chunk& mine) const {
    return detail::fetch_add<S>(&words_.done[mine.slot], 1u) + 1 == mine.count;
  }
  ARK_HOST_DEVICE void set_finished(unsigned slot) const {
    detail::fetch_or<S>(&words_.finished, bit(slot));
  }

 private:
  ARK_HOST_DEVICE static std::uint64_t bit(unsigned slot) { return std::uint64_t{1} << slot; }

  ARK_HOST_DEVICE chunk claim_of(unsigned slot) const {
    std::uint64_t seen = detail::load_relaxed<S>(&words_.claims[slot]);
    for (;;) {
      const auto next = static_cast<std::uint32_t>(seen >> 32);
      const auto count = static_cast<std::uint32_t>(seen);
      if (next >= count) return {};
      const std::uint64_t now =
          detail::compare_exchange<S>(&words_.claims[slot], seen, seen + (std::uint64_t{1} << 32));
      if (now == seen) {
        // This chunk is not done yet, so the slot cannot have been opened again.
        if (next + 1 == count) detail::fetch_and<S>(&words_.open, ~bit(slot));
        return {slot, next, count};
      }
      seen = now;
    }
  }

  detail::sm_work_state<Slots>& words_;
};

using local_table = work_table<detail::scope::block, detail::sm_local_slots>;
using large_table = work_table<detail::scope::device, detail::sm_large_slots>;

}  // namespace ark::device::sm
