// Plans by the host, which may send from its own memory; refusals by name. Run under every route.
// Plans that kernels start: tests/gpu/plan_test.cpp.
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Plan : public pe_test {};

TEST_F(Plan, ByTheHostToItselfAndWithoutASignal) {
  const sym<int> data(1000);
  std::vector<int> source(1000, 7);
  const ark_plan_t plan = ark_plan_create(data, source.data(), 1000 * sizeof(int), nullptr, me_);
  ASSERT_NE(plan, nullptr) << ark::last_error();
  const std::uint64_t first = ark_plan_start(plan);
  ark_plan_wait(plan, first);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(data[0] + data[999], 14);
  source[999] = 8;
  std::uint64_t second = 0;
  EXPECT_EQ(ark::plan_start(plan, &second), ark::errc::ok);
  EXPECT_EQ(ark::plan_wait(plan, second), ark::errc::ok);
  EXPECT_EQ(data[999], 8);
  ark_plan_destroy(plan);
}

TEST_F(Plan, QuietAndDestroyWaitForDelivery) {
  constexpr std::size_t words = 200'000;
  const sym<std::uint64_t> data(words), source(words);
  const ark_plan_t plan = ark_plan_create(data, source, words * 8, nullptr, next_);
  for (std::uint64_t round = 1; round <= 6; ++round) {
    source[0] = source[words - 1] = round;
    ark_plan_start(plan);
    if (round == 6) {
      ark_plan_destroy(plan);
    } else {
      ark_quiet();
    }
    EXPECT_EQ(ark_uint64_g(data + (words - 1), next_), round);
    ark_barrier_all();
  }
}

// The counts of a slot continue, and a plan by the proxy counts its starts only.
TEST_F(Plan, ASlotOfAPlanByTheProxyServesAPlanToAMappedPe) {
  const sym<std::uint64_t> data(1), source(1), signal(1);
  source[0] = 5;
  ark_barrier_all();
  const ark_plan_t by_route = ark_plan_create(data, source, 8, nullptr, next_);
  for (int i = 0; i < 3; ++i) ark_plan_start(by_route);
  ark_plan_destroy(by_route);
  ark_barrier_all();
  source[0] = 7;
  const ark_plan_t to_itself = ark_plan_create(data, source, 8, signal, me_);
  EXPECT_EQ(to_itself, by_route);
  const std::uint64_t first = ark_plan_start(to_itself);
  ark_plan_wait(to_itself, first);
  EXPECT_EQ(data[0], 7u);
  ark_plan_destroy(to_itself);
  EXPECT_EQ(signal[0], 1u) << "transfers of a plan that was started once";
  ark_barrier_all();
}

TEST_F(Plan, WrongArgumentsAreRefusedByName) {
  const sym<std::uint64_t> data(64), source(64), signal(1);
  const auto refused = [&](void* dest, const void* from, std::size_t bytes, void* word, int pe) {
    EXPECT_EQ(ark_plan_create(dest, from, bytes, static_cast<std::uint64_t*>(word), pe), nullptr);
    return ark::last_error();
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  std::uint64_t local = 0;
  auto* odd = reinterpret_cast<char*>(signal.get()) + 4;
  EXPECT_PRED2(has, refused(data, source, 64, nullptr, n_), "pe = ");
  EXPECT_PRED2(has, refused(data, source, 64, nullptr, -1), "pe = -1");
  EXPECT_PRED2(has, refused(data, source, 0, nullptr, next_), "bytes = 0");
  EXPECT_PRED2(has, refused(data, nullptr, 64, nullptr, next_), "source is null");
  EXPECT_PRED2(has, refused(&local, source, 8, nullptr, next_), "dest = ");
  EXPECT_PRED2(has, refused(data, source, std::size_t{1} << 60, nullptr, next_), "dest = ");
  EXPECT_PRED2(has, refused(data, source, 64, &local, next_), "signal = ");
  EXPECT_PRED2(has, refused(data, source, 64, odd, next_), "a multiple of 8");
  EXPECT_PRED2(has, refused(data, source, 64, data + 3, next_), "lies in dest");
  EXPECT_PRED2(has, refused(data, data + 4, 64, nullptr, me_), "overlap");
  EXPECT_THROW(ark::plan(data, source, 0, nullptr, next_), ark::error);
  ark_plan_destroy(nullptr);
}

}  // namespace
}  // namespace ark_mp
