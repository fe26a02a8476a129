#include "fused_bench.hpp"

#include <algorithm>
#include <ark/fused/embedding_alltoall.hpp>
#include <ark/fused/embedding_unfused.hpp>
#include <ark/fused/gemm_alltoall.hpp>
#include <ark/fused/gemm_unfused.hpp>
#include <ark/fused/gemv_allreduce.hpp>
#include <ark/fused/gemv_unfused.hpp>
#include <ark/launch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#if ARK_CUDA
#include <cuda_fp16.h>
#else
#include <ark/cuda_for_cpu/half.hpp>
#endif

namespace ark_perf {

namespace {

constexpr double zipf_exponent = 1.05;
constexpr std::size_t whole = std::size_t{1} << 30;  ///< more rows than any slice has

/// Rows of a table, of which few are frequent.
class zipf {
 public:
  explicit zipf(unsigned rows) {
    double sum = 0;
    for (unsigned row = 0; row < rows; ++row)
      cumulated_.push_back(sum += std::pow(row + 1.0, -zipf_exponent));
  }
  std::int64_t operator()(std::mt19937& random) const {
    const double at = std::uniform_real_distribution<double>(0, cumulated_.back())(random);
    const auto found = std::lower_bound(cumulated_.begin(), cumulated_.end() - 1, at);
    return found - cumulated_.begin();
  }

 private:
  std::vector<double> cumulated_;
};

template <class T>
using array = ark::symmetric_array<T>;

template <class T = float>
array<T> random_numbers(std::size_t own, std::size_t most, std::mt19937& random) {
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<T> values(own);
  for (T& each : values) each = ark::from_float<T>(value(random));
  array<T> data(most);
  data.write(values);
  return data;
}

template <class T>
std::uint64_t differing(const T* a, const T* b, std::size_t count) {
  std::vector<T> left(count), right(count);
  ark::get(left.data(), a, count, ark_my_pe());
  ark::get(right.data(), b, count, ark_my_pe());
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong += std::memcmp(&left[i], &right[i], sizeof(T)) == 0 ? 0 : 1;
  return wrong;
}

template <class Options>
Options options_of(const fused_sizes& sizes, const fused_grid& grid, fused_way way) {
  Options options;
  options.blocks = grid.blocks;
  options.threads = grid.threads;
  options.slice_rows = way == fused_way::one_slice ? whole : sizes.slice_rows;
  options.remote_first = way != fused_way::order_off;
  options.zero_copy = way != fused_way::zero_copy_off;
  return options;
}

bool is_fused(fused_way way) { return way >= fused_way::fused; }

/// The sum of differing_of(way) over the fused ways, each after its launch.
template <class DifferingOf>
std::uint64_t wrong_of_each(fused_bench& bench, const DifferingOf& differing_of) {
  bench.launch(fused_way::unfused);
  ark::device_sync();
  std::uint64_t wrong = 0;
  for (const fused_way way : fused_ways) {
    if (!is_fused(way)) continue;
    bench.launch(way);
    ark::device_sync();
    wrong += differing_of(way);
  }
  return wrong;
}

/// The operator once for each fused way, because options belong to the operator.
template <class Operator>
class variants {
 public:
  template <class Make>
  explicit variants(const Make& make) {
    for (const fused_way way : fused_ways) {
      if (is_fused(way)) made_.push_back(make(way));
    }
  }
  Operator& of(fused_way way) {
    return *made_[static_cast<std::size_t>(way) - static_cast<std::size_t>(fused_way::fused)];
  }

 private:
  std::vector<std::unique_ptr<Operator>> made_;
};

template <class T>
class embedding_bench final : public fused_bench {
 public:
  using fused_operator = ark::fused::embedding_alltoall<std::int64_t, T>;
  using options = ark::fused::embedding_options;

  embedding_bench(const fused_sizes& sizes, const fused_grid& grid)
      : fused_bench(grid),
        sizes_(sizes),
        split_(sizes.tables, ark_n_pes()),
        rows_(sizes.rows_of("fused_embedding")),
        random_(sizes.seed + static_cast<unsigned>(ark_my_pe())),
        weights_(random_numbers<T>(own_tables() * rows_ * sizes.dim,
                                   std::size_t{split_.largest()} * rows_ * sizes.dim, random_)),
        indices_(std::size_t{split_.largest()} * sizes.batch * sizes.pooling),
        offsets_(std::size_t{split_.largest()} * sizes.batch + 1),
        unfused_(shape(), tables(), options_of<options>(sizes, grid, fused_way::unfused)),
        fused_([&](fused_way way) {
          return std::make_unique<fused_operator>(shape(), tables(),
                                                  options_of<options>(sizes, grid, way));
        }) {
    const zipf rows(rows_);
    std::vector<std::int64_t> indices(own_tables() * sizes.batch * sizes.pooling);
    for (std::int64_t& each : indices) each = rows(random_);
    std::vector<std::int64_t> offsets;
    for (std::size_t bag = 0; bag <= own_tables() * sizes.batch; ++bag)
      offsets.push_back(static_cast<std::int64_t>(bag * sizes.pooling));
    indices_.write(indices);
    offsets_.write(offsets);
    input_ = {indices_.data(), offsets_.data(), indices.size()};
  }

