// Atomic accesses with explicit scope and order, the same names for g++ and nvcc.
#pragma once

#include <ark/detail/portability.hpp>
#include <ark/detail/ptx.hpp>
#include <cstdint>
#include <type_traits>

#if ARK_DEVICE_PASS
#include <cuda/atomic>
#else
#include <atomic>
#endif

namespace ark::detail {

/// Who takes part: threads of one block, of one GPU, or CPUs, peer GPUs and copy engines as well.
/// On a CPU all mean everybody.
enum class scope { block, device, system };

#if ARK_DEVICE_PASS
template <scope S>
inline constexpr cuda::thread_scope cuda_scope = S == scope::block    ? cuda::thread_scope_block
                                                 : S == scope::device ? cuda::thread_scope_device
                                                                      : cuda::thread_scope_system;
template <scope S, class T>
using word_ref = cuda::atomic_ref<T, cuda_scope<S>>;
namespace order = cuda::std;
#else
template <scope S, class T>
using word_ref = std::atomic_ref<T>;
namespace order = std;
#endif

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T load_relaxed(const T* word) {
  return word_ref<S, T>(*const_cast<T*>(word)).load(order::memory_order_relaxed);
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T load_acquire(const T* word) {
  return word_ref<S, T>(*const_cast<T*>(word)).load(order::memory_order_acquire);
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline void store_relaxed(T* word, std::type_identity_t<T> value) {
  word_ref<S, T>(*word).store(value, order::memory_order_relaxed);
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline void store_release(T* word, std::type_identity_t<T> value) {
  word_ref<S, T>(*word).store(value, order::memory_order_release);
}

/// Read-modify-write: acquire and release. All return what the word held before.
template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_add(T* word, std::type_identity_t<T> value) {
  return word_ref<S, T>(*word).fetch_add(value, order::memory_order_acq_rel);
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_add_relaxed(T* word, std::type_identity_t<T> value) {
  return word_ref<S, T>(*word).fetch_add(value, order::memory_order_relaxed);
}

/// Of system scope, without waiting for what the word held. T: 32 or 64 bits without a sign, float,
/// double.
template <class T>
ARK_HOST_DEVICE inline void add_relaxed(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_red_add(word, value);
#else
  fetch_add_relaxed(word, value);
#endif
}

/// The same of unsigned integers, with release.
template <class T>
ARK_HOST_DEVICE inline void add_release(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_red_add_release(word, value);
#else
  word_ref<scope::system, T>(*word).fetch_add(value, order::memory_order_release);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T exchange(T* word, std::type_identity_t<T> value) {
  return word_ref<S, T>(*word).exchange(value, order::memory_order_acq_rel);
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T compare_exchange(T* word, std::type_identity_t<T> expected,
                                          std::type_identity_t<T> desired) {
  word_ref<S, T>(*word).compare_exchange_strong(expected, desired, order::memory_order_acq_rel,
                                                order::memory_order_acquire);
  return expected;
}

namespace atomic_detail {
#if !ARK_DEVICE_PASS
/// g++ 12 miscompiles fetching AND, OR and XOR when the old value lands in the operand's register;
/// a compare-exchange loop does not go through that code.
template <class T, class Op>
inline T fetch_update(T* word, Op op) {
  std::atomic_ref<T> ref(*word);
  T old = ref.load(std::memory_order_relaxed);
  while (!ref.compare_exchange_weak(old, op(old), std::memory_order_acq_rel,
                                    std::memory_order_relaxed)) {
  }
  return old;
}
#endif
}  // namespace atomic_detail

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_and(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return word_ref<S, T>(*word).fetch_and(value, order::memory_order_acq_rel);
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old & value); });
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_or(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return word_ref<S, T>(*word).fetch_or(value, order::memory_order_acq_rel);
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old | value); });
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_xor(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return word_ref<S, T>(*word).fetch_xor(value, order::memory_order_acq_rel);
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old ^ value); });
#endif
}

#if !ARK_DEVICE_PASS
namespace atomic_detail {
inline void host_fence(std::memory_order how) {
#if defined(__SANITIZE_THREAD__)
  // The race detector does not model fences: it gets a read-modify-write of a word that all fences
  // share.
  static std::atomic<int> shared_by_all_fences{0};
  shared_by_all_fences.fetch_add(0, how);
#else
  std::atomic_thread_fence(how);
#endif
}
}  // namespace atomic_detail
#endif

template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_acq_rel() {
#if ARK_DEVICE_PASS
  cuda::atomic_thread_fence(order::memory_order_acq_rel, cuda_scope<S>);
#else
  atomic_detail::host_fence(std::memory_order_acq_rel);
#endif
}

template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_seq_cst() {
#if ARK_DEVICE_PASS
  cuda::atomic_thread_fence(order::memory_order_seq_cst, cuda_scope<S>);
#else
  atomic_detail::host_fence(std::memory_order_seq_cst);
#endif
}

}  // namespace ark::detail
