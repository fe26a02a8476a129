// The distribution of an embedding operator over the PEs, and the checks of its arguments.
#pragma once

#include <ark/errc.hpp>
#include <ark/fused/embedding_bag.hpp>
#include <ark/fused/operator_options.hpp>
#include <ark/fused/tile_order.hpp>
#include <ark/order.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace ark::fused {

/// The sizes of an embedding operator, the same on every PE.
struct embedding_shape {
  std::size_t batch = 0;   ///< bags of each table, over all PEs
  std::size_t tables = 0;  ///< tables on all PEs
  std::size_t dim = 0;     ///< elements of a row, in every table
};

/// Options of an embedding operator; the same on every PE, except `blocks`.
struct embedding_options : operator_options {
  pooling mode = pooling::sum;
  bool wait_in_kernel = true;  ///< the kernel ends when the result is complete
};

/// Elements of `each` bytes that a thread pools at once if all tables allow it: 16 bytes.
constexpr unsigned pooled_at_once(std::size_t each) { return static_cast<unsigned>(16 / each); }

/// The tables and samples of each PE. The batch and the tables are divided by even_split: PE p
/// computes the bags of `tables.size(p)` tables for the whole batch, and gets the rows of
/// `batch.size(p)` samples of all tables.
struct embedding_layout {
  int pe = 0;
  int pes = 1;
  even_split batch;
  even_split tables;
  unsigned table_count = 0;
  unsigned dim = 0;
  unsigned slice_rows = 1;
  unsigned tile_rows = 1;  ///< rows of a slice that a block pools at once, in one table

  /// `stored`: every PE stores into the memory of all others. `each`: bytes of an element.
  embedding_layout(const embedding_shape& shape, const embedding_options& options, bool stored,
                   std::size_t each = sizeof(float))
      : pe(ark_my_pe()),
        pes(ark_n_pes()),
        batch(static_cast<unsigned>(shape.batch), pes),
        tables(static_cast<unsigned>(shape.tables), pes),
        table_count(static_cast<unsigned>(shape.tables)),
        dim(static_cast<unsigned>(shape.dim)),
        slice_rows(slice_of(options, stored, each)),
        tile_rows(ark::min(slice_rows, ark::max(filling_rows(options, each), least_tile_rows))) {}

  /// The number of tiles of `rows` rows in one table.
  [[nodiscard]] ARK_HOST_DEVICE unsigned tiles_of_rows(unsigned rows) const {
    return (rows + tile_rows - 1) / tile_rows;
  }
  /// The number of tiles of a slice that the calling PE computes, table by table; tiles of its last
  /// slice may be empty.
  [[nodiscard]] ARK_HOST_DEVICE unsigned tiles_of_slice() const {
    return tiles_of_rows(slice_rows) * tables.size(pe);
  }
  /// Slices of the rows of `of`, and rows of one of them.
  [[nodiscard]] ARK_HOST_DEVICE unsigned slices_of(int of) const {
    return (batch.size(of) + slice_rows - 1) / slice_rows;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned most_slices() const {
    return (batch.largest() + slice_rows - 1) / slice_rows;
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned rows_of(int of, unsigned slice) const {
    const unsigned left = batch.size(of) - slice * slice_rows;
    return left < slice_rows ? left : slice_rows;
  }
  /// Elements of one row of the result, and of the part of it that a PE computes.
  [[nodiscard]] ARK_HOST_DEVICE unsigned row_width() const { return table_count * dim; }
  [[nodiscard]] ARK_HOST_DEVICE unsigned part_width(int of) const { return tables.size(of) * dim; }

 private:
  static constexpr unsigned least_tile_rows = 16;

  /// The number of rows that give each thread of a block at least one group of elements.
  [[nodiscard]] unsigned filling_rows(const embedding_options& options, std::size_t each) const {
    const unsigned at_once = pooled_at_once(each);
    const unsigned of_row = dim > at_once ? dim / at_once : 1;
    return (options.threads + of_row - 1) / of_row;
  }
  /// Rows of a slice. If rows are stored directly there is no transfer, and slices only serve
  /// consumers that begin with the first rows. Otherwise by slice_rows_by_rule, but enough for all
  /// threads of a block.
  [[nodiscard]] unsigned slice_of(const embedding_options& options, bool stored,
                                  std::size_t each) const {
    const unsigned rows = batch.largest();
    const unsigned rule = options.slice_of(std::size_t{tables.largest()} * dim * each, rows);
    if (options.slice_rows != 0) return rule;
    const unsigned part = ark::max(rows / static_cast<unsigned>(least_slices), 1u);
    if (stored) return options.wait_in_kernel ? rows : part;
    return ark::min(part, ark::max(rule, filling_rows(options, each)));
  }
};

/// Throws invalid_argument unless the arguments of an embedding operator are accepted on this PE.
template <class T>
void check_embedding(const char* name, const embedding_shape& shape,
                     const std::vector<basic_embedding_table<T>>& own,
                     const embedding_options& options) {
  const auto refuse = [&](const std::string& what) { refuse_argument(name, what); };
  const auto n = [](std::size_t value) { return std::to_string(value); };
  constexpr std::size_t most = std::size_t{1} << 31;
  const bool fits = shape.batch < most && shape.tables < most && shape.dim < most &&
                    shape.tables * shape.dim < most && shape.batch * shape.tables < most;
  if (shape.batch == 0 || shape.tables == 0 || shape.dim == 0 || !fits) {
    refuse("batch " + n(shape.batch) + ", tables " + n(shape.tables) + ", dim " + n(shape.dim) +
           "; accepted: 1 or more of each, tables * dim and tables * batch below 2147483648");
  }
  check_options(name, options);
  const std::size_t expected =
      even_split(static_cast<unsigned>(shape.tables), ark_n_pes()).size(ark_my_pe());
  if (own.size() != expected) {
    refuse(n(own.size()) + " tables on PE " + std::to_string(ark_my_pe()) +
           "; accepted: " + n(expected) + ", its part of " + n(shape.tables) + " on " +
           std::to_string(ark_n_pes()) + " PEs");
  }
  for (std::size_t t = 0; t < own.size(); ++t) {
    if (own[t].weights == nullptr && own[t].rows > 0)
      refuse("table " + n(t) + " of PE " + std::to_string(ark_my_pe()) + ": weights are null");
  }
}

}  // namespace ark::fused
