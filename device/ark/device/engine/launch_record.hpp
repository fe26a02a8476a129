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
ARK_HOST_DEVICE ARK_COLD inline detail::sm_launch* launch_add(detail::sm_workspace& work,
                                                              std::uint64_t key,
                                                              std::uint64_t all) {
  constexpr std::uint64_t being_filled = 2;  // no grid's key
  ARK_NO_UNROLL
  for (unsigned i = 0; i < detail::sm_launch_slots; ++i) {
    detail::sm_launch& at = work.launches[launch_place(key, i)];
    if (detail::compare_exchange<detail::scope::device>(&at.key, 0, being_filled) != 0) continue;
    at.all = all;
    at.turn = at.ready = at.agreed = at.limit = 0;
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
ARK_HOST_DEVICE ARK_NOINLINE inline detail::sm_launch* launch_await(detail::device_state& state,
                                                                    std::uint64_t key) {
  detail::sm_launch* at = nullptr;
  detail::wait_info info;
  info.op = detail::op_kind::kernel;
  const errc code = wait_for(
      state, [&] { return (at = launch_find(*state.sm, key)) != nullptr; }, info);
  if (code == errc::ok) return at;
#if ARK_DEVICE_PASS
  // wait_failed() without its other cases: calls in a row add up to registers.
  if (code == errc::timeout)
    fail(state, {code, info.op, detail::failure_reason::none}, -1, detail::no_offset, 0, 0);
#else
  wait_failed(state, code, info);
#endif
  return nullptr;
}

// --- The ring's owner

/// Called by each serving warp until the result is not undecided. Acquire: pairs with end_turn() of
/// the last owner. `warps`: the number of serving warps. The launch serves only once all of them
/// have started: one that found no room on the GPU would leave its tickets to nobody, and the
/// workers of another launch may be what takes the room. `all_delivered()`: true if all tickets
/// taken so far are delivered.
template <class Delivered>
ARK_HOST_DEVICE inline detail::sm_turn take_turn(detail::sm_workspace& work, detail::sm_launch& at,
                                                 std::uint64_t key, unsigned warps,
                                                 Delivered&& all_delivered) {
  using detail::sm_turn;
  constexpr detail::scope here = detail::scope::device;
  const auto decide = [&](sm_turn how) {
    const auto before = static_cast<sm_turn>(detail::compare_exchange<here>(
        &at.turn, std::uint64_t{0}, static_cast<std::uint64_t>(how)));
    return before == sm_turn::undecided ? how : before;
  };
  if (const std::uint64_t turn = detail::load_acquire<here>(&at.turn); turn != 0)
    return static_cast<sm_turn>(turn);
  // The owner is set before the decision, and stays set only if that is to serve.
  if (detail::load_relaxed<here>(&at.ready) == warps &&
      detail::load_relaxed<here>(&work.owner) == 0 &&
      detail::compare_exchange<here>(&work.owner, std::uint64_t{0}, key) == 0) {
    const sm_turn turn = decide(sm_turn::serves);
    if (turn != sm_turn::serves) detail::store_release<here>(&work.owner, std::uint64_t{0});
    return turn;
  }
  return launch_workers_out(at) && all_delivered() ? decide(sm_turn::ends) : sm_turn::undecided;
}

/// Called once by each serving warp, after the workers have left. `head`: of the ring, read after
/// that. From here on the warp takes no ticket from sm_launch::limit on: until then it may have
/// taken others' tickets up to `head`, which no other warp would know of if it ended before them.
ARK_HOST_DEVICE inline void join_end(detail::sm_launch& at, std::uint64_t head) {
  detail::raise<detail::scope::device>(&at.limit, head);
  detail::fetch_add<detail::scope::device>(&at.agreed, std::uint64_t{1});
}
/// True once all `warps` have called join_end(): the limit is then final. Acquire, if true.
ARK_HOST_DEVICE inline bool end_agreed(const detail::sm_launch& at, unsigned warps) {
  return detail::load_acquire<detail::scope::device>(&at.agreed) == warps;
}

/// Called once by each of the owner's `warps`, after it has delivered all its tickets below
/// `limit`. The last one passes the ring on. Release: covers what all warps have done.
ARK_HOST_DEVICE inline void end_turn(detail::sm_workspace& work, unsigned warps,
                                     std::uint64_t limit) {
  if (detail::fetch_add<detail::scope::device>(&work.ended, 1u) + 1 != warps) return;
  detail::store_relaxed<detail::scope::device>(&work.ended, 0u);
  detail::store_relaxed<detail::scope::device>(&work.served, limit);
  ARK_NO_UNROLL
  for (std::uint64_t& warp : work.delivered)
    detail::store_relaxed<detail::scope::device>(&warp, limit);
  detail::store_release<detail::scope::device>(&work.owner, std::uint64_t{0});
}

}  // namespace ark::device::sm
