// Atomic memory operations, generic forms. The typed OpenSHMEM names are in api/amo.hpp.
//
// Callable: kernels and host threads. dest: symmetric, aligned to its type, of 4 or 8 bytes.
//   pe: 0 <= pe < n_pes.
// Atomicity: with respect to all atomics of this API on the same word, by any route, and to
//   ark::atomic_ref of system scope.
// Order: as a put, ahead of later operations and behind earlier ones only by fence or quiet. A
//   fetching form that returns its value acquires: later operations of the caller observe all
//   operations ordered before the value read.
// Completion: a fetching form returns the old value; with `_nbi`, *fetch holds it after quiet. The
//   other forms are delivered after quiet.
// Progress and errors: as in rma.hpp. A misaligned address is invalid_argument. After a failure a
//   fetching form returns T{}.
#pragma once

#include <ark/device/transfer/amo.hpp>

namespace ark {

namespace detail {
template <class T>
ARK_HOST_DEVICE inline T amo_fetch_value(T* dest, amo_op op, T operand, T condition, target_pe pe,
                                         const char* name) {
  T old{};
  device::amo_fetch(&old, dest, op, operand, condition, pe, device::completion::value,
                    device::call_of<T>(name));
  return old;
}
}  // namespace detail

template <class T>
ARK_HOST_DEVICE T atomic_fetch(const T* source, target_pe pe) {
  return detail::amo_fetch_value(const_cast<T*>(source), detail::amo_op::fetch, T{}, T{}, pe,
                                 "ark_atomic_fetch");
}
template <class T>
ARK_HOST_DEVICE errc atomic_set(T* dest, T value, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::swap, value, pe,
                          device::call_of<T>("ark_atomic_set"));
}
template <class T>
ARK_HOST_DEVICE T atomic_swap(T* dest, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::swap, value, T{}, pe, "ark_atomic_swap");
}
/// Stores `value` if the word equals `cond`. Returns the old value of the word.
template <class T>
ARK_HOST_DEVICE T atomic_compare_swap(T* dest, T cond, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::compare_swap, value, cond, pe,
                                 "ark_atomic_compare_swap");
}
template <class T>
ARK_HOST_DEVICE errc atomic_inc(T* dest, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::add, T{1}, pe,
                          device::call_of<T>("ark_atomic_inc"));
}
template <class T>
ARK_HOST_DEVICE T atomic_fetch_inc(T* dest, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::add, T{1}, T{}, pe, "ark_atomic_fetch_inc");
}
template <class T>
ARK_HOST_DEVICE errc atomic_add(T* dest, T value, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::add, value, pe,
                          device::call_of<T>("ark_atomic_add"));
}
template <class T>
ARK_HOST_DEVICE T atomic_fetch_add(T* dest, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::add, value, T{}, pe, "ark_atomic_fetch_add");
}
template <class T>
ARK_HOST_DEVICE errc atomic_and(T* dest, T value, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::bit_and, value, pe,
                          device::call_of<T>("ark_atomic_and"));
}
template <class T>
ARK_HOST_DEVICE T atomic_fetch_and(T* dest, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::bit_and, value, T{}, pe,
                                 "ark_atomic_fetch_and");
}
template <class T>
ARK_HOST_DEVICE errc atomic_or(T* dest, T value, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::bit_or, value, pe,
                          device::call_of<T>("ark_atomic_or"));
}
template <class T>
ARK_HOST_DEVICE T atomic_fetch_or(T* dest, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::bit_or, value, T{}, pe,
                                 "ark_atomic_fetch_or");
}
template <class T>
ARK_HOST_DEVICE errc atomic_xor(T* dest, T value, target_pe pe) {
  return device::amo_post(dest, detail::amo_op::bit_xor, value, pe,
                          device::call_of<T>("ark_atomic_xor"));
}
template <class T>
ARK_HOST_DEVICE T atomic_fetch_xor(T* dest, T value, target_pe pe) {
  return detail::amo_fetch_value(dest, detail::amo_op::bit_xor, value, T{}, pe,
                                 "ark_atomic_fetch_xor");
}

template <class T>
ARK_HOST_DEVICE errc atomic_fetch_nbi(T* fetch, const T* source, target_pe pe) {
  return device::amo_fetch(fetch, const_cast<T*>(source), detail::amo_op::fetch, T{}, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_swap_nbi(T* fetch, T* dest, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::swap, value, T{}, pe,
                           device::completion::deferred, device::call_of<T>("ark_atomic_swap_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_compare_swap_nbi(T* fetch, T* dest, T cond, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::compare_swap, value, cond, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_compare_swap_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_fetch_inc_nbi(T* fetch, T* dest, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::add, T{1}, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_inc_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_fetch_add_nbi(T* fetch, T* dest, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::add, value, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_add_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_fetch_and_nbi(T* fetch, T* dest, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::bit_and, value, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_and_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_fetch_or_nbi(T* fetch, T* dest, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::bit_or, value, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_or_nbi"));
}
template <class T>
ARK_HOST_DEVICE errc atomic_fetch_xor_nbi(T* fetch, T* dest, T value, target_pe pe) {
  return device::amo_fetch(fetch, dest, detail::amo_op::bit_xor, value, T{}, pe,
                           device::completion::deferred,
                           device::call_of<T>("ark_atomic_fetch_xor_nbi"));
}

}  // namespace ark
