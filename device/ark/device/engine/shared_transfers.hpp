// Long transfers that several engine warps share: one warp offers a transfer, and any warp claims
// its parts.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <cstdint>

namespace ark::device::sm {

/// Position of the lowest bit of `mask`, which is not 0.
ARK_HOST_DEVICE inline unsigned lowest_bit(std::uint32_t mask) {
#if ARK_DEVICE_PASS
  return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
#else
  return static_cast<unsigned>(__builtin_ctz(mask));
#endif
}

/// A claimed part; count 0: none.
struct shared_part {
  std::uint32_t number, count;
};

/// Operations on sm_shared. Any thread; offer and take_back: the thread of the transfer's ticket.
class shared_transfers {
 public:
  static constexpr unsigned none = detail::sm_shared_transfers;

  ARK_HOST_DEVICE explicit shared_transfers(detail::sm_shared& words) : words_(words) {}

  /// Offer the transfer of `ticket` in `count` parts. Returns its place; none if all are in use.
  /// Release, by the store to `claims`: pairs with claim(). The bit is set first, so that the
  /// claimer of the last part clears it later; until the store, there is no part left to claim.
  ARK_HOST_DEVICE unsigned offer(std::uint64_t ticket, std::uint32_t count) const {
    const unsigned at = reserve();
    if (at == none) return at;
    words_.ticket[at] = ticket;
    detail::store_relaxed<here>(&words_.done[at], 0u);
    detail::fetch_or<here>(&words_.open, bit(at));
    detail::store_release<here>(&words_.claims[at], std::uint64_t{count});
    return at;
  }
  ARK_HOST_DEVICE void take_back(unsigned at) const {
    detail::fetch_and<here>(&words_.used, ~bit(at));
  }

  /// A bit for each transfer that may have unclaimed parts.
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t open() const {
    return static_cast<std::uint32_t>(detail::load_relaxed<here>(&words_.open));
  }
  /// The first of them from place `turn` on; none if there is none.
  [[nodiscard]] ARK_HOST_DEVICE static unsigned first_open(std::uint32_t open, unsigned turn) {
    if (open == 0) return none;
    const std::uint32_t later = open & (~0u << turn % none);
    return lowest_bit(later != 0 ? later : open);
  }
  /// Claim a part of transfer `at`. Acquire: pairs with offer(). A place is not used again before
  /// its last part is counted, so a successful claim belongs to the ticket that is there.
  [[nodiscard]] ARK_HOST_DEVICE shared_part claim(unsigned at) const {
    std::uint64_t seen = detail::load_relaxed<here>(&words_.claims[at]);
    ARK_NO_UNROLL
    for (;;) {
      const auto next = static_cast<std::uint32_t>(seen >> 32);
      const auto count = static_cast<std::uint32_t>(seen);
      if (next >= count) return {0, 0};
      const std::uint64_t now =
          detail::compare_exchange<here>(&words_.claims[at], seen, seen + (std::uint64_t{1} << 32));
      if (now == seen) {
        if (next + 1 == count) detail::fetch_and<here>(&words_.open, ~bit(at));
        return {next, count};
      }
      seen = now;
    }
  }
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t ticket(unsigned at) const {
    return words_.ticket[at];
  }
  /// Count a moved part. The caller has made a release fence on a GPU; release on a CPU.
  ARK_HOST_DEVICE void count(unsigned at) const {
#if ARK_DEVICE_PASS
    detail::add_relaxed(&words_.done[at], 1u);
#else
    detail::add_release(&words_.done[at], 1u);
#endif
  }
  /// True if all parts are moved. Acquire: pairs with count().
  [[nodiscard]] ARK_HOST_DEVICE bool all_moved(unsigned at) const {
    const auto parts = static_cast<std::uint32_t>(detail::load_relaxed<here>(&words_.claims[at]));
    return detail::load_acquire<here>(&words_.done[at]) == parts;
  }

 private:
  static constexpr detail::scope here = detail::scope::device;
  ARK_HOST_DEVICE static std::uint64_t bit(unsigned at) { return std::uint64_t{1} << at; }

  ARK_HOST_DEVICE unsigned reserve() const {
    std::uint64_t used = detail::load_relaxed<here>(&words_.used);
    ARK_NO_UNROLL
    for (;;) {
      const std::uint32_t left = ~static_cast<std::uint32_t>(used) & ((1u << none) - 1);
      if (left == 0) return none;
      const unsigned at = lowest_bit(left);
      const std::uint64_t now = detail::compare_exchange<here>(&words_.used, used, used | bit(at));
      if (now == used) return at;
      used = now;
    }
  }

  detail::sm_shared& words_;
};

}  // namespace ark::device::sm
