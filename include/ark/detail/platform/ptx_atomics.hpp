// Inline PTX of atomic accesses and fences: one function per access, order, scope and width.
//
// Global and shared memory only: ptxas miscompiles atomic accesses to local memory (a thread's own
// variables) without a diagnostic. Read-modify-writes beyond a block are of global memory only:
// with an address of any memory, each would also hold the code for shared and for local memory.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// The set of threads that can synchronise through an atomic access or a fence. block: threads of
/// one block. device: threads of one GPU. system: also CPUs, peer GPUs and copy engines. On a CPU
/// all three are the same.
enum class scope { block, device, system };

}  // namespace ark::detail

#if ARK_DEVICE_PASS
namespace ark::detail {

/// Selects a function by scope.
template <scope>
struct ptx_scope {};

/// The address of a read-modify-write in the state space that its scope implies.
template <scope S>
ARK_DEVICE inline std::size_t ptx_updated(ptx_scope<S>, const void* word) {
  if constexpr (S == scope::block) return reinterpret_cast<std::size_t>(word);
  return __cvta_generic_to_global(word);
}

// WORD: the type in memory. BITS: its PTX type. REGISTER, C: the type and the letter of the asm
// operand that holds it. There are no 8-bit registers: a byte is held in a 16-bit one.
#define ARK_PTX_LOAD(SCOPE, NAME, ORDER, WORD, BITS, REGISTER, C)                      \
  ARK_DEVICE inline WORD ptx_load_##ORDER(ptx_scope<scope::SCOPE>, const WORD* word) { \
    REGISTER value;                                                                    \
    asm volatile("ld." #ORDER "." NAME "." BITS " %0, [%1];"                           \
                 : "=" C(value)                                                        \
                 : "l"(word)                                                           \
                 : "memory");                                                          \
    return static_cast<WORD>(value);                                                   \
  }
#define ARK_PTX_STORE(SCOPE, NAME, ORDER, WORD, BITS, REGISTER, C)                            \
  ARK_DEVICE inline void ptx_store_##ORDER(ptx_scope<scope::SCOPE>, WORD* word, WORD value) { \
    asm volatile("st." #ORDER "." NAME "." BITS " [%0], %1;" ::"l"(word),                     \
                 C(static_cast<REGISTER>(value))                                              \
                 : "memory");                                                                 \
  }
// Read-modify-write of 32 or 64 bits: returns the old value.
#define ARK_PTX_UPDATE(SCOPE, NAME, ORDER, OPERATION, WORD, BITS, C)                    \
  ARK_DEVICE inline WORD ptx_##OPERATION##_##ORDER(ptx_scope<scope::SCOPE>, WORD* word, \
                                                   WORD value) {                        \
    WORD old;                                                                           \
    asm volatile("atom." #ORDER "." NAME "." #OPERATION "." BITS " %0, [%1], %2;"       \
                 : "=" C(old)                                                           \
                 : "l"(ptx_updated(ptx_scope<scope::SCOPE>{}, word)), C(value)          \
                 : "memory");                                                           \
    return old;                                                                         \
  }
#define ARK_PTX_CAS(SCOPE, NAME, ORDER, WORD, BITS, C)                                        \
  ARK_DEVICE inline WORD ptx_cas_##ORDER(ptx_scope<scope::SCOPE>, WORD* word, WORD expected,  \
                                         WORD desired) {                                      \
    WORD old;                                                                                 \
    asm volatile("atom." #ORDER "." NAME ".cas." BITS " %0, [%1], %2, %3;"                    \
                 : "=" C(old)                                                                 \
                 : "l"(ptx_updated(ptx_scope<scope::SCOPE>{}, word)), C(expected), C(desired) \
                 : "memory");                                                                 \
    return old;                                                                               \
  }

#define ARK_PTX_ACCESSES(SCOPE, NAME, WORD, BITS, REGISTER, C) \
  ARK_PTX_LOAD(SCOPE, NAME, relaxed, WORD, BITS, REGISTER, C)  \
  ARK_PTX_LOAD(SCOPE, NAME, acquire, WORD, BITS, REGISTER, C)  \
  ARK_PTX_STORE(SCOPE, NAME, relaxed, WORD, BITS, REGISTER, C) \
  ARK_PTX_STORE(SCOPE, NAME, release, WORD, BITS, REGISTER, C)
#define ARK_PTX_ADDS(SCOPE, NAME, WORD, TYPE, C)           \
  ARK_PTX_UPDATE(SCOPE, NAME, relaxed, add, WORD, TYPE, C) \
  ARK_PTX_UPDATE(SCOPE, NAME, acq_rel, add, WORD, TYPE, C)
#define ARK_PTX_UPDATES(SCOPE, NAME, WORD, BITS, C)         \
  ARK_PTX_UPDATE(SCOPE, NAME, acq_rel, exch, WORD, BITS, C) \
  ARK_PTX_UPDATE(SCOPE, NAME, acq_rel, and, WORD, BITS, C)  \
  ARK_PTX_UPDATE(SCOPE, NAME, acq_rel, or, WORD, BITS, C)   \
  ARK_PTX_UPDATE(SCOPE, NAME, acq_rel, xor, WORD, BITS, C)  \
  ARK_PTX_CAS(SCOPE, NAME, relaxed, WORD, BITS, C)          \
  ARK_PTX_CAS(SCOPE, NAME, acq_rel, WORD, BITS, C)