  [[nodiscard]] bool has(fused_way) const override { return true; }
  void launch_own(fused_way way) override {
    if (is_fused(way)) return fused_.of(way).launch(input_, stream_.get());
    if (way == fused_way::compute || way == fused_way::unfused)
      unfused_.pool(input_, stream_.get());
    if (way == fused_way::collective || way == fused_way::unfused) unfused_.exchange(stream_.get());
    if (way == fused_way::shuffle || way == fused_way::unfused) unfused_.shuffle(stream_.get());
  }
  std::uint64_t wrong_elements() override {
    const ark::fused::embedding_layout& layout = unfused_.layout();
    const std::size_t elements = std::size_t{layout.batch.size(layout.pe)} * layout.row_width();
    return wrong_of_each(*this, [&](fused_way way) {
      unfused_.finish(stream_.get());
      fused_.of(way).finish(stream_.get());
      return differing(fused_.of(way).out(), unfused_.out(), elements);
    });
  }
  [[nodiscard]] std::size_t bytes_sent() const override {
    const ark::fused::embedding_layout& layout = unfused_.layout();
    return std::size_t{sizes_.batch - layout.batch.size(layout.pe)} * layout.part_width(layout.pe) *
           sizeof(T);
  }

 private:
  [[nodiscard]] std::size_t own_tables() const { return split_.size(ark_my_pe()); }
  [[nodiscard]] ark::fused::embedding_shape shape() const {
    return {sizes_.batch, sizes_.tables, sizes_.dim};
  }
  [[nodiscard]] std::vector<ark::fused::basic_embedding_table<T>> tables() const {
    std::vector<ark::fused::basic_embedding_table<T>> own;
    for (std::size_t t = 0; t < own_tables(); ++t)
      own.push_back({weights_.data() + t * rows_ * sizes_.dim, rows_});
    return own;
  }

  fused_sizes sizes_;
  ark::fused::even_split split_;
  unsigned rows_;
  std::mt19937 random_;
  array<T> weights_;
  array<std::int64_t> indices_, offsets_;
  ark::fused::embedding_unfused<std::int64_t, T> unfused_;
  variants<fused_operator> fused_;
  ark::fused::embedding_input<std::int64_t, T> input_;
};

class gemv_bench final : public fused_bench {
 public:
  using options = ark::fused::gemv_options;

  gemv_bench(const fused_sizes& sizes, const fused_grid& grid)
      : fused_bench(grid),
        rows_(sizes.rows_of("fused_gemv")),
        columns_(sizes.columns),
        random_(sizes.seed + static_cast<unsigned>(ark_my_pe())),
        weights_(
            random_numbers(std::size_t{rows_} * columns_, std::size_t{rows_} * columns_, random_)),
        x_(random_numbers(columns_, columns_, random_)),
        unfused_(rows_, with_parts(sizes, grid, fused_way::unfused)),
        fused_([&](fused_way way) {
          return std::make_unique<ark::fused::gemv_allreduce>(rows_, with_parts(sizes, grid, way));
        }) {}

  [[nodiscard]] bool has(fused_way way) const override { return way != fused_way::shuffle; }
  void launch_own(fused_way way) override {
    if (is_fused(way))
      return fused_.of(way).launch(weights_.data(), columns_, x_.data(), stream_.get());
    if (way == fused_way::compute || way == fused_way::unfused)
      unfused_.multiply(weights_.data(), columns_, x_.data(), stream_.get());
    if (way == fused_way::collective || way == fused_way::unfused) unfused_.reduce(stream_.get());
  }
  std::uint64_t wrong_elements() override {
    return wrong_of_each(
        *this, [&](fused_way way) { return differing(fused_.of(way).y(), unfused_.y(), rows_); });
  }
  /// The products for other owners, and this PE's sums for all others.
  [[nodiscard]] std::size_t bytes_sent() const override {
    const ark::fused::even_split split(rows_, ark_n_pes());
    const std::size_t own = split.size(ark_my_pe());
    return (rows_ - own + own * static_cast<std::size_t>(ark_n_pes() - 1)) * sizeof(float);
  }

