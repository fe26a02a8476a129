// embedding_alltoall and its rival against a serial sum, bit by bit.
#include <algorithm>
#include <ark/fused/embedding_alltoall.hpp>
#include <ark/fused/embedding_unfused.hpp>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "../refusal.hpp"
#include "gpu/embedding_model.hpp"
#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

using ark::fused::embedding_layout;
using ark::fused::embedding_options;
using ark::fused::embedding_shape;
using ark::fused::pooling;
using ark_embedding::model;
using ark_embedding::part;

class FusedEmbedding : public pe_test {};

template <class Index>
void check(const embedding_shape& shape, const embedding_options& options, bool scaled,
           unsigned seed) {
  const model<Index> m(shape, seed);
  const part<Index> mine(m, ark_my_pe(), ark_n_pes());
  ark::fused::embedding_alltoall<Index> fused(shape, mine.tables, options);
  ark::fused::embedding_unfused<Index> unfused(shape, mine.tables, options);
  // The second and third calls count on from the first; nothing is in step with a barrier.
  for (int call = 0; call < 3; ++call) {
    fused.launch(mine.input(scaled));
    ark::device_sync();
    EXPECT_EQ(wrong_elements(m, fused.layout(), fused.out(), options.mode, scaled), 0u)
        << "seed " << seed << ", call " << call;
    std::fill_n(fused.out(), fused.layout().batch.size(ark_my_pe()) * fused.layout().row_width(),
                -7.0f);
    unfused.launch(mine.input(scaled));
  }
  fused.finish();
  unfused.finish();
  EXPECT_EQ(wrong_elements(m, unfused.layout(), unfused.out(), options.mode, scaled), 0u)
      << "seed " << seed;
  ark_barrier_all();
}

TEST_F(FusedEmbedding, EqualsTheSerialSum) {
  check<std::int64_t>({32, 8, 16}, {}, false, 1);
  check<std::int32_t>({32, 8, 16}, {}, true, 2);
}

TEST_F(FusedEmbedding, EqualsTheSerialMean) {
  embedding_options options;
  options.mode = pooling::mean;
  check<std::int64_t>({32, 8, 16}, options, false, 3);
}

TEST_F(FusedEmbedding, WorksWithOddSizes) {
  check<std::int64_t>({37, 7, 5}, {}, true, 4);
  check<std::int32_t>({1, 1, 1}, {}, false, 5);
  check<std::int64_t>({3, 11, 4}, {}, false, 6);
  check<std::int64_t>({50, 1, 12}, {}, true, 7);
}

TEST_F(FusedEmbedding, AblationsGiveTheSameBits) {
  embedding_options options;
  options.remote_first = false;
  check<std::int64_t>({29, 6, 8}, options, true, 8);
  options = {};
  options.zero_copy = false;
  check<std::int64_t>({29, 6, 8}, options, true, 9);
  options = {};
  options.slice_rows = 1000;
  check<std::int64_t>({29, 6, 8}, options, true, 10);
  options.slice_rows = 1;
  options.blocks = 5;
  options.threads = 7;
  check<std::int64_t>({29, 6, 8}, options, true, 11);
}

// A tile is 16 rows: a slice of 40 has 3 tiles, a PE's last slice fewer, which are empty.
TEST_F(FusedEmbedding, ASliceHasSeveralTiles) {
  embedding_options options;
  options.slice_rows = 40;
  options.threads = 7;
  for (const bool zero_copy : {true, false}) {
    options.zero_copy = zero_copy;
    check<std::int64_t>({229, 5, 8}, options, true, 16);
  }
}

TEST_F(FusedEmbedding, BlocksAreFilledBySlicesOfTheRule) {
  const embedding_shape shape{static_cast<std::size_t>(n_) * 400, static_cast<std::size_t>(n_), 64};
  embedding_options options;
  options.threads = 256;  // 16 rows of 64 floats, 4 by each thread
  EXPECT_EQ(embedding_layout(shape, options, true).slice_rows, 400u);
  options.wait_in_kernel = false;
  EXPECT_EQ(embedding_layout(shape, options, true).slice_rows, 100u);
  options.link = {1000, 1};  // 4 rows by the link, 50 by the number of slices
  EXPECT_EQ(embedding_layout(shape, options, false).slice_rows, 50u);
  const embedding_shape few{static_cast<std::size_t>(n_) * 100, static_cast<std::size_t>(n_), 64};
  const embedding_layout sent(few, options, false);
  EXPECT_EQ(sent.slice_rows, 16u);
  EXPECT_EQ(sent.tile_rows, 16u);
  options.slice_rows = 4;
  EXPECT_EQ(embedding_layout(shape, options, false).slice_rows, 4u);
}

