// Signals: 64-bit words that indicate the arrival of data at a PE. The typed names are in
// api/signal.hpp.
//
// dest, source, count, pe, cache, routes, progress and errors as in rma.hpp. signal: symmetric,
// aligned to 8, not part of dest. op: ARK_SIGNAL_SET or ARK_SIGNAL_ADD.
// Ordering: the signal becomes visible after all data of its own call. It is not ordered after
//   earlier calls: order earlier puts with fence.
#pragma once

#include <ark/device/transfer/signal.hpp>
#include <ark/device/transfer/wait.hpp>
#include <ark/types.hpp>

namespace ark {

/// Write, then update the signal. Returns when `source` may be reused. count 0: only the signal is
/// updated.
template <class T>
ARK_HOST_DEVICE errc put_signal(T* dest, const T* source, std::size_t count, std::uint64_t* signal,
                                std::uint64_t value, int op, target_pe pe,
                                cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::thread_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local, cache}, device::call_of<T>("ark_put_signal", count));
}
template <class T>
ARK_HOST_DEVICE errc put_signal_nbi(T* dest, const T* source, std::size_t count,
                                    std::uint64_t* signal, std::uint64_t value, int op,
                                    target_pe pe, cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::thread_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred, cache}, device::call_of<T>("ark_put_signal_nbi", count));
}
template <class T>
ARK_HOST_DEVICE errc put_signal_warp(T* dest, const T* source, std::size_t count,
                                     std::uint64_t* signal, std::uint64_t value, int op,
                                     target_pe pe, cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::warp_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local, cache}, device::call_of<T>("ark_put_signal_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_signal_nbi_warp(T* dest, const T* source, std::size_t count,
                                         std::uint64_t* signal, std::uint64_t value, int op,
                                         target_pe pe,
                                         cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::warp_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred, cache}, device::call_of<T>("ark_put_signal_nbi_warp", count));
}
template <class T>
ARK_HOST_DEVICE errc put_signal_block(T* dest, const T* source, std::size_t count,
                                      std::uint64_t* signal, std::uint64_t value, int op,
                                      target_pe pe, cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::block_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::local, cache}, device::call_of<T>("ark_put_signal_block", count));
}
template <class T>
ARK_HOST_DEVICE errc put_signal_nbi_block(T* dest, const T* source, std::size_t count,
                                          std::uint64_t* signal, std::uint64_t value, int op,
                                          target_pe pe,
                                          cache_policy cache = cache_policy::automatic) {
  return device::put_signal_bytes<device::block_scope>(
      dest, source, device::bytes_of(count, sizeof(T)), signal, value, op, pe,
      {device::completion::deferred, cache}, device::call_of<T>("ark_put_signal_nbi_block", count));
}

/// Wait until the `signal` of the calling PE compares with `value` by `cmp` (ARK_CMP_*), at most
/// ARK_TIMEOUT. Acquire: data sent before the signal is visible on return. *last, if not null, gets
/// the last value read.
ARK_HOST_DEVICE inline errc signal_wait_until(const std::uint64_t* signal, int cmp,
                                              std::uint64_t value, std::uint64_t* last = nullptr) {
  std::uint64_t seen = 0;
  const errc code = device::wait_word(detail::op_kind::signal_wait_until, signal, cmp, value, &seen,
                                      device::call_of<std::uint64_t>("ark_signal_wait_until"));
  if (last != nullptr) *last = seen;
  return code;
}

}  // namespace ark

/// Set, or add to, the signal on `pe`, without data. Ordered as a put.
ARK_HOST_DEVICE inline void ark_signal_set(std::uint64_t* signal, std::uint64_t value, int pe) {
  ark::device::signal_word(signal, value, ARK_SIGNAL_SET, pe,
                           ark::device::call_of<std::uint64_t>("ark_signal_set"));
}
ARK_HOST_DEVICE inline void ark_signal_add(std::uint64_t* signal, std::uint64_t value, int pe) {
  ark::device::signal_word(signal, value, ARK_SIGNAL_ADD, pe,
                           ark::device::call_of<std::uint64_t>("ark_signal_add"));
}
/// The value of the signal of the calling PE. Acquire.
ARK_HOST_DEVICE inline std::uint64_t ark_signal_fetch(const std::uint64_t* signal) {
  const auto call = ark::device::call_of<std::uint64_t>("ark_signal_fetch");
  ark::device::loop_hint();
  return ark::device::testable(call, signal, ARK_CMP_EQ)
             ? ark::device::read_word(ark::device::context(), signal)
             : 0;
}
/// Returns the value that satisfied the comparison; after a failure (ark_status() is not zero) the
/// last value read.
ARK_HOST_DEVICE inline std::uint64_t ark_signal_wait_until(std::uint64_t* signal, int cmp,
                                                           std::uint64_t value) {
  std::uint64_t seen = 0;
  ark::signal_wait_until(signal, cmp, value, &seen);
  return seen;
}
