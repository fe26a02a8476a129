// The calling PE's rings: the choice of a route, posting, and waiting for delivery.
//
// The checks that every put makes are inline: route(). Everything else is out of line, one copy per
// kernel, in functions that are called one after another: on a GPU the registers of nested calls
// add up.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/state/context_table.hpp>
#include <ark/detail/state/team_state.hpp>
#include <ark/device/state/address.hpp>
#include <ark/device/state/completion.hpp>
#include <ark/device/state/membership.hpp>

namespace ark::device {

/// What moves the bytes of a transfer to a mapped peer.
enum class copy_agent : std::uint8_t {
  size,    ///< the caller up to the limit for stores; larger: the engine of its ring
  caller,  ///< at every size
  engine,  ///< at every size, if the caller has a ring and ARK_ROUTE allows it
};

namespace queue {

/// The number of rings: of the CPU engine, the SM engine and the proxy, in this order. On the host
/// of a GPU the last one is the proxy's ring to which the GPU's kernels post.
ARK_HOST_DEVICE inline unsigned ring_total(const detail::device_state& state) {
  return state.ring_count + state.sm_ring_count + state.host_ring_count + state.kernel_ring_count;
}
/// The number of rings whose consumer, an engine, writes to mapped peers as inline stores do.
ARK_HOST_DEVICE inline unsigned engine_ring_total(const detail::device_state& state) {
#if ARK_DEVICE_PASS
  return state.sm_ring_count;  // no CPU engine drains a GPU's posts
#else
  return state.ring_count + state.sm_ring_count;
#endif
}
ARK_HOST_DEVICE inline bool is_proxy_ring(const detail::device_state& state, unsigned index) {
  return index >= engine_ring_total(state);
}
ARK_HOST_DEVICE inline bool is_kernel_ring(const detail::device_state& state, unsigned index) {
  return index >= ring_total(state) - state.kernel_ring_count;
}

/// Number of the CPU engine's rings to which the caller can post without a tenant.
ARK_HOST_DEVICE inline unsigned cpu_rings([[maybe_unused]] const detail::device_state& state) {
#if ARK_DEVICE_PASS
  return 0;
#else
  return state.ring_count - state.tenant_count;
#endif
}

inline constexpr unsigned no_ring = ~0u;

/// A number below `count` for a block, without a division: successive blocks get numbers that are
/// as far apart as can be.
ARK_HOST_DEVICE inline unsigned spread(unsigned block, unsigned count) {
  const std::uint32_t hash = 0x9e3779b9u * block;
  return static_cast<unsigned>(std::uint64_t{hash} * count >> 32);
}

/// The caller's ring; no_ring if it has none, as on a GPU in a launch without an engine. `proxied`:
/// the proxy's ring, for peers that only the proxy can access. Otherwise a ring of the SM engine if
/// the block's launch has an engine. A block always uses one ring, which keeps its operations in
/// one queue; the host posts to the first.
ARK_HOST_DEVICE inline unsigned ring_of_caller(const detail::device_state& state, bool proxied) {
  if (proxied) return engine_ring_total(state);
  if (state.sm_ring_count != 0 && membership::in_engine_launch())
    return engine_ring_total(state) - state.sm_ring_count;
  const unsigned count = cpu_rings(state);
  return count == 0 ? no_ring : spread(place::block_index(), count);
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

/// True if an engine can access the caller's buffer at `local`: on a GPU it cannot access a
/// thread's stack or a block's shared memory. Null: no buffer.
ARK_HOST_DEVICE inline bool engine_can_access([[maybe_unused]] const void* local) {
#if ARK_DEVICE_PASS
  return local == nullptr || __isGlobal(local) != 0;
#else
  return true;
#endif
}

// --- Waiting for posted descriptors

/// The route of a transfer: the index of a ring; direct, that is, by stores of the caller; or a
/// refusal.
using route_choice = unsigned;
/// direct equals no_ring: a caller without a ring stores itself.
inline constexpr route_choice direct = no_ring, refused = 1u << 31;
/// In a refusal: a ticket was taken whose slot no thread will fill.
inline constexpr route_choice abandoned_ticket = 1u << 16;

/// A refusal with `code`. `index`: the ring that it concerns; no_ring: none.
ARK_HOST_DEVICE constexpr route_choice refusal(errc code, unsigned index = no_ring) {
  return refused | (index & 0xff) << 8 | static_cast<route_choice>(code);
}

ARK_HOST_DEVICE constexpr bool is_refusal(route_choice where) {
  return where >= refused && where != direct;
}
ARK_HOST_DEVICE constexpr errc refusal_of(route_choice where) {
  return static_cast<errc>(where & 0xff);
}

#if !ARK_DEVICE_PASS
/// Part of failed() for CPUs.
ARK_COLD inline errc failed_on_cpu(detail::device_state& state, route_choice where,
                                   detail::op_kind op, int pe, std::uint64_t wanted) {
  errc code = refusal_of(where);
  const unsigned index = where >> 8 & 0xff;
  if (index == detail::failure_kind::no_ring)
    return fail(state, {code, op, detail::failure_reason::unreachable}, pe, detail::no_offset, 0,
                0);
  const detail::poster_ring ring = ring_at(state, index);
  const bool is_first =
      ring.closed() == errc::ok && (code == errc::timeout || status(state) == errc::ok);
  if (is_first)
    code = fail(state, detail::failure_kind::of_ring(where, op), pe, detail::no_offset, wanted,
                ring.done());
  if ((where & abandoned_ticket) != 0) ring.close(code);
  return code;
}
#endif

/// Record a refusal: the operation and, if a wait for a ring has failed, the counters of the ring.
/// A failure that closed the ring, or that ended the wait, is already recorded. If the caller has
/// abandoned a ticket, then close the ring, whose code always has a record. `wanted`: the awaited
/// count of the ring. Called after the function that found the refusal has returned, so that its
/// registers are free.
ARK_HOST_DEVICE inline errc failed(detail::device_state& state, route_choice where,
                                   detail::op_kind op, int pe, std::uint64_t wanted = 0) {
#if ARK_DEVICE_PASS
  // A GPU keeps its first failure only, and the host completes the record.
  fail(state, detail::failure_kind::of_ring(where, op), pe, detail::no_offset, wanted, 0);
  return refusal_of(where);
#else
  return failed_on_cpu(state, where, op, pe, wanted);
#endif
}

/// A wait for a ring's count: 64 bits, only grows.
ARK_HOST_DEVICE constexpr word_wait count_wait(detail::op_kind op) {
  return {op, detail::cmp_kind::ge};
}

/// Wait until a count of ring `index` has reached `wanted`, or the ring has been closed.
ARK_HOST_DEVICE ARK_NOINLINE inline errc wait_count(detail::device_state& state, unsigned index,
                                                    const std::uint64_t* word, std::uint64_t wanted,
                                                    detail::op_kind op, int pe) {
  const errc code = wait_for_word(state, count_wait(op), word, wanted, pe).code;
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
/// has a separate count for that; an engine has read a source when it has delivered the data.
ARK_HOST_DEVICE inline errc wait_reusable(detail::device_state& state, unsigned index,
                                          std::uint64_t count, detail::op_kind op, int pe) {
  const detail::poster_ring ring = ring_at(state, index);
  const bool counted = is_proxy_ring(state, index);
  return wait_count(state, index, counted ? ring.reusable_word() : ring.done_word(), count, op, pe);
}

/// Selects which posts a fence or quiet covers: all posts of the PE.
struct of_all {
  ARK_HOST_DEVICE std::uint64_t posted(const detail::device_state& state, unsigned index) const {
    return ring_at(state, index).head();
  }
  /// True if all of them to a peer without a mapping are in one ring.
  [[nodiscard]] ARK_HOST_DEVICE bool in_one_ring(
      [[maybe_unused]] const detail::device_state& state) const {
#if ARK_DEVICE_PASS
    return true;
#else
    return state.tenant_count == 0;
#endif
  }
};
/// Selects which posts a fence or quiet covers: those of the created context `number`.
struct of_context {
  std::uint32_t number;

  ARK_HOST_DEVICE std::uint64_t posted(const detail::device_state& state, unsigned index) const {
    return detail::load_acquire(state.contexts->posted_to(number, index, ring_total(state)));
  }
  /// A context has one tenant, or none.
  [[nodiscard]] ARK_HOST_DEVICE constexpr bool in_one_ring(const detail::device_state&) const {
    return true;
  }
};

// On a GPU, loads of counters that other SMs write are slow, so fence and quiet read the rings only
// once any of them was posted to. A thread that must cover a post is ordered after note_used() by
// its own synchronisation, so a load of block scope suffices.

/// Called before a ticket is taken.
#if ARK_DEVICE_PASS
ARK_DEVICE inline void note_used(detail::device_state& state) {
  if (detail::load_relaxed<detail::scope::block>(&state.queue_used) == 0)
    detail::store_relaxed<detail::scope::device>(&state.queue_used, 1);
}
#endif
/// True if a fence or a quiet has nothing to wait for: a GPU whose kernels have posted nothing yet
/// and that has no plans.
ARK_HOST_DEVICE inline bool is_unused([[maybe_unused]] const detail::device_state& state) {
#if ARK_DEVICE_PASS
  std::uint64_t used, plans;
  detail::load_pair_relaxed<detail::scope::block>(&state.queue_used, used, plans);
  return (used | plans) == 0;
#else
  return false;
#endif
}

/// Wait until all rings have delivered the posts that `of` selects.
template <class Of>
ARK_HOST_DEVICE ARK_NOINLINE errc wait_all_drained(detail::device_state& state, detail::op_kind op,
                                                   Of of) {
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (unsigned i = 0; i < ring_total(state) && code == errc::ok; ++i) {
    const std::uint64_t posted = of.posted(state, i);
    if (ring_at(state, i).done() < posted) code = wait_done(state, i, posted, op, -1);
  }
  return code;
}

#if !ARK_DEVICE_PASS
/// Wait until the engines' rings have delivered everything. The proxy's ring holds nothing for
/// mapped peers.
inline errc wait_engines_drained(detail::device_state& state, detail::op_kind op) {
  errc code = errc::ok;
  for (unsigned i = 0; i < engine_ring_total(state) && code == errc::ok; ++i) {
    const std::uint64_t posted = ring_at(state, i).head();
    if (ring_at(state, i).done() < posted) code = wait_done(state, i, posted, op, -1);
  }
  return code;
}
/// Wait until the sources of all posts may be written again.
inline errc wait_all_reusable(detail::device_state& state, detail::op_kind op) {
  errc code = wait_engines_drained(state, op);
  for (unsigned i = engine_ring_total(state); i < ring_total(state) && code == errc::ok; ++i) {
    const std::uint64_t posted = ring_at(state, i).head();
    if (detail::load_acquire(ring_at(state, i).reusable_word()) < posted)
      code = wait_reusable(state, i, posted, op, -1);
  }
  return code;
}

/// Record that descriptor `number` of the proxy's ring is seen_by_peers. Release: pairs with the
/// acquire in wait_all_complete().
inline void note_seen_by_peers(detail::device_state& state, std::uint64_t number) {
  detail::compare_exchange(&state.collectives->complete, number, number + 1);
}
/// Wait until all posts are delivered or seen_by_peers.
inline errc wait_all_complete(detail::device_state& state, detail::op_kind op) {
  errc code = wait_engines_drained(state, op);
  const unsigned first = engine_ring_total(state);
  for (unsigned i = first; i < ring_total(state) && code == errc::ok; ++i) {
    const std::uint64_t posted = ring_at(state, i).head();
    if (i == first && detail::load_acquire(&state.collectives->complete) >= posted) continue;
    if (ring_at(state, i).done() < posted) code = wait_done(state, i, posted, op, -1);
    if (i == first && code == errc::ok) detail::raise(&state.collectives->complete, posted);
  }
  return code;
}
#endif

// --- The route

/// True if replies that a thread awaits from `peer` arrive in the ring's reply slots.
ARK_HOST_DEVICE inline bool has_reply_slots(const detail::device_state& state,
                                            detail::peer_route peer) {
  return peer == detail::peer_route::proxy &&
         state.rings[engine_ring_total(state)].reply_slots != nullptr;
}

/// The caller's ring for a transfer to `peer`, drained by an engine or the proxy. no_ring: the
/// caller has to store, because no ring that it has is drained by a consumer with access to its
/// buffer. A refusal, not yet recorded: the caller cannot access the peer. `by_value`: the proxy's
/// reply may arrive in a reply slot instead of the buffer.
ARK_HOST_DEVICE ARK_NOINLINE inline route_choice ring_for(detail::device_state& state,
                                                          detail::peer_route peer,
                                                          const void* local, bool by_value) {
  const bool proxied = peer == detail::peer_route::proxy;
  const bool reached = engine_can_access(local) || (by_value && has_reply_slots(state, peer));
  if (proxied ? reached : peer == detail::peer_route::mapped)
    return reached ? ring_of_caller(state, proxied) : no_ring;
  return refusal(errc::unsupported);
}

#if !ARK_DEVICE_PASS
/// True if the caller copies more than inline_max_bytes itself. Out of line, so that calls of few
/// bytes have no code for it.
ARK_COLD inline bool copies_large(const detail::device_state& state, std::size_t bytes,
                                  bool awaited) {
  return bytes <= state.awaited_inline_max_bytes &&
         (!place::on_lane() || (awaited && !membership::in_engine_launch()));
}
#endif

/// The route of a transfer: direct if the peer is mapped and `Mover` and the size allow stores, or
/// if the caller has no ring; otherwise the caller's ring. `local`: the caller's own buffer, null
/// if there is none. `by_value`: see ring_for(). `awaited`: the calling thread waits for the
/// transfer, and no other thread shares it; on a CPU it then copies at any size, because an engine
/// would copy no faster, unless its launch has engine blocks. Does not record a refusal; post()
/// does.
template <copy_agent Mover = copy_agent::size>
ARK_HOST_DEVICE inline route_choice route(detail::device_state& state, const peer_access& to,
                                          std::size_t bytes, const void* local,
                                          bool by_value = false,
                                          [[maybe_unused]] bool awaited = false) {
  if constexpr (Mover == copy_agent::caller) bytes = 0;
  if constexpr (Mover == copy_agent::engine) bytes = ~std::size_t{0};
#if ARK_DEVICE_PASS
  const bool is_small = bytes <= to.inline_max_bytes;
#else
  const bool is_small = bytes <= state.inline_max_bytes || copies_large(state, bytes, awaited);
#endif
  // Fast path: a small transfer to a mapped peer makes no call.
  if (is_small && to.peer.route == detail::peer_route::mapped) [[likely]]
    return direct;
  return ring_for(state, to.peer.route, local, by_value);
}

/// The route of an operation on one element, signal or atomic word. On a GPU the caller executes it
/// itself for every mapped peer: ARK_ROUTE and ARK_INLINE_BYTES apply to transfers only.
ARK_HOST_DEVICE inline route_choice route_word(detail::device_state& state, const peer_access& to,
                                               [[maybe_unused]] std::size_t bytes,
                                               const void* local, bool by_value = false) {
#if ARK_DEVICE_PASS
  if (to.peer.route == detail::peer_route::mapped) return direct;
  const bool reached =
      engine_can_access(local) || (by_value && has_reply_slots(state, to.peer.route));
  if (to.peer.route == detail::peer_route::proxy && reached) return engine_ring_total(state);
  return refusal(errc::unsupported);
#else
  return route(state, to, bytes, local, by_value);
#endif
}

// --- Posting

using detail::taken_ticket;
using detail::ticket;

template <bool WantsReply>
ARK_HOST_DEVICE ARK_NOINLINE taken_ticket take(detail::device_state& state, unsigned index) {
#if ARK_DEVICE_PASS
  note_used(state);
#endif
  return ring_at(state, index).template take<WantsReply>();
}
/// Wait for the slot of a ticket until the PE's deadline.
template <bool WantsReply>
ARK_HOST_DEVICE ARK_COLD errc await_slot(detail::device_state& state, unsigned index,
                                         std::uint64_t number, int pe) {
  const detail::poster_ring ring = ring_at(state, index);
  return ring.template await_slot<WantsReply>(
      number, [&](const std::uint64_t* word, detail::cmp_kind cmp, std::uint64_t value) {
        return wait_for_word(state, {detail::op_kind::ring_push, cmp}, word, value, pe);
      });
}

/// Descriptors have a checksum in checked mode: in kernels of a GPU if the translation unit is
/// compiled with ARK_CHECKED=1.
ARK_HOST_DEVICE inline bool with_checksums([[maybe_unused]] const detail::device_state& state) {
#if ARK_DEVICE_PASS && !ARK_CHECKED
  return false;
#else
  return state.checks != nullptr;
#endif
}

/// Write words 0 to 6 of a descriptor to the slot of a ticket; the ring writes word 7.
ARK_HOST_DEVICE ARK_NOINLINE inline void fill_slot(detail::device_state& state, unsigned index,
                                                   std::uint64_t number, std::uint64_t w0,
                                                   std::uint64_t w1, std::uint64_t w2,
                                                   std::uint64_t w3, std::uint64_t w4,
                                                   std::uint64_t w5, std::uint64_t w6) {
  ring_at(state, index).fill(number, {{w0, w1, w2, w3, w4, w5, w6, 0}}, with_checksums(state));
#if !ARK_DEVICE_PASS
  if (state.progress_asleep == nullptr || place::on_lane()) return;
  detail::fence_after_rmw();  // take() has raised the head
  if (detail::load_relaxed(state.progress_asleep) != 0) detail::progress_hint();
#endif
}

/// Post from the calling thread to ring `where`; a refusal is recorded. Waits for a slot until the
/// PE's deadline. code is not ok if nothing was posted.
ARK_HOST_DEVICE inline ticket post_to(detail::device_state& state, const detail::descriptor& d,
                                      detail::op_kind op, int pe, route_choice where,
                                      bool wants_reply = false) {
  std::uint64_t wanted = 0;
  if (!is_refusal(where)) [[likely]] {
    const taken_ticket mine = wants_reply ? take<true>(state, where) : take<false>(state, where);
    errc code = errc::ok;
    if (mine.has_slot == 0) [[unlikely]]
      code = wants_reply ? await_slot<true>(state, where, mine.number, pe)
                         : await_slot<false>(state, where, mine.number, pe);
    if (code == errc::ok) [[likely]] {
      fill_slot(state, where, mine.number, d.word[0], d.word[1], d.word[2], d.word[3], d.word[4],
                d.word[5], d.word[6]);
      return {mine.number, errc::ok};
    }
    wanted = mine.number + 1;
    where = refusal(code, where) | abandoned_ticket;
  }
  return {wanted, failed(state, where, op, pe, wanted)};
}

/// The caller's own buffer that `d` reads or fills; null: none.
ARK_HOST_DEVICE inline void* own_buffer(const detail::descriptor& d) {
  using enum detail::descriptor_op;
  if (d.op() == get) return reinterpret_cast<void*>(d.get(detail::field::dest));
  const bool any = d.op() == put || d.op() == put_add || d.op() == amo_fetch;
  return reinterpret_cast<void*>(any ? d.get(detail::field::source) : 0);
}

/// Record that the created context number `context` has posted descriptor `count` - 1 of ring
/// `index`.
ARK_HOST_DEVICE ARK_COLD inline void count_in(detail::device_state& state, std::uint32_t context,
                                              unsigned index, std::uint64_t count) {
  detail::raise(state.contexts->posted_to(context, index, ring_total(state)), count);
}

#if !ARK_DEVICE_PASS
/// The ring for an operation of the created context number `context`: its tenant's that has the
/// same consumer as ring `where`.
ARK_COLD inline route_choice ring_of_tenant(const detail::device_state& state,
                                            std::uint32_t context, route_choice where) {
  const std::uint32_t tenant = detail::load_relaxed(&state.contexts->tenants[context]);
  if (tenant == 0 || is_refusal(where)) return where;
  if (where < state.ring_count) return cpu_rings(state) + tenant - 1;
  return where == engine_ring_total(state) ? where + tenant : where;
}
#endif

/// Post to ring `where`, a result of route(); a refusal is recorded. If `until` is neither deferred
/// nor seen_by_peers, wait until the caller's own buffer is free: the source of a put is read, the
/// destination of a get or of an atomic is filled. A value arrives in the ring's reply slots if the
/// consumer cannot access the caller's stack. `context`: the created context that counts the
/// operation until it is delivered; 0: none.
ARK_HOST_DEVICE inline errc post(detail::device_state& state, route_choice where,
                                 const detail::descriptor& d, detail::op_kind op, completion until,
                                 std::uint32_t context = 0) {
  const int pe = d.pe();
  const bool wants_reply =
      until == completion::value && has_reply_slots(state, state.peers[pe].route);
#if !ARK_DEVICE_PASS
  if (context != 0) where = ring_of_tenant(state, context, where);
#endif
  // Copies `d` only if needed: a CPU stalls when it loads as pairs words that it has just stored
  // one by one.
  const ticket at = wants_reply ? post_to(state, d.with_reply(), op, pe, where, true)
                                : post_to(state, d, op, pe, where);
  if (at.code != errc::ok) return at.code;
  if (context != 0) count_in(state, context, where, at.number + 1);
  if (until == completion::deferred) return errc::ok;
#if !ARK_DEVICE_PASS
  if (until == seen_by_peers) {
    if (where == engine_ring_total(state)) note_seen_by_peers(state, at.number);
    return errc::ok;
  }
#endif
  const bool fills =
      d.op() == detail::descriptor_op::get || d.op() == detail::descriptor_op::amo_fetch;
  const errc code = fills ? wait_done(state, where, at.number + 1, op, pe)
                          : wait_reusable(state, where, at.number + 1, op, pe);
  if (code == errc::ok && wants_reply)
    ring_at(state, where).replies().take(at.number, own_buffer(d), d.bytes());
  return code;
}

#if !ARK_DEVICE_PASS
/// Record that descriptor `number` of the proxy's ring is a list. Release: pairs with the acquire
/// in lists_open().
inline void note_list(detail::device_state& state, std::uint64_t number) {
  detail::raise(&state.collectives->lists, number + 1);
}
#endif
/// True if the proxy's ring `index` may hold lists that are not delivered. The proxy itself moves
/// their pieces of mapped PEs, to which a fence descriptor keeps no order.
ARK_HOST_DEVICE inline bool lists_open([[maybe_unused]] const detail::device_state& state,
                                       [[maybe_unused]] unsigned index) {
#if ARK_DEVICE_PASS
  return false;  // kernels of a GPU post no list to the proxy
#else
  return detail::load_acquire(&state.collectives->lists) > ring_at(state, index).done();
#endif
}

/// Order the posts that `of` selects ahead of later operations. Engines' rings: wait for delivery,
/// so that no put ever checks for a fence. The proxy's ring: post a fence descriptor, because the
/// proxy keeps the order, or wait if the caller may not post there, there are lists, or the proxy
/// has several rings, which it takes from in any order. A ring that has delivered everything needs
/// neither.
template <class Of>
ARK_HOST_DEVICE ARK_NOINLINE errc fence_rings(detail::device_state& state, Of of) {
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (unsigned i = 0; i < ring_total(state) && code == errc::ok; ++i) {
    const std::uint64_t posted = of.posted(state, i);
    if (ring_at(state, i).done() >= posted) continue;
    code = is_proxy_ring(state, i) && !is_kernel_ring(state, i) && of.in_one_ring(state) &&
                   !lists_open(state, i)
               ? post_to(state, detail::make_fence(), detail::op_kind::fence, -1, i).code
               : wait_done(state, i, posted, detail::op_kind::fence, -1);
  }
  return code;
}

}  // namespace queue
}  // namespace ark::device
