// CUDA's atomic functions on the CPU executor: atomicAdd and the like.
//
// Callable: lanes and host threads. Types, signatures and results are CUDA's; all return the old
// value of the word. Atomic, but relaxed, as on a GPU: use __threadfence for ordering. `_block` and
// `_system` name a scope; a CPU has no scopes, so these forms equal the plain ones.
// Progress: each call counts as an iteration of a spin loop, as an access of ark::atomic_ref does.
#pragma once

#include <ark/detail/simt/cpu_atomics.hpp>
#include <concepts>
#include <type_traits>

namespace ark::detail {

template <class T, class... Allowed>
concept one_of = (std::same_as<T, Allowed> || ...);

template <class T>
concept legacy_add = one_of<T, int, unsigned, unsigned long long, float, double>;
template <class T>
concept legacy_sub = one_of<T, int, unsigned>;
template <class T>
concept legacy_exchange = one_of<T, int, unsigned, unsigned long long, float>;
template <class T>
concept legacy_compare = one_of<T, int, unsigned, unsigned long long, unsigned short>;
template <class T>
concept legacy_integer = one_of<T, int, unsigned, long long, unsigned long long>;

template <class T>
using legacy_word = atomic_ref<T, thread_scope_device>;

template <class T, class Change>
T legacy_update(T* address, Change change) noexcept {
  spin_hint();
  return atomic_update(std::atomic_ref<T>(*address), memory_order_relaxed, change);
}

}  // namespace ark::detail

template <ark::detail::legacy_add T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_add(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_sub T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_sub(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_exchange T>
T atomicExch(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).exchange(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_integer T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_min(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_integer T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_max(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_integer T>
T atomicAnd(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_and(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_integer T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_or(value, ark::detail::memory_order_relaxed);
}
template <ark::detail::legacy_integer T>
T atomicXor(T* address, std::type_identity_t<T> value) {
  return ark::detail::legacy_word<T>(*address).fetch_xor(value, ark::detail::memory_order_relaxed);
}

/// Stores `value` if the word equals `compare`.
template <ark::detail::legacy_compare T>
T atomicCAS(T* address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  ark::detail::legacy_word<T>(*address).compare_exchange_strong(compare, value,
                                                                ark::detail::memory_order_relaxed);
  return compare;
}

/// Counts up to `limit`, then from 0 again.
inline unsigned atomicInc(unsigned* address, unsigned limit) {
  return ark::detail::legacy_update(address,
                                    [limit](unsigned old) { return old >= limit ? 0u : old + 1u; });
}

/// Counts down to 0, then from `limit` again; a word above `limit` becomes `limit`.
inline unsigned atomicDec(unsigned* address, unsigned limit) {
  return ark::detail::legacy_update(
      address, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1u; });
}

// The forms with a scope suffix accept the arguments of the plain form.
#define ARK_ATOMIC_WITH_SCOPE(name, scope)                           \
  template <class T, class... Values>                                \
  auto name##scope(T* address, Values... values) requires requires { \
    name(address, values...);                                        \
  }                                                                  \
  { return name(address, values...); }
#define ARK_ATOMIC_WITH_SCOPES(name)  \
  ARK_ATOMIC_WITH_SCOPE(name, _block) \
  ARK_ATOMIC_WITH_SCOPE(name, _system)
ARK_ATOMIC_WITH_SCOPES(atomicAdd)
ARK_ATOMIC_WITH_SCOPES(atomicSub)
ARK_ATOMIC_WITH_SCOPES(atomicExch)
ARK_ATOMIC_WITH_SCOPES(atomicMin)
ARK_ATOMIC_WITH_SCOPES(atomicMax)
ARK_ATOMIC_WITH_SCOPES(atomicAnd)
ARK_ATOMIC_WITH_SCOPES(atomicOr)
ARK_ATOMIC_WITH_SCOPES(atomicXor)
ARK_ATOMIC_WITH_SCOPES(atomicCAS)
ARK_ATOMIC_WITH_SCOPES(atomicInc)
ARK_ATOMIC_WITH_SCOPES(atomicDec)
#undef ARK_ATOMIC_WITH_SCOPES
#undef ARK_ATOMIC_WITH_SCOPE
