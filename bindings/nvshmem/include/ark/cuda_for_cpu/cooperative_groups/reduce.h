// CUDA's cooperative_groups::reduce, and the operators of reductions and scans.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cooperative_groups/reduce.h>
#else

#include <ark/cuda_for_cpu/cooperative_groups.h>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace ark::cuda_for_cpu {

/// The result of `op` over the values of the group's ranks that are in `wanted` and take part, in
/// order; `none` if there are none. All lanes of the group call it.
template <class Group, class T, class Op>
T folded(const Group& group, unsigned wanted, const T& value, const T& none, Op op) {
  static_assert(
      std::is_base_of_v<cooperative_groups::lane_group, Group>,
      "reductions and scans of a block: use tiled_partition<32>(block), and shared memory "
      "for the tiles' results");
  const unsigned mask = group.ark_mask();
  const unsigned present = __ballot_sync(mask, 1);
  // The lowest lane has the addresses of all lanes' values, which are on their stacks.
  const T* own[32];
  const auto lowest = static_cast<unsigned>(std::countr_zero(present));
  const auto** values =
      reinterpret_cast<const T**>(shuffled(mask, reinterpret_cast<std::uintptr_t>(own), lowest));
  values[ark::lane_id()] = &value;
  __syncwarp(mask);
  T total = none;
  bool first = true;
  for (unsigned remaining = present & wanted; remaining != 0; remaining &= remaining - 1) {
    const T& next = *values[std::countr_zero(remaining)];
    total = first ? next : op(total, next);
    first = false;
  }
  __syncwarp(mask);  // the stacks stay as they are until all lanes have read
  return total;
}

}  // namespace ark::cuda_for_cpu

namespace cooperative_groups {

// clang-format off
template <class T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };
// clang-format on

/// The result of `op` over the values of all threads of a tile or coalesced group, on all of them.
template <class Group, class T, class Op>
std::decay_t<T> reduce(const Group& group, T&& value, Op&& op) {
  const std::decay_t<T> own = value;
  return ark::cuda_for_cpu::folded(group, group.ark_mask(), own, own, op);
}

}  // namespace cooperative_groups

#endif
