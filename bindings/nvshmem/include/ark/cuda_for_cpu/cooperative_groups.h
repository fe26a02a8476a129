// CUDA's cooperative groups: the block and its parts (thread_groups.hpp), and the grid of a
// cooperative launch.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cooperative_groups.h>
#else

#include <ark/cuda_for_cpu/gpu_only.hpp>
#include <ark/cuda_for_cpu/thread_groups.hpp>
#include <ark/detail/failure/record_text.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/context.hpp>
#include <ark/simt.hpp>
#include <cstdint>
#include <utility>

namespace ark::cuda_for_cpu {

/// All threads of all blocks of a launch by cudaLaunchCooperativeKernel or
/// nvshmemx_collective_launch, whose blocks are all resident. In another launch it is recorded as a
/// failure. Returns, on the first thread of a block, the number of arrivals to wait for, or 0.
inline std::uint64_t arrive_at_grid_barrier() {
  const detail::block_view& block = *detail::self()->block;
  __syncthreads();
  if (ark::thread_rank_in_block() != 0) return 0;
  if (block.grid_arrived == nullptr) {
    failure_record record;
    record.code = errc::wrong_state;
    record.op = detail::op_kind::kernel;
    detail::record_text(record).append(
        "this_grid().sync(): launch the kernel by cudaLaunchCooperativeKernel or "
        "nvshmemx_collective_launch");
    device::fail(device::context("this_grid().sync"), record);
    return 0;
  }
  const detail::extent3& grid = block.grid_extent;
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t before = detail::fetch_add(block.grid_arrived, 1);
  const std::uint64_t all = (before / blocks + 1) * blocks;
  return before + 1 != all ? all : 0;
}
/// all: the result of the arrival. Waits at most the PE's deadline.
inline void wait_at_grid_barrier(std::uint64_t all) {
  if (all != 0) {
    const device::word_wait what{detail::op_kind::kernel, detail::cmp_kind::ge};
    device::await_word(device::context("this_grid().sync"), what, -1,
                       detail::self()->block->grid_arrived, all);
  }
  __syncthreads();
}

}  // namespace ark::cuda_for_cpu

namespace cooperative_groups {

template <class Group>
void sync(const Group& group) {
  group.sync();
}

struct grid_group {
  class arrival_token {
    friend grid_group;
    explicit arrival_token(std::uint64_t all) : all_(all) {}
    std::uint64_t all_;
  };
  /// Every thread of the grid arrives, and waits later.
  static arrival_token barrier_arrive() {
    return arrival_token(ark::cuda_for_cpu::arrive_at_grid_barrier());
  }
  static void barrier_wait(arrival_token&& token) {
    ark::cuda_for_cpu::wait_at_grid_barrier(token.all_);
  }
  static void sync() { barrier_wait(barrier_arrive()); }
  static bool is_valid() { return ark::detail::self()->block->grid_arrived != nullptr; }
  static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static dim3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  static dim3 dim_blocks() { return {gridDim.x, gridDim.y, gridDim.z}; }
  static dim3 group_dim() { return dim_blocks(); }
};
inline grid_group this_grid() { return {}; }
ARK_CUDA_UNAVAILABLE(this_cluster, "there are no clusters: use this_grid() in a cooperative launch")

/// Call `function` on one thread of the group. The others do not wait.
template <class Group, class Function, class... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0)
    std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}
/// Returns its result on all threads of a tile or coalesced group.
template <class Group, class Function, class... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(function(arguments...)) result{};
  if (group.thread_rank() == 0)
    result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#endif
