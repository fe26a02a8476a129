// CUDA's intrinsics on the CPU executor: barriers, warp operations, fences, clocks, bits, assert. Lanes only, except
// bits and clocks. Semantics are CUDA's; what differs is said where it does.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/lane.hpp>
#include <bit>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

// --- Block barriers -----------------------------------------------------------------------------------------------

inline void __syncthreads() { ark::detail::block_barrier(ark::detail::block_reduce::none, 0); }
inline int __syncthreads_count(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::count, predicate);
}
inline int __syncthreads_and(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::all, predicate);
}
inline int __syncthreads_or(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::any, predicate);
}

// --- Warps --------------------------------------------------------------------------------------------------------

inline void __syncwarp(unsigned mask = 0xffffffffu) { ark::detail::warp_sync(mask); }
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return ark::detail::warp_vote(mask, ark::detail::vote_op::ballot, predicate != 0);
}
inline int __all_sync(unsigned mask, int predicate) {
  return ark::detail::warp_vote(mask, ark::detail::vote_op::all, predicate != 0) != 0;
}
inline int __any_sync(unsigned mask, int predicate) {
  return ark::detail::warp_vote(mask, ark::detail::vote_op::any, predicate != 0) != 0;
}
/// The calling lane alone: CUDA promises no more, and lanes here are never in step.
inline unsigned __activemask() { return 1u << (ark::detail::self()->linear_index % 32); }

namespace ark::detail {

template <class T>
inline std::uint64_t shuffle_bits(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
inline T shuffle(std::uint32_t mask, shuffle_op op, T value, unsigned source, int width) {
  const std::uint64_t bits = warp_shuffle(mask, op, shuffle_bits(value), source, width);
  T result;
  std::memcpy(&result, &bits, sizeof(T));
  return result;
}

}  // namespace ark::detail

/// T: any arithmetic type of 4 or 8 bytes.
template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::index, value, static_cast<unsigned>(source), width);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::up, value, delta, width);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::down, value, delta, width);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::bfly, value, static_cast<unsigned>(lane_mask), width);
}
template <class T>
inline unsigned __match_any_sync(unsigned mask, T value) {
  return ark::detail::warp_match(mask, ark::detail::match_op::any, ark::detail::shuffle_bits(value), nullptr);
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  return ark::detail::warp_match(mask, ark::detail::match_op::all, ark::detail::shuffle_bits(value), all_equal);
}
inline unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, 'a', value, false);
}
inline unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, 'm', value, false);
}
inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, 'M', value, false);
}
inline int __reduce_add_sync(unsigned mask, int value) {
  return static_cast<int>(ark::detail::warp_reduce(mask, 'a', static_cast<unsigned>(value), true));
}
inline int __reduce_min_sync(unsigned mask, int value) {
  return static_cast<int>(ark::detail::warp_reduce(mask, 'm', static_cast<unsigned>(value), true));
}
inline int __reduce_max_sync(unsigned mask, int value) {
  return static_cast<int>(ark::detail::warp_reduce(mask, 'M', static_cast<unsigned>(value), true));
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, '&', value, false);
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, '|', value, false);
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return ark::detail::warp_reduce(mask, '^', value, false);
}

// --- Fences, time -------------------------------------------------------------------------------------------------

inline void __threadfence_system() {
  ark::detail::fence_seq_cst();
  ark::detail::spin_hint();
}
inline void __threadfence() { __threadfence_system(); }
inline void __threadfence_block() { __threadfence_system(); }
inline void __nanosleep(unsigned ns) { ark::detail::sleep(ns); }

namespace ark {
/// Nanoseconds of a clock that all PEs of a host share; only differences mean anything.
inline std::uint64_t global_timer_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}
}  // namespace ark

/// Nanoseconds here, cycles on a GPU. Counts as a turn of a spin loop.
inline long long clock64() {
  ark::detail::spin_hint();
  return static_cast<long long>(ark::global_timer_ns());
}

// --- Bits, loads --------------------------------------------------------------------------------------------------

constexpr int __popc(unsigned x) { return std::popcount(x); }
constexpr int __popcll(unsigned long long x) { return std::popcount(x); }
constexpr int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
constexpr int __ffsll(long long x) {
  return x == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(x)) + 1;
}
constexpr int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
constexpr int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
constexpr unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= ((x >> i) & 1u) << (31 - i);
  return reversed;
}
template <class T>
inline T __ldg(const T* address) {
  return *address;
}

// --- assert -------------------------------------------------------------------------------------------------------

/// assert for kernels: prints file, line, block and thread, ends the grid, and the launch's stream_sync reports it.
/// On a host thread it is the C library's. Checked in every build type.
#define ARK_ASSERT(expression)                                                                          \
  ((expression) ? static_cast<void>(0)                                                                  \
   : ::ark::detail::self() != nullptr                                                                   \
       ? ::ark::detail::kernel_assert(#expression, __FILE__, __LINE__, static_cast<const char*>(__func__)) \
       : __assert_fail(#expression, __FILE__, __LINE__, static_cast<const char*>(__func__)))

#if !defined(NDEBUG)
#undef assert
#define assert(expression) ARK_ASSERT(expression)
#endif
