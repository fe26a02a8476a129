// CUDA's cooperative_groups::inclusive_scan and exclusive_scan.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cooperative_groups/scan.h>
#else

#include <ark/cuda_for_cpu/cooperative_groups/reduce.h>

namespace cooperative_groups {

/// The result of `op` over the values of the ranks up to the caller's.
template <class Group, class T, class Op>
std::decay_t<T> inclusive_scan(const Group& group, T&& value, Op&& op) {
  const std::decay_t<T> own = value;
  const unsigned lower = (1u << ark::lane_id()) - 1;
  return ark::cuda_for_cpu::folded(group, lower | (1u << ark::lane_id()), own, own, op);
}
/// inclusive_scan without the caller's value. Rank 0 gets T(): CUDA leaves it undefined except for
/// sums.
template <class Group, class T, class Op>
std::decay_t<T> exclusive_scan(const Group& group, T&& value, Op&& op) {
  const std::decay_t<T> own = value;
  const unsigned lower = (1u << ark::lane_id()) - 1;
  return ark::cuda_for_cpu::folded(group, lower, own, std::decay_t<T>(), op);
}
template <class Group, class T>
std::decay_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<T> >());
}
template <class Group, class T>
std::decay_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<T> >());
}

}  // namespace cooperative_groups

#endif
