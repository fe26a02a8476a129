// Atomic memory operations on another PE's words.
#pragma once

#include <ark/detail/delivery.hpp>
#include <ark/device/rma.hpp>
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

ARK_HOST_DEVICE inline errc check_amo_alignment(detail::device_state& state, const target& to,
                                                std::size_t bytes, int pe) {
  if (to.offset % bytes == 0) return errc::ok;
  return refuse(state, detail::op_kind::amo, pe, to.offset, to.offset % bytes, 1,
                "atomic on an address that is not aligned to its type");
}

/// Fetching form: *result, on this thread's stack, holds the old value once this returns ok
/// (completion::value), or anywhere else after quiet (deferred).
template <class T>
ARK_HOST_DEVICE inline errc amo_fetch(T* result, T* dest, detail::amo_op op, T operand, T condition,
                                      int pe, completion until, const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const bool changes = op != detail::amo_op::fetch;
    const errc code = check::atomic(state, call, dest, result, pe, changes, true);
    if (code != errc::ok) return code;
  }
  const target to = resolve(state, dest, sizeof(T), pe, detail::op_kind::amo);
  if (to.code != errc::ok) return to.code;
  if (const errc code = check_amo_alignment(state, to, sizeof(T), pe); code != errc::ok)
    return code;
  if (queue::inline_allowed(state, *to.peer, sizeof(T), result)) {
    auto* word = reinterpret_cast<amo_bits<T>*>(to.mapped());
    *result = from_bits<T>(delivery::amo_on(op, word, to_bits(operand), to_bits(condition)));
    trace::done_inline(state, sizeof(T));
    if (place::on_lane()) loop_hint();
    return errc::ok;
  }
  const auto descriptor = detail::make_amo_fetch(pe, op, sizeof(T), to.offset, to_bits(operand),
                                                 to_bits(condition), result);
  return post_by_leader<thread_scope>(state, to, descriptor, until, detail::op_kind::amo);
}

/// Non-fetching form: delivered after quiet.
template <class T>
ARK_HOST_DEVICE inline errc amo_post(T* dest, detail::amo_op op, T operand, int pe,
                                     const call_site& call = {}) {
  detail::device_state& state = context(call.name);
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = check::atomic(state, call, dest, nullptr, pe, true, false);
    if (code != errc::ok) return code;
  }
  const target to = resolve(state, dest, sizeof(T), pe, detail::op_kind::amo);
  if (to.code != errc::ok) return to.code;
  if (const errc code = check_amo_alignment(state, to, sizeof(T), pe); code != errc::ok)
    return code;
  if (queue::inline_allowed(state, *to.peer, sizeof(T))) {
    delivery::amo_on<amo_bits<T>>(op, reinterpret_cast<amo_bits<T>*>(to.mapped()), to_bits(operand),
                                  0);
    trace::done_inline(state, sizeof(T));
    return errc::ok;
  }
  const auto descriptor =
      detail::make_amo(pe, op, sizeof(T), to.offset, to_bits(operand), std::uint64_t{0});
  return queue::post(state, descriptor, detail::op_kind::amo, pe, *to.peer).code;
}

}  // namespace ark::device
