// The control loop of tenants: decisions with known answers, and a simulated plant.
#include <gmock/gmock.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <ark/serve/control_loop.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace ark::serve;
using ::testing::HasSubstr;

constexpr double goal_s = 0.1;

/// One tenant after one period.
tenant_setting after(const tenant_setting& first, const tenant_measured& last,
                     const tenant_goal& goal = {goal_s}) {
  control_loop loop({goal}, {first});
  return loop.step(std::array{last})[0];
}

TEST(ControlLoop, AGoalThatIsKeptClosely_ChangesNothing) {
  EXPECT_EQ(after({8, 0.4}, {0.095, 100, 100}), (tenant_setting{8, 0.4}));
  EXPECT_EQ(after({8, 0.4}, {0.09001, 100, 102}), (tenant_setting{8, 0.4}));
}
TEST(ControlLoop, AnIdleTenantKeepsItsSettings) {
  EXPECT_EQ(after({8, 0.4}, {0, 0, 0}), (tenant_setting{8, 0.4}));
}
TEST(ControlLoop, AMissedGoalTakesShareAndShrinksTheBatch) {
  // (0.125 - 0.1) / 0.125 = 0.2
  const tenant_setting late = after({10, 0.4}, {0.125, 100, 100});
  EXPECT_EQ(late.batch, 8u);
  EXPECT_DOUBLE_EQ(late.share, 0.48);
}
TEST(ControlLoop, AStepIsAtMostAHalf) {
  const tenant_setting late = after({10, 0.4}, {10, 100, 100});
  EXPECT_EQ(late.batch, 5u);
  EXPECT_DOUBLE_EQ(late.share, 0.6);
}
TEST(ControlLoop, AShortfallGrowsShareAndBatch) {
  // 20 % of the arrivals were not served.
  const tenant_setting busy = after({10, 0.4}, {0.095, 80, 100});
  EXPECT_EQ(busy.batch, 12u);
  EXPECT_DOUBLE_EQ(busy.share, 0.48);
}
TEST(ControlLoop, HeadroomIsGivenToTheBatchFirst) {
  // (0.1 - 0.08) / 0.08 = 0.25; a batch of 12 would take 0.08 * 12 / 10.
  const tenant_setting roomy = after({10, 0.4}, {0.08, 100, 100});
  EXPECT_EQ(roomy.batch, 12u);
  EXPECT_DOUBLE_EQ(roomy.share, 0.4);
}
TEST(ControlLoop, WhereABatchMoreWouldMissTheGoalTheShareShrinks) {
  // 2 / 1 * 0.08 > 0.1: the share shrinks by 0.2 - 0.05.
  const tenant_setting roomy = after({1, 0.4}, {0.08, 100, 100});
  EXPECT_EQ(roomy.batch, 1u);
  EXPECT_DOUBLE_EQ(roomy.share, 0.4 * 0.85);
}
TEST(ControlLoop, SettingsStayInTheirRange) {
  const tenant_goal narrow{goal_s, 4, 0.3, 0.5};
  EXPECT_EQ(after({2, 0.45}, {10, 100, 100}, narrow), (tenant_setting{1, 0.5}));
  EXPECT_EQ(after({4, 0.31}, {0.01, 100, 100}, narrow), (tenant_setting{4, 0.3}));
  EXPECT_EQ(after({1, 0.5}, {10, 100, 100}, narrow), (tenant_setting{1, 0.5}));
}
TEST(ControlLoop, SharesThatAddUpToMoreThanTheWholeAreReducedInProportion) {
  control_loop loop({{goal_s}, {goal_s}, {.latency_s = goal_s, .least_share = 0.1}},
                    {{1, 0.6}, {1, 0.3}, {1, 0.1}});
  const auto now = loop.step(
      std::array<tenant_measured, 3>{{{0.2, 100, 100}, {0.2, 100, 100}, {0.095, 100, 100}}});
  // 0.9 and 0.45 into the 0.9 that the third leaves.
  EXPECT_NEAR(now[0].share, 0.6, 1e-12);
  EXPECT_NEAR(now[1].share, 0.3, 1e-12);
  EXPECT_NEAR(now[2].share, 0.1, 1e-12);
}
TEST(ControlLoop, TheKneeIsFoundAndKept) {
  control_loop loop({{0.16, 1}}, {{1, 0.2}});
  const auto run = [&](auto&& latency) {
    const double share = loop.settings()[0].share;
    loop.step(std::array{tenant_measured{latency(share), 9, 9}});
    return share;
  };
  // 1 / share up to a share of 0.45, and no faster beyond.
  const auto first = [](double share) { return 0.09 / std::min(share, 0.45); };
  const double before_knee = (run(first), run(first), run(first));
  EXPECT_EQ(loop.knee(0), 0);
  EXPECT_GT(run(first), 0.45);
  EXPECT_EQ(loop.knee(0), before_knee);
  EXPECT_NEAR(before_knee, 0.44, 0.001);
  // The goal cannot be kept: no more is taken for that.
  const double kept = loop.settings()[0].share;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run(first), kept);
  // Nor much less than the knee is given, with headroom.
  for (int i = 0; i < 50; ++i) run([](double) { return 0.14; });
  EXPECT_LT(loop.settings()[0].share, kept);
  EXPECT_GE(loop.settings()[0].share, before_knee);
  // A model that has changed has another knee.
  for (int i = 0; i < 200; ++i) run([](double) { return 0.01; });
  EXPECT_LT(loop.settings()[0].share, 0.1);
}

