// Which blocks may post to the SM engine: those between ark_engine_enter and ark_engine_leave.
#pragma once

#include <ark/detail/lane.hpp>
#include <ark/detail/ptx.hpp>
#include <ark/device/scope.hpp>
#include <cstdint>

namespace ark::device::membership {

/// The running grid's number, never 0 and never even. Kernels only. On a GPU it is small, and what
/// an earlier kernel has left in shared memory may well be a small number.
ARK_HOST_DEVICE inline std::uint64_t grid_key() {
#if ARK_DEVICE_PASS
  constexpr std::uint64_t unlikely = 0x4d5f'6172'6b5f'6b79;
  return (detail::ptx_grid_id() ^ unlikely) * 2 + 1;
#else
  return detail::self()->block->grid_number * 2 + 1;
#endif
}

/// The block's own word: the key of its grid while it is a member. Shared memory is not cleared, so
/// it may hold anything else, the key of an earlier grid included. Kernels only.
ARK_HOST_DEVICE inline std::uint64_t& word() {
#if ARK_DEVICE_PASS
  __shared__ std::uint64_t key;
  return key;
#else
  return detail::self()->block->engine_member;
#endif
}

/// True if the calling thread's block has entered and not left: its launch's engine serves until it
/// does. False on a host thread.
ARK_HOST_DEVICE inline bool in_engine_launch() { return place::on_lane() && word() == grid_key(); }

}  // namespace ark::device::membership
