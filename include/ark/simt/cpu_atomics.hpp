// ark::atomic_ref and CUDA's legacy atomics on the CPU executor. Lanes and host threads.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/lane.hpp>
#include <atomic>
#include <type_traits>

namespace ark {

/// On the CPU all scopes are the system's.
enum thread_scope { thread_scope_thread, thread_scope_block, thread_scope_device, thread_scope_system };

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

/// std::atomic_ref with CUDA's scopes. Loads count as turns of a spin loop, so that a loop on one gives way; fetching
/// and, or and xor are compare-exchange loops because g++ 12 miscompiles the builtins.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public std::atomic_ref<T> {
  using base = std::atomic_ref<T>;

 public:
  explicit atomic_ref(T& object) : base(object) {}
  using base::operator=;

  T load(memory_order order = memory_order_seq_cst) const noexcept {
    const T value = base::load(order);
    detail::spin_hint();
    return value;
  }
  operator T() const noexcept { return load(); }  // NOLINT: as std::atomic_ref's
  bool compare_exchange_weak(T& expected, T desired, memory_order success = memory_order_seq_cst,
                             memory_order failure = memory_order_seq_cst) const noexcept {
    const bool done = base::compare_exchange_weak(expected, desired, success, failure);
    if (!done) detail::spin_hint();
    return done;
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success = memory_order_seq_cst,
                               memory_order failure = memory_order_seq_cst) const noexcept {
    const bool done = base::compare_exchange_strong(expected, desired, success, failure);
    if (!done) detail::spin_hint();
    return done;
  }
  T exchange(T value, memory_order order = memory_order_seq_cst) const noexcept {
    detail::spin_hint();
    return base::exchange(value, order);
  }
  T fetch_and(T mask, memory_order order = memory_order_seq_cst) const noexcept
      requires std::is_integral_v<T> {
    return update([mask](T old) { return static_cast<T>(old & mask); }, order);
  }
  T fetch_or(T mask, memory_order order = memory_order_seq_cst) const noexcept
      requires std::is_integral_v<T> {
    return update([mask](T old) { return static_cast<T>(old | mask); }, order);
  }
  T fetch_xor(T mask, memory_order order = memory_order_seq_cst) const noexcept
      requires std::is_integral_v<T> {
    return update([mask](T old) { return static_cast<T>(old ^ mask); }, order);
  }
  T fetch_min(T value, memory_order order = memory_order_seq_cst) const noexcept {
    return update([value](T old) { return value < old ? value : old; }, order);
  }
  T fetch_max(T value, memory_order order = memory_order_seq_cst) const noexcept {
    return update([value](T old) { return old < value ? value : old; }, order);
  }

 private:
  template <class Change>
  T update(Change change, memory_order order) const noexcept {
    T old = base::load(memory_order_relaxed);
    while (!base::compare_exchange_weak(old, change(old), order, memory_order_relaxed)) {
    }
    return old;
  }
};

namespace detail {
template <class T>
using legacy = ark::atomic_ref<T, thread_scope_device>;
}  // namespace detail

}  // namespace ark

// CUDA's legacy atomics: relaxed. `_block` and `_system` differ in scope only, which a CPU has not.
#define ARK_LEGACY_ATOMIC(name, requirement, body)                         \
  template <class T>                                                       \
    requires(requirement)                                                  \
  inline T name(T* address, std::type_identity_t<T> value) {               \
    const ark::detail::legacy<T> word(*address);                           \
    return body;                                                           \
  }                                                                        \
  template <class T>                                                       \
    requires(requirement)                                                  \
  inline T name##_block(T* address, std::type_identity_t<T> value) {       \
    return name(address, value);                                           \
  }                                                                        \
  template <class T>                                                       \
    requires(requirement)                                                  \
  inline T name##_system(T* address, std::type_identity_t<T> value) {      \
    return name(address, value);                                           \
  }

ARK_LEGACY_ATOMIC(atomicAdd, std::is_arithmetic_v<T>, word.fetch_add(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicSub, std::is_arithmetic_v<T>, word.fetch_sub(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicExch, std::is_arithmetic_v<T>, word.exchange(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicMin, std::is_integral_v<T>, word.fetch_min(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicMax, std::is_integral_v<T>, word.fetch_max(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicAnd, std::is_integral_v<T>, word.fetch_and(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicOr, std::is_integral_v<T>, word.fetch_or(value, std::memory_order_relaxed))
ARK_LEGACY_ATOMIC(atomicXor, std::is_integral_v<T>, word.fetch_xor(value, std::memory_order_relaxed))
#undef ARK_LEGACY_ATOMIC

template <class T>
inline T atomicCAS(T* address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  ark::detail::legacy<T>(*address).compare_exchange_strong(compare, value, std::memory_order_relaxed,
                                                           std::memory_order_relaxed);
  return compare;
}
/// ((old >= limit) ? 0 : (old + 1)), as CUDA's.
inline unsigned atomicInc(unsigned* address, unsigned limit) {
  const std::atomic_ref<unsigned> word(*address);
  unsigned old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, old >= limit ? 0 : old + 1, std::memory_order_relaxed)) {
  }
  return old;
}
/// (((old == 0) || (old > limit)) ? limit : (old - 1)), as CUDA's.
inline unsigned atomicDec(unsigned* address, unsigned limit) {
  const std::atomic_ref<unsigned> word(*address);
  unsigned old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, old == 0 || old > limit ? limit : old - 1, std::memory_order_relaxed)) {
  }
  return old;
}
