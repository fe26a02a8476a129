// Atomic accesses with explicit scope and order, the same names for g++ and nvcc.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/platform/ptx_atomics.hpp>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if !ARK_DEVICE_PASS
#include <atomic>
#endif

namespace ark::detail {

#if ARK_DEVICE_PASS
namespace atomic_detail {
/// PTX accesses have sizes, not types: the unsigned integer of T's size.
template <class T>
using bits_of =
    std::conditional_t<sizeof(T) <= 2,
                       std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

/// Operand type of an addition: floating-point values are added as such, integers as bits.
template <class T>
using addend_of = std::conditional_t<std::is_floating_point_v<T>, T, bits_of<T>>;

template <class To, class From>
ARK_DEVICE inline To cast(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &value, sizeof to);
  return to;
}
template <class T>
ARK_DEVICE inline bits_of<T>* word_of(T* word) {
  return reinterpret_cast<bits_of<T>*>(word);
}
template <class T>
ARK_DEVICE inline const bits_of<T>* word_of(const T* word) {
  return reinterpret_cast<const bits_of<T>*>(word);
}
template <class T>
ARK_DEVICE inline bits_of<T> bits(T value) {
  return cast<bits_of<T>>(value);
}
}  // namespace atomic_detail
#endif

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T load_relaxed(const T* word) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(ptx_load_relaxed(ptx_scope<S>{}, atomic_detail::word_of(word)));
#else
  return std::atomic_ref<T>(*const_cast<T*>(word)).load(std::memory_order_relaxed);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T load_acquire(const T* word) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(ptx_load_acquire(ptx_scope<S>{}, atomic_detail::word_of(word)));
#else
  return std::atomic_ref<T>(*const_cast<T*>(word)).load(std::memory_order_acquire);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline void store_relaxed(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_store_relaxed(ptx_scope<S>{}, atomic_detail::word_of(word), atomic_detail::bits<T>(value));
#else
  std::atomic_ref<T>(*word).store(value, std::memory_order_relaxed);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline void store_release(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_store_release(ptx_scope<S>{}, atomic_detail::word_of(word), atomic_detail::bits<T>(value));
#else
  std::atomic_ref<T>(*word).store(value, std::memory_order_release);
#endif
}

/// Load two adjacent words, aligned to 16 bytes: one access on a GPU. Each word is atomic by
/// itself.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void load_pair_relaxed(const std::uint64_t* words, std::uint64_t& first,
                                              std::uint64_t& second) {
#if ARK_DEVICE_PASS
  ptx_load_pair_relaxed(ptx_scope<S>{}, words, first, second);
#else
  first = load_relaxed<S>(words);
  second = load_relaxed<S>(words + 1);
#endif
}

/// Two adjacent words, aligned to 16 bytes: one access on a GPU. Each word is atomic by itself;
/// they may become visible in either order.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void store_pair_relaxed(std::uint64_t* words, std::uint64_t first,
                                               std::uint64_t second) {
#if ARK_DEVICE_PASS
  ptx_store_pair_relaxed(ptx_scope<S>{}, words, first, second);
#else
  store_relaxed<S>(words + 1, second);
  store_relaxed<S>(words, first);
#endif
}

/// Store two adjacent words, aligned to 16 bytes, with release: after all earlier writes. Pairs
/// with an acquire load of the first word: a thread that reads `first` there sees them.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void store_pair_release(std::uint64_t* words, std::uint64_t first,
                                               std::uint64_t second) {
#if ARK_DEVICE_PASS
  ptx_fence_release(ptx_scope<S>{});
  ptx_store_pair_relaxed(ptx_scope<S>{}, words, first, second);
#else
  store_relaxed<S>(words + 1, second);
  store_release<S>(words, first);
#endif
}

