// The choice between tenants, by counted amounts.
#include "tenants/fair_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace ark {
namespace {

class FairChoice : public ::testing::Test {
 protected:
  static constexpr std::uint64_t chunk = 1000;

  /// Serve `steps` chunks to those of `backlogged`.
  void serve(tenant_set backlogged, unsigned steps, std::uint64_t bytes = chunk) {
    for (unsigned i = 0; i < steps; ++i) {
      const unsigned one = choice_.choose(backlogged);
      ASSERT_NE(one, fair_choice::none);
      ASSERT_TRUE(backlogged >> one & 1);
      choice_.charge(one, bytes);
      served_[one] += bytes;
    }
  }

  /// Serve a chunk for each entry of `work`, which is tenants in the order in which it came. Then
  /// nobody has work. Returns the tenants in the order of the service.
  std::vector<unsigned> serve_in_turn(std::vector<unsigned> work, bool by_credit) {
    std::vector<unsigned> order;
    const auto first = [&work](tenant_set of) {
      return *std::find_if(work.begin(), work.end(), [of](unsigned one) { return of >> one & 1; });
    };
    while (!work.empty()) {
      tenant_set backlogged = 0;
      for (const unsigned one : work) backlogged |= tenant_set{1} << one;
      order.push_back(by_credit ? choice_.choose(backlogged, first) : choice_.choose(backlogged));
      choice_.charge(order.back(), chunk);
      if (by_credit) choice_.charge_credit(order.back(), chunk);
      work.erase(std::find(work.begin(), work.end(), order.back()));
    }
    EXPECT_EQ(choice_.choose(0, first), fair_choice::none);
    return order;
  }

