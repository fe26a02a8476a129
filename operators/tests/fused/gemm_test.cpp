// gemm_alltoall and its rival against a serial product, bit by bit.
#include <ark/fused/gemm_alltoall.hpp>
#include <ark/fused/gemm_unfused.hpp>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

class FusedGemm : public pe_test {};

/// a and b of one PE, made alike on every PE.
struct gemm_model {
  std::vector<float> a, b;

  gemm_model(const ark::fused::gemm_shape& shape, int pe, int pes, unsigned seed)
      : a(static_cast<std::size_t>(pes) * shape.rows * shape.inner),
        b(shape.inner * shape.columns) {
    std::mt19937 random(seed * 100 + static_cast<unsigned>(pe));
    std::uniform_real_distribution<float> value(-1, 1);
    for (float& each : a) each = value(random);
    for (float& each : b) each = value(random);
  }
};

std::size_t gemm_wrong_elements(const ark::fused::gemm_shape& shape, const float* out,
                                unsigned seed) {
  const int pes = ark_n_pes();
  std::size_t wrong = 0;
  for (int source = 0; source < pes; ++source) {
    const gemm_model m(shape, source, pes, seed);
    for (std::size_t row = 0; row < shape.rows; ++row) {
      const std::size_t of_a = static_cast<std::size_t>(ark_my_pe()) * shape.rows + row;
      for (std::size_t column = 0; column < shape.columns; ++column) {
        float sum = 0;
        for (std::size_t k = 0; k < shape.inner; ++k)
          sum += m.a[of_a * shape.inner + k] * m.b[k * shape.columns + column];
        const std::size_t at =
            (static_cast<std::size_t>(source) * shape.rows + row) * shape.columns + column;
        wrong += out[at] == sum ? 0 : 1;
      }
    }
  }
  return wrong;
}

void check_gemm(const ark::fused::gemm_shape& shape, const ark::fused::operator_options& options,
                unsigned seed) {
  ark::fused::gemm_alltoall fused(shape, options);
  ark::fused::gemm_unfused unfused(shape, options);
  for (unsigned call = 0; call < 3; ++call) {
    const unsigned now = seed + 10 * call;
    const gemm_model m(shape, ark_my_pe(), ark_n_pes(), now);
    // A late PE: the kernels of the others may not end without its rows, nor write into its result.
    if (static_cast<int>(call) % ark_n_pes() == ark_my_pe()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (call > 0) {
        EXPECT_EQ(gemm_wrong_elements(shape, fused.out(), now - 10), 0u) << "call " << call;
      }
    }
    fused.launch(m.a.data(), m.b.data());
    ark::device_sync();
    EXPECT_EQ(gemm_wrong_elements(shape, fused.out(), now), 0u) << "seed " << now;
    unfused.launch(m.a.data(), m.b.data());
    ark::device_sync();
    EXPECT_EQ(gemm_wrong_elements(shape, unfused.out(), now), 0u) << "seed " << now;
  }
  ark_barrier_all();
}

TEST_F(FusedGemm, EqualsTheSerialProduct) {
  check_gemm({32, 64, 20}, {}, 1);
  ark::fused::operator_options options;
  options.threads = 16;
  check_gemm({32, 64, 20}, options, 11);
}

TEST_F(FusedGemm, WorksWithOddSizes) {
  check_gemm({13, 71, 5}, {}, 2);
  check_gemm({150, 66, 3}, {}, 9);
  check_gemm({1, 1, 1}, {}, 3);
  check_gemm({3, 2, 0}, {}, 4);
}

TEST_F(FusedGemm, AblationsGiveTheSameBits) {
  ark::fused::operator_options options;
  options.remote_first = false;
  check_gemm({20, 40, 6}, options, 5);
  options = {};
  options.zero_copy = false;
  check_gemm({20, 40, 6}, options, 6);
  options = {};
  options.slice_rows = 100000;
  check_gemm({20, 40, 6}, options, 7);
  options.slice_rows = 3;
  options.blocks = 5;
  options.threads = 40;
  check_gemm({20, 40, 6}, options, 8);
}

// Of 150 columns each block gets some, and the last tile fewer.
TEST_F(FusedGemm, TilesAreNarrowerWhereBlocksWouldHaveNone) {
  ark::fused::operator_options options;
  options.blocks = 24;
  options.threads = 8;
  const auto tile = ark::fused::gemm_tile::of(1, 20, 150, options.blocks);
  EXPECT_EQ(tile.rows, 20u);
  EXPECT_EQ(tile.columns, 12u);
  EXPECT_EQ(ark::fused::gemm_tile::of(1, 20, 150, 1).columns, 204u);
  check_gemm({20, 150, 6}, options, 10);
}

TEST_F(FusedGemm, ArgumentsAreRefusedWithTheAcceptedValues) {
  const auto refused = [](const ark::fused::gemm_shape& shape, const char* text) {
    try {
      const ark::fused::gemm_alltoall made(shape);
      ADD_FAILURE() << "not refused: " << text;
    } catch (const ark::error& why) {
      EXPECT_EQ(why.code(), ark::errc::invalid_argument);
      EXPECT_NE(std::string(why.what()).find(text), std::string::npos) << why.what();
    }
  };
  refused({4, 0, 2}, "rows 4, columns 0, inner 2; accepted: 1 to");
  constexpr std::size_t most = 2147483647;  // its product has no room in 64 bits
  refused({most, most, 1}, "rows 2147483647 x columns 2147483647; accepted: at most ");
  ark::fused::gemm_alltoall op({4, 4, 4});
  EXPECT_THROW(op.launch(nullptr, nullptr), ark::error);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