/// Read-modify-writes: acquire and release unless the name contains relaxed. All return the old
/// value of the word.
template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_add(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  using addend = atomic_detail::addend_of<T>;
  return atomic_detail::cast<T>(ptx_add_acq_rel(ptx_scope<S>{}, reinterpret_cast<addend*>(word),
                                                atomic_detail::cast<addend>(value)));
#else
  return std::atomic_ref<T>(*word).fetch_add(value, std::memory_order_acq_rel);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_add_relaxed(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  using addend = atomic_detail::addend_of<T>;
  return atomic_detail::cast<T>(ptx_add_relaxed(ptx_scope<S>{}, reinterpret_cast<addend*>(word),
                                                atomic_detail::cast<addend>(value)));
#else
  return std::atomic_ref<T>(*word).fetch_add(value, std::memory_order_relaxed);
#endif
}

/// Add at system scope, without waiting for the old value. T: unsigned integers of 32 or 64 bits,
/// float, double.
template <class T>
ARK_HOST_DEVICE inline void add_relaxed(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_red_add(word, value);
#else
  fetch_add_relaxed(word, value);
#endif
}

/// Add with release at system scope, without waiting for the old value. T as for add_relaxed().
template <class T>
ARK_HOST_DEVICE inline void add_release(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  ptx_red_add_release(word, value);
#else
  std::atomic_ref<T>(*word).fetch_add(value, std::memory_order_release);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T exchange(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(ptx_exch_acq_rel(ptx_scope<S>{}, atomic_detail::word_of(word),
                                                 atomic_detail::bits<T>(value)));
#else
  return std::atomic_ref<T>(*word).exchange(value, std::memory_order_acq_rel);
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T compare_exchange(T* word, std::type_identity_t<T> expected,
                                          std::type_identity_t<T> desired) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(ptx_cas_acq_rel(ptx_scope<S>{}, atomic_detail::word_of(word),
                                                atomic_detail::bits<T>(expected),
                                                atomic_detail::bits<T>(desired)));
#else
  std::atomic_ref<T>(*word).compare_exchange_strong(expected, desired, std::memory_order_acq_rel,
                                                    std::memory_order_acquire);
  return expected;
#endif
}

/// Compare-exchange without an order.
template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T compare_exchange_relaxed(T* word, std::type_identity_t<T> expected,
                                                  std::type_identity_t<T> desired) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(ptx_cas_relaxed(ptx_scope<S>{}, atomic_detail::word_of(word),
                                                atomic_detail::bits<T>(expected),
                                                atomic_detail::bits<T>(desired)));
#else
  std::atomic_ref<T>(*word).compare_exchange_strong(expected, desired, std::memory_order_relaxed);
  return expected;
#endif
}

namespace atomic_detail {
#if !ARK_DEVICE_PASS
/// g++ 12 miscompiles fetching AND, OR and XOR when the old value is in the operand's register. A
/// compare-exchange loop avoids that code.
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
  return atomic_detail::cast<T>(
      ptx_and_acq_rel(ptx_scope<S>{}, atomic_detail::word_of(word), atomic_detail::bits<T>(value)));
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old & value); });
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_or(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(
      ptx_or_acq_rel(ptx_scope<S>{}, atomic_detail::word_of(word), atomic_detail::bits<T>(value)));
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old | value); });
#endif
}

template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T fetch_xor(T* word, std::type_identity_t<T> value) {
#if ARK_DEVICE_PASS
  return atomic_detail::cast<T>(
      ptx_xor_acq_rel(ptx_scope<S>{}, atomic_detail::word_of(word), atomic_detail::bits<T>(value)));
#else
  return atomic_detail::fetch_update(word, [value](T old) { return static_cast<T>(old ^ value); });
#endif
}

/// A read-modify-write for another thread's request, at system scope: acquire, and release on a
/// CPU, where that costs nothing. Returns the old value. Word: 32 or 64 bits, unsigned.
#if ARK_DEVICE_PASS
#define ARK_UPDATE(NAME, PTX, HOST)                                      \
  template <class Word>                                                  \
  ARK_DEVICE inline Word NAME##_acquire(Word* word, Word value) {        \
    return ptx_##PTX##_acquire(ptx_scope<scope::system>{}, word, value); \
  }
#else
#define ARK_UPDATE(NAME, PTX, HOST)                    \
  template <class Word>                                \
  inline Word NAME##_acquire(Word* word, Word value) { \
    return HOST(word, value);                          \
  }
