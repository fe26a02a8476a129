// CUDA's barriers, warp operations and fences on the CPU executor. Results are CUDA's; comments
// below state the differences. Barriers and warp operations: lanes only. Fences: host threads as
// well.
//
// A lane that has returned counts as arrived, everywhere. A barrier or warp operation that can
// never complete, because lanes have diverged, ends the grid with errc::divergence and a report of
// the lanes and where they wait; on a GPU it is undefined.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/simt/cpu_builtins.hpp>
#include <ark/detail/simt/lane.hpp>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ark::detail {

/// The type to which CUDA's overloads promote an argument: bool, char and short become int.
template <class T>
using promoted = decltype(+std::declval<T>());

template <class T>
concept warp_word = std::same_as < promoted<T>,
int > || std::same_as<promoted<T>, unsigned> || std::same_as<promoted<T>, long> ||
    std::same_as<promoted<T>, unsigned long> || std::same_as<promoted<T>, long long> ||
    std::same_as<promoted<T>, unsigned long long> || std::same_as<promoted<T>, float> ||
    std::same_as<promoted<T>, double>;

template <class T>
concept reduce_word = std::same_as < promoted<T>,
int > || std::same_as<promoted<T>, unsigned>;

template <class T>
std::uint64_t bits_of(T value) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
T shuffle(std::uint32_t mask, shuffle_op op, T value, unsigned source, int width) {
  const std::uint64_t bits = warp_shuffle(mask, op, bits_of(value), source, width);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
T reduce(std::uint32_t mask, char op, T value) {
  return static_cast<T>(
      warp_reduce(mask, op, static_cast<std::uint32_t>(value), std::same_as<T, int>));
}

}  // namespace ark::detail

// --- Block

inline void __syncthreads() { ark::detail::block_barrier(ark::detail::block_reduce::none, 0); }
/// The number of lanes of the block whose predicate is not 0.
inline int __syncthreads_count(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::count, predicate != 0);
}
inline int __syncthreads_and(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::all, predicate != 0);
}
inline int __syncthreads_or(int predicate) {
  return ark::detail::block_barrier(ark::detail::block_reduce::any, predicate != 0);
}

// --- Warp. mask: contains the caller. Lanes of a mask that the block does not have, or that have
// returned, are not waited for.

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

/// The caller alone. CUDA promises no convergence either, so code that needs more is wrong on both.
inline unsigned __activemask() { return 1u << (ark::detail::self()->linear_index % 32); }

// width: a power of two up to 32, else the grid ends with errc::invalid_argument. If the source
// lane does not take part, the result is the caller's own value; with CUDA it is undefined.

template <ark::detail::warp_word T>
ark::detail::promoted<T> __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::index, +value,
                              static_cast<unsigned>(source), width);
}
template <ark::detail::warp_word T>
ark::detail::promoted<T> __shfl_up_sync(unsigned mask, T value, unsigned delta,
                                        int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::up, +value, delta, width);
}
template <ark::detail::warp_word T>
ark::detail::promoted<T> __shfl_down_sync(unsigned mask, T value, unsigned delta,
                                          int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::down, +value, delta, width);
}
template <ark::detail::warp_word T>
ark::detail::promoted<T> __shfl_xor_sync(unsigned mask, T value, int lane_mask,
                                         int width = warpSize) {
  return ark::detail::shuffle(mask, ark::detail::shuffle_op::bfly, +value,
                              static_cast<unsigned>(lane_mask), width);
}

/// The lanes whose value has the same bits as the caller's.
template <ark::detail::warp_word T>
unsigned __match_any_sync(unsigned mask, T value) {
  return ark::detail::warp_match(mask, ark::detail::match_op::any, ark::detail::bits_of(+value),
                                 nullptr);
}
/// The participating lanes if all values have the same bits, else 0; `*all_equal` is set
/// accordingly.
template <ark::detail::warp_word T>
unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  return ark::detail::warp_match(mask, ark::detail::match_op::all, ark::detail::bits_of(+value),
                                 all_equal);
}

template <ark::detail::reduce_word T>
ark::detail::promoted<T> __reduce_add_sync(unsigned mask, T value) {
  return ark::detail::reduce(mask, 'a', +value);
}
template <ark::detail::reduce_word T>
ark::detail::promoted<T> __reduce_min_sync(unsigned mask, T value) {
  return ark::detail::reduce(mask, 'm', +value);
}
template <ark::detail::reduce_word T>
ark::detail::promoted<T> __reduce_max_sync(unsigned mask, T value) {
  return ark::detail::reduce(mask, 'M', +value);
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return ark::detail::reduce(mask, '&', value);
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return ark::detail::reduce(mask, '|', value);
}
inline unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return ark::detail::reduce(mask, '^', value);
}

// --- Memory. Fences: sequentially consistent towards every thread of every process, at every
// scope. Each counts as an iteration of a spin loop.

inline void __threadfence_system() {
  ark::detail::fence_seq_cst();
  ark::detail::spin_hint();
}
inline void __threadfence() { __threadfence_system(); }
inline void __threadfence_block() { __threadfence_system(); }

/// A plain read: there is no read-only cache to use.
template <class T>
T __ldg(const T* address) {
  return *address;
}
