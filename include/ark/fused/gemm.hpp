// A tile of a product of two matrices: the computation of the fused and the unfused operator. Plain
// arithmetic in registers, no tensor cores.
#pragma once

#include <ark/fused/operator_options.hpp>
#include <ark/order.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <string>

namespace ark::fused {

/// The sizes of a GEMM with all-to-all, the same on every PE.
struct gemm_shape {
  std::size_t rows = 0;     ///< that each PE computes for each PE
  std::size_t columns = 0;  ///< of the product
  std::size_t inner = 0;    ///< columns of a, rows of b
};

/// a: [pes][rows][inner]; b: [inner][columns]; both row-major, in memory that kernels of the PE can
/// read.
struct gemm_input {
  const float* a = nullptr;
  const float* b = nullptr;
  unsigned columns = 0;
  unsigned inner = 0;
};

/// The calling block's tile: 16 threads side by side, if it has them, with 4 x 4 elements each.
struct gemm_tile {
  static constexpr unsigned each = 4;
  unsigned across, down;  ///< threads

  ARK_DEVICE gemm_tile()
      : across(ark::min(blockDim.x, 16u)), down(blockDim.x / ark::min(blockDim.x, 16u)) {}
  [[nodiscard]] ARK_DEVICE unsigned rows() const { return down * each; }
  [[nodiscard]] ARK_DEVICE unsigned columns() const { return across * each; }

  /// Elements [row, row + row_count) x [column, column + column_count) of the product, each added
  /// in the order of `inner`. `to`: the element (row, column), rows in.columns apart. At most
  /// rows() x columns(). All threads of the block.
  ARK_DEVICE void compute(const gemm_input& in, std::size_t row, unsigned row_count,
                          unsigned column, unsigned column_count, float* to) const {
    const unsigned y = threadIdx.x / across * each, x = threadIdx.x % across * each;
    if (threadIdx.x >= across * down || y >= row_count || x >= column_count) return;
    const unsigned height = ark::min(each, row_count - y), width = ark::min(each, column_count - x);
    const float* const a = in.a + (row + y) * in.inner;
    const float* const b = in.b + column + x;
    float* const c = to + std::size_t{y} * in.columns + x;
    if (height == each && width == each) {
      float sum[each][each] = {};
      for (unsigned k = 0; k < in.inner; ++k) {
        const float* const line = b + std::size_t{k} * in.columns;
        for (unsigned i = 0; i < each; ++i) {
          const float factor = a[std::size_t{i} * in.inner + k];
          for (unsigned j = 0; j < each; ++j) sum[i][j] += factor * line[j];
        }
      }
      for (unsigned i = 0; i < each; ++i) {
        for (unsigned j = 0; j < each; ++j) c[std::size_t{i} * in.columns + j] = sum[i][j];
      }
      return;
    }
    for (unsigned i = 0; i < height; ++i) {
      for (unsigned j = 0; j < width; ++j) {
        float sum = 0;
        for (unsigned k = 0; k < in.inner; ++k)
          sum += a[std::size_t{i} * in.inner + k] * b[std::size_t{k} * in.columns + j];
        c[std::size_t{i} * in.columns + j] = sum;
      }
    }
  }
};

/// Throws invalid_argument unless the arguments of a GEMM operator are accepted.
inline void check_gemm(const char* name, const gemm_shape& shape, const operator_options& options) {
  constexpr std::size_t most = std::size_t{1} << 31;
  const bool fits = shape.rows < most && shape.columns < most && shape.inner < most;
  if (shape.rows == 0 || shape.columns == 0 || !fits) {
    const auto n = [](std::size_t value) { return std::to_string(value); };
    refuse_argument(name, "rows " + n(shape.rows) + ", columns " + n(shape.columns) + ", inner " +
                              n(shape.inner) +
                              "; accepted: 1 to 2147483647 rows and columns, inner 0 to that");
  }
  check_options(name, options);
}

/// The same for the arguments of a call.
inline void check_gemm_input(const char* name, const gemm_input& in) {
  if (in.inner == 0 || (in.a != nullptr && in.b != nullptr)) return;
  refuse_argument(name, "a or b of PE " + std::to_string(ark_my_pe()) + " is null");
}

}  // namespace ark::fused
