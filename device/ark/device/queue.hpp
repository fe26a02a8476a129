// The calling PE's rings: choosing a route, posting, and waiting for delivery.
//
// What a put asks is inline: route(). Everything else is out of line, once in a kernel, in pieces
// that are called one after the other: a GPU adds up the registers of calls inside calls.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/ring.hpp>
#include <ark/detail/sm_workspace.hpp>
#include <ark/device/context.hpp>
#include <ark/device/membership.hpp>

namespace ark::device {

/// When a transfer may return: source reusable (put) or destination filled (get), or at once.
/// value: as local, of at most reply_bytes that the call returns to its caller by value.
enum class completion : std::uint8_t { local, deferred, value };

namespace queue {

/// The CPU engine's rings, the SM engine's, and behind them the proxy's; on the host of a GPU,
/// last, the proxy's that its kernels post to.
ARK_HOST_DEVICE inline unsigned ring_total(const detail::device_state& state) {
  return state.ring_count + state.sm_ring_count + state.host_ring_count + state.kernel_ring_count;
}
/// Those whose consumer writes to mapped peers, as inline stores do.
ARK_HOST_DEVICE inline unsigned engine_ring_total(const detail::device_state& state) {
  return state.ring_count + state.sm_ring_count;
}
ARK_HOST_DEVICE inline bool is_proxy_ring(const detail::device_state& state, unsigned index) {
  return index >= engine_ring_total(state);
}
ARK_HOST_DEVICE inline bool is_sm_ring(const detail::device_state& state, unsigned index) {
  return index >= state.ring_count && !is_proxy_ring(state, index);
}
ARK_HOST_DEVICE inline bool is_kernel_ring(const detail::device_state& state, unsigned index) {
  return index >= ring_total(state) - state.kernel_ring_count;
}

/// An SM ring has a consumer for as long as its poster is a member of a launch with an engine; the
/// kernels' takes no CPU's descriptors.
ARK_HOST_DEVICE inline bool may_post(const detail::device_state& state, unsigned index) {
  return is_sm_ring(state, index) ? membership::in_engine_launch() : !is_kernel_ring(state, index);
}
/// Rings of the CPU's engine that the caller can post to.
ARK_HOST_DEVICE inline unsigned cpu_rings([[maybe_unused]] const detail::device_state& state) {
#if ARK_DEVICE_PASS
  return 0;
#else
  return state.ring_count;
#endif
}

inline constexpr unsigned no_ring = ~0u;

/// The caller's ring; no_ring: it has none, as on a GPU in a launch without an engine. A block
/// stays on one, so that its operations meet in one place; the host posts to the first. Blocks
/// whose launch has an engine post there. What only the proxy reaches goes to the proxy's.
ARK_HOST_DEVICE inline unsigned ring_of_caller(const detail::device_state& state, bool proxied) {
  if (proxied) return engine_ring_total(state);
  const bool sm = state.sm_ring_count != 0 && membership::in_engine_launch();
  const unsigned first = sm ? state.ring_count : 0;
  const unsigned count = sm ? state.sm_ring_count : cpu_rings(state);
  if (count <= 1) return count == 0 ? no_ring : first;
  return first + place::block_index() % count;
}
/// Ring `index` as a poster sees it.
ARK_HOST_DEVICE inline detail::poster_ring ring_at(const detail::device_state& state,
                                                   unsigned index) {
#if ARK_DEVICE_PASS
  detail::poster_ring_atomics atomics;
  atomics.outside = is_proxy_ring(state, index);
  return detail::poster_ring(state.rings[index], atomics);
#else
  return detail::poster_ring(state.rings[index]);
#endif
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

// --- Waiting for what has been posted

/// How a transfer goes: by stores of the caller, or to a ring, which is the number; or not at all.
using way = unsigned;
/// As no_ring: who has none stores.
inline constexpr way by_stores = no_ring, refused = 1u << 31;

/// `code`, of ring `index`: no_ring where that is no ring's.
ARK_HOST_DEVICE constexpr way refusal(errc code, unsigned index = no_ring) {
  return refused | (index & 0xff) << 8 | static_cast<way>(code);
}

ARK_HOST_DEVICE constexpr bool is_refusal(way where) {
  return where >= refused && where != by_stores;
}
ARK_HOST_DEVICE constexpr errc refusal_of(way where) { return static_cast<errc>(where & 0xff); }

/// Record a refusal: what was being done and, if a wait for a ring has ended badly, where the ring
/// stood. A code that the ring was closed with, or another failure, is recorded already. `wanted`:
/// descriptors of the ring; 0: those that fences cover. Called after the piece that found it has
/// returned, so that its registers are free.
ARK_HOST_DEVICE ARK_COLD inline errc failed(detail::device_state& state, way where,
                                            detail::op_kind op, int pe, std::uint64_t wanted = 0) {
  const errc code = refusal_of(where);
  const unsigned index = where >> 8 & 0xff;
  if (index == (no_ring & 0xff)) {
    const bool proxied = state.peers[pe].route == detail::peer_route::proxy;
    const detail::clause why = proxied ? detail::clause::out_of_reach : detail::clause::unreachable;
    return fail(state, {code, op, why}, pe, detail::no_offset, 0, 0);
  }
  const detail::poster_ring ring = ring_at(state, index);
  if (ring.closed() != errc::ok || (code != errc::timeout && status(state) != errc::ok))
    return code;
  const detail::failure_kind kind(code, op, detail::cmp_kind::ge, detail::clause::ring_count);
  return fail(state, kind, pe, detail::no_offset, wanted != 0 ? wanted : ring.fenced(), ring.done(),
              &state.rings[index]);
}

/// A wait for a ring's count, 64 bits that only grow.
ARK_HOST_DEVICE constexpr word_wait count_wait(detail::op_kind op) {
  return {op, detail::cmp_kind::ge};
}

/// Wait until a count of ring `index` has got to `wanted`, or the ring has been closed.
ARK_HOST_DEVICE ARK_NOINLINE inline errc wait_count(detail::device_state& state, unsigned index,
                                                    const std::uint64_t* word, std::uint64_t wanted,
                                                    detail::op_kind op, int pe) {
  const std::uint64_t* closed = ring_at(state, index).closed_word();
  const errc code = wait_for_word(state, count_wait(op), word, wanted, closed, pe).code;
  return code == errc::ok ? code : failed(state, refusal(code, index), op, pe, wanted);
}

/// Wait until ring `index` has delivered `count` descriptors, or has been closed.
ARK_HOST_DEVICE inline errc wait_done(detail::device_state& state, unsigned index,
                                      std::uint64_t count, detail::op_kind op, int pe) {
  const detail::poster_ring ring = ring_at(state, index);
  if (is_proxy_ring(state, index)) ring.await_mark(count, is_kernel_ring(state, index));
  return wait_count(state, index, ring.done_word(), count, op, pe);
}

/// Wait until the sources of `count` descriptors of ring `index` may be written again. The proxy
/// counts that by itself; an engine has read a source when it has delivered it.
ARK_HOST_DEVICE inline errc wait_reusable(detail::device_state& state, unsigned index,
                                          std::uint64_t count, detail::op_kind op, int pe) {
  const detail::poster_ring ring = ring_at(state, index);
  const bool counted = is_proxy_ring(state, index);
  return wait_count(state, index, counted ? ring.reusable_word() : ring.done_word(), count, op, pe);
}

/// Wait until ring `index` has delivered everything posted so far.
ARK_HOST_DEVICE inline errc wait_drained(detail::device_state& state, unsigned index,
                                         detail::op_kind op) {
  const detail::poster_ring ring = ring_at(state, index);
  const std::uint64_t posted = ring.head();
  return ring.done() >= posted ? errc::ok : wait_done(state, index, posted, op, -1);
}

/// The same of all rings.
ARK_HOST_DEVICE ARK_NOINLINE inline errc wait_all_drained(detail::device_state& state,
                                                          detail::op_kind op) {
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (unsigned i = 0; i < ring_total(state) && code == errc::ok; ++i)
    code = wait_drained(state, i, op);
  return code;
}

// --- Fences

/// A fence was posted, and the marks of its rings are set: nothing passes those until it has been
/// seen to be delivered.
ARK_HOST_DEVICE inline void note_fence(detail::device_state& state) {
  detail::fetch_add<detail::scope::device>(&state.fences, std::uint64_t{1} << 32);
}

ARK_HOST_DEVICE inline bool differ(std::uint64_t fences) {
  return static_cast<std::uint32_t>(fences >> 32) != static_cast<std::uint32_t>(fences);
}

/// True if nothing in the engines' rings is behind a fence. Whoever has to see a fence has heard of
/// it by an order of its own, so a cache of this block's will do; that what it covers was delivered
/// ahead of what the caller stores next is the work of who closed the gap, in pass_fences().
ARK_HOST_DEVICE inline bool fences_passed(const detail::device_state& state) {
#if ARK_DEVICE_PASS
  return !differ(detail::load_relaxed<detail::scope::block>(&state.fences));
#else
  return !differ(detail::load_acquire(&state.fences));
#endif
}

/// Wait until everything that fences cover has been delivered: by_stores. Rings of the engines
/// only: the proxy's holds nothing for mapped peers, and a fence orders per PE. Ring `except`,
/// whose own order will do, is not waited for: it is returned, if there is something left of it.
ARK_HOST_DEVICE ARK_NOINLINE inline way pass_fences(detail::device_state& state, way except,
                                                    detail::op_kind op, int pe) {
  const std::uint64_t before = detail::load_acquire<detail::scope::device>(&state.fences);
  bool all = true;
  ARK_NO_UNROLL
  for (unsigned i = 0; i < engine_ring_total(state); ++i) {
    const detail::poster_ring ring = ring_at(state, i);
    if (ring.inline_allowed()) continue;
    all = all && i != except;
    if (i == except) continue;
    const errc code = wait_for_word(state, count_wait(op), ring.done_word(), ring.fenced(),
                                    ring.closed_word(), pe)
                          .code;
    if (code != errc::ok) return refusal(code, i);
  }
  if (!all) return except;
  // On a GPU an acquire alone does not put what was delivered in front of a relaxed store.
  detail::fence_acq_rel();
  const std::uint64_t both = before >> 32;
  detail::compare_exchange<detail::scope::device>(&state.fences, before, both << 32 | both);
  return by_stores;
}
/// Wait until everything that fences of the engines' rings cover is delivered: what goes around the
/// rings may then be sent.
ARK_HOST_DEVICE inline errc wait_fences(detail::device_state& state, detail::op_kind op, int pe) {
  if (fences_passed(state)) [[likely]]
    return errc::ok;
  const way where = pass_fences(state, no_ring, op, pe);
  return where == by_stores ? errc::ok : failed(state, where, op, pe);
}

// --- The route

/// True if answers to a thread that waits for one from `peer` go by the ring's reply slots.
ARK_HOST_DEVICE inline bool has_reply_slots(const detail::device_state& state,
                                            const detail::peer_view& peer) {
  return peer.route == detail::peer_route::proxy &&
         state.rings[engine_ring_total(state)].reply_slots != nullptr;
}

/// The caller's ring for `peer`, which an engine or the proxy takes the transfer from; no_ring: it
/// has none that reaches its buffer, and has to store; a refusal, not yet recorded: it cannot.
/// `by_value`: the proxy's answer may go by a reply slot instead of the buffer.
ARK_HOST_DEVICE ARK_NOINLINE inline way ring_for(detail::device_state& state,
                                                 const detail::peer_view& peer, const void* local,
                                                 bool by_value) {
  const bool proxied = peer.route == detail::peer_route::proxy;
  const bool reached = reaches(local) || (by_value && has_reply_slots(state, peer));
  if (proxied ? reached : peer.route == detail::peer_route::mapped)
    return reached ? ring_of_caller(state, proxied) : no_ring;
  return refusal(errc::unsupported);
}

/// True if a transfer of `bytes` to a mapped peer is small enough to be stored by the caller.
ARK_HOST_DEVICE inline bool stores(const detail::device_state& state, std::size_t bytes) {
#if ARK_DEVICE_PASS
  return bytes <= state.inline_max_bytes;
#else
  return bytes <= state.inline_max_bytes ||
         (bytes <= state.host_inline_max_bytes && !place::on_lane());
#endif
}

/// How a transfer to `pe` goes: by stores, if its peer is mapped, its size allows it and no ring of
/// an engine still holds something that a fence has put in front of it. Without a ring that is
/// waited for; else a descriptor goes to the caller's ring, whose own order does. `local`: the
/// caller's own buffer, null if there is none. A refusal has been recorded.
ARK_HOST_DEVICE inline way route(detail::device_state& state, const detail::peer_view& peer, int pe,
                                 std::size_t bytes, const void* local, detail::op_kind op,
                                 bool by_value = false) {
  const bool mapped = peer.route == detail::peer_route::mapped;
  const bool small = mapped && stores(state, bytes);
  const bool passed = fences_passed(state);
  if (small && passed) [[likely]]
    return by_stores;
  const way mine = ring_for(state, peer, local, by_value);
  way held = mapped && !passed ? pass_fences(state, mine, op, pe) : by_stores;
  if (held == by_stores && !small) held = mine;
  if (is_refusal(held)) [[unlikely]]
    failed(state, held, op, pe);
  return held;
}
/// route() of a get, which no fence orders.
ARK_HOST_DEVICE inline way route_of_get(detail::device_state& state, const detail::peer_view& peer,
                                        int pe, std::size_t bytes, const void* local,
                                        bool by_value) {
  if (peer.route == detail::peer_route::mapped && stores(state, bytes)) [[likely]]
    return by_stores;
  const way mine = ring_for(state, peer, local, by_value);
  if (is_refusal(mine)) [[unlikely]]
    failed(state, mine, detail::op_kind::get, pe);
  return mine;
}

// --- Posting

/// A ticket was taken for a slot that is not to be had. A failure of the caller's own is recorded
/// before the ring is closed: the code of a closed ring is one that has been recorded.
ARK_HOST_DEVICE ARK_COLD inline errc leave_hole(detail::device_state& state, unsigned index,
                                                std::uint64_t ticket, errc code, detail::op_kind op,
                                                int pe) {
  const errc told = failed(state, refusal(code, index), op, pe, ticket + 1);
  ring_at(state, index).close(code);
  return told;
}

using detail::ticket;

template <bool WantsReply>
ARK_HOST_DEVICE ARK_NOINLINE ticket take(detail::device_state& state, unsigned index) {
  return ring_at(state, index).template take<WantsReply>();
}
/// Wait for the slot of a ticket until the PE's deadline.
template <bool WantsReply>
ARK_HOST_DEVICE ARK_COLD errc await_slot(detail::device_state& state, unsigned index,
                                         std::uint64_t number, int pe) {
  const detail::poster_ring ring = ring_at(state, index);
  return ring.template await_slot<WantsReply>(
      number, [&](const std::uint64_t* word, detail::cmp_kind cmp, std::uint64_t value) {
        return wait_for_word(state, {detail::op_kind::ring_push, cmp}, word, value,
                             ring.closed_word(), pe);
      });
}

/// The words of a descriptor, the last one apart, to the slot of a ticket.
ARK_HOST_DEVICE ARK_NOINLINE inline void fill_slot(detail::device_state& state, unsigned index,
                                                   std::uint64_t number, std::uint64_t w0,
                                                   std::uint64_t w1, std::uint64_t w2,
                                                   std::uint64_t w3, std::uint64_t w4,
                                                   std::uint64_t w5, std::uint64_t w6) {
  ring_at(state, index).fill(number, {{w0, w1, w2, w3, w4, w5, w6, 0}});
#if !ARK_DEVICE_PASS
  if (!place::on_lane()) detail::progress_hint();
#endif
}

/// Post by the calling thread to a ring. Waits for a slot at most the PE's deadline. code is not ok
/// if nothing was posted.
ARK_HOST_DEVICE inline ticket post_to(detail::device_state& state, const detail::descriptor& d,
                                      detail::op_kind op, int pe, unsigned index,
                                      bool wants_reply = false) {
  ticket mine = wants_reply ? take<true>(state, index) : take<false>(state, index);
  if (!mine.has_slot) [[unlikely]] {
    if (mine.code == errc::ok) {
      mine.code = wants_reply ? await_slot<true>(state, index, mine.number, pe)
                              : await_slot<false>(state, index, mine.number, pe);
    }
    if (mine.code != errc::ok) [[unlikely]]
      return {mine.number, leave_hole(state, index, mine.number, mine.code, op, pe)};
  }
  fill_slot(state, index, mine.number, d.word[0], d.word[1], d.word[2], d.word[3], d.word[4],
            d.word[5], d.word[6]);
  return mine;
}

/// The caller's own buffer that `d` reads or fills; null: none.
ARK_HOST_DEVICE inline void* own_buffer(const detail::descriptor& d) {
  using enum detail::descriptor_op;
  if (d.op() == get) return reinterpret_cast<void*>(d.get(detail::field::dest));
  const bool any = d.op() == put || d.op() == put_add || d.op() == amo_fetch;
  return reinterpret_cast<void*>(any ? d.get(detail::field::source) : 0);
}

/// Post where route() said, unless it refused, and, unless it is deferred, wait until the caller's
/// own buffer is done with: the source of a put read, the destination of a get or of an atomic
/// filled. A value comes by way of the ring's reply slots where the consumer does not reach the
/// caller's stack.
ARK_HOST_DEVICE inline errc post(detail::device_state& state, way where,
                                 const detail::descriptor& wanted, detail::op_kind op,
                                 completion until) {
  if (is_refusal(where)) [[unlikely]]
    return refusal_of(where);
  const int pe = wanted.pe();
  const bool wants_reply = until == completion::value && has_reply_slots(state, state.peers[pe]);
  const detail::descriptor d = wants_reply ? wanted.with_reply() : wanted;
  const ticket at = post_to(state, d, op, pe, where, wants_reply);
  if (at.code != errc::ok || until == completion::deferred) return at.code;
  const bool fills =
      d.op() == detail::descriptor_op::get || d.op() == detail::descriptor_op::amo_fetch;
  const errc code = fills ? wait_done(state, where, at.number + 1, op, pe)
                          : wait_reusable(state, where, at.number + 1, op, pe);
  if (code == errc::ok && wants_reply)
    ring_at(state, where).take_reply(at.number, own_buffer(wanted), d.bytes());
  return code;
}

/// Put a fence behind what ring `index` holds, and remember how far it reaches.
ARK_HOST_DEVICE inline errc post_fence(detail::device_state& state, unsigned index) {
  const ticket posted = post_to(state, detail::make_fence(), detail::op_kind::fence, -1, index);
  if (posted.code == errc::ok) {
    ring_at(state, index).fence_mark(posted.number + 1);
    if (!is_proxy_ring(state, index)) note_fence(state);
  }
  return posted.code;
}

/// A fence behind everything that is queued. Of a ring that the caller may not post to it waits for
/// the delivery instead.
ARK_HOST_DEVICE ARK_NOINLINE inline errc fence_rings(detail::device_state& state) {
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (unsigned i = 0; i < ring_total(state) && code == errc::ok; ++i) {
    const detail::poster_ring ring = ring_at(state, i);
    if (ring.done() >= ring.head()) continue;
    code =
        may_post(state, i) ? post_fence(state, i) : wait_drained(state, i, detail::op_kind::fence);
  }
  return code;
}

}  // namespace queue
}  // namespace ark::device
