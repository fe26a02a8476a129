// EmbeddingBag: sums and means of rows of tables, as torch.nn.EmbeddingBag defines them.
#pragma once

#include <ark/errc.hpp>
#include <ark/float16.hpp>
#include <ark/fused/float_sum.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ark::fused {

enum class pooling : std::uint8_t { sum, mean };

/// A table of `rows` rows, row-major, in memory that kernels of its PE can read. T: float or a type
/// of 16 bits, see float16.hpp.
template <ark::float_element T>
struct basic_embedding_table {
  const T* weights = nullptr;
  std::size_t rows = 0;
};
using embedding_table = basic_embedding_table<float>;

/// The bags of one PE's tables for one batch, in memory that its kernels can read. Bag b of the
/// PE's t-th table has the entries offsets[t * batch + b] to offsets[t * batch + b + 1] - 1 of
/// `indices`: one CSR array, the tables one after the other. For one table it is the input of
/// EmbeddingBag with include_last_offset=True. Index: std::int32_t or std::int64_t.
template <class Index, class T = float>
struct embedding_input {
  const Index* indices = nullptr;     ///< rows of the bag's table; [index_count]
  const Index* offsets = nullptr;     ///< [tables of the PE * batch + 1]
  std::size_t index_count = 0;        ///< all offsets are at most this
  const T* sample_weights = nullptr;  ///< one per index; null: 1. For pooling::sum only
};

/// The first bag of a PE that cannot be computed. In symmetric memory.
struct bag_error {
  enum kind_type : std::uint32_t { none, index_range, offset_range };
  unsigned claimed = 0;  ///< 1 once there is an error
  kind_type kind = none;
  std::uint64_t table = 0;    ///< of all tables
  std::uint64_t bag = 0;      ///< of the global batch
  std::int64_t position = 0;  ///< index_range: of the index in `indices`
  std::int64_t value = 0;     ///< index_range: the index. offset_range: the bag's begin
  std::int64_t second = 0;    ///< offset_range: the bag's end
  std::int64_t limit = 0;     ///< rows of the table, or index_count
};

/// `error` as text: operator, PE, place, values and accepted values.
inline std::string bag_error_text(const char* name, int pe, const bag_error& error) {
  const auto n = [](auto value) { return std::to_string(value); };
  std::string text = std::string(name) + ": PE " + n(pe) + ", table " + n(error.table) + ", bag " +
                     n(error.bag) + ": ";
  if (error.kind == bag_error::index_range) {
    text += "indices[" + n(error.position) + "] is " + n(error.value) + "; accepted: ";
    return text +
           (error.limit > 0 ? "0 to " + n(error.limit - 1) : "none, because the table has no rows");
  }
  return text + "its offsets are " + n(error.value) + " and " + n(error.second) +
         "; accepted: not decreasing, from 0 to the number of indices, " + n(error.limit);
}

/// The position of an error in its table, and the values for bag_error.
struct bad_entry {
  std::int64_t position, value, second, limit;
};

/// Record an error, if it is the first. Callable: kernels. Out of line, by value: rare, and a
/// record on the stack would cost every kernel a frame.
ARK_DEVICE ARK_COLD inline void bag_error_record(bag_error* first, bag_error::kind_type kind,
                                                 unsigned table, unsigned bag, bad_entry entry) {
  if (atomicCAS(&first->claimed, 0u, 1u) != 0) return;
  first->kind = kind;
  first->table = table;
  first->bag = bag;
  first->position = entry.position;
  first->value = entry.value;
  first->second = entry.second;
  first->limit = entry.limit;
}

/// `Width` elements that are loaded and stored at once.
template <class T, unsigned Width>
struct alignas(sizeof(T) * Width) element_group {
  T value[Width];
};

/// One table of a call, as kernels see it.
template <class Index, class T>
struct bag_source {
  embedding_input<Index, T> input;
  const Index* offsets;  ///< offsets of this table
  basic_embedding_table<T> table;
  unsigned dim;
  pooling mode;
  unsigned number;  ///< number of the table, for errors
  bag_error* error;

  /// Get the entries of bag `bag`; none, and a recorded error, if the offsets are not accepted.
  ARK_DEVICE void range(unsigned bag, std::int64_t& begin, std::int64_t& end) const {
    begin = static_cast<std::int64_t>(offsets[bag]);
    end = static_cast<std::int64_t>(offsets[bag + 1]);
    const auto limit = static_cast<std::int64_t>(input.index_count);
    if (begin >= 0 && begin <= end && end <= limit) return;
    bag_error_record(error, bag_error::offset_range, number, bag, {0, begin, end, limit});
    begin = end = 0;
  }

  /// Add elements [column, column + Width) of the rows of the entries from `i` on to `sum`. Stops
  /// at `end` or at the first index out of range, and returns that entry.
  template <unsigned Width>
  ARK_DEVICE std::int64_t add_rows(std::int64_t i, std::int64_t end, unsigned column,
                                   float_sum<Width>& sum) const {
    for (; i < end; ++i) {
      const auto index = static_cast<std::uint64_t>(static_cast<std::int64_t>(input.indices[i]));
      if (index >= table.rows) break;
      const float scale =
          input.sample_weights != nullptr ? ark::to_float(input.sample_weights[i]) : 1.0f;
      const T* const row = table.weights + static_cast<std::size_t>(index) * dim + column;
      const auto group = *reinterpret_cast<const element_group<T, Width>*>(row);
      float values[Width];
      for (unsigned k = 0; k < Width; ++k) values[k] = ark::to_float(group.value[k]);
      sum.add(values, scale);
    }
    return i;
  }

  /// Returns elements [column, column + Width) of bag `bag`, added as floats in the order of the
  /// entries and then rounded. An index out of range is recorded and skipped.
  template <unsigned Width>
  ARK_DEVICE element_group<T, Width> pool(unsigned bag, unsigned column) const {
    float_sum<Width> sum;
    std::int64_t begin = 0, end = 0;
    range(bag, begin, end);
    for (std::int64_t i = begin; i < end; ++i) {
      i = add_rows<Width>(i, end, column, sum);
      if (i == end) break;
      bag_error_record(error, bag_error::index_range, number, bag,
                       {i, static_cast<std::int64_t>(input.indices[i]), 0,
                        static_cast<std::int64_t>(table.rows)});
    }
    const bool divide = mode == pooling::mean && end > begin;
    const float count = divide ? static_cast<float>(end - begin) : 1.0f;
    element_group<T, Width> result;
    for (unsigned k = 0; k < Width; ++k) result.value[k] = ark::from_float<T>(sum[k] / count);
    return result;
  }

  /// Pool bags [first, first + count) into rows `stride` elements apart. All threads of a block;
  /// dim is a multiple of Width, and weights, to and stride are aligned to it.
  template <unsigned Width>
  ARK_DEVICE void pool_rows(unsigned first, unsigned count, T* to, unsigned stride) const {
    const unsigned groups = dim / Width;
    for (unsigned item = threadIdx.x; item < count * groups; item += blockDim.x) {
      const unsigned row = item / groups;
      const unsigned column = (item - row * groups) * Width;
      *reinterpret_cast<element_group<T, Width>*>(to + std::size_t{row} * stride + column) =
          pool<Width>(first + row, column);
    }
  }
};

}  // namespace ark::fused
