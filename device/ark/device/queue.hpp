// The calling PE's rings: choosing a route, posting, and waiting for delivery.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/ring.hpp>
#include <ark/device/context.hpp>
#include <ark/device/membership.hpp>

namespace ark::device::queue {

/// A posted descriptor. code is not ok if it could not be posted; nothing was posted then.
struct ticket {
  std::uint64_t number = 0;
  unsigned ring = 0;
  errc code = errc::ok;
};

/// The CPU engine's rings, the SM engine's, and behind them the proxy's; on the host of a GPU,
/// last, the proxy's that its kernels post to.
ARK_HOST_DEVICE inline unsigned ring_total(const detail::device_state& state) {
  return state.ring_count + state.sm_ring_count + state.host_ring_count + state.kernel_ring_count;
}
/// Those whose consumer writes to mapped peers, as inline stores do.
ARK_HOST_DEVICE inline unsigned engine_ring_total(const detail::device_state& state) {
  return state.ring_count + state.sm_ring_count;
}
ARK_HOST_DEVICE inline bool is_host_ring(const detail::device_state& state, unsigned index) {
  return index >= engine_ring_total(state);
}
ARK_HOST_DEVICE inline bool is_sm_ring(const detail::device_state& state, unsigned index) {
  return index >= state.ring_count && !is_host_ring(state, index);
}
ARK_HOST_DEVICE inline bool is_kernel_ring(const detail::device_state& state, unsigned index) {
  return index >= ring_total(state) - state.kernel_ring_count;
}
/// An SM ring has a consumer for as long as its poster is a member of a launch with an engine; the
/// kernels' takes no CPU's descriptors.
ARK_HOST_DEVICE inline bool may_post(const detail::device_state& state, unsigned index) {
  return is_sm_ring(state, index) ? membership::holds() : !is_kernel_ring(state, index);
}
/// True if the caller can queue a transfer to a mapped peer at all: on a GPU only a launch with an
/// engine can.
ARK_HOST_DEVICE inline bool has_queue(const detail::device_state& state) {
  return state.ring_count != 0 || (state.sm_ring_count != 0 && membership::holds());
}

/// use(ring) with the accesses that the ring's consumer needs.
template <class Use>
ARK_HOST_DEVICE inline auto with_ring(detail::device_state& state, unsigned index, Use&& use) {
  if (is_host_ring(state, index)) return use(detail::host_ring(state.rings[index]));
  return use(detail::ring(state.rings[index]));
}

/// True if an engine can use the caller's buffer at `local`: on a GPU a thread's stack and a
/// block's shared memory are its own. Null: there is none.
ARK_HOST_DEVICE inline bool reaches([[maybe_unused]] const void* local) {
#if ARK_DEVICE_PASS
  return local == nullptr || __isGlobal(local) != 0;
#else
  return true;
#endif
}

/// A block stays on one ring, so that its operations meet in one place; the host posts to the
/// first. Blocks whose launch has an engine post there. What only the proxy reaches goes to the
/// proxy's. Needs has_queue() for mapped peers.
ARK_HOST_DEVICE inline unsigned ring_of_caller(const detail::device_state& state,
                                               const detail::peer_view& peer) {
  if (peer.route == detail::peer_route::proxy) return engine_ring_total(state);
  if (state.sm_ring_count != 0 && membership::holds())
    return state.ring_count + place::block_index() % state.sm_ring_count;
  return state.ring_count == 1 ? 0 : place::block_index() % state.ring_count;
}

/// True if a transfer of this size to this peer goes inline when nothing is in its way: of any size
/// where there is no queue, or none that reaches the caller's buffer at `local`.
ARK_HOST_DEVICE inline bool inline_size(const detail::device_state& state,
                                        const detail::peer_view& peer, std::size_t bytes,
                                        const void* local) {
  if (peer.route != detail::peer_route::mapped) return false;
  switch (state.routing) {
    case detail::route_policy::automatic:
      return bytes <= state.inline_max_bytes || !has_queue(state) || !reaches(local);
    case detail::route_policy::inline_only:
      return true;
    case detail::route_policy::queue_only:
      return !has_queue(state) || !reaches(local);
  }
  return false;
}

/// Everything that fences of ring `index` cover has been delivered, ahead of what the caller stores
/// next: on a GPU the ring's acquire alone does not put it in front of a relaxed store for others.
ARK_HOST_DEVICE inline bool fence_passed(detail::device_state& state, unsigned index) {
  return with_ring(state, index, [](auto ring) {
    const bool passed = ring.inline_allowed();
#if ARK_DEVICE_PASS
    if (passed && ring.fenced() != 0) detail::fence_acq_rel();
#endif
    return passed;
  });
}

/// Everything posted to ring `index` has been delivered.
ARK_HOST_DEVICE inline bool drained(detail::device_state& state, unsigned index) {
  return with_ring(state, index, [](auto ring) { return ring.done() >= ring.head(); });
}

/// A queue's failure: what was being done, and where the ring stood.
ARK_HOST_DEVICE ARK_COLD inline errc failed(detail::device_state& state, unsigned index, errc code,
                                            detail::op_kind op, int pe, std::uint64_t wanted) {
  if (code != errc::timeout && status(state) != errc::ok) return code;
  failure_record record;
  record.code = code;
  record.op = op;
  record.peer = pe;
  record.has_value = true;
  record.cmp = detail::cmp_kind::ge;
  record.expected = wanted;
  with_ring(state, index, [&](auto ring) {
    record.ring_head = ring.head();
    record.ring_tail = ring.tail();
    record.ring_done = ring.done();
  });
  record.seen = record.ring_done;
  record.elapsed_ns = state.timeout_ns;
  describe(record, "waiting for the ring's delivered count");
  return fail(state, record);
}

/// Wait until `count()` of ring `index` has got to `wanted`, or the ring has been closed.
template <class Ring, class Count>
ARK_HOST_DEVICE inline errc wait_count(detail::device_state& state, const Ring& ring,
                                       unsigned index, detail::wait_info& info, Count&& count) {
  const std::uint64_t wanted = info.expected;
  const errc code = wait_for(
      state, [&] { return (info.seen = count()) >= wanted || ring.closed() != errc::ok; }, info);
  if (code != errc::ok) return failed(state, index, code, info.op, info.pe, wanted);
  return info.seen >= wanted ? errc::ok : ring.closed();
}

ARK_HOST_DEVICE inline detail::wait_info count_wait(detail::op_kind op, int pe,
                                                    const std::uint64_t* word,
                                                    std::uint64_t wanted) {
  detail::wait_info info;
  info.op = op;
  info.cmp = detail::cmp_kind::ge;
  info.pe = pe;
  info.address = word;
  info.expected = wanted;
  return info;
}

/// Wait until ring `index` has delivered `count` descriptors, or has been closed.
ARK_HOST_DEVICE inline errc wait_done(detail::device_state& state, unsigned index,
                                      std::uint64_t count, detail::op_kind op, int pe) {
  return with_ring(state, index, [&](auto ring) {
    if (is_kernel_ring(state, index))
      ring.await_mark_from_outside(count);
    else if (is_host_ring(state, index))
      ring.await_mark(count);
    detail::wait_info info = count_wait(op, pe, ring.done_word(), count);
    return wait_count(state, ring, index, info, [&] { return ring.done(); });
  });
}

/// Wait until the sources of `count` descriptors of ring `index` may be written again. The proxy
/// counts that by itself; an engine has read a source when it has delivered it.
ARK_HOST_DEVICE inline errc wait_reusable(detail::device_state& state, unsigned index,
                                          std::uint64_t count, detail::op_kind op, int pe) {
  if (!is_host_ring(state, index)) return wait_done(state, index, count, op, pe);
  const detail::host_ring ring(state.rings[index]);
  detail::wait_info info = count_wait(op, pe, ring.reusable_word(), count);
  return wait_count(state, ring, index, info, [&] { return ring.reusable(); });
}

/// Wait until every fence of the engines' rings has passed.
ARK_HOST_DEVICE ARK_COLD inline errc wait_fences(detail::device_state& state, detail::op_kind op,
                                                 int pe, unsigned except) {
  for (unsigned i = 0; i < engine_ring_total(state); ++i) {
    if (i == except || fence_passed(state, i)) continue;
    const std::uint64_t fenced = detail::ring(state.rings[i]).fenced();
    if (const errc code = wait_done(state, i, fenced, op, pe); code != errc::ok) return code;
  }
  return errc::ok;
}

/// True if a transfer may be done by stores now: its peer is mapped, its size allows it, and no
/// ring of an engine still holds something that a fence has put in front of it; a caller without a
/// queue waits for that. The proxy's ring holds nothing for mapped peers, and a fence orders per
/// PE.
ARK_HOST_DEVICE inline bool inline_allowed(detail::device_state& state,
                                           const detail::peer_view& peer, std::size_t bytes,
                                           const void* local = nullptr) {
  if (!inline_size(state, peer, bytes, local)) return false;
  for (unsigned i = 0; i < engine_ring_total(state); ++i) {
    if (fence_passed(state, i)) continue;
    if (has_queue(state) && reaches(local)) return false;
    return wait_fences(state, detail::op_kind::fence, -1, ring_total(state)) == errc::ok;
  }
  return true;
}

/// Post by the calling thread. Waits for a slot at most the PE's deadline.
ARK_HOST_DEVICE inline ticket post(detail::device_state& state,
                                   const detail::descriptor& descriptor, detail::op_kind op, int pe,
                                   unsigned index) {
  const auto wait_for_slot = [&](auto&& has_slot) {
    detail::wait_info info;
    info.op = detail::op_kind::ring_push;
    info.pe = pe;
    return wait_for(state, has_slot, info);
  };
  const auto pushed =
      with_ring(state, index, [&](auto ring) { return ring.push(descriptor, wait_for_slot); });
  if (pushed.code != errc::ok) {
    return {pushed.ticket, index, failed(state, index, pushed.code, op, pe, pushed.ticket + 1)};
  }
#if !ARK_DEVICE_PASS
  if (!place::on_lane()) detail::progress_hint();
#endif
  return {pushed.ticket, index, errc::ok};
}

/// The caller's own buffer that `d` reads or fills; null: none.
ARK_HOST_DEVICE inline void* own_buffer(const detail::descriptor& d) {
  using enum detail::descriptor_op;
  if (d.op() == get) return reinterpret_cast<void*>(d.get(detail::field::dest));
  const bool any = d.op() == put || d.op() == put_add || d.op() == amo_fetch;
  return reinterpret_cast<void*>(any ? d.get(detail::field::source) : 0);
}

/// True if answers to a thread that waits for one from `peer` go by the ring's landings.
ARK_HOST_DEVICE inline bool has_landings(const detail::device_state& state,
                                         const detail::peer_view& peer) {
  return peer.route == detail::peer_route::proxy &&
         state.rings[engine_ring_total(state)].landings != nullptr;
}

/// The answer to what the caller has posted `landed`, and seen delivered.
ARK_HOST_DEVICE inline void take_landing(const detail::device_state& state, const ticket& at,
                                         void* into, std::uint64_t bytes) {
  detail::host_ring(state.rings[at.ring]).take_landing(at.number, into, bytes);
}

#if ARK_DEVICE_PASS
ARK_DEVICE ARK_COLD inline errc out_of_reach(detail::device_state& state, detail::op_kind op,
                                             int pe) {
  failure_record record;
  record.code = errc::unsupported;
  record.op = op;
  record.peer = pe;
  describe(record,
           "the host's proxy cannot reach the caller's buffer, which is on a thread's stack or in "
           "shared memory; accepted: global memory");
  return fail(state, record);
}
#endif

/// Post to the caller's ring for `peer`. If a fence of another ring of the engines is in front of
/// the caller, that ring is waited for first: order across rings has no descriptor.
ARK_HOST_DEVICE inline ticket post(detail::device_state& state,
                                   const detail::descriptor& descriptor, detail::op_kind op, int pe,
                                   const detail::peer_view& peer) {
  const bool proxied = peer.route == detail::peer_route::proxy;
#if ARK_DEVICE_PASS
  if (proxied && !reaches(own_buffer(descriptor))) return {0, 0, out_of_reach(state, op, pe)};
#endif
  if (!proxied && !has_queue(state)) {  // inline_allowed() has failed
    const errc code = status(state);
    return {0, 0, code != errc::ok ? code : errc::unsupported};
  }
  const unsigned mine = ring_of_caller(state, peer);
  if (!proxied) {
    if (const errc code = wait_fences(state, op, pe, mine); code != errc::ok)
      return {0, mine, code};
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
  const std::uint64_t posted = with_ring(state, index, [](auto ring) { return ring.head(); });
  if (drained(state, index)) return errc::ok;
  return wait_done(state, index, posted, op, -1);
}

/// Wait until everything that fences of the engine's rings cover is delivered: what goes around the
/// rings may then be sent.
ARK_HOST_DEVICE inline errc wait_fences(detail::device_state& state, detail::op_kind op, int pe) {
  for (unsigned i = 0; i < engine_ring_total(state); ++i) {
    if (fence_passed(state, i)) continue;
    const errc code =
        wait_done(state, i, with_ring(state, i, [](auto r) { return r.fenced(); }), op, pe);
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

/// Put a fence behind what ring `index` holds, and remember how far it reaches.
ARK_HOST_DEVICE inline errc post_fence(detail::device_state& state, unsigned index) {
  const ticket posted = post(state, detail::make_fence(), detail::op_kind::fence, -1, index);
  if (posted.code == errc::ok) {
    with_ring(state, index, [&](auto ring) { ring.fence_mark(posted.number + 1); });
  }
  return posted.code;
}

}  // namespace ark::device::queue
