// threadIdx and its fellows on the CPU executor. Lanes only.
#pragma once

#include <ark/detail/lane.hpp>

#if defined(__VECTOR_TYPES_H__)
// CUDA's own header came first: it has dim3 and uint3.
#else
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}  // NOLINT: as CUDA's
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}                                         // NOLINT: as CUDA's
  constexpr operator uint3() const { return uint3{x, y, z}; }                                 // NOLINT: as CUDA's
};
#endif

// Macros, as there is no other way to make a name mean "of the lane that runs here" at the cost of one read.
#define threadIdx (::ark::detail::self()->thread_index)
#define blockIdx (::ark::detail::self()->block->block_index)
#define blockDim (::ark::detail::self()->block->block_extent)
#define gridDim (::ark::detail::self()->block->grid_extent)
inline constexpr int warpSize = 32;
