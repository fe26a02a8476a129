// A tile of a product of two matrices: the computation of the fused and the unfused operator. Plain
// arithmetic in registers, no tensor cores.
#pragma once

#include <ark/fused/float_sum.hpp>
#include <ark/fused/operator_options.hpp>
#include <ark/order.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <limits>
#include <string>

namespace ark::fused {

/// The sizes of a GEMM with all-to-all, the same on every PE.
struct gemm_shape {
  std::size_t rows = 0;     ///< computed by each PE for each PE
  std::size_t columns = 0;  ///< columns of the product
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

/// Sizes of a tile: a block computes `rows` x `columns` elements, a thread `each` x `each` of them
/// at a time.
struct gemm_tile {
  static constexpr unsigned side = 64;  ///< side of a square tile
  static constexpr unsigned each = 4;

  unsigned rows = side, columns = side;

  /// The tile for `slices` times `slice_rows` rows of `columns` elements and `blocks` blocks. A
  /// slice of fewer than `side` rows has wider tiles, so that no thread is idle. Tiles are narrower
  /// if there would be fewer tiles than blocks.
  [[nodiscard]] ARK_HOST_DEVICE static gemm_tile of(unsigned slices, unsigned slice_rows,
                                                    unsigned columns, unsigned blocks) {
    gemm_tile tile;
    if (slice_rows < side) {
      tile.rows = (slice_rows + each - 1) / each * each;
      tile.columns = side * side / tile.rows / each * each;
    }
    while (tile.columns > 4 * each &&
           slices * tile.down(slice_rows) * tile.across(columns) < blocks)
      tile.columns = tile.columns / 2 / each * each;
    return tile;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned down(unsigned of_rows) const {
    return (of_rows + rows - 1) / rows;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned across(unsigned of_columns) const {
    return (of_columns + columns - 1) / columns;
  }

  /// Elements [row, row + row_count) x [column, column + column_count) of the product, each added
  /// in the order of `inner`. `to`: the element (row, column), rows in.columns apart. All threads
  /// of the block.
  ARK_DEVICE static void compute(const gemm_input& in, std::size_t row, unsigned row_count,
                                 unsigned column, unsigned column_count, float* to) {
    const unsigned across = (column_count + each - 1) / each;
    const unsigned parts = (row_count + each - 1) / each * across;
    for (unsigned part = threadIdx.x; part < parts; part += blockDim.x) {
      const unsigned y = part / across * each, x = part % across * each;
      const unsigned height = ark::min(each, row_count - y);
      const unsigned width = ark::min(each, column_count - x);
      const float* const a = in.a + (row + y) * in.inner;
      const float* const b = in.b + column + x;
      float* const c = to + std::size_t{y} * in.columns + x;
      if (height == each && width == each) {
        multiply(in, a, b, c);
      } else {
        multiply_edge(in, a, b, c, height, width);
      }
    }
  }

 private:
  ARK_DEVICE static void multiply(const gemm_input& in, const float* a, const float* b, float* c) {
    float_sum<each> sum[each];
    for (unsigned k = 0; k < in.inner; ++k, b += in.columns) {
      for (unsigned i = 0; i < each; ++i) sum[i].add(b, a[std::size_t{i} * in.inner + k]);
    }
    for (unsigned i = 0; i < each; ++i) sum[i].store(c + std::size_t{i} * in.columns);
  }
  ARK_DEVICE static void multiply_edge(const gemm_input& in, const float* a, const float* b,
                                       float* c, unsigned height, unsigned width) {
    float sum[each][each] = {};
    for (unsigned k = 0; k < in.inner; ++k, b += in.columns) {
      for (unsigned i = 0; i < each; ++i) {
        for (unsigned j = 0; j < each; ++j) {
          if (i < height && j < width) sum[i][j] += a[std::size_t{i} * in.inner + k] * b[j];
        }
      }
    }
    for (unsigned i = 0; i < each; ++i) {
      for (unsigned j = 0; j < each; ++j) {
        if (i < height && j < width) c[std::size_t{i} * in.columns + j] = sum[i][j];
      }
    }
  }
};

/// Rows of a slice, if options.slice_rows is 0. All rows if every PE stores into the memory of all
/// others (`stored`): slices would start no transfer earlier, and no PE reads a slice before the
/// kernel ends. Otherwise by slice_rows_by_rule, but at least a square tile's rows, as long as that
/// leaves `least_slices` slices for a PE, and a multiple of `gemm_tile::each`.
inline unsigned gemm_slice_rows(const gemm_shape& shape, const operator_options& options,
                                bool stored) {
  const auto rows = static_cast<unsigned>(shape.rows);
  unsigned slice = options.slice_of(shape.columns * sizeof(float), rows);
  if (options.slice_rows != 0) return slice;
  if (stored) return rows;
  const auto quarter = static_cast<unsigned>(rows / least_slices);
  const unsigned tile = gemm_tile::side < quarter ? gemm_tile::side : quarter;
  if (slice < tile) slice = tile;
  slice = (slice + gemm_tile::each - 1) / gemm_tile::each * gemm_tile::each;
  return slice < rows ? slice : rows;
}

/// Throws invalid_argument unless the arguments of a GEMM operator are accepted.
inline void check_gemm(const char* name, const gemm_shape& shape, const operator_options& options) {
  constexpr std::size_t most = std::size_t{1} << 31;
  const bool fits = shape.rows < most && shape.columns < most && shape.inner < most;
  const auto n = [](std::size_t value) { return std::to_string(value); };
  if (shape.rows == 0 || shape.columns == 0 || !fits) {
    refuse_argument(name, "rows " + n(shape.rows) + ", columns " + n(shape.columns) + ", inner " +
                              n(shape.inner) +
                              "; accepted: 1 to 2147483647 rows and columns, inner 0 to that");
  }
  // Twice the product of all PEs, in bytes, is the most that an operator allocates at once.
  constexpr std::size_t all = std::numeric_limits<std::ptrdiff_t>::max() / (2 * sizeof(float));
  const std::size_t most_elements = all / static_cast<std::size_t>(ark_n_pes());
  if (shape.rows > most_elements / shape.columns)
    refuse_argument(name, "rows " + n(shape.rows) + " x columns " + n(shape.columns) +
                              "; accepted: at most " + n(most_elements) + " elements");
  check_options(name, options);
}

/// Throws invalid_argument unless the arguments of a call are accepted.
inline void check_gemm_input(const char* name, const gemm_input& in) {
  if (in.inner == 0 || (in.a != nullptr && in.b != nullptr)) return;
  refuse_argument(name, "a or b of PE " + std::to_string(ark_my_pe()) + " is null");
}

}  // namespace ark::fused