#define ARK_PTX_PAIR(SCOPE, NAME)                                                              \
  ARK_DEVICE inline void ptx_store_pair_relaxed(ptx_scope<scope::SCOPE>, std::uint64_t* words, \
                                                std::uint64_t first, std::uint64_t second) {   \
    asm volatile("st.relaxed." NAME ".v2.b64 [%0], {%1, %2};" ::"l"(words), "l"(first),        \
                 "l"(second)                                                                   \
                 : "memory");                                                                  \
  }
#define ARK_PTX_LOAD_PAIR(SCOPE, NAME)                                                           \
  ARK_DEVICE inline void ptx_load_pair_relaxed(ptx_scope<scope::SCOPE>,                          \
                                               const std::uint64_t* words, std::uint64_t& first, \
                                               std::uint64_t& second) {                          \
    asm volatile("ld.relaxed." NAME ".global.v2.b64 {%0, %1}, [%2];"                             \
                 : "=l"(first), "=l"(second)                                                     \
                 : "l"(__cvta_generic_to_global(words))                                          \
                 : "memory");                                                                    \
  }
// A fence that only acquires invalidates the SM's cache and does not wait for earlier stores; a
// fence that only releases waits and leaves the cache valid.
#if ARK_ONE_WAY_FENCES
#define ARK_PTX_RELEASE "fence.release."
#define ARK_PTX_ACQUIRE "fence.acquire."
#else
#define ARK_PTX_RELEASE "fence.acq_rel."
#define ARK_PTX_ACQUIRE "fence.acq_rel."
#endif
#define ARK_PTX_FENCES(SCOPE, NAME)                                   \
  ARK_DEVICE inline void ptx_fence_release(ptx_scope<scope::SCOPE>) { \
    asm volatile(ARK_PTX_RELEASE NAME ";" ::: "memory");              \
  }                                                                   \
  ARK_DEVICE inline void ptx_fence_acquire(ptx_scope<scope::SCOPE>) { \
    asm volatile(ARK_PTX_ACQUIRE NAME ";" ::: "memory");              \
  }                                                                   \
  ARK_DEVICE inline void ptx_fence_seq_cst(ptx_scope<scope::SCOPE>) { \
    asm volatile("fence.sc." NAME ";" ::: "memory");                  \
  }
#define ARK_PTX_ATOMICS(SCOPE, NAME, SPACE)                               \
  ARK_PTX_ACCESSES(SCOPE, NAME, std::uint8_t, "b8", std::uint16_t, "h")   \
  ARK_PTX_ACCESSES(SCOPE, NAME, std::uint16_t, "b16", std::uint16_t, "h") \
  ARK_PTX_ACCESSES(SCOPE, NAME, std::uint32_t, "b32", std::uint32_t, "r") \
  ARK_PTX_ACCESSES(SCOPE, NAME, std::uint64_t, "b64", std::uint64_t, "l") \
  ARK_PTX_ADDS(SCOPE, NAME SPACE, std::uint32_t, "u32", "r")              \
  ARK_PTX_ADDS(SCOPE, NAME SPACE, std::uint64_t, "u64", "l")              \
  ARK_PTX_ADDS(SCOPE, NAME SPACE, float, "f32", "f")                      \
  ARK_PTX_ADDS(SCOPE, NAME SPACE, double, "f64", "d")                     \
  ARK_PTX_UPDATES(SCOPE, NAME SPACE, std::uint32_t, "b32", "r")           \
  ARK_PTX_UPDATES(SCOPE, NAME SPACE, std::uint64_t, "b64", "l")           \
  ARK_PTX_PAIR(SCOPE, NAME)                                               \
  ARK_PTX_LOAD_PAIR(SCOPE, NAME)                                          \
  ARK_PTX_FENCES(SCOPE, NAME)

// For words of other PEs: no release, which would make the operation about five times as slow on a
// GPU.
#define ARK_PTX_ACQUIRES(SCOPE, NAME, WORD, BITS, ADDED, C) \
  ARK_PTX_UPDATE(SCOPE, NAME, acquire, add, WORD, ADDED, C) \
  ARK_PTX_UPDATE(SCOPE, NAME, acquire, exch, WORD, BITS, C) \
  ARK_PTX_UPDATE(SCOPE, NAME, acquire, and, WORD, BITS, C)  \
  ARK_PTX_UPDATE(SCOPE, NAME, acquire, or, WORD, BITS, C)   \
  ARK_PTX_UPDATE(SCOPE, NAME, acquire, xor, WORD, BITS, C)  \
  ARK_PTX_CAS(SCOPE, NAME, acquire, WORD, BITS, C)

ARK_PTX_ATOMICS(block, "cta", "")
ARK_PTX_ATOMICS(device, "gpu", ".global")
ARK_PTX_ATOMICS(system, "sys", ".global")
ARK_PTX_ACQUIRES(system, "sys.global", std::uint32_t, "b32", "u32", "r")
ARK_PTX_ACQUIRES(system, "sys.global", std::uint64_t, "b64", "u64", "l")

#undef ARK_PTX_LOAD
#undef ARK_PTX_STORE
#undef ARK_PTX_UPDATE
#undef ARK_PTX_CAS
#undef ARK_PTX_ACCESSES
#undef ARK_PTX_ADDS
#undef ARK_PTX_UPDATES
#undef ARK_PTX_ACQUIRES
#undef ARK_PTX_PAIR
#undef ARK_PTX_LOAD_PAIR
#undef ARK_PTX_FENCES
#undef ARK_PTX_ATOMICS

}  // namespace ark::detail
#endif
