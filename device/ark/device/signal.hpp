// Signals, alone and after the data of one put.
#pragma once

#include <ark/device/rma.hpp>
#include <ark/types.hpp>

namespace ark::device {

/// Refuse a signal operation that is neither set nor add.
ARK_HOST_DEVICE inline errc check_signal_op(detail::device_state& state, int op, int pe) {
  if (op == ARK_SIGNAL_SET || op == ARK_SIGNAL_ADD) return errc::ok;
  return refuse(state, detail::op_kind::signal, pe, ~std::uint64_t{0},
                static_cast<std::uint64_t>(std::int64_t{op}), ARK_SIGNAL_ADD + 1,
                detail::clause::signal_operation);
}

ARK_HOST_DEVICE inline detail::signal_op to_signal_op(int op) {
  return op == ARK_SIGNAL_SET ? detail::signal_op::set : detail::signal_op::add;
}

/// Deliver a signal by a store or an addition of the calling thread. Release: pairs with the
/// acquire of the target's wait, so that a waiter that sees the signal sees the data that this
/// thread (or, through a barrier, its scope) wrote before.
ARK_HOST_DEVICE inline void signal_inline(std::byte* word, std::uint64_t value, int op) {
  auto* signal = reinterpret_cast<std::uint64_t*>(word);
  if (op == ARK_SIGNAL_SET) {
    detail::store_release(signal, value);
  } else {
    detail::add_release(signal, value);
  }
}

/// A signal: a word of 8 bytes that is written as a whole.
ARK_HOST_DEVICE inline asked_range asked_signal(const std::uint64_t* signal, int pe) {
  return {signal, sizeof *signal, pe, detail::op_kind::signal, 0, sizeof *signal};
}

/// Send a signal without data to a resolved target.
ARK_HOST_DEVICE inline errc send_signal(detail::device_state& state, const target& to,
                                        std::uint64_t value, int op, int pe,
                                        completion until = completion::deferred) {
  const queue::way where = queue::route(state, to.to, sizeof value, nullptr);
  if (where == queue::by_stores) {
    signal_inline(to.mapped(), value, op);
    trace::done_inline(state, 0);
    return errc::ok;
  }
  const auto descriptor = detail::make_signal(pe, to.offset, to_signal_op(op), value);
  return queue::post(state, where, descriptor, detail::op_kind::signal, until);
}

ARK_HOST_DEVICE inline errc signal_word(std::uint64_t* signal, std::uint64_t value, int op,
                                        target_pe given, const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::signal(state, call, signal, op, pe);
    if (code != errc::ok) return code;
  }
  if (const errc code = check_signal_op(state, op, pe); code != errc::ok) return code;
  const asked_range asked = asked_signal(signal, pe);
  const target to = locate(state, asked);
  if (!to.accepted) [[unlikely]]
    return refuse(state, asked, to);
  return send_signal(state, to, value, op, pe, given.until(completion::deferred));
}

/// Deliver the data of this call, then the signal: by one descriptor, or by stores and a release.
template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc put_signal_bytes(void* dest, const void* source, std::size_t bytes,
                                             std::uint64_t* signal, std::uint64_t value, int op,
                                             int pe, const std::type_identity_t<How>& how,
                                             const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code =
        check::by_scope<Scope>(state, check::put_signal(state, call, dest, source, signal, op, pe));
    if (code != errc::ok) return code;
  }
  if (const errc code = check_signal_op(state, op, pe); code != errc::ok) return code;
  if (const errc code = check_cache(state, how.cache, put_kind<How>, pe); code != errc::ok)
    return code;
  const asked_range asked_word = asked_signal(signal, pe);
  const target word = locate<Scope>(state, asked_word);
  if (!word.accepted) [[unlikely]]
    return refuse(state, asked_word, word);
  target to = word;
  if (bytes > 0) {
    const asked_range asked{dest, bytes, pe, put_kind<How>, call.count, dest_alignment<How>()};
    to = locate(word.to, asked);
    if (!to.accepted) [[unlikely]]
      return refuse(state, asked, to);
    if (const errc code = check_source<How>(state, to, source, pe); code != errc::ok) return code;
  }
  const queue::way where =
      queue::route(state, word.to, routed_bytes<How>(bytes), bytes > 0 ? source : nullptr);
  if (!Scope::any(where != queue::by_stores)) {
    errc code = errc::ok;
    if (bytes > 0) {
      code = move_inline<Scope>(state, to.mapped(), source, bytes, how, detail::direction::put, pe);
    }
    Scope::sync();
    if (Scope::leader() && code == errc::ok) {
      signal_inline(word.mapped(), value, op);
      trace::done_inline(state, bytes);
    }
    return inline_result<Scope, How>(state, code);
  }
  const detail::descriptor descriptor =
      bytes == 0 ? detail::make_signal(pe, word.offset, to_signal_op(op), value)
                 : put_descriptor(how, pe, to.offset, source, bytes)
                       .with_signal(word.offset, to_signal_op(op), value);
  return post_by_leader<Scope>(state, where, descriptor, how.until, put_kind<How>);
}

}  // namespace ark::device
