// Several independent sums of floats.
#pragma once

#include <ark/simt.hpp>
#include <cstring>
#include <type_traits>

namespace ark::fused {

/// Operand of one addition: a vector on a CPU, a float on a GPU.
#if ARK_CUDA
using float_group = float;
#else
using float_group = float __attribute__((vector_size(16)));
#endif

/// `Count` sums, a power of two. On a CPU they are explicit vectors, because compilers do not
/// vectorise all loops over arrays: GCC 12 did so for one of two kernels with the same loop, and
/// the other took twice the time.
template <unsigned Count>
class float_sum {
 public:
  /// sum k += factor * values[k]
  ARK_DEVICE void add(const float* values, float factor) {
#if ARK_CUDA
    for (unsigned k = 0; k < Count; ++k) part_[k] += factor * values[k];
#else
#pragma GCC unroll 4
    for (unsigned i = 0; i < Count / in_part; ++i) {
      part one;
      std::memcpy(&one, values + i * in_part, sizeof one);
      part_[i] += factor * one;
    }
#endif
  }
  ARK_DEVICE void store(float* to) const {
#if ARK_CUDA
    for (unsigned k = 0; k < Count; ++k) to[k] = part_[k];
#else
    std::memcpy(to, part_, sizeof part_);
#endif
  }
  [[nodiscard]] ARK_DEVICE float operator[](unsigned k) const {
    if constexpr (in_part == 1) {
      return part_[k];
    } else {
      return part_[k / in_part][k % in_part];
    }
  }

 private:
  using part = std::conditional_t<Count % 4 == 0, float_group, float>;
  static constexpr unsigned in_part = sizeof(part) / sizeof(float);
  part part_[Count / in_part] = {};
};

}  // namespace ark::fused
