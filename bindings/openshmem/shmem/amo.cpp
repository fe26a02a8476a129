// Atomics, implemented on integers of 32 and 64 bits.
#include <bit>

#include "team_handles.hpp"

namespace ark::openshmem {

namespace {

template <class T>
using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
word<T>* at(const T* address) {
  return reinterpret_cast<word<T>*>(symmetric(const_cast<T*>(address)));
}
/// `fetch` of an nbi call: any memory of the caller.
template <class T>
word<T>* local(T* address) {
  return reinterpret_cast<word<T>*>(address);
}
template <class T>
word<T> raw(T value) {
  return std::bit_cast<word<T>>(value);
}
template <class T>
T typed(word<T> value) {
  return std::bit_cast<T>(value);
}

}  // namespace

#define ARK_SHMEM_LIST(...) __VA_ARGS__
// Defines an atomic, its form with a context, and, if `old` is not empty, its name before OpenSHMEM
// 1.4.
#define ARK_SHMEM_BOTH(result, name, parameters, ...)                                           \
  ARK_SHMEM_CALL(result, name, (ARK_SHMEM_LIST parameters, int pe), __VA_ARGS__)                \
  ARK_SHMEM_CALL(result, ctx_##name, (shmem_ctx_t ctx, ARK_SHMEM_LIST parameters, int in_team), \
                 [&](target_pe pe) { return __VA_ARGS__; }(pe_of(ctx, in_team)))
#define ARK_SHMEM_ALL(result, name, old, parameters, ...)                                  \
  ARK_SHMEM_BOTH(result, name, parameters, __VA_ARGS__)                                    \
  ARK_SHMEM_ALIAS(result, shmem_##old, pshmem_##name, (ARK_SHMEM_LIST parameters, int pe)) \
  ARK_SHMEM_ALIAS(result, pshmem_##old, pshmem_##name, (ARK_SHMEM_LIST parameters, int pe))

#define ARK_SHMEM_TYPED(N, T)                                               \
  ARK_SHMEM_ALL(T, N##_atomic_fetch, N##_fetch, (const T* source),          \
                typed<T>(atomic_fetch(at(source), pe)))                     \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_nbi, (T * fetch, const T* source),  \
                 void(atomic_fetch_nbi(local(fetch), at(source), pe)))      \
  ARK_SHMEM_ALL(void, N##_atomic_set, N##_set, (T * dest, T value),         \
                void(atomic_set(at(dest), raw(value), pe)))                 \
  ARK_SHMEM_ALL(T, N##_atomic_swap, N##_swap, (T * dest, T value),          \
                typed<T>(atomic_swap(at(dest), raw(value), pe)))            \
  ARK_SHMEM_BOTH(void, N##_atomic_swap_nbi, (T * fetch, T * dest, T value), \
                 void(atomic_swap_nbi(local(fetch), at(dest), raw(value), pe)))
ARK_SHMEM_EXTENDED_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_TYPED(N, T)                                                                      \
  ARK_SHMEM_ALL(T, N##_atomic_compare_swap, N##_cswap, (T * dest, T cond, T value),                \
                typed<T>(atomic_compare_swap(at(dest), raw(cond), raw(value), pe)))                \
  ARK_SHMEM_BOTH(void, N##_atomic_compare_swap_nbi, (T * fetch, T * dest, T cond, T value),        \
                 void(atomic_compare_swap_nbi(local(fetch), at(dest), raw(cond), raw(value), pe))) \
  ARK_SHMEM_ALL(void, N##_atomic_inc, N##_inc, (T * dest), void(atomic_inc(at(dest), pe)))         \
  ARK_SHMEM_ALL(T, N##_atomic_fetch_inc, N##_finc, (T * dest),                                     \
                typed<T>(atomic_fetch_inc(at(dest), pe)))                                          \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_inc_nbi, (T * fetch, T * dest),                            \
                 void(atomic_fetch_inc_nbi(local(fetch), at(dest), pe)))                           \
  ARK_SHMEM_ALL(void, N##_atomic_add, N##_add, (T * dest, T value),                                \
                void(atomic_add(at(dest), raw(value), pe)))                                        \
  ARK_SHMEM_ALL(T, N##_atomic_fetch_add, N##_fadd, (T * dest, T value),                            \
                typed<T>(atomic_fetch_add(at(dest), raw(value), pe)))                              \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_add_nbi, (T * fetch, T * dest, T value),                   \
                 void(atomic_fetch_add_nbi(local(fetch), at(dest), raw(value), pe)))
ARK_SHMEM_AMO_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_BITWISE(N, T, op)                                                 \
  ARK_SHMEM_BOTH(void, N##_atomic_##op, (T * dest, T value),                        \
                 void(atomic_##op(at(dest), raw(value), pe)))                       \
  ARK_SHMEM_BOTH(T, N##_atomic_fetch_##op, (T * dest, T value),                     \
                 typed<T>(atomic_fetch_##op(at(dest), raw(value), pe)))             \
  ARK_SHMEM_BOTH(void, N##_atomic_fetch_##op##_nbi, (T * fetch, T * dest, T value), \
                 void(atomic_fetch_##op##_nbi(local(fetch), at(dest), raw(value), pe)))
#define ARK_SHMEM_TYPED(N, T)  \
  ARK_SHMEM_BITWISE(N, T, and) \
  ARK_SHMEM_BITWISE(N, T, or)  \
  ARK_SHMEM_BITWISE(N, T, xor)
ARK_SHMEM_BITWISE_TYPES(ARK_SHMEM_TYPED)

}  // namespace ark::openshmem
