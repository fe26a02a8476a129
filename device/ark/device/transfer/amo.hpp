// Atomic memory operations on another PE's words.
#pragma once

#include <ark/detail/transfer/delivery.hpp>
#include <ark/device/transfer/rma.hpp>
#include <type_traits>

namespace ark::device {

/// The unsigned integer that carries a T of 4 or 8 bytes.
template <class T>
using amo_bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
ARK_HOST_DEVICE inline amo_bits<T> to_bits(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  amo_bits<T> bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
ARK_HOST_DEVICE inline T from_bits(std::uint64_t wide) {
  const auto bits = static_cast<amo_bits<T>>(wide);
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

/// The range of a word that is read and written as a whole.
template <class T>
ARK_HOST_DEVICE inline asked_range asked_atomic(const T* word, int pe) {
  return {word, sizeof(T), pe, detail::op_kind::amo, 0, sizeof(T)};
}

/// Check a fetching operation and choose its route. *result: see amo_fetch.
template <class T>
ARK_HOST_DEVICE inline direct_target send_amo_fetch(detail::device_state& state, T* result, T* dest,
                                                    detail::amo_op op, T operand, T condition,
                                                    target_pe given, completion until,
                                                    const call_site& call) {
  const int pe = given.number;
  if (check::wanted(state, call)) [[unlikely]] {
    const bool changes = op != detail::amo_op::fetch;
    const errc code = check::atomic(state, call, dest, result, pe, changes, true);
    if (code != errc::ok) return {nullptr, code};
  }
  const asked_range asked = asked_atomic(dest, pe);
  const target to = locate(state, asked);
  if (!to.accepted) [[unlikely]]
    return {nullptr, refuse(state, asked, to)};
  const queue::route_choice where =
      queue::route_word(state, to.to, sizeof(T), result, until == completion::value);
  if (where == queue::direct) return {to.mapped()};
  poll_hint(dest);
  const auto descriptor = detail::make_amo_fetch(pe, op, sizeof(T), to.offset, to_bits(operand),
                                                 to_bits(condition), result);
  return {nullptr,
          queue::post(state, where, descriptor, detail::op_kind::amo, until, given.context)};
}

/// Slow path of amo_fetch.
template <class T>
ARK_HOST_DEVICE inline errc amo_fetch_checked(T* result, T* dest, detail::amo_op op, T operand,
                                              T condition, target_pe given, completion until,
                                              const call_site& call) {
  detail::device_state& state = context(call.name);
  const direct_target to =
      send_amo_fetch(state, result, dest, op, operand, condition, given, until, call);
  if (to.at == nullptr) return to.code;
  auto* word = reinterpret_cast<amo_bits<T>*>(to.at);
  *result = from_bits<T>(delivery::amo_on(op, word, to_bits(operand), to_bits(condition)));
  trace::done_inline(state, sizeof(T));
  poll_hint(dest);
  return errc::ok;
}

#if ARK_HAS_FAST_PATH
/// Takes the bits of T: one function for all types of a size.
template <class Bits>
ARK_DEVICE ARK_COLD errc amo_fetch_slow_path(Bits* result, Bits* dest, detail::amo_op op,
                                             Bits operand, Bits condition, int pe, completion until,
                                             std::uint32_t counting) {
  return amo_fetch_checked(result, dest, op, operand, condition, target_pe(pe, counting), until,
                           {});
}
#endif

/// Fetching form. *result holds the old value once this returns ok (completion::value, with
/// `result` on this thread's stack), or after quiet (completion::deferred, with `result` anywhere).
template <class T>
ARK_HOST_DEVICE inline errc amo_fetch(T* result, T* dest, detail::amo_op op, T operand, T condition,
                                      target_pe given, completion until,
                                      [[maybe_unused]] const call_site& call = {}) {
#if ARK_HAS_FAST_PATH
  const fast_path fast = fast_path_to<thread_scope>(dest, sizeof(T), given.number, sizeof(T));
  if (fast.holds) [[likely]] {
    auto* word = reinterpret_cast<amo_bits<T>*>(fast.at);
    *result = from_bits<T>(delivery::amo_on(op, word, to_bits(operand), to_bits(condition)));
    return errc::ok;
  }
  return amo_fetch_slow_path(reinterpret_cast<amo_bits<T>*>(result),
                             reinterpret_cast<amo_bits<T>*>(dest), op, to_bits(operand),
                             to_bits(condition), given.number, until, given.context);
#else
  return amo_fetch_checked(result, dest, op, operand, condition, given, until, call);
#endif
}

/// Execute an operation without a result. On a GPU the caller does not wait for it, and an earlier
/// fence has ordered it.
template <class Word>
ARK_HOST_DEVICE inline void deliver(detail::amo_op op, Word* word, Word operand) {
  using enum detail::amo_op;
#if ARK_DEVICE_PASS
  if (op == add) return detail::ptx_red_add(word, operand);
  if (op == bit_and) return detail::ptx_red_and(word, operand);
  if (op == bit_or) return detail::ptx_red_or(word, operand);
  if (op == bit_xor) return detail::ptx_red_xor(word, operand);
  detail::store_relaxed(word, operand);
#else
  if (op == add) return detail::add_release(word, operand);
  delivery::amo_on(op, word, operand, Word{0});
#endif
}

/// Check an operation without a result and choose its route.
template <class T>
ARK_HOST_DEVICE inline direct_target send_amo(detail::device_state& state, T* dest,
                                              detail::amo_op op, T operand, target_pe given,
                                              const call_site& call) {
  const int pe = given.number;
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::atomic(state, call, dest, nullptr, pe, true, false);
    if (code != errc::ok) return {nullptr, code};
  }
  const asked_range asked = asked_atomic(dest, pe);
  const target to = locate(state, asked);
  if (!to.accepted) [[unlikely]]
    return {nullptr, refuse(state, asked, to)};
  const queue::route_choice where = queue::route_word(state, to.to, sizeof(T), nullptr);
  if (where == queue::direct) return {to.mapped()};
  const auto descriptor =
      detail::make_amo(pe, op, sizeof(T), to.offset, to_bits(operand), std::uint64_t{0});
  return {nullptr, queue::post(state, where, descriptor, detail::op_kind::amo, completion::deferred,
                               given.context)};
}

#if ARK_HAS_FAST_PATH
template <class Bits>
ARK_DEVICE ARK_COLD direct_target send_amo_slow_path(Bits* dest, detail::amo_op op, Bits operand,
                                                     int pe, std::uint32_t counting) {
  return send_amo(context(), dest, op, operand, target_pe(pe, counting), {});
}
#endif

/// Non-fetching form: delivered after quiet.
template <class T>
ARK_HOST_DEVICE inline errc amo_post(T* dest, detail::amo_op op, T operand, target_pe given,
                                     [[maybe_unused]] const call_site& call = {}) {
  detail::device_state& state = context(call.name);
#if ARK_HAS_FAST_PATH
  direct_target to;
  const fast_path fast = fast_path_to<thread_scope>(dest, sizeof(T), given.number, sizeof(T));
  if (fast.holds) [[likely]] {
    to.at = fast.at;
  } else {
    to = send_amo_slow_path(reinterpret_cast<amo_bits<T>*>(dest), op, to_bits(operand),
                            given.number, given.context);
    if (to.at == nullptr) return to.code;
  }
#else
  const direct_target to = send_amo(state, dest, op, operand, given, call);
  if (to.at == nullptr) return to.code;
#endif
  auto* word = reinterpret_cast<amo_bits<T>*>(to.at);
  deliver(op, word, to_bits(operand));
  trace::done_inline(state, sizeof(T));
  return errc::ok;
}

}  // namespace ark::device
