// CUDA's cooperative groups: the block. The others give a message.
#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include_next <cooperative_groups.h>
#else

#include <ark/simt.hpp>

namespace cooperative_groups {

struct thread_block {
  static void sync() { __syncthreads(); }
  static unsigned thread_rank() { return ark::thread_rank_in_block(); }
  static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  static dim3 dim_threads() { return {blockDim.x, blockDim.y, blockDim.z}; }
};
inline thread_block this_thread_block() { return {}; }

template <class Group>
void sync(const Group& group) {
  group.sync();
}

struct grid_group {
  static void sync() {}
};
/// Does not compile. None: empty.
template <class... None>
grid_group this_grid() {
  static_assert(sizeof...(None) != 0,
                "the CPU executor has no group of a grid: launch two kernels instead of one with a "
                "barrier of the grid");
  return {};
}
/// Does not compile.
template <unsigned Size, class Group>
Group tiled_partition(const Group&) {
  static_assert(
      Size == 0,
      "the CPU executor has no groups of a warp: use __shfl_sync and the other warp operations");
  return {};
}

}  // namespace cooperative_groups

#endif
