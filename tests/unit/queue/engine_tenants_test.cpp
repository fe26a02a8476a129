// The CPU engine's choice between tenants, by the bytes that it has moved.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "posting.hpp"
#include "queue/cpu_engine.hpp"
#include "two_pes.hpp"

namespace ark {
namespace {

using namespace detail;

/// A ring without a tenant, and one for each of two tenants.
class EngineTenants : public ::testing::TestWithParam<engine_order>, protected testing::two_heaps {
 protected:
  static constexpr unsigned plain = 0, first = 1, second = 2;
  static constexpr std::uint64_t large = 8192;

  void start(bool with_tenants = true) {
    for (unsigned i = 0; i < 3; ++i) views_.push_back(storage_[i].view());
    options_.chunk_bytes = 1024;
    options_.small_bytes = 256;
    options_.max_in_flight = 96;
    options_.order = GetParam();
    options_.tenants = with_tenants ? &table_ : nullptr;
    engine_ = std::make_unique<cpu_engine>(state_, std::span<const ring_view>(views_), options_);
  }
  void post(unsigned ring, const descriptor& d) {
    ASSERT_EQ(testing::post(ring_at(ring), d, testing::give_up).code, errc::ok);
  }
  ring ring_at(unsigned index) const { return ring(views_[index]); }
  void post_large(unsigned ring, unsigned count, std::uint64_t bytes = large) {
    for (unsigned i = 0; i < count; ++i) post(ring, make_put(1, 4096, source_.data(), bytes));
  }
  /// Steps until `tenant` has received `bytes`.
  void run_until(unsigned tenant, std::uint64_t bytes) {
    for (unsigned i = 0; i < 10'000'000 && moved(tenant) < bytes; ++i) engine_->progress(1);
    ASSERT_GE(moved(tenant), bytes);
  }
  void run_dry() {
    for (int calls = 0; engine_->progress(64); ++calls) ASSERT_LT(calls, 1'000'000);
  }
  std::uint64_t moved(unsigned tenant) {
    return table_.counts(tenant).amount.load(std::memory_order_relaxed);
  }
  double ratio() { return static_cast<double>(moved(second)) / static_cast<double>(moved(first)); }

