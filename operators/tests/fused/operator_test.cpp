// What all fused operators have in common: calls that are refused, and the memory that they own.
#include <ark/fused/embedding_alltoall.hpp>
#include <ark/fused/embedding_unfused.hpp>
#include <ark/fused/gemm_alltoall.hpp>
#include <ark/fused/gemm_unfused.hpp>
#include <ark/fused/gemv_allreduce.hpp>
#include <ark/fused/gemv_unfused.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../refusal.hpp"
#include "mp/api/api_test.hpp"

namespace ark_mp {
namespace {

/// One of each operator, for inputs of ones: every element of a result is known.
struct operators {
  static constexpr std::size_t rows = 3;
  const std::vector<float> ones = std::vector<float>(1000, 1.0f);
  const std::vector<std::int64_t> zeros = std::vector<std::int64_t>(1000, 0);
  const int pes = ark_n_pes();
  const std::size_t tables = static_cast<std::size_t>(pes);
  const ark::fused::embedding_shape bags{tables, tables, 4};
  const std::vector<ark::fused::embedding_table> own{{ones.data(), 1}};

  ark::fused::gemv_allreduce gemv{rows};
  ark::fused::gemm_alltoall gemm{{rows, 2, 1}};
  ark::fused::embedding_alltoall<> embedding{bags, own};
  ark::fused::gemv_unfused gemv_rival{rows};
  ark::fused::gemm_unfused gemm_rival{{rows, 2, 1}};
  ark::fused::embedding_unfused<> embedding_rival{bags, own};

  /// `call` with each operator's launch on `stream`.
  template <class Call>
  void each(ark::stream_t stream, const Call& call) {
    const float* const one = ones.data();
    // Every bag is empty, and a row of zeros.
    const ark::fused::embedding_input<std::int64_t> input{zeros.data(), zeros.data(), 0};
    call([&] { gemv.launch(one, 1, one, stream); });
    call([&] { gemm.launch(one, one, stream); });
    call([&] { embedding.launch(input, stream); });
    call([&] { gemv_rival.launch(one, 1, one, stream); });
    call([&] { gemm_rival.launch(one, one, stream); });
    call([&] { embedding_rival.launch(input, stream); });
  }
};

class FusedOperator : public pe_test {};

// A call that was not launched does not count: the words that count arrivals have not grown.
TEST_F(FusedOperator, ALaunchThatThrowsIsNoCall) {
  operators all;
  const ark::stream_t gone = ark::stream_create();
  ark::stream_destroy(gone);
  for (int round = 0; round < 2; ++round) {
    const float* const last = all.gemm_rival.out();
    all.each(gone, [](const auto& launch) { refusal(ark::errc::invalid_argument, launch); });
    EXPECT_EQ(all.gemm_rival.out(), last);
    all.each(nullptr, [](const auto& launch) {
      launch();
      ark::device_sync();
    });
    for (std::size_t row = 0; row < operators::rows; ++row) {
      EXPECT_EQ(all.gemv.y()[row], static_cast<float>(n_));
      EXPECT_EQ(all.gemm.out()[row * 2], 1.0f);
    }
    EXPECT_EQ(ark_status(), 0);
  }
  ark_barrier_all();
}

TEST(FusedOperatorOfAnEarlierSession, IsRefused) {
  std::optional<operators> all;
  ark::init();
  all.emplace();
  ark::finalize();
  const auto refused = [](const auto& launch) {
    EXPECT_NE(refusal(ark::errc::wrong_state, launch).find("made before ark::finalize"),
              std::string::npos);
  };
  all->each(nullptr, refused);
  ark::init();
  all->each(nullptr, refused);
  refused([&] { all->embedding.finish(); });
  EXPECT_EQ(ark_status(), 0);
  all.reset();
  ark::finalize();
}

/// 8 MiB of heap: enough for some of an operator's arrays.
class FusedOperatorWithoutRoom : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_SYMMETRIC_SIZE", "256k"}, {"ARK_HEAP_RESERVE", "8m"}, {"ARK_LOG", "error"}};
  }
};

TEST_F(FusedOperatorWithoutRoom, LeavesNothingAllocated) {
  if (n_ == 1) GTEST_SKIP() << "one PE sends nothing, and needs less";
  const std::size_t before = ark::heap_query().used;
  const auto refused = [&](const auto& make) {
    refusal(ark::errc::out_of_memory, make);
    EXPECT_EQ(ark::heap_query().used, before);
    EXPECT_EQ(ark_status(), 0);
  };
  const auto pes = static_cast<std::size_t>(n_);
  const std::size_t rows = std::size_t{3} << 20;  // of 4 bytes: more than half of the heap
  const std::vector<float> one(4, 1.0f);
  const std::vector<ark::fused::embedding_table> own(1, {one.data(), 1});
  const ark::fused::embedding_shape bags{rows / 4, pes, 4};
  ark::fused::embedding_options sent;
  sent.zero_copy = false;
  refused([&] { const ark::fused::gemv_allreduce op(rows / 2); });
  refused([&] { const ark::fused::gemm_alltoall op({rows / pes / 2, 1, 1}, sent); });
  refused([&] { const ark::fused::embedding_alltoall<> op(bags, own, sent); });
  refused([&] { const ark::fused::gemm_unfused op({rows / pes / 2, 1, 1}); });
  refused([&] { const ark::fused::embedding_unfused<> op(bags, own); });
  ark::fused::gemv_allreduce fits(1000);
  EXPECT_GT(ark::heap_query().used, before);
}

}  // namespace
}  // namespace ark_mp
