// gemv_allreduce and its rival against a serial sum in the same order, bit by bit.
#include <ark/fused/gemv_allreduce.hpp>
#include <ark/fused/gemv_unfused.hpp>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

class FusedGemv : public pe_test {};

/// The columns of all PEs; PE p has its own number of them.
struct gemv_model {
  std::size_t rows;
  std::vector<std::vector<float>> weights, x;  ///< of each PE

  gemv_model(std::size_t of, std::size_t columns, int pes, unsigned seed) : rows(of) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-1, 1);
    for (int pe = 0; pe < pes; ++pe) {
      const std::size_t own = columns + (pe % 2 == 1 ? 3 : 0);
      auto& w = weights.emplace_back(rows * own);
      for (float& each : w) each = value(random);
      auto& v = x.emplace_back(own);
      for (float& each : v) each = value(random);
    }
  }

  /// The parts of the columns in order, then the PEs in order.
  [[nodiscard]] float reference(std::size_t row, unsigned parts) const {
    float sum = 0;
    for (std::size_t pe = 0; pe < x.size(); ++pe) {
      const ark::fused::even_split split(static_cast<unsigned>(x[pe].size()),
                                         static_cast<int>(parts));
      float product = 0;
      for (unsigned p = 0; p < parts; ++p) {
        float part = 0;
        const unsigned begin = split.begin(static_cast<int>(p));
        for (unsigned c = begin; c < begin + split.size(static_cast<int>(p)); ++c)
          part += weights[pe][c * rows + row] * x[pe][c];
        product = p == 0 ? part : product + part;
      }
      sum = pe == 0 ? product : sum + product;
    }
    return sum;
  }
};

std::size_t wrong_rows(const gemv_model& m, const float* y, unsigned parts) {
  std::size_t wrong = 0;
  for (std::size_t row = 0; row < m.rows; ++row) wrong += y[row] == m.reference(row, parts) ? 0 : 1;
  return wrong;
}

void check_gemv(std::size_t rows, std::size_t columns, const ark::fused::gemv_options& options,
                unsigned seed) {
  ark::fused::gemv_allreduce fused(rows, options);
  ark::fused::gemv_unfused unfused(rows, options);
  for (unsigned call = 0; call < 3;
       ++call) {  // other numbers each time: no slice may be an old one
    const gemv_model m(rows, columns, ark_n_pes(), seed + 100 * call);
    const auto pe = static_cast<std::size_t>(ark_my_pe());
    const std::vector<float>&weights = m.weights[pe], &x = m.x[pe];
    // A late PE: the kernels of the others may not end without its products and sums.
    if (static_cast<int>(call) % ark_n_pes() == ark_my_pe())
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    fused.launch(weights.data(), x.size(), x.data());
    ark::device_sync();
    EXPECT_EQ(wrong_rows(m, fused.y(), options.column_parts), 0u)
        << "seed " << seed << ", call " << call;
    unfused.launch(weights.data(), x.size(), x.data());
    ark::device_sync();
    EXPECT_EQ(wrong_rows(m, unfused.y(), options.column_parts), 0u)
        << "seed " << seed << ", call " << call;
  }
  ark_barrier_all();
}

TEST_F(FusedGemv, EqualsTheSerialSum) {
  check_gemv(256, 40, {}, 1);
  ark::fused::gemv_options options;
  options.threads = 16;
  check_gemv(1024, 40, options, 10);
}

TEST_F(FusedGemv, WorksWithOddSizes) {
  check_gemv(301, 7, {}, 2);
  check_gemv(1, 5, {}, 3);
  check_gemv(3, 0, {}, 4);
  ark::fused::gemv_options options;
  options.threads = 16;
  check_gemv(301, 7, options, 11);
  options.column_parts = 4;
  check_gemv(77, 30, options, 5);
}

TEST_F(FusedGemv, AblationsGiveTheSameBits) {
  ark::fused::gemv_options options;
  options.remote_first = false;
  check_gemv(500, 9, options, 6);
  options = {};
  options.zero_copy = false;
  check_gemv(500, 9, options, 7);
  options = {};
  options.slice_rows = 100000;
  check_gemv(500, 9, options, 8);
  options.slice_rows = 3;
  options.blocks = 5;
  options.threads = 6;
  options.column_parts = 3;
  check_gemv(500, 9, options, 9);
}

// Each slice costs its arrivals, however little a request costs.
TEST_F(FusedGemv, SlicesOfTheRuleHaveATileOrMore) {
  using ark::fused::gemv_slice_rows;
  ark::fused::gemv_options options;
  options.threads = 16;
  options.column_parts = 1;
  options.link = {1000, 0};
  const unsigned tile = 16 * ark::fused::gemv_width;
  EXPECT_EQ(gemv_slice_rows(5 * tile, options, false), tile);
  EXPECT_EQ(gemv_slice_rows(100'000, options, false), 12'500u);
  EXPECT_EQ(gemv_slice_rows(40, options, false), 10u);
  EXPECT_EQ(gemv_slice_rows(3, options, false), 1u);
  EXPECT_EQ(gemv_slice_rows(100'001, options, true), 50'001u);  // one for a block
  EXPECT_EQ(gemv_slice_rows(1, options, true), 1u);
  const ark::fused::gemv_allreduce op(static_cast<std::size_t>(n_) * 10'000, options);
  EXPECT_GE(op.layout().slice_rows, tile);
  options.slice_rows = 7;
  EXPECT_EQ(gemv_slice_rows(100'000, options, true), 7u);
}

TEST_F(FusedGemv, ArgumentsAreRefusedWithTheAcceptedValues) {
  const auto refused = [](std::size_t rows, const ark::fused::gemv_options& options) {
    try {
      const ark::fused::gemv_allreduce made(rows, options);
    } catch (const ark::error& error) {
      EXPECT_EQ(error.code(), ark::errc::invalid_argument);
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_NE(refused(0, {}).find("rows 0; accepted: 1 to 2147483647"), std::string::npos);
  ark::fused::gemv_options options;
  options.threads = 16;
  options.column_parts = 5;
  EXPECT_NE(refused(8, options).find("column_parts 5; accepted: a divisor of threads, 16"),
            std::string::npos);
  options = {};
  options.blocks = 0;
  EXPECT_NE(refused(8, options).find("blocks 0, threads 1; accepted"), std::string::npos);
  ark::fused::gemv_allreduce op(8);
  EXPECT_THROW(op.launch(nullptr, 3, nullptr), ark::error);
  ark::fused::gemv_unfused rival(8);
  const std::vector<float> ones(16, 1.0f);
  const auto launch_refused = [&](auto& call) {
    try {
      call.launch(ones.data(), (std::size_t{1} << 32) + 1, ones.data());
    } catch (const ark::error& error) {
      EXPECT_EQ(error.code(), ark::errc::invalid_argument);
      return std::string(error.what());
    }
    ark::device_sync();
    return std::string("not refused");
  };
  EXPECT_EQ(launch_refused(op), "gemv_allreduce: columns 4294967297; accepted: 0 to 2147483647");
  EXPECT_EQ(launch_refused(rival), "gemv_unfused: columns 4294967297; accepted: 0 to 2147483647");
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
