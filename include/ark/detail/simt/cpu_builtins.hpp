// threadIdx, blockIdx and the other built-in variables on the CPU executor. Lanes only.
#pragma once

#include <ark/detail/simt/lane.hpp>

// A file that needs CUDA's own headers under g++ includes them first: these two types are then
// CUDA's.
#if !defined(__VECTOR_TYPES_H__)
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
#endif

namespace ark::detail {

// By value, so that a kernel cannot write to them; a read of one component is two loads.
inline uint3 builtin_uint3(const extent3& value) noexcept { return {value.x, value.y, value.z}; }
inline dim3 builtin_dim3(const extent3& value) noexcept { return {value.x, value.y, value.z}; }

}  // namespace ark::detail

// Macros, because no declaration can bind a name to the lane that runs on the calling thread.
#define threadIdx (::ark::detail::builtin_uint3(::ark::detail::self()->thread_index))
#define blockIdx (::ark::detail::builtin_uint3(::ark::detail::self()->block->block_index))
#define blockDim (::ark::detail::builtin_dim3(::ark::detail::self()->block->block_extent))
#define gridDim (::ark::detail::builtin_dim3(::ark::detail::self()->block->grid_extent))

#if !defined(__DEVICE_LAUNCH_PARAMETERS_H__)
inline constexpr int warpSize = 32;
#endif

/// Memory that all threads of a grid read and none writes. Portable only with a constant
/// initialiser. On the CPU it is a plain global, shared by all PEs of the process.
#define ARK_CONSTANT
