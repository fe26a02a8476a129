// Atomic access to words on the CPU executor: the implementation of <ark/atomic_ref.hpp> and of the
// atomic functions.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace ark::detail {

/// The set of threads that can synchronise through an atomic access. On the CPU every scope is the
/// system's.
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

// A compare-exchange loop: g++ 12 miscompiles fetching and, or and xor, and std::atomic_ref has no
// min or max.
template <class T, class Change>
T atomic_update(const std::atomic_ref<T>& word, memory_order order, Change change) noexcept {
  T old = word.load(memory_order_relaxed);
  while (!word.compare_exchange_weak(old, change(old), order, memory_order_relaxed)) {
  }
  return old;
}

constexpr memory_order order_of_failure(memory_order success) noexcept {
  if (success == memory_order_acq_rel) return memory_order_acquire;
  return success == memory_order_release ? memory_order_relaxed : success;
}

/// Atomic access to an object that other threads access through atomic_ref, too.
///
/// Callable: lanes and host threads. Members, orders and results are those of cuda::atomic_ref.
/// object: aligned to required_alignment; outlives the reference.
/// Progress: every access but a store counts as an iteration of a spin loop and may first let other
///   lanes run, so that a loop on any of them ends if the awaited change can still happen.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref {
  static constexpr bool arithmetic = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
  static constexpr bool integral = std::is_integral_v<T> && !std::is_same_v<T, bool>;
  static constexpr bool pointer = std::is_pointer_v<T>;
  static constexpr bool countable = arithmetic || pointer;

 public:
  using value_type = T;
  using difference_type = std::conditional_t<pointer, std::ptrdiff_t, T>;
  static constexpr std::size_t required_alignment = std::atomic_ref<T>::required_alignment;
  static constexpr bool is_always_lock_free = std::atomic_ref<T>::is_always_lock_free;

  explicit atomic_ref(T& object) noexcept : word_(object) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  T operator=(T value) const noexcept {
    store(value);
    return value;
  }
  operator T() const noexcept { return load(); }

  [[nodiscard]] bool is_lock_free() const noexcept { return word_.is_lock_free(); }

  void store(T value, memory_order order = memory_order_seq_cst) const noexcept {
    word_.store(value, order);
  }
  [[nodiscard]] T load(memory_order order = memory_order_seq_cst) const noexcept {
    return hinted().load(order);
  }
  T exchange(T value, memory_order order = memory_order_seq_cst) const noexcept {
    return hinted().exchange(value, order);
  }

  bool compare_exchange_weak(T& expected, T value, memory_order success,
                             memory_order failure) const noexcept {
    return hinted().compare_exchange_weak(expected, value, success, failure);
  }
  bool compare_exchange_weak(T& expected, T value,
                             memory_order order = memory_order_seq_cst) const noexcept {
    return compare_exchange_weak(expected, value, order, order_of_failure(order));
  }
  bool compare_exchange_strong(T& expected, T value, memory_order success,
                               memory_order failure) const noexcept {
    return hinted().compare_exchange_strong(expected, value, success, failure);
  }
  bool compare_exchange_strong(T& expected, T value,
                               memory_order order = memory_order_seq_cst) const noexcept {
    return compare_exchange_strong(expected, value, order, order_of_failure(order));
  }

  T fetch_add(difference_type by, memory_order order = memory_order_seq_cst) const noexcept
      requires(countable) {
    return hinted().fetch_add(by, order);
  }
  T fetch_sub(difference_type by, memory_order order = memory_order_seq_cst) const noexcept
      requires(countable) {
    return hinted().fetch_sub(by, order);
  }
  T fetch_and(T mask, memory_order order = memory_order_seq_cst) const noexcept requires(integral) {
    return update(order, [mask](T old) { return static_cast<T>(old & mask); });
  }
  T fetch_or(T mask, memory_order order = memory_order_seq_cst) const noexcept requires(integral) {
    return update(order, [mask](T old) { return static_cast<T>(old | mask); });
  }
  T fetch_xor(T mask, memory_order order = memory_order_seq_cst) const noexcept requires(integral) {
    return update(order, [mask](T old) { return static_cast<T>(old ^ mask); });
  }
  T fetch_min(T value, memory_order order = memory_order_seq_cst) const noexcept
      requires(arithmetic) {
    return update(order, [value](T old) { return value < old ? value : old; });
  }
  T fetch_max(T value, memory_order order = memory_order_seq_cst) const noexcept
      requires(arithmetic) {
    return update(order, [value](T old) { return old < value ? value : old; });
  }

  // clang-format off
  T operator++() const noexcept requires(integral || pointer) { return ++hinted(); }
  T operator--() const noexcept requires(integral || pointer) { return --hinted(); }
  T operator++(int) const noexcept requires(integral || pointer) { return hinted()++; }
  T operator--(int) const noexcept requires(integral || pointer) { return hinted()--; }
  T operator+=(difference_type by) const noexcept requires(countable) { return hinted() += by; }
  T operator-=(difference_type by) const noexcept requires(countable) { return hinted() -= by; }
  T operator&=(T mask) const noexcept requires(integral) { return fetch_and(mask) & mask; }
  T operator|=(T mask) const noexcept requires(integral) { return fetch_or(mask) | mask; }
  T operator^=(T mask) const noexcept requires(integral) { return fetch_xor(mask) ^ mask; }
  // clang-format on

  /// Returns once the value's bytes differ from those of `old`. Other lanes and the DMA engines run
  /// meanwhile. Has no deadline, as CUDA's has none; ark_wait_until has one.
  void wait(T old, memory_order order = memory_order_seq_cst) const noexcept {
    for (T seen = word_.load(order); std::memcmp(&seen, &old, sizeof(T)) == 0;
         seen = word_.load(order)) {
      yield();
    }
  }
  /// Waiters poll: both do nothing.
  void notify_one() const noexcept {}
  void notify_all() const noexcept {}

 private:
  // The hint comes before the access, so that the returned value is not older than the last yield.
  const std::atomic_ref<T>& hinted() const noexcept {
    spin_hint();
    return word_;
  }
  template <class Change>
  T update(memory_order order, Change change) const noexcept {
    return atomic_update(hinted(), order, change);
  }

  std::atomic_ref<T> word_;
};

}  // namespace ark::detail
