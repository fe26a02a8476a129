// A tile of a matrix times a vector: the computation of the fused and the unfused operator.
#pragma once

#include <ark/fused/float_sum.hpp>
#include <ark/fused/operator_options.hpp>
#include <ark/fused/tile_order.hpp>
#include <ark/order.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <string>

namespace ark::fused {

/// Options of a GEMV operator; the same on every PE, except `blocks`.
struct gemv_options : operator_options {
  /// Contiguous parts of the columns, added by separate threads of a block: a divisor of `threads`.
  unsigned column_parts = ARK_CUDA ? 8 : 1;
};

/// A PE's columns of a matrix, column-major: element (row, column) is weights[column * rows + row].
struct gemv_input {
  const float* weights = nullptr;
  const float* x = nullptr;  ///< [columns]
  unsigned rows = 0;
  unsigned columns = 0;
  unsigned column_parts = 1;
};

/// Rows that one thread computes: a cache line of a CPU; on a GPU the lines are shared with the
/// neighbouring threads.
inline constexpr unsigned gemv_width = ARK_CUDA ? 1 : 16;

/// Rows that the calling block computes at once.
ARK_DEVICE inline unsigned gemv_tile_rows(const gemv_input& in) {
  return blockDim.x / in.column_parts * gemv_width;
}

/// Multiply columns [begin, end) by x for rows [row, row + count), count <= gemv_width; added in
/// the order of the columns.
ARK_DEVICE inline void gemv_columns(const gemv_input& in, unsigned row, unsigned count,
                                    unsigned begin, unsigned end, float* sums) {
  const float* at = in.weights + std::size_t{begin} * in.rows + row;
  if (count == gemv_width) {
    float_sum<gemv_width> sum;
    for (unsigned column = begin; column < end; ++column, at += in.rows) sum.add(at, in.x[column]);
    sum.store(sums);
    return;
  }
  float sum[gemv_width] = {};
  for (unsigned column = begin; column < end; ++column, at += in.rows) {
    for (unsigned k = 0; k < count; ++k) sum[k] += at[k] * in.x[column];
  }
  for (unsigned k = 0; k < count; ++k) sums[k] = sum[k];
}

/// Compute rows [first, first + count) of the product into `to`. All threads of a block; count <=
/// gemv_tile_rows; dynamic shared memory: column_parts * gemv_tile_rows floats, if column_parts >
/// 1.
ARK_DEVICE inline void gemv_tile(const gemv_input& in, unsigned first, unsigned count, float* to) {
  const unsigned lanes = blockDim.x / in.column_parts;
  const unsigned part = threadIdx.x / lanes, row = threadIdx.x % lanes * gemv_width;
  const unsigned mine = row >= count ? 0 : ark::min(gemv_width, count - row);
  const even_split split(in.columns, static_cast<int>(in.column_parts));
  const unsigned begin = split.begin(static_cast<int>(part));
  const unsigned end = begin + split.size(static_cast<int>(part));
  if (in.column_parts == 1) {
    gemv_columns(in, first + row, mine, begin, end, to + row);
    return;
  }
  ARK_DYNAMIC_SHARED(float, partial);
  const unsigned tile = lanes * gemv_width;
  gemv_columns(in, first + row, mine, begin, end, partial + part * tile + row);
  __syncthreads();
  for (unsigned k = 0; part == 0 && k < mine; ++k) {
    float sum = partial[row + k];
    for (unsigned p = 1; p < in.column_parts; ++p) sum += partial[p * tile + row + k];
    to[row + k] = sum;
  }
  __syncthreads();
}

/// Rows of a slice of an owner of `rows` rows, if options.slice_rows is 0. If every PE stores into
/// the memory of all others (`stored`), a slice costs its arrivals in the kernel and no request:
/// the rule with the default link; on a CPU, where a block barrier is a switch of all threads, at
/// most as many slices as blocks that add them. Otherwise the rule with options.link, but at least
/// the rows of a block's tile, with `least_slices` slices for an owner.
inline unsigned gemv_slice_rows(unsigned rows, const gemv_options& options, bool stored) {
  if (options.slice_rows != 0) return options.slice_of(sizeof(float), rows);
  constexpr unsigned blocks = operator_options{}.blocks;
  if (stored && !ARK_CUDA) return ark::max(1u, (rows + blocks - 1) / blocks);
  if (stored) return static_cast<unsigned>(slice_rows_by_rule(sizeof(float), rows));
  const auto quarter = static_cast<unsigned>(rows / least_slices);
  const unsigned tile = options.threads / options.column_parts * gemv_width;
  return ark::max(options.slice_of(sizeof(float), rows), ark::min(tile, quarter));
}

/// Bytes of dynamic shared memory of a block.
inline std::size_t gemv_shared_bytes(const gemv_options& options) {
  return options.column_parts > 1 ? sizeof(float) * gemv_width * options.threads : 0;
}

/// Throws invalid_argument unless the arguments of a GEMV operator are accepted.
inline void check_gemv(const char* name, std::size_t rows, const gemv_options& options) {
  if (rows == 0 || rows >= std::size_t{1} << 31)
    refuse_argument(name, "rows " + std::to_string(rows) + "; accepted: 1 to 2147483647");
  check_options(name, options);
  if (options.column_parts == 0 || options.threads % options.column_parts != 0) {
    refuse_argument(name, "column_parts " + std::to_string(options.column_parts) +
                              "; accepted: a divisor of threads, " +
                              std::to_string(options.threads));
  }
}

/// The input of a call. Throws invalid_argument unless the arguments are accepted.
inline gemv_input gemv_input_of(const char* name, const float* weights, std::size_t rows,
                                std::size_t columns, const float* x, const gemv_options& options) {
  if (columns >= std::size_t{1} << 31)
    refuse_argument(name, "columns " + std::to_string(columns) + "; accepted: 0 to 2147483647");
  if (columns > 0 && (weights == nullptr || x == nullptr)) {
    refuse_argument(name, "weights or x of PE " + std::to_string(ark_my_pe()) + " are null with " +
                              std::to_string(columns) + " columns");
  }
  return {weights, x, static_cast<unsigned>(rows), static_cast<unsigned>(columns),
          options.column_parts};
}

}  // namespace ark::fused