/// A server with a queue for each tenant: a batch of b requests takes (fixed + each * b) / share.
class plant {
 public:
  struct tenant {
    double fixed_s, each_s, knee, arrivals;
    double backlog = 0;
  };
  plant(std::vector<tenant> all, double noise) : all_(std::move(all)), noise_(noise) {}

  std::vector<tenant_measured> run(std::span<const tenant_setting> settings, double period_s) {
    std::vector<tenant_measured> measured;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      tenant& one = all_[i];
      const double share = std::min(settings[i].share, one.knee);
      const auto seconds = [&](double batch) { return (one.fixed_s + one.each_s * batch) / share; };
      // As many as arrive while a batch is computed, up to the limit.
      double batch = 1;
      for (int k = 0; k < 60; ++k)
        batch =
            std::clamp(one.arrivals * seconds(batch), 1.0, static_cast<double>(settings[i].batch));
      const double capacity = settings[i].batch / seconds(settings[i].batch);
      const double wanted = one.arrivals * period_s + one.backlog;
      const double served = std::min(wanted, capacity * period_s);
      one.backlog = wanted - served;
      if (one.backlog > 0) batch = settings[i].batch;
      const double wait = one.backlog / capacity;
      const double factor = 1 + noise_ * std::uniform_real_distribution<>(-1, 1)(random_);
      measured.push_back({(1.5 * seconds(batch) + wait) * factor, served / period_s, one.arrivals});
    }
    return measured;
  }
  void set_arrivals(std::size_t i, double to) { all_[i].arrivals = to; }

 private:
  std::vector<tenant> all_;
  double noise_;
  std::mt19937 random_{11};
};

struct outcome {
  unsigned late = 0;     ///< periods of the second half in which a tenant missed its goal by more
                         ///< than 10 %
  double swing = 0;      ///< difference of the shares of a tenant in the last quarter
  unsigned batches = 0;  ///< difference of the batches there
};
outcome control(plant& on, control_loop& loop, const std::vector<tenant_goal>& goals,
                unsigned periods) {
  outcome seen;
  std::vector<tenant_setting> least(loop.settings().begin(), loop.settings().end()), most = least;
  for (unsigned period = 0; period < periods; ++period) {
    const auto measured = on.run(loop.settings(), 0.5);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (period >= periods / 2 && measured[i].latency_s > 1.1 * goals[i].latency_s) ++seen.late;
    }
    loop.step(measured);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const tenant_setting& now = loop.settings()[i];
      if (period == periods * 3 / 4) least[i] = most[i] = now;
      least[i] = {std::min(least[i].batch, now.batch), std::min(least[i].share, now.share)};
      most[i] = {std::max(most[i].batch, now.batch), std::max(most[i].share, now.share)};
    }
  }
  for (std::size_t i = 0; i < goals.size(); ++i) {
    seen.swing = std::max(seen.swing, most[i].share - least[i].share);
    seen.batches = std::max(seen.batches, most[i].batch - least[i].batch);
  }
  return seen;
}