#endif
ARK_UPDATE(fetch_add, add, fetch_add)
ARK_UPDATE(fetch_and, and, fetch_and)
ARK_UPDATE(fetch_or, or, fetch_or)
ARK_UPDATE(fetch_xor, xor, fetch_xor)
ARK_UPDATE(exchange, exch, exchange)
#undef ARK_UPDATE
template <class Word>
ARK_HOST_DEVICE inline Word compare_exchange_acquire(Word* word, Word expected, Word desired) {
#if ARK_DEVICE_PASS
  return ptx_cas_acquire(ptx_scope<scope::system>{}, word, expected, desired);
#else
  return compare_exchange(word, expected, desired);
#endif
}

/// Raise a word that only grows to `value`, if it is less. Release, if it changes the word.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void raise(std::uint64_t* word, std::uint64_t value) {
  std::uint64_t seen = load_relaxed<S>(word);
  while (seen < value) {
    const std::uint64_t now = compare_exchange<S>(word, seen, value);
    if (now == seen) return;
    seen = now;
  }
}

#if !ARK_DEVICE_PASS
namespace atomic_detail {
inline void host_fence(std::memory_order how) {
#if defined(__SANITIZE_THREAD__)
  // ThreadSanitizer does not model fences. It gets a read-modify-write of a word that all fences
  // share instead.
  static std::atomic<int> shared_by_all_fences{0};
  shared_by_all_fences.fetch_add(0, how);
#else
#if defined(__x86_64__)
  // The compiler's seq_cst fence locks the word at the top of the stack. If that is a variable of
  // the caller, its next load waits for the fence: 4.5 ns in a loop of a put and a quiet. A
  // function that calls others has no variable below the top.
  if (how == std::memory_order_seq_cst) {
    asm volatile("lock {orl $0, -64(%%rsp)|or dword ptr [rsp-64], 0}" : : : "memory", "cc");
    return;
  }
#endif
  std::atomic_thread_fence(how);
#endif
}
}  // namespace atomic_detail

/// On the host: orders a read-modify-write before it ahead of loads after it, as if both were
/// sequentially consistent. On x86-64 the instruction itself orders them, so this is a compiler
/// barrier only.
inline void fence_after_rmw() {
#if defined(__x86_64__)
  std::atomic_signal_fence(std::memory_order_seq_cst);
#else
  atomic_detail::host_fence(std::memory_order_seq_cst);
#endif
}
#endif

/// Orders accesses before it ahead of stores after it: with a relaxed store, a release.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_release() {
#if ARK_DEVICE_PASS
  ptx_fence_release(ptx_scope<S>{});
#else
  atomic_detail::host_fence(std::memory_order_release);
#endif
}
/// Orders loads before it ahead of accesses after it: with a relaxed load, an acquire.
template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_acquire() {
#if ARK_DEVICE_PASS
  ptx_fence_acquire(ptx_scope<S>{});
#else
  atomic_detail::host_fence(std::memory_order_acquire);
#endif
}

/// A loop that waits for a word polls with load_poll() and, once the word has the awaited value,
/// calls fence_after_polls(): together an acquire, for a thread that sees the value. On a GPU with
/// one-way fences an acquire load would empty the SM's cache with every poll; on others a fence
/// costs more than acquire loads do, and ThreadSanitizer does not model fences: there the load
/// acquires.
#if ARK_DEVICE_PASS
inline constexpr bool polls_are_relaxed = ARK_ONE_WAY_FENCES != 0;
#elif defined(__SANITIZE_THREAD__)
inline constexpr bool polls_are_relaxed = false;
#else
inline constexpr bool polls_are_relaxed = true;
#endif
template <scope S = scope::system, class T>
ARK_HOST_DEVICE inline T load_poll(const T* word) {
  if constexpr (polls_are_relaxed) return load_relaxed<S>(word);
  return load_acquire<S>(word);
}
template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_after_polls() {
  if constexpr (polls_are_relaxed) fence_acquire<S>();
}

template <scope S = scope::system>
ARK_HOST_DEVICE inline void fence_seq_cst() {
#if ARK_DEVICE_PASS
  ptx_fence_seq_cst(ptx_scope<S>{});
#else
  atomic_detail::host_fence(std::memory_order_seq_cst);
#endif
}

}  // namespace ark::detail