 private:
  static options with_parts(const fused_sizes& sizes, const fused_grid& grid, fused_way way) {
    auto made = options_of<options>(sizes, grid, way);
    if (grid.threads % made.column_parts != 0) made.column_parts = 1;
    return made;
  }

  unsigned rows_, columns_;
  std::mt19937 random_;
  array<float> weights_, x_;
  ark::fused::gemv_unfused unfused_;
  variants<ark::fused::gemv_allreduce> fused_;
};

class gemm_bench final : public fused_bench {
 public:
  using options = ark::fused::operator_options;

  gemm_bench(const fused_sizes& sizes, const fused_grid& grid)
      : fused_bench(grid),
        shape_{sizes.rows_of("fused_gemm"), sizes.columns, sizes.inner},
        random_(sizes.seed + static_cast<unsigned>(ark_my_pe())),
        a_(random_numbers(pes() * shape_.rows * shape_.inner, pes() * shape_.rows * shape_.inner,
                          random_)),
        b_(random_numbers(shape_.inner * shape_.columns, shape_.inner * shape_.columns, random_)),
        unfused_(shape_, options_of<options>(sizes, grid, fused_way::unfused)),
        fused_([&](fused_way way) {
          return std::make_unique<ark::fused::gemm_alltoall>(shape_,
                                                             options_of<options>(sizes, grid, way));
        }) {}

  [[nodiscard]] bool has(fused_way way) const override { return way != fused_way::shuffle; }
  void launch_own(fused_way way) override {
    if (is_fused(way)) return fused_.of(way).launch(a_.data(), b_.data(), stream_.get());
    if (way == fused_way::compute || way == fused_way::unfused)
      unfused_.multiply(a_.data(), b_.data(), stream_.get());
    if (way == fused_way::collective || way == fused_way::unfused) unfused_.exchange(stream_.get());
  }
  std::uint64_t wrong_elements() override {
    return wrong_of_each(*this, [&](fused_way way) {
      return differing(fused_.of(way).out(), unfused_.out(), pes() * shape_.rows * shape_.columns);
    });
  }
  [[nodiscard]] std::size_t bytes_sent() const override {
    return (pes() - 1) * shape_.rows * shape_.columns * sizeof(float);
  }

 private:
  [[nodiscard]] static std::size_t pes() { return static_cast<std::size_t>(ark_n_pes()); }

  ark::fused::gemm_shape shape_;
  std::mt19937 random_;
  array<float> a_, b_;
  ark::fused::gemm_unfused unfused_;
  variants<ark::fused::gemm_alltoall> fused_;
};

ARK_GLOBAL void nothing() {}

}  // namespace

void fused_bench::launch(fused_way way) {
  if (way != fused_way::launch) return launch_own(way);
  ark::launch({grid_.blocks, grid_.threads, 0, stream_.get()}, nothing);
}

const char* name_of(fused_way way) {
  switch (way) {
    case fused_way::compute:
      return "compute";
    case fused_way::collective:
      return "collective";
    case fused_way::shuffle:
      return "shuffle";
    case fused_way::launch:
      return "launch";
    case fused_way::unfused:
      return "unfused";
    case fused_way::fused:
      return "fused";
    case fused_way::order_off:
      return "fused order off";
    case fused_way::one_slice:
      return "fused one slice";
    case fused_way::zero_copy_off:
      return "fused copying";
  }
  return "";
}

fused_grid default_fused_grid() {
#if ARK_CUDA
  const ark::fused::operator_options usual;
  return {usual.blocks, usual.threads};
#else
  return {1, 1};
#endif
}

std::unique_ptr<fused_bench> make_embedding_bench(const fused_sizes& sizes,
                                                  const fused_grid& grid) {
  if (sizes.element == element_kind::of_half)
    return std::make_unique<embedding_bench<__half>>(sizes, grid);
  return std::make_unique<embedding_bench<float>>(sizes, grid);
}
std::unique_ptr<fused_bench> make_gemv_bench(const fused_sizes& sizes, const fused_grid& grid) {
  return std::make_unique<gemv_bench>(sizes, grid);
}

std::unique_ptr<fused_bench> make_gemm_bench(const fused_sizes& sizes, const fused_grid& grid) {
  return std::make_unique<gemm_bench>(sizes, grid);
}

}  // namespace ark_perf