const std::vector<tenant_goal> two_goals = {{0.050}, {0.200}};
std::vector<plant::tenant> two_models() {
  return {{0.002, 0.0005, 0.6, 200}, {0.010, 0.002, 0.8, 100}};
}

TEST(ControlLoopOnAPlant, ConvergesFromAnyBeginning) {
  for (const tenant_setting first : {tenant_setting{1, 0.05}, tenant_setting{32, 0.05},
                                     tenant_setting{1, 0.5}, tenant_setting{32, 0.5}}) {
    plant on(two_models(), 0);
    control_loop loop(two_goals, {first, first});
    const outcome seen = control(on, loop, two_goals, 400);
    EXPECT_EQ(seen.late, 0u) << first.batch << ", " << first.share;
    EXPECT_LE(seen.swing, 0.05) << first.batch << ", " << first.share;
  }
}
TEST(ControlLoopOnAPlant, NoiseMovesTheSettingsLittle) {
  plant on(two_models(), 0.1);
  control_loop loop(two_goals, {{1, 0.5}, {1, 0.5}});
  const outcome seen = control(on, loop, two_goals, 800);
  EXPECT_LE(seen.late, 40u);  // of 800
  EXPECT_LE(seen.swing, 0.25);
}
TEST(ControlLoopOnAPlant, ALoadThatChangesIsFollowed) {
  plant on(two_models(), 0);
  control_loop loop(two_goals, {{1, 0.5}, {1, 0.5}});
  control(on, loop, two_goals, 200);
  const double before = loop.settings()[0].share;
  on.set_arrivals(0, 600);
  EXPECT_EQ(control(on, loop, two_goals, 400).late, 0u);
  EXPECT_GT(loop.settings()[0].share, before);
}
// The control: settings that nobody changes.
TEST(ControlLoopOnAPlant, ControlWithoutTheLoopGoalsAreMissed) {
  plant on(two_models(), 0);
  const std::vector<tenant_setting> kept = {{1, 0.05}, {1, 0.05}};
  unsigned late = 0;
  for (int period = 0; period < 100; ++period)
    late += on.run(kept, 0.5)[0].latency_s > two_goals[0].latency_s;
  EXPECT_GT(late, 90u);
}

std::string refusal(const std::vector<tenant_goal>& goals,
                    const std::vector<tenant_setting>& first) {
  try {
    const control_loop loop(goals, first);
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), ark::errc::invalid_argument);
    return problem.what();
  }
  return "accepted";
}
TEST(ControlLoop, BadInputIsRefusedByItsValue) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal({}, {}), HasSubstr("0 goals and 0 settings"));
  EXPECT_THAT(refusal({{1}}, {}), HasSubstr("1 goals and 0 settings"));
  EXPECT_THAT(refusal({{0}}, {{1, 1}}), HasSubstr("tenant 0: latency_s 0, accepted: a positive"));
  EXPECT_THAT(refusal({{nan}}, {{1, 1}}), HasSubstr("latency_s nan"));
  EXPECT_THAT(refusal({{1, 0}}, {{1, 1}}), HasSubstr("most_batch 0, accepted: 1 or more"));
  EXPECT_THAT(refusal({{1, 1, 0}}, {{1, 1}}), HasSubstr("least_share 0"));
  EXPECT_THAT(refusal({{1, 1, 0.5, 0.4}}, {{1, 0.5}}), HasSubstr("most_share 0.4"));
  EXPECT_THAT(refusal({{1, 1, 0.5, 1.5}}, {{1, 0.5}}), HasSubstr("most_share 1.5"));
  EXPECT_THAT(refusal({{1}, {1, 4}}, {{1, 1}, {5, 1}}), HasSubstr("tenant 1: batch 5"));
  EXPECT_THAT(refusal({{1}}, {{0, 1}}), HasSubstr("batch 0"));
  EXPECT_THAT(refusal({{1}}, {{1, 2}}), HasSubstr("share 2"));
  control_loop loop({{1}}, {{1, 1}});
  EXPECT_THROW(loop.step({}), ark::error);
  EXPECT_THROW(loop.step(std::array{tenant_measured{-1, 1, 1}}), ark::error);
  EXPECT_THROW(loop.step(std::array{tenant_measured{1, nan, 1}}), ark::error);
  EXPECT_EQ(loop.settings()[0], (tenant_setting{1, 1}));
}

}  // namespace