  fair_choice choice_;
  std::array<std::uint64_t, most_tenants + 1> served_{};
};

TEST_F(FairChoice, NobodyIsServedWithoutWork) { EXPECT_EQ(choice_.choose(0), fair_choice::none); }

TEST_F(FairChoice, BackloggedTenantsHaveTheirShares) {
  choice_.set(1, {.share = 1});
  choice_.set(2, {.share = 2});
  choice_.set(3, {.share = 5});
  serve(0b1110, 800);
  EXPECT_EQ(served_[1], 100 * chunk);
  EXPECT_EQ(served_[2], 200 * chunk);
  EXPECT_EQ(served_[3], 500 * chunk);
}

TEST_F(FairChoice, SharesAreOfBytesWhateverTheSizesOfSteps) {
  choice_.set(1, {.share = 1});
  choice_.set(2, {.share = 3});
  std::mt19937 random(5);
  constexpr std::uint64_t most = 1 << 16;
  std::uint64_t all = 0;
  while (all < 4000 * most) {
    const unsigned one = choice_.choose(0b110);
    const std::uint64_t bytes = one == 1 ? most : 64 + random() % 512;
    choice_.charge(one, bytes);
    served_[one] += bytes;
    all += bytes;
    // Never further from the shares than a step.
    const double fair = static_cast<double>(all) / 4;
    ASSERT_LE(std::abs(static_cast<double>(served_[1]) - fair), most);
  }
}

TEST_F(FairChoice, AnIdleTenantsShareIsUsedWithoutDebt) {
  choice_.set(1, {.share = 1});
  choice_.set(2, {.share = 9});
  serve(0b010, 1000);
  EXPECT_EQ(served_[1], 1000 * chunk);
  served_ = {};
  serve(0b110, 100);
  EXPECT_EQ(served_[1], 10 * chunk);
  EXPECT_EQ(served_[2], 90 * chunk);
}

TEST_F(FairChoice, ATenantThatWasIdleIsAheadByItsBurstAndNoMore) {
  for (const std::uint64_t burst : {std::uint64_t{0}, 10 * chunk, 40 * chunk}) {
    choice_ = {};
    served_ = {};
    choice_.set(1, {.share = 1});
    choice_.set(2, {.share = 1, .burst = burst});
    serve(0b010, 1000);
    serve(0b110, 100);
    const double ahead =
        static_cast<double>(served_[2]) - (static_cast<double>(served_[1]) - 1000.0 * chunk);
    EXPECT_NEAR(ahead, static_cast<double>(burst), chunk) << burst;
  }
}

TEST_F(FairChoice, WorkNowAndThenEarnsNoMoreThanTheShare) {
  choice_.set(1, {.share = 1});
  choice_.set(2, {.share = 1, .burst = 4 * chunk});
  for (unsigned i = 0; i < 1000; ++i) {
    serve(0b110, 3);
    serve(0b010, 1);
  }
  EXPECT_LE(served_[2], 2004 * chunk);
  EXPECT_GE(served_[2], 1990 * chunk);
}

TEST_F(FairChoice, PriorityComesBeforeShares) {
  choice_.set(1, {.share = 100});
  choice_.set(2, {.share = 1, .priority = 1});
  serve(0b110, 50);
  EXPECT_EQ(served_[2], 50 * chunk);
  serve(0b010, 10);
  EXPECT_EQ(served_[1], 10 * chunk);
}

TEST_F(FairChoice, AmongEqualPrioritiesSharesHold) {
  choice_.set(1, {.share = 1, .priority = 3});
  choice_.set(2, {.share = 3, .priority = 3});
  serve(0b111, 400);
  EXPECT_EQ(served_[0], 0u);
  EXPECT_EQ(served_[1], 100 * chunk);
  EXPECT_EQ(served_[2], 300 * chunk);
}

// There is service for both: the one that uses more does not wait for the other one's later work.
TEST_F(FairChoice, TenantsWithCreditAreServedInTheOrderOfTheirWork) {
  const std::vector<unsigned> work = {1, 1, 2, 1, 1, 1, 2, 1};
  for (const bool by_credit : {true, false}) {
    choice_ = {};
    for (const unsigned one : {1u, 2u}) choice_.set(one, {.share = 1, .burst = 10 * chunk});
    unsigned in_order = 0;
    for (unsigned round = 0; round < 100; ++round)
      in_order += serve_in_turn(work, by_credit) == work ? 1 : 0;
    EXPECT_EQ(in_order, by_credit ? 100u : 0u);  // 0: the control, shares alone
  }
}

TEST_F(FairChoice, ATenantWithoutPauseUsesItsCreditUpAndComesSecond) {
  constexpr std::uint64_t burst = 20 * chunk;
  for (const unsigned one : {1u, 2u}) choice_.set(one, {.share = 1, .burst = burst});
  std::vector<unsigned> waits;  // of work of 2, in chunks of 1's earlier work
  for (unsigned round = 0; round < 100; ++round) {
    const auto serve_one = [this](tenant_set backlogged) {
      const unsigned one = choice_.choose(backlogged, [](tenant_set) { return 1u; });
      choice_.charge(one, chunk);
      choice_.charge_credit(one, chunk);
      return one;
    };
    for (waits.push_back(0); serve_one(0b110) != 2;) ++waits.back();
    serve_one(0b010);
  }
  EXPECT_GE(waits[0], burst / chunk);
  EXPECT_LE(waits[0], 2 * burst / chunk);  // half of the credit comes back while both are served
  EXPECT_LE(*std::max_element(waits.begin() + 1, waits.end()), 1u);
}

TEST_F(FairChoice, CreditIsOfOnePriority) {
  choice_.set(1, {.share = 1, .burst = 100 * chunk});
  choice_.set(2, {.share = 1, .burst = 100 * chunk, .priority = 1});
  EXPECT_EQ(serve_in_turn({1, 2, 1, 2}, true), (std::vector<unsigned>{2, 2, 1, 1}));
}

TEST_F(FairChoice, AChangedShareIsInEffectAtOnceWithoutOldDebts) {
  choice_.set(1, {.share = 0.01});
  choice_.set(2, {.share = 1});
  serve(0b110, 1000);
  choice_.set(1, {.share = 1});
  served_ = {};
  serve(0b110, 100);
  EXPECT_NEAR(static_cast<double>(served_[1]), 50 * chunk, 2 * chunk);
}

TEST_F(FairChoice, AChangedPriorityBringsNoOldClaims) {
  choice_.set(1, {.priority = 2});
  serve(0b010, 1000);
  choice_.set(1, {.priority = 0});
  choice_.set(2, {.priority = 0});
  served_ = {};
  serve(0b110, 100);
  EXPECT_NEAR(static_cast<double>(served_[1]), 50 * chunk, 2 * chunk);
}

}  // namespace
}  // namespace ark
