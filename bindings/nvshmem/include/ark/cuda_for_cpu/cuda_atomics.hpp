// <cuda/atomic> and <cuda/std/atomic> for the CPU executor: ark::atomic_ref under their names, and
// objects of it. Every scope is the system's. A loop on any access but a store lets other lanes and
// blocks run.
#pragma once

#include <ark/atomic_ref.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/simt/lane.hpp>

namespace cuda {

using ark::thread_scope;
using ark::thread_scope_block;
using ark::thread_scope_device;
using ark::thread_scope_system;
using ark::thread_scope_thread;

using ark::memory_order;
using ark::memory_order_acq_rel;
using ark::memory_order_acquire;
using ark::memory_order_relaxed;
using ark::memory_order_release;
using ark::memory_order_seq_cst;

using ark::atomic_ref;

inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {
  ark::detail::fence_seq_cst();
  ark::detail::spin_hint();
}

/// A word that is only accessed through its members, those of atomic_ref. Without a value it is not
/// initialised, as in shared memory.
template <class T, thread_scope Scope = thread_scope_system>
class atomic {
  using reference = atomic_ref<T, Scope>;
  [[nodiscard]] reference word() const { return reference(const_cast<T&>(value_)); }

 public:
  using value_type = T;
  using difference_type = typename reference::difference_type;
  static constexpr bool is_always_lock_free = reference::is_always_lock_free;

  atomic() noexcept = default;
  constexpr atomic(T value) noexcept : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T operator=(T value) noexcept { return word() = value; }
  operator T() const noexcept { return load(); }
  [[nodiscard]] bool is_lock_free() const noexcept { return word().is_lock_free(); }

  void store(T value, memory_order order = memory_order_seq_cst) { word().store(value, order); }
  [[nodiscard]] T load(memory_order order = memory_order_seq_cst) const {
    return word().load(order);
  }
  void wait(T old, memory_order order = memory_order_seq_cst) const { word().wait(old, order); }
  void notify_one() {}
  void notify_all() {}
  T exchange(T value, memory_order order = memory_order_seq_cst) {
    return word().exchange(value, order);
  }
  /// orders: one, or those of success and of failure.
  template <class... Orders>
  bool compare_exchange_weak(T& expected, T value, Orders... orders) {
    return word().compare_exchange_weak(expected, value, orders...);
  }
  template <class... Orders>
  bool compare_exchange_strong(T& expected, T value, Orders... orders) {
    return word().compare_exchange_strong(expected, value, orders...);
  }

#define ARK_ATOMIC_FETCH(name, Operand)                                               \
  T name(Operand value, memory_order order = memory_order_seq_cst) requires requires( \
      reference word, Operand by) {                                                   \
    word.name(by);                                                                    \
  }                                                                                   \
  { return word().name(value, order); }
  ARK_ATOMIC_FETCH(fetch_add, difference_type)
  ARK_ATOMIC_FETCH(fetch_sub, difference_type)
  ARK_ATOMIC_FETCH(fetch_and, T)
  ARK_ATOMIC_FETCH(fetch_or, T)
  ARK_ATOMIC_FETCH(fetch_xor, T)
  ARK_ATOMIC_FETCH(fetch_min, T)
  ARK_ATOMIC_FETCH(fetch_max, T)
#undef ARK_ATOMIC_FETCH

  T operator++() { return ++word(); }
  T operator--() { return --word(); }
  T operator++(int) { return word()++; }
  T operator--(int) { return word()--; }
  T operator+=(difference_type by) { return word() += by; }
  T operator-=(difference_type by) { return word() -= by; }
  T operator&=(T mask) { return word() &= mask; }
  T operator|=(T mask) { return word() |= mask; }
  T operator^=(T mask) { return word() ^= mask; }

 private:
  alignas(reference::required_alignment) T value_;
};

namespace std {

using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;

template <class T>
using atomic = cuda::atomic<T>;
template <class T>
using atomic_ref = cuda::atomic_ref<T>;
inline void atomic_thread_fence(memory_order order) { cuda::atomic_thread_fence(order); }

}  // namespace std

}  // namespace cuda