TEST_F(FusedEmbedding, AResultStaysUntilTheNextLaunch) {
  const embedding_shape shape{24, 8, 8};
  const model<std::int64_t> a(shape, 15);
  const part<std::int64_t> of_a(a, me_, n_);
  ark::fused::embedding_alltoall<> fused(shape, of_a.tables);
  ark::fused::embedding_input<std::int64_t> none = of_a.input(false);
  const sym<std::int64_t> zeros(shape.tables * shape.batch + 1);
  none.offsets = zeros;  // every bag is empty
  fused.launch(of_a.input(false));
  fused.finish();
  if (me_ != 0) fused.launch(none);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  if (me_ == 0) {
    EXPECT_EQ(wrong_elements(a, fused.layout(), fused.out(), pooling::sum, false), 0u);
    fused.launch(none);
  }
  fused.finish();
  const std::size_t floats = fused.layout().batch.size(me_) * fused.layout().row_width();
  EXPECT_EQ(std::count(fused.out(), fused.out() + floats, 0.0f),
            static_cast<std::ptrdiff_t>(floats));
  ark_barrier_all();
}

// --- Consumers in another kernel

/// Every block adds its rows of the result as soon as they are complete.
ARK_GLOBAL void add_rows(ark::fused::embedding_rows rows, const float* out, float* sums) {
  const std::size_t count = rows.layout.batch.size(rows.layout.pe);
  for (std::size_t row = blockIdx.x; row < count; row += gridDim.x) {
    if (threadIdx.x == 0) rows.await(row, 1);
    __syncthreads();
    if (ark_status() != 0) return;
    if (threadIdx.x != 0) continue;
    float sum = 0;
    for (std::size_t i = 0; i < rows.layout.row_width(); ++i)
      sum += out[row * rows.layout.row_width() + i];
    sums[row] = sum;
  }
}

TEST_F(FusedEmbedding, AConsumerWaitsForItsRowsOnly) {
  const embedding_shape shape{41, 5, 8};
  const model<std::int64_t> m(shape, 12);
  const part<std::int64_t> mine(m, me_, n_);
  embedding_options options;
  options.wait_in_kernel = false;
  options.slice_rows = 3;
  ark::fused::embedding_alltoall<> fused(shape, mine.tables, options);
  const std::size_t rows = fused.layout().batch.size(me_);
  const sym<float> sums(fused.layout().batch.largest());
  const ark::stream_t consumer = ark::stream_create();
  for (int call = 0; call < 3; ++call) {
    fused.launch(mine.input(false));
    ark::launch({2, 2, 0, consumer}, add_rows, fused.rows(), fused.out(), sums.get());
    ark::stream_sync(consumer);
    fused.finish();
    for (std::size_t b = 0; b < rows; ++b) {
      float sum = 0;
      for (std::size_t i = 0; i < shape.tables * shape.dim; ++i) {
        sum += m.reference(fused.layout().batch.begin(me_) + b, i / shape.dim, i % shape.dim,
                           pooling::sum, false);
      }
      EXPECT_EQ(sums[b], sum) << "row " << b << ", call " << call;
      sums[b] = 0;
    }
  }
  ark::stream_destroy(consumer);
  ark_barrier_all();
}

// --- Errors

template <class Call>
std::string invalid(Call&& call) {
  return refusal(ark::errc::invalid_argument, std::forward<Call>(call));
}

/// One bad entry on the last PE with tables; every PE learns of it, and the next call is good.
template <class Index, class Break>
void check_bad_input(const Break& spoil, const std::string& expected) {
  const embedding_shape shape{24, 8, 8};
  model<Index> m(shape, 13);
  const part<Index> mine(m, ark_my_pe(), ark_n_pes());
  ark::fused::embedding_alltoall<Index> fused(shape, mine.tables);
  const bool last = ark_my_pe() == ark_n_pes() - 1;
  const auto restore = last ? spoil(mine) : [] {};
  fused.launch(mine.input(false));
  const std::string text = invalid([&] { fused.finish(); });
  EXPECT_NE(text.find(expected), std::string::npos) << text;
  EXPECT_NE(text.find("embedding_alltoall: PE " + std::to_string(ark_n_pes() - 1)),
            std::string::npos)
      << text;
  restore();
  fused.launch(mine.input(false));
  fused.finish();
  EXPECT_EQ(wrong_elements(m, fused.layout(), fused.out(), pooling::sum, false), 0u);
  ark_barrier_all();
}

TEST_F(FusedEmbedding, AnIndexOutOfRangeIsNamedOnEveryPe) {
  for (const int bad : {40, -1}) {
    check_bad_input<std::int32_t>(
        [bad](const part<std::int32_t>& mine) -> std::function<void()> {
          const std::int32_t good = mine.indices.data()[2];
          mine.indices.data()[2] = bad;
          return [&mine, good] { mine.indices.data()[2] = good; };
        },
        "indices[2] is " + std::to_string(bad) + "; accepted: 0 to ");
  }
}

