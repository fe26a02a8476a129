// Signals, alone and after the data of one put.
#pragma once

#include <ark/detail/state/doorbell.hpp>
#include <ark/device/transfer/rma.hpp>
#include <ark/types.hpp>

namespace ark::device {

ARK_HOST_DEVICE constexpr bool is_signal_op(int op) {
  return op == ARK_SIGNAL_SET || op == ARK_SIGNAL_ADD;
}
/// Refuse a signal operation that is neither set nor add.
ARK_HOST_DEVICE inline errc check_signal_op(detail::device_state& state, int op, int pe) {
  if (is_signal_op(op)) return errc::ok;
  return refuse(state, detail::op_kind::signal, pe, ~std::uint64_t{0},
                static_cast<std::uint64_t>(std::int64_t{op}), ARK_SIGNAL_ADD + 1,
                detail::failure_reason::signal_operation);
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

/// signal_inline() to `pe`, whose doorbell it rings if a thread there sleeps until the word
/// changes.
ARK_HOST_DEVICE inline void deliver_inline([[maybe_unused]] const detail::device_state& state,
                                           [[maybe_unused]] int pe, std::byte* word,
                                           std::uint64_t value, int op) {
  signal_inline(word, value, op);
#if !ARK_DEVICE_PASS
  detail::note_signal(state, pe, word);
#endif
}

/// The range of a signal, a word of 8 bytes that is written as a whole.
ARK_HOST_DEVICE inline asked_range asked_signal(const std::uint64_t* signal, int pe) {
  return {signal, sizeof *signal, pe, detail::op_kind::signal, 0, sizeof *signal};
}

/// Send a signal without data to a resolved target.
ARK_HOST_DEVICE inline errc send_signal(detail::device_state& state, const target& to,
                                        std::uint64_t value, int op, target_pe given,
                                        completion until = completion::deferred) {
  const queue::route_choice where = queue::route_word(state, to.to, sizeof value, nullptr);
  if (where == queue::direct) {
    deliver_inline(state, given.number, to.mapped(), value, op);
    trace::done_inline(state, 0);
    return errc::ok;
  }
  const auto descriptor = detail::make_signal(given.number, to.offset, to_signal_op(op), value);
  return queue::post(state, where, descriptor, detail::op_kind::signal, until, given.context);
}

/// Slow path of signal_word.
ARK_HOST_DEVICE inline errc send_signal_word(std::uint64_t* signal, std::uint64_t value, int op,
                                             target_pe given, const call_site& call) {
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
  return send_signal(state, to, value, op, given);
}

#if ARK_HAS_FAST_PATH
ARK_DEVICE ARK_COLD inline errc send_signal_slow_path(std::uint64_t* signal, std::uint64_t value,
                                                      int op, int pe, std::uint32_t counting) {
  return send_signal_word(signal, value, op, target_pe(pe, counting), {});
}
#endif

ARK_HOST_DEVICE inline errc signal_word(std::uint64_t* signal, std::uint64_t value, int op,
                                        target_pe given,
                                        [[maybe_unused]] const call_site& call = {}) {
#if ARK_HAS_FAST_PATH
  const fast_path fast =
      fast_path_to<thread_scope>(signal, sizeof *signal, given.number, sizeof *signal);
  if (fast.holds && is_signal_op(op)) [[likely]] {
    signal_inline(fast.at, value, op);
    return errc::ok;
  }
  return send_signal_slow_path(signal, value, op, given.number, given.context);
#else
  return send_signal_word(signal, value, op, given, call);
#endif
}

/// Routes of the data and of the signal of one call.
struct both_sent_to : direct_target {
  std::byte* signal = nullptr;  ///< for the caller's store or addition, unless direct_target::at is
                                ///< null
};

/// Check a put with a signal and choose its route. If the put has no data, direct_target::at is the
/// signal's address.
template <class Scope, class How>
ARK_HOST_DEVICE inline both_sent_to send_put_signal(detail::device_state& state, void* dest,
                                                    const void* source, std::size_t bytes,
                                                    std::uint64_t* signal, std::uint64_t value,
                                                    int op, target_pe given, const How& how,
                                                    const call_site& call) {
  const int pe = given.number;
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code =
        scope_result<Scope>(state, check::put_signal(state, call, dest, source, signal, op, pe));
    if (code != errc::ok) return {{nullptr, code}};
  }
  if (const errc code = check_signal_op(state, op, pe); code != errc::ok) return {{nullptr, code}};
  if (!detail::is_cache_policy(how.cache)) [[unlikely]]
    return {{nullptr, refuse_cache(state, how.cache, put_kind<How>, pe)}};
  const asked_range asked_word = asked_signal(signal, pe);
  const target word = locate(peer_access_of<Scope>(state, pe), asked_word);
  if (!word.accepted) [[unlikely]]
    return {{nullptr, refuse(state, asked_word, word)}};
  target to = word;
  if (bytes > 0) {
    const asked_range asked{dest, bytes, pe, put_kind<How>, call.count, dest_alignment<How>()};
    to = locate(word.to, asked);
    if (!to.accepted) [[unlikely]]
      return {{nullptr, refuse(state, asked, to)}};
    if constexpr (How::adds) {
      if (const errc code = check_source<How>(state, to, source, pe); code != errc::ok)
        return {{nullptr, code}};
    }
  }
  const queue::route_choice where =
      put_route<Scope>(state, word.to, bytes > 0 ? source : nullptr, bytes, how);
  if (where == queue::direct) return {{to.mapped()}, word.mapped()};
  const detail::descriptor descriptor =
      bytes == 0 ? detail::make_signal(pe, word.offset, to_signal_op(op), value)
                 : put_descriptor<Scope>(how, pe, to.offset, source, bytes)
                       .with_signal(word.offset, to_signal_op(op), value);
  return {{nullptr, post_by_leader<Scope>(state, where, descriptor, put_kind<How>, how.until,
                                          given.context)}};
}

#if ARK_HAS_FAST_PATH
template <class Scope, class How>
ARK_DEVICE ARK_NOINLINE both_sent_to
send_put_signal_slow_path(void* dest, const void* source, std::size_t bytes, std::uint64_t* signal,
                          std::uint64_t value, int op, int pe, completion until,
                          std::uint32_t counting, cache_policy cache, std::size_t count) {
  return send_put_signal<Scope>(context(), dest, source, bytes, signal, value, op,
                                target_pe(pe, counting), How{until, cache}, {nullptr, count});
}
#endif

/// Deliver the data of this call, then the signal: by one descriptor, or by stores and a release.
template <class Scope, class How = put_options>
ARK_HOST_DEVICE inline errc put_signal_bytes(void* dest, const void* source, std::size_t bytes,
                                             std::uint64_t* signal, std::uint64_t value, int op,
                                             target_pe given, const std::type_identity_t<How>& how,
                                             const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  both_sent_to to;
#if ARK_HAS_FAST_PATH
  if constexpr (How::mover == copy_agent::size && !How::adds) {
    const fast_path data = fast_path_to<Scope>(dest, bytes, pe),
                    word = fast_path_to<Scope>(signal, sizeof *signal, pe, sizeof *signal);
    if (data.holds && word.holds && is_signal_op(op) && detail::is_cache_policy(how.cache))
        [[likely]] {
      to.at = data.at;
      to.signal = word.at;
    } else {
      to = send_put_signal_slow_path<Scope, How>(dest, source, bytes, signal, value, op, pe,
                                                 how.until, given.context, how.cache, call.count);
      if (to.at == nullptr) return to.code;
    }
  } else
#endif
  {
    to = send_put_signal<Scope>(state, dest, source, bytes, signal, value, op, given, how, call);
    if (to.at == nullptr) return to.code;
  }
  const errc code =
      move_inline<Scope>(state, to.at, source, bytes, how, detail::direction::put, pe);
  if (Scope::leader() && code == errc::ok) deliver_inline(state, pe, to.signal, value, op);
  return code;
}

}  // namespace ark::device
