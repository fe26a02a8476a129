// The threads that make a call together: one thread, a warp or a block. A scope gives its caller's
// rank in it.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/simt/lane.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device {

namespace place {

/// Linear index of the calling thread in its block; 0 on a host thread.
ARK_HOST_DEVICE inline unsigned thread_index() {
#if ARK_DEVICE_PASS
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
#else
  const detail::lane_view* lane = detail::self();
  return lane == nullptr ? 0 : lane->linear_index;
#endif
}

/// Threads of the calling thread's block; 1 on a host thread.
ARK_HOST_DEVICE inline unsigned block_threads() {
#if ARK_DEVICE_PASS
  return blockDim.x * blockDim.y * blockDim.z;
#else
  const detail::lane_view* lane = detail::self();
  if (lane == nullptr) return 1;
  const detail::extent3& extent = lane->block->block_extent;
  return extent.x * extent.y * extent.z;
#endif
}

/// Linear index of the calling thread's block in its grid; 0 on a host thread.
ARK_HOST_DEVICE inline unsigned block_index() {
#if ARK_DEVICE_PASS
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
#else
  const detail::lane_view* lane = detail::self();
  if (lane == nullptr) return 0;
  const detail::extent3& at = lane->block->block_index;
  const detail::extent3& extent = lane->block->grid_extent;
  return at.x + extent.x * (at.y + extent.y * at.z);
#endif
}

/// Linear index of the calling thread's block among the blocks of the same z. Kernels only.
ARK_HOST_DEVICE inline unsigned block_index_in_plane() {
#if ARK_DEVICE_PASS
  return blockIdx.x + gridDim.x * blockIdx.y;
#else
  const detail::block_view& block = *detail::self()->block;
  return block.block_index.x + block.grid_extent.x * block.block_index.y;
#endif
}

/// Extent of the calling thread's grid in blocks; 1 in each dimension on a host thread.
struct extent {
  unsigned x = 1, y = 1, z = 1;
};
ARK_HOST_DEVICE inline extent grid_extent() {
#if ARK_DEVICE_PASS
  return {gridDim.x, gridDim.y, gridDim.z};
#else
  const detail::lane_view* lane = detail::self();
  if (lane == nullptr) return {};
  const detail::extent3& grid = lane->block->grid_extent;
  return {grid.x, grid.y, grid.z};
#endif
}

/// True on a kernel's thread, false on a host thread.
ARK_HOST_DEVICE inline bool on_lane() {
#if ARK_DEVICE_PASS
  return true;
#else
  return detail::self() != nullptr;
#endif
}

}  // namespace place

/// One thread. The scope of every call without a suffix, and of every call from the host.
struct thread_scope {
  ARK_HOST_DEVICE static unsigned rank() { return 0; }
  ARK_HOST_DEVICE static unsigned size() { return 1; }
  ARK_HOST_DEVICE static bool leader() { return true; }
  ARK_HOST_DEVICE static void sync() {}
  ARK_HOST_DEVICE static bool any(bool value) { return value; }
  ARK_HOST_DEVICE static std::uint32_t ballot(bool value) { return value ? 1 : 0; }
};

/// The caller's warp: all of its threads call, with the same arguments. A host thread is a warp of
/// one.
struct warp_scope {
  static constexpr unsigned width = 32;
  ARK_HOST_DEVICE static unsigned rank() { return place::thread_index() % width; }
  ARK_HOST_DEVICE static unsigned size() {
    const unsigned first = place::thread_index() / width * width;
    const unsigned remaining = place::block_threads() - first;
    return remaining < width ? remaining : width;
  }
  ARK_HOST_DEVICE static bool leader() { return rank() == 0; }
#if ARK_DEVICE_PASS
  // All 32 lanes: lanes that the block lacks count as exited. A vote orders no accesses to memory.
  ARK_DEVICE static void sync() { __syncwarp(); }
  /// True on all threads if `value` is true on any; synchronises.
  ARK_DEVICE static bool any(bool value) {
    __syncwarp();
    return __any_sync(~0u, value) != 0;
  }
  /// `value` of all threads, one bit each. Does not order accesses to memory.
  ARK_DEVICE static std::uint32_t ballot(bool value) { return __ballot_sync(~0u, value); }
#else
  ARK_HOST_DEVICE static void sync() {
    if (size() != 1) detail::warp_sync(mask());
  }
  ARK_HOST_DEVICE static bool any(bool value) {
    return size() == 1 ? value : detail::warp_vote(mask(), detail::vote_op::any, value) != 0;
  }
  ARK_HOST_DEVICE static std::uint32_t ballot(bool value) {
    if (size() == 1) return value ? 1 : 0;
    return detail::warp_vote(mask(), detail::vote_op::ballot, value);
  }

 private:
  static std::uint32_t mask() {
    const unsigned threads = size();
    return threads == width ? ~0u : (1u << threads) - 1;
  }
#endif
};

/// The caller's block: all of its threads call, with the same arguments. A host thread is a block
/// of one.
struct block_scope {
  ARK_HOST_DEVICE static unsigned rank() { return place::thread_index(); }
  ARK_HOST_DEVICE static unsigned size() { return place::block_threads(); }
  ARK_HOST_DEVICE static bool leader() { return rank() == 0; }
  ARK_HOST_DEVICE static void sync() {
#if ARK_DEVICE_PASS
    __syncthreads();
#else
    if (size() != 1) detail::block_barrier(detail::block_reduce::none, 0);
#endif
  }
  /// True on all threads if `value` is true on any; synchronises.
  ARK_HOST_DEVICE static bool any(bool value) {
#if ARK_DEVICE_PASS
    return __syncthreads_or(value) != 0;
#else
    if (size() == 1) return value;
    return detail::block_barrier(detail::block_reduce::any, value) != 0;
#endif
  }
};

}  // namespace ark::device
