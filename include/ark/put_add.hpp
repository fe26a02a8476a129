// put_add: adds elements to elements on another PE. An extension; the typed names are in
// api/put_add.hpp.
//
// T: an integer of 4 or 8 bytes, float, double, or a 16-bit floating-point type: with nvcc __half
// and __nv_bfloat16, else _Float16 and std::bfloat16_t where the compiler has them. dest, source,
// count, pe, routes, progress and errors as in rma.hpp; signal, value and op as in signal.hpp. dest
// and source: aligned to T, otherwise nothing is added (invalid_argument).
// Atomicity: of each element separately, with respect to every other put_add of T, the atomics of
//   amo.hpp on its type and ark::atomic_ref of system scope, by any route. A put to the element is
//   not atomic. Integers wrap. For floating-point types the order of the additions is undefined,
//   and a GPU may treat subnormal floats as zero. A 16-bit sum is rounded to nearest, ties to even,
//   after each addition.
// Completion, fence, quiet, signals: as for the put of the same name.
#pragma once

#include <ark/rma.hpp>
#include <ark/signal.hpp>

namespace ark {

/// Add `count` elements of `source` to the elements at `dest` on `pe`. Returns when `source` may be
/// reused.
template <class T>
ARK_HOST_DEVICE errc put_add(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::thread_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::local},
      device::call_of<T>("ark_put_add", count));
}
/// Start the additions. After quiet, `source` may be reused and all additions are done.
template <class T>
ARK_HOST_DEVICE errc put_add_nbi(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::thread_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::deferred},
      device::call_of<T>("ark_put_add_nbi", count));
}

/// put_add by the caller's warp.
template <class T>
ARK_HOST_DEVICE errc put_add_warp(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::warp_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::local},
      device::call_of<T>("ark_put_add_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_nbi_warp(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::warp_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::deferred},
      device::call_of<T>("ark_put_add_nbi_warp", count));
}

/// put_add by the caller's block.
template <class T>
ARK_HOST_DEVICE errc put_add_block(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::block_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::local},
      device::call_of<T>("ark_put_add_block", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_nbi_block(T* dest, const T* source, std::size_t count, int pe) {
  return device::put_bytes<device::block_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), pe, {device::completion::deferred},
      device::call_of<T>("ark_put_add_nbi_block", count));
}

/// Add, then update the signal like put_signal. count 0: only the signal is updated.
template <class T>
ARK_HOST_DEVICE errc put_add_signal(T* dest, const T* source, std::size_t count,
                                    std::uint64_t* signal, std::uint64_t value, int op, int pe) {
  return device::put_signal_bytes<device::thread_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local}, device::call_of<T>("ark_put_add_signal", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_signal_nbi(T* dest, const T* source, std::size_t count,
                                        std::uint64_t* signal, std::uint64_t value, int op,
                                        int pe) {
  return device::put_signal_bytes<device::thread_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred}, device::call_of<T>("ark_put_add_signal_nbi", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_signal_warp(T* dest, const T* source, std::size_t count,
                                         std::uint64_t* signal, std::uint64_t value, int op,
                                         int pe) {
  return device::put_signal_bytes<device::warp_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local}, device::call_of<T>("ark_put_add_signal_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_signal_nbi_warp(T* dest, const T* source, std::size_t count,
                                             std::uint64_t* signal, std::uint64_t value, int op,
                                             int pe) {
  return device::put_signal_bytes<device::warp_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred}, device::call_of<T>("ark_put_add_signal_nbi_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_signal_block(T* dest, const T* source, std::size_t count,
                                          std::uint64_t* signal, std::uint64_t value, int op,
                                          int pe) {
  return device::put_signal_bytes<device::block_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local}, device::call_of<T>("ark_put_add_signal_block", count));
}
template <class T>
ARK_HOST_DEVICE errc put_add_signal_nbi_block(T* dest, const T* source, std::size_t count,
                                              std::uint64_t* signal, std::uint64_t value, int op,
                                              int pe) {
  return device::put_signal_bytes<device::block_scope, device::add_options<T>>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred}, device::call_of<T>("ark_put_add_signal_nbi_block", count));
}

}  // namespace ark
