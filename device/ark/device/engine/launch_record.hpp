// The record of a launch with an engine, shared by its blocks.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/state/membership.hpp>
#include <cstdint>

namespace ark::device::sm {

/// Unit of workers in sm_launch::out and all: the lower half counts workers, the upper half
/// engines.
inline constexpr std::uint64_t one_worker = 1;
inline constexpr std::uint64_t one_engine = std::uint64_t{1} << 32;

ARK_HOST_DEVICE inline unsigned launch_place(std::uint64_t key, unsigned i) {
  return static_cast<unsigned>(key / 2 + i) % detail::sm_launch_slots;
}

/// The launch with this key; null if its first block has not added it yet. Acquire, if found: pairs
/// with the release in launch_add(), so that `all` is visible.
ARK_HOST_DEVICE inline detail::sm_launch* launch_find(detail::sm_workspace& work,
                                                      std::uint64_t key) {
  ARK_NO_UNROLL
  for (unsigned i = 0; i < detail::sm_launch_slots; ++i) {
    detail::sm_launch& at = work.launches[launch_place(key, i)];
    if (detail::load_relaxed<detail::scope::device>(&at.key) != key) continue;
    detail::load_acquire<detail::scope::device>(&at.key);
    return &at;
  }
  return nullptr;
}

/// Called once, by the first block of the launch only. Null if all slots are taken.
ARK_HOST_DEVICE inline detail::sm_launch* launch_add(detail::sm_workspace& work, std::uint64_t key,
                                                     std::uint64_t all) {
  constexpr std::uint64_t being_filled = 2;  // no grid's key
  for (unsigned i = 0; i < detail::sm_launch_slots; ++i) {
    detail::sm_launch& at = work.launches[launch_place(key, i)];
    if (detail::compare_exchange<detail::scope::device>(&at.key, 0, being_filled) != 0) continue;
    at.all = all;
    detail::store_release<detail::scope::device>(&at.key, key);
    return &at;
  }
  return nullptr;
}

/// Record that the caller's block has left the launch. The last block to leave frees the slot.
/// Release: covers everything that a worker has posted. Pairs with launch_workers_out().
ARK_HOST_DEVICE inline void launch_leave(detail::sm_launch& at, std::uint64_t who) {
  const std::uint64_t all = at.all;
  if (detail::fetch_add<detail::scope::device>(&at.out, who) + who != all) return;
  detail::store_relaxed<detail::scope::device>(&at.out, 0);
  detail::store_release<detail::scope::device>(&at.key, 0);
}

/// True once all workers of the launch have left. Acquire, if true: pairs with launch_leave().
ARK_HOST_DEVICE inline bool launch_workers_out(const detail::sm_launch& at) {
  const auto workers = static_cast<std::uint32_t>(at.all);
  const auto out = [](std::uint64_t seen) { return static_cast<std::uint32_t>(seen); };
  if (out(detail::load_relaxed<detail::scope::device>(&at.out)) != workers) return false;
  return out(detail::load_acquire<detail::scope::device>(&at.out)) == workers;
}

/// Like launch_find(), but waits for the first block, which runs because its index is lower than
/// the caller's. Null if the PE has failed.
ARK_HOST_DEVICE inline detail::sm_launch* launch_await(detail::device_state& state,
                                                       std::uint64_t key) {
  detail::sm_launch* at = nullptr;
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  const errc code = wait_for(
      state, [&] { return (at = launch_find(*state.sm, key)) != nullptr; }, info);
  if (code == errc::ok) return at;
  wait_failed(state, code, info);
  return nullptr;
}

}  // namespace ark::device::sm
