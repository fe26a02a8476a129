// gather and scatter: a list of pieces and a batch buffer, by one descriptor or by the caller.
//
// The caller checks every piece before anything moves: it refuses a bad one, and learns the
// route. On a CPU the leader of a scope does all of this. On a GPU each warp walks the list, a
// piece for each lane.
#pragma once

#include <ark/detail/transfer/pieces.hpp>
#include <ark/device/transfer/signal.hpp>

namespace ark::device {

/// The arguments of a gather or scatter.
struct list_call {
  detail::piece_list list;  ///< `bytes` is set by accept_list
  std::uint64_t* signal;    ///< null: none
  std::uint64_t value;
  int op;
  int pe;  ///< of the signal
  /// A piece or the signal lies on a PE that only the proxy reaches. Set by accept_list.
  bool proxied = false;

  [[nodiscard]] ARK_HOST_DEVICE detail::op_kind kind() const {
    return list.gathers ? detail::op_kind::gather : detail::op_kind::scatter;
  }
};

/// Record piece `index`, of `bytes` at `address`, as refused.
ARK_HOST_DEVICE ARK_COLD inline errc refuse_piece(detail::device_state& state, detail::op_kind op,
                                                  std::uint64_t index, detail::descriptor_fault why,
                                                  int pe, std::uint64_t bytes,
                                                  const void* address = nullptr) {
  const bool no_route = why == detail::descriptor_fault::not_by_proxy;
  const errc code = no_route ? errc::unsupported : errc::invalid_argument;
  fail(state, {code, op, detail::failure_reason::piece}, pe,
       reinterpret_cast<std::uint64_t>(address) - state.heap_base, bytes,
       detail::piece_seen(why, index));
  return code;
}

namespace check {

/// The arguments of a gather or scatter whose pieces have been accepted.
ARK_HOST_DEVICE ARK_COLD inline errc list(detail::device_state& state, const call_site& call,
                                          const list_call& asked) {
  errc code = errc::ok;
  const std::uint64_t begin = bits_of(asked.list.batch), end = begin + asked.list.bytes;
  const bool signals_known = detail::load_relaxed(&state.checks->signal_words[0]) != 0;
  for (std::uint64_t i = 0; i < asked.list.count && code == errc::ok; ++i) {
    const ark_piece piece = asked.list.pieces[i];
    const std::uint64_t at = bits_of(piece.address);
    const bool overlaps = piece.pe == state.pe && at < end && begin < at + piece.bytes;
    const bool may_cover = signals_known && !asked.list.gathers;
    if (piece.bytes == 0 || !(overlaps || may_cover)) continue;  // a name costs more than a copy
    failure_record name;
    detail::record_text(name).append("pieces[").number(i).append("].address");
    const call_site bytes{call.name, piece.bytes};
    const argument named{bytes, asked.kind(), piece.pe, name.detail};
    code = overlaps ? apart(state, named, piece.address, piece.bytes, "batch", asked.list.batch,
                            asked.list.bytes, false)
                    : no_signal(state, named, piece.address, piece.bytes);
  }
  if (code == errc::ok && asked.list.gathers)
    code = no_signal(state, {call, asked.kind(), state.pe, "batch"}, asked.list.batch,
                     asked.list.bytes);
  return code == errc::ok && asked.signal != nullptr
             ? signal(state, call, asked.signal, asked.op, asked.pe)
             : code;
}

}  // namespace check

/// The threads that walk a list together: on a GPU those of a warp.
template <class Scope>
using list_walker = std::conditional_t<ARK_DEVICE_PASS != 0 && !std::is_same_v<Scope, thread_scope>,
                                       warp_scope, thread_scope>;

#if ARK_DEVICE_PASS
/// The sum of `value` over the lanes of the warp up to the caller.
ARK_DEVICE inline std::uint64_t sum_to_lane(std::uint64_t value) {
  const unsigned lane = warp_scope::rank();
  ARK_NO_UNROLL
  for (unsigned step = 1; step < warp_scope::width; step *= 2) {
    const std::uint64_t lower = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}
ARK_DEVICE inline std::uint64_t of_lane(std::uint64_t value, unsigned lane) {
  return __shfl_sync(~0u, value, static_cast<int>(lane));
}
#endif

/// Check every piece, and set the list's bytes: on a GPU those of the caller's pieces, for the
/// lanes of its warp to add up; on a CPU by the leader.
template <class Scope>
ARK_HOST_DEVICE ARK_NOINLINE errc scan_list(detail::device_state& state, list_call& asked) {
  using walker = list_walker<Scope>;
  if (!ARK_DEVICE_PASS && !Scope::leader()) return errc::ok;
  detail::piece_list& list = asked.list;
  if (list.count != 0 && list.pieces == nullptr)
    return refuse_piece(state, asked.kind(), 0, detail::descriptor_fault::null_list, state.pe, 0);
  if (list.count > detail::field::pieces.mask()) [[unlikely]]
    return refuse_piece(state, asked.kind(), list.count, detail::descriptor_fault::lists_bytes,
                        state.pe, 0);
  ARK_NO_UNROLL
  for (std::uint64_t i = walker::rank(); i < list.count; i += walker::size()) {
    const ark_piece piece = list.pieces[i];
    detail::descriptor_fault why = detail::piece_refusal(state, piece, true);
    if (why == detail::descriptor_fault::none &&
        piece.bytes > detail::max_transfer_bytes - list.bytes)
      why = detail::descriptor_fault::lists_bytes;
    if (why != detail::descriptor_fault::none) [[unlikely]]
      return refuse_piece(state, asked.kind(), i, why, piece.pe, piece.bytes, piece.address);
    list.bytes += piece.bytes;
    asked.proxied |= !detail::is_mapped(state, piece);
  }
  return errc::ok;
}

/// Move the pieces by the scope's own threads; all are mapped. On a GPU the warps of a block take
/// pieces in turn, and each computes the positions of all.
template <class Scope>
ARK_HOST_DEVICE ARK_NOINLINE void copy_list(const detail::device_state& state,
                                            const detail::piece_list& list) {
#if ARK_DEVICE_PASS
  constexpr bool alone = std::is_same_v<Scope, thread_scope>,
                 block = std::is_same_v<Scope, block_scope>;
  using walker = list_walker<Scope>;
  const unsigned lane = walker::rank(), lanes = walker::size();
  const unsigned warp = block ? place::thread_index() / warp_scope::width : 0;
  const unsigned warps =
      block ? (place::block_threads() + warp_scope::width - 1) / warp_scope::width : 1;
  std::uint64_t before = 0;
  ARK_NO_UNROLL
  for (std::uint64_t first = 0; first < list.count; first += lanes) {
    ark_piece mine{nullptr, 0, state.pe};
    if (first + lane < list.count) mine = list.pieces[first + lane];
    const auto there = reinterpret_cast<std::uint64_t>(detail::piece_address(state, mine));
    const std::uint64_t end = alone ? mine.bytes : sum_to_lane(mine.bytes);
    ARK_NO_UNROLL
    for (unsigned i = 0; i < lanes && first + i < list.count; ++i) {
      if (block && (first + i) % warps != warp) continue;
      const auto get = [i](std::uint64_t value) { return alone ? value : of_lane(value, i); };
      const std::uint64_t bytes = get(mine.bytes);
      auto* const remote = reinterpret_cast<std::byte*>(get(there));
      std::byte* const local = list.batch + before + (get(end) - bytes);
      if (list.gathers)
        copy<walker>(local, remote, bytes, cache_policy::standard, detail::direction::get);
      else
        copy<walker>(remote, local, bytes);
    }
    before += alone ? end : of_lane(end, lanes - 1);
  }
#else
  if (!Scope::leader()) return;
  detail::piece_position at;
  detail::move_pieces(state, list, at, ~std::uint64_t{0}, false, delivery::copy);
#endif
}

/// Move each piece by a put or a get: where no consumer of a ring that reaches all PEs can read the
/// list or the batch. Waits for the pieces if a signal follows.
template <class Scope>
ARK_HOST_DEVICE ARK_NOINLINE errc move_piecewise(detail::device_state& state,
                                                 const list_call& asked) {
  const auto symmetric = [&state](const void* at) {
    return reinterpret_cast<std::uint64_t>(at) - state.heap_base < state.heap_reserved;
  };
  std::byte* here = asked.list.batch;
  errc code = errc::ok;
  ARK_NO_UNROLL
  for (std::uint64_t i = 0; i < asked.list.count && code == errc::ok; ++i) {
    const ark_piece piece = asked.list.pieces[i];
    const bool own = piece.pe == state.pe;
    void* const dest = asked.list.gathers ? here : piece.address;
    const void* const source = asked.list.gathers ? piece.address : here;
    if (asked.list.gathers ? own && symmetric(dest) : !own || symmetric(dest))
      code = put_bytes<Scope>(dest, source, piece.bytes, piece.pe, {completion::deferred});
    else if (asked.list.gathers ? !own || symmetric(source) : symmetric(source))
      code = get_bytes<Scope>(dest, source, piece.bytes, piece.pe, {completion::deferred});
    else
      code = copy_here<Scope>(dest, source, piece.bytes);
    here += piece.bytes;
  }
  if (code == errc::ok && asked.signal != nullptr && Scope::leader())
    code = queue::wait_all_drained(state, asked.kind(), queue::of_all{});
  return scope_result<Scope>(state, code);
}

/// Check the signal of a list.
ARK_HOST_DEVICE ARK_NOINLINE inline errc accept_list_signal(detail::device_state& state,
                                                            list_call& asked) {
  if (asked.signal == nullptr) return errc::ok;
  if (const errc code = check_signal_op(state, asked.op, asked.pe); code != errc::ok) return code;
  const asked_range word = asked_signal(asked.signal, asked.pe);
  const target found = locate(state, word);
  asked.proxied |= found.to.peer.route == detail::peer_route::proxy;
  return found.accepted ? errc::ok : refuse(state, word, found);
}

/// Check the batch and, in checked mode, all arguments of a list whose pieces are accepted.
ARK_HOST_DEVICE ARK_COLD inline errc accept_batch(detail::device_state& state,
                                                  const list_call& asked, const call_site& call) {
  if (asked.list.bytes != 0 && asked.list.batch == nullptr)
    return refuse_piece(state, asked.kind(), 0, detail::descriptor_fault::null_batch, state.pe,
                        asked.list.bytes);
  return check::wanted(state, call) ? check::list(state, call, asked) : errc::ok;
}

/// Check all arguments. `bytes` and `proxied` are valid on the leader, on a GPU on all threads.
template <class Scope>
ARK_HOST_DEVICE inline errc accept_list(detail::device_state& state, list_call& asked,
                                        const call_site& call) {
  errc code = accept_list_signal(state, asked);
  if (code == errc::ok) code = scan_list<Scope>(state, asked);
#if ARK_DEVICE_PASS
  if constexpr (!std::is_same_v<Scope, thread_scope>) {
    asked.list.bytes = of_lane(sum_to_lane(asked.list.bytes), warp_scope::size() - 1);
    asked.proxied = warp_scope::any(asked.proxied);
  }
#endif
  if (code == errc::ok && Scope::leader()) code = accept_batch(state, asked, call);
  return scope_result<Scope>(state, code);
}

/// Post the descriptor of a list.
ARK_HOST_DEVICE ARK_COLD inline errc post_list(detail::device_state& state,
                                               queue::route_choice where, const list_call& asked) {
  const auto op =
      asked.list.gathers ? detail::descriptor_op::gather : detail::descriptor_op::scatter;
  const bool signals = asked.signal != nullptr;
  detail::descriptor d = detail::make_list(op, signals ? asked.pe : state.pe, asked.list.batch,
                                           asked.list.bytes, asked.list.pieces, asked.list.count);
  if (signals)
    d = d.with_signal(reinterpret_cast<std::uint64_t>(asked.signal) - state.heap_base,
                      to_signal_op(asked.op), asked.value);
  const queue::ticket at = queue::post_to(state, d, asked.kind(), d.pe(), where);
#if !ARK_DEVICE_PASS
  if (at.code == errc::ok && queue::is_proxy_ring(state, where)) queue::note_list(state, at.number);
#endif
  return at.code;
}

/// Gather or scatter. Nothing moves unless all arguments and all pieces are accepted. `asked`: of
/// the caller's stack, because a second copy of it costs a GPU's kernel 80 bytes of stack.
template <class Scope>
ARK_HOST_DEVICE errc transfer_list(list_call& asked, const call_site& call) {
  detail::device_state& state = context(call.name);
  Scope::sync();  // the scope has written the list and the sources
  errc code = accept_list<Scope>(state, asked, call);
  if (code != errc::ok) return code;
  queue::route_choice where = queue::direct;
  if (Scope::any(asked.proxied && (ARK_DEVICE_PASS != 0 || state.host_copier != nullptr))) {
    code = move_piecewise<Scope>(state, asked);
  } else {
    if (Scope::leader() && queue::engine_can_access(asked.list.pieces)) {
      peer_access to = peer_access_of<Scope>(state, state.pe);
      if (asked.proxied) to.peer.route = detail::peer_route::proxy;
      where = queue::route(state, to, asked.list.bytes, asked.list.batch);
    }
    if (!Scope::any(where != queue::direct))
      copy_list<Scope>(state, asked.list);
    else if (Scope::leader())
      code = post_list(state, where, asked);
  }
  Scope::sync();
  if (Scope::leader() && where == queue::direct && code == errc::ok) {
    trace::done_inline(state, asked.list.bytes);
    if (asked.signal != nullptr) code = signal_word(asked.signal, asked.value, asked.op, asked.pe);
  }
  return scope_result<Scope>(state, code);
}

}  // namespace ark::device