TEST_F(FusedEmbedding, RowsThatThePeDoesNotHaveAreRefusedAtOnce) {
  const embedding_shape shape{static_cast<std::size_t>(n_) * 4, 2, 4};
  const model<std::int64_t> m(shape, 17);
  const part<std::int64_t> mine(m, me_, n_);
  ark::fused::embedding_alltoall<> fused(shape, mine.tables);
  fused.launch(mine.input(false));
  fused.finish();
  const ark::fused::embedding_rows rows = fused.rows();
  EXPECT_EQ(rows.await(0, 4), ark::errc::ok);
  EXPECT_EQ(rows.await(4, 0), ark::errc::ok);
  EXPECT_EQ(rows.await(0, 20), ark::errc::invalid_argument);
  EXPECT_EQ(rows.await(3, ~0u), ark::errc::invalid_argument);
  EXPECT_EQ(rows.await(5, 0), ark::errc::invalid_argument);
  ark_barrier_all();
}

TEST_F(FusedEmbedding, AnIndexIntoATableWithoutRowsIsNamed) {
  ark::fused::bag_error error{1, ark::fused::bag_error::index_range, 2, 3, 0, 0, 0, 0};
  EXPECT_EQ(
      ark::fused::bag_error_text("op", 1, error),
      "op: PE 1, table 2, bag 3: indices[0] is 0; accepted: none, because the table has no rows");
}

TEST_F(FusedEmbedding, AnOffsetOutOfRangeIsNamedOnEveryPe) {
  check_bad_input<std::int64_t>(
      [](const part<std::int64_t>& mine) -> std::function<void()> {
        std::int64_t& last = mine.offsets.data()[mine.tables.size() * 24];
        const std::int64_t good = last;
        last = 1000000;
        return [&last, good] { last = good; };
      },
      "and 1000000; accepted: not decreasing, from 0 to the number of indices, ");
}

TEST_F(FusedEmbedding, ArgumentsAreRefusedWithTheAcceptedValues) {
  using op = ark::fused::embedding_alltoall<>;
  const std::size_t tables = ark::fused::even_split(9, n_).size(me_);
  const std::vector<ark::fused::embedding_table> own(tables);
  const auto refused = [&](const embedding_shape& shape, const embedding_options& options) {
    return invalid([&] { const op made(shape, own, options); });
  };
  EXPECT_NE(refused({0, 9, 4}, {}).find("batch 0, tables 9, dim 4; accepted: 1 or more"),
            std::string::npos);
  embedding_options options;
  options.threads = 1025;
  EXPECT_NE(refused({8, 9, 4}, options).find("threads 1025; accepted: 1 or more blocks, 1 to 1024"),
            std::string::npos);
  options = {};
  options.link.bytes_per_us = 0;
  EXPECT_NE(refused({8, 9, 4}, options).find("link: 0.0"), std::string::npos);
  EXPECT_NE(invalid([&] {
              const op made({8, 9, 4}, std::vector<ark::fused::embedding_table>(tables + 1));
            }).find("its part of 9 on " + std::to_string(n_) + " PEs"),
            std::string::npos);
  options = {};
  options.mode = pooling::mean;
  op mean({8, 9, 4}, own, options);
  const float weight = 1;
  EXPECT_NE(invalid([&] {
              mean.launch({nullptr, nullptr, 0, &weight});
            }).find("sample_weights with pooling::mean"),
            std::string::npos);
  EXPECT_NE(invalid([&] { mean.launch({}); }).find("are null"), std::string::npos);
  ark_barrier_all();
}

/// A PE that launches too late is not waited for; its own launch then waits in vain for the slices
/// of the others.
class FusedEmbeddingAlone : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_TIMEOUT", short_timeout}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_LOG", "error"}};
  }
  void TearDown() override {
    meet();
    EXPECT_NO_THROW(ark::finalize());
    meet();
  }
};

TEST_F(FusedEmbeddingAlone, WaitsForALatePeAtMostTheDeadline) {
  if (any_rank(n_ == 1)) GTEST_SKIP() << "one PE waits for nobody";
  const embedding_shape shape{8, 8, 4};
  const model<std::int64_t> m(shape, 14);
  const part<std::int64_t> mine(m, me_, n_);
  ark::fused::embedding_alltoall<> fused(shape, mine.tables);
  if (me_ == 0) meet();
  fused.launch(mine.input(false));
  EXPECT_THROW(fused.finish(), ark::error);
  EXPECT_EQ(ark::status(), ark::errc::timeout);
  const std::string text = ark::failure_text(ark::last_failure());
  EXPECT_NE(text.find("timeout in signal_wait_until"), std::string::npos) << text;
  if (me_ != 0) meet();
}

}  // namespace
}  // namespace ark_mp
