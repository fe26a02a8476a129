// Membership of the SM engine: a block may post to it between ark_engine_enter and
// ark_engine_leave.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/scope.hpp>
#include <cstdint>

namespace ark::device::membership {

/// A key derived from the running grid's number, never 0 and never even. Kernels only. On a GPU the
/// number is small, and so may be a word that an earlier kernel left in shared memory; the constant
/// makes a collision unlikely.
ARK_HOST_DEVICE inline std::uint64_t grid_key() {
#if ARK_DEVICE_PASS
  constexpr std::uint64_t unlikely = 0x4d5f'6172'6b5f'6b79;
  return (detail::ptx_grid_id() ^ unlikely) * 2 + 1;
#else
  return detail::self()->block->grid_number * 2 + 1;
#endif
}

/// The block's own word; equal to the grid's key while the block is a member. Shared memory is not
/// cleared, so at other times it may hold any value, also an earlier grid's key. Kernels only.
ARK_HOST_DEVICE inline std::uint64_t& word() {
#if ARK_DEVICE_PASS
  __shared__ std::uint64_t key;
  return key;
#else
  return detail::self()->block->engine_member;
#endif
}

/// True if the calling thread's block has entered and not left: until it leaves, the engine of its
/// launch serves its posts. False on a host thread.
ARK_HOST_DEVICE inline bool in_engine_launch() { return place::on_lane() && word() == grid_key(); }

}  // namespace ark::device::membership
