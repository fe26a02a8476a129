// The calling PE's rings: choosing a route, posting, and waiting for delivery.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/ring.hpp>
#include <ark/device/context.hpp>

namespace ark::device::queue {

/// A posted descriptor. code is not ok if it could not be posted; nothing was posted then.
struct ticket {
  std::uint64_t number = 0;
  unsigned ring = 0;
  errc code = errc::ok;
};

ARK_HOST_DEVICE inline detail::ring ring_at(detail::device_state& state, unsigned index) {
  return detail::ring(state.rings[index]);
}

/// A block stays on one ring, so that its operations meet in one place; the host posts to the
/// first.
ARK_HOST_DEVICE inline unsigned ring_of_caller(const detail::device_state& state) {
  return state.ring_count == 1 ? 0 : place::block_index() % state.ring_count;
}

/// True if a transfer of this size goes inline when nothing is in its way.
ARK_HOST_DEVICE inline bool inline_size(const detail::device_state& state, std::size_t bytes) {
  switch (state.routing) {
    case detail::route_policy::automatic:
      return bytes <= state.inline_max_bytes;
    case detail::route_policy::inline_only:
      return true;
    case detail::route_policy::queue_only:
      return false;
  }
  return false;
}

/// True if a transfer may be done by stores now: its size allows it, and no ring still holds
/// something that a fence has put in front of it.
ARK_HOST_DEVICE inline bool inline_allowed(detail::device_state& state, std::size_t bytes) {
  if (!inline_size(state, bytes)) return false;
  for (unsigned i = 0; i < state.ring_count; ++i) {
    if (!ring_at(state, i).inline_allowed()) return false;
  }
  return true;
}

/// Everything posted to ring `index` has been delivered.
ARK_HOST_DEVICE inline bool drained(detail::device_state& state, unsigned index) {
  const detail::ring ring = ring_at(state, index);
  return ring.done() >= ring.head();
}

/// A queue's failure: what was being done, and where the ring stood.
ARK_HOST_DEVICE ARK_COLD inline errc failed(detail::device_state& state, unsigned index, errc code,
                                            detail::op_kind op, int pe, std::uint64_t wanted) {
  if (code != errc::timeout && status(state) != errc::ok) return code;
  const detail::ring ring = ring_at(state, index);
  failure_record record;
  record.code = code;
  record.op = op;
  record.peer = pe;
  record.has_value = true;
  record.cmp = detail::cmp_kind::ge;
  record.expected = wanted;
  record.ring_head = ring.head();
  record.ring_tail = ring.tail();
  record.ring_done = ring.done();
  record.seen = record.ring_done;
  record.elapsed_ns = state.timeout_ns;
  describe(record, "waiting for the ring's delivered count");
  return fail(state, record);
}

/// Wait until ring `index` has delivered `count` descriptors, or has been closed.
ARK_HOST_DEVICE inline errc wait_done(detail::device_state& state, unsigned index,
                                      std::uint64_t count, detail::op_kind op, int pe) {
  const detail::ring ring = ring_at(state, index);
  detail::wait_info info;
  info.op = op;
  info.cmp = detail::cmp_kind::ge;
  info.pe = pe;
  info.address = ring.done_word();
  info.expected = count;
  const errc code = wait_for(
      state, [&] { return (info.seen = ring.done()) >= count || ring.closed() != errc::ok; }, info);
  if (code != errc::ok) return failed(state, index, code, op, pe, count);
  return info.seen >= count ? errc::ok : ring.closed();
}

/// Post by the calling thread. Waits for a slot at most the PE's deadline.
ARK_HOST_DEVICE inline ticket post(detail::device_state& state,
                                   const detail::descriptor& descriptor, detail::op_kind op, int pe,
                                   unsigned index) {
  detail::ring ring = ring_at(state, index);
  const auto wait_for_slot = [&](auto&& has_slot) {
    detail::wait_info info;
    info.op = detail::op_kind::ring_push;
    info.pe = pe;
    return wait_for(state, has_slot, info);
  };
  const auto pushed = ring.push(descriptor, wait_for_slot);
  if (pushed.code != errc::ok) {
    return {pushed.ticket, index, failed(state, index, pushed.code, op, pe, pushed.ticket + 1)};
  }
#if !ARK_DEVICE_PASS
  if (!place::on_lane()) detail::progress_hint();
#endif
  return {pushed.ticket, index, errc::ok};
}

/// Post to the caller's ring. If a fence of another ring is in front of the caller, that ring is
/// waited for first: order across rings has no descriptor.
ARK_HOST_DEVICE inline ticket post(detail::device_state& state,
                                   const detail::descriptor& descriptor, detail::op_kind op,
                                   int pe) {
  const unsigned mine = ring_of_caller(state);
  for (unsigned i = 0; i < state.ring_count; ++i) {
    if (i == mine || ring_at(state, i).inline_allowed()) continue;
    const errc code = wait_done(state, i, ring_at(state, i).fenced(), op, pe);
    if (code != errc::ok) return {0, i, code};
  }
  return post(state, descriptor, op, pe, mine);
}

ARK_HOST_DEVICE inline errc wait_delivered(detail::device_state& state, const ticket& posted,
                                           detail::op_kind op, int pe) {
  return wait_done(state, posted.ring, posted.number + 1, op, pe);
}

/// Wait until ring `index` has delivered everything posted so far.
ARK_HOST_DEVICE inline errc wait_drained(detail::device_state& state, unsigned index,
                                         detail::op_kind op) {
  const std::uint64_t posted = ring_at(state, index).head();
  if (ring_at(state, index).done() >= posted) return errc::ok;
  return wait_done(state, index, posted, op, -1);
}

/// Put a fence behind what ring `index` holds, and remember how far it reaches.
ARK_HOST_DEVICE inline errc post_fence(detail::device_state& state, unsigned index) {
  const ticket posted = post(state, detail::make_fence(), detail::op_kind::fence, -1, index);
  if (posted.code == errc::ok) ring_at(state, index).fence_mark(posted.number + 1);
  return posted.code;
}

}  // namespace ark::device::queue