  ring_storage storage_[3] = {ring_storage(256), ring_storage(256), ring_storage(256)};
  std::vector<ring_view> views_;
  cpu_engine_options options_;
  tenant_table table_{2};
  std::unique_ptr<cpu_engine> engine_;
};

TEST_P(EngineTenants, SharesHoldWhileBothAreBacklogged) {
  table_.set(first, {.share = 1});
  table_.set(second, {.share = 3});
  start();
  post_large(first, 100);
  post_large(second, 200);
  run_until(second, 150 * large);
  EXPECT_NEAR(ratio(), 3, 0.06);  // 2 %
  run_dry();
  EXPECT_EQ(ring_at(first).done(), 100u);
  EXPECT_EQ(ring_at(second).done(), 200u);
  EXPECT_EQ(moved(second), 200 * (large + sizeof(descriptor)));
}

TEST_P(EngineTenants, SharesHoldBetweenFewLargeAndManySmallOnes) {
  start();
  post_large(first, 4, 65536);
  for (unsigned i = 0; i < 250; ++i) post(second, make_put(1, 64, source_.data(), 200));
  run_until(second, 240 * 264);
  EXPECT_NEAR(ratio(), 1, 0.05);
  run_dry();
}

// The control: without tenants large transfers take turns, so that many hold up one.
TEST_P(EngineTenants, OneTransferIsNotStarvedByManyOfAnother) {
  for (const bool with_tenants : {true, false}) {
    views_.clear();
    for (ring_storage& one : storage_) one = ring_storage(256);
    start(with_tenants);
    post_large(first, 90);
    for (int i = 0; i < 400; ++i) engine_->progress(1);
    post(second, make_put(1, 4096, source_.data(), large).with_signal(0, signal_op::set, 1));
    std::fill(heaps_[1].begin(), heaps_[1].begin() + 1, 0);
    const bool random = GetParam() == engine_order::random;
    // Twice the steps of the transfer alone, and some.
    const unsigned fair = random ? 2 * 8192 / 8 : 2 * 8192 / 1024 + 8;
    for (unsigned i = 0; i < fair && heaps_[1][0] == 0; ++i) engine_->progress(1);
    EXPECT_EQ(heaps_[1][0], with_tenants ? 1u : 0u);
    run_dry();
    EXPECT_EQ(heaps_[1][0], 1u);
  }
}

TEST_P(EngineTenants, AnIdleTenantsShareIsUsed) {
  table_.set(first, {.share = 1});
  table_.set(second, {.share = 1000});
  start();
  post_large(first, 50);
  const std::uint64_t all = 50 * (large + sizeof(descriptor));
  std::uint64_t steps = 0;
  for (; moved(first) < all; ++steps) {
    const std::uint64_t before = moved(first);
    ASSERT_TRUE(engine_->progress(1));
    // Every step is one of a descriptor or of data, or the end of a transfer.
    ASSERT_TRUE(GetParam() == engine_order::random || moved(first) > before);
  }
  run_dry();
  EXPECT_EQ(ring_at(first).done(), 50u);
}

TEST_P(EngineTenants, ABurstIsServedAtOnceUpToItsLimit) {
  constexpr std::uint64_t burst = 10 * large;
  table_.set(second, {.burst = burst});
  start();
  post_large(first, 200);
  run_until(first, 60 * large);
  const std::uint64_t before = moved(first);
  post_large(second, 40);
  run_until(second, 30 * large);
  const double ahead =
      static_cast<double>(moved(second)) - static_cast<double>(moved(first) - before);
  EXPECT_NEAR(ahead, static_cast<double>(burst), 2048);
  run_dry();
}

TEST_P(EngineTenants, PriorityComesBeforeShares) {
  table_.set(first, {.share = 1000});
  table_.set(second, {.share = 1, .priority = 1});
  start();
  post_large(first, 40);
  post_large(second, 40);
  run_until(second, 40 * (large + sizeof(descriptor)));
  EXPECT_EQ(moved(first), 0u);
  run_dry();
  EXPECT_EQ(ring_at(first).done(), 40u);
}

TEST_P(EngineTenants, OperationsWithoutATenantHaveAShareToo) {
  start();
  post_large(plain, 100);
  post_large(first, 100);
  run_until(first, 50 * large);
  EXPECT_NEAR(static_cast<double>(moved(plain)) / static_cast<double>(moved(first)), 1, 0.04);
  run_dry();
}

TEST_P(EngineTenants, AChangedShareIsInEffectWithoutAStop) {
  start();
  post_large(first, 200);
  post_large(second, 200);
  run_until(second, 20 * large);
  EXPECT_NEAR(ratio(), 1, 0.1);
  const std::uint64_t one = moved(first), two = moved(second);
  table_.set(second, {.share = 4});
  run_until(second, two + 80 * large);
  EXPECT_NEAR(static_cast<double>(moved(second) - two) / static_cast<double>(moved(first) - one), 4,
              0.2);
  run_dry();
}

// A tenant that fills its ring and its part of the table leaves room to others.
TEST_P(EngineTenants, ATenantHasOnlyItsPartOfTheTable) {
  table_.set(first, {.share = 1e6});
  start();
  post_large(first, 250);
  run_until(first, 20 * large);
  post(second, make_put(1, 4096, source_.data(), large).with_signal(0, signal_op::set, 1));
  run_until(first, moved(first) + 20 * large);
  EXPECT_GT(moved(second), 0u);  // its descriptor was taken
  run_dry();
  EXPECT_EQ(heaps_[1][0], 1u);
}

TEST_P(EngineTenants, MovesPutsGetsInlinePutsAndSignals) {
  start();
  unsigned next = 0;
  expect_puts_gets_and_signals([&](const descriptor& d) { post(next++ % 3, d); },
                               [this] { run_dry(); });
  EXPECT_TRUE(engine_->idle());
}

INSTANTIATE_TEST_SUITE_P(, EngineTenants,
                         ::testing::Values(engine_order::fifo, engine_order::random),
                         [](const auto& order) {
                           return order.param == engine_order::fifo ? std::string("fifo")
                                                                    : std::string("random");
                         });

}  // namespace
}  // namespace ark
