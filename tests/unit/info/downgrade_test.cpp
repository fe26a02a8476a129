// Every place that gives less than was asked for: it warns and is remembered, and fails under
// ARK_STRICT=1.
#include "error/downgrade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <ark/local.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "binding.hpp"
#include "describe.hpp"
#include "info/routes.hpp"
#include "made_facts.hpp"
#include "pe_core.hpp"
#include "shared_executor.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// The downgrades of a job of one process, and the same settings under ARK_STRICT=1.
std::vector<downgrade_record> downgrades_of(const settings& asked, int pes = 1) {
  std::vector<downgrade_record> seen;
  local_run(
      pes,
      [&](int pe) {
        if (pe == 0) seen = describe(bound_runtime().parts()).downgrades;
      },
      asked);
  return seen;
}

std::string strict_refusal(settings asked, int pes = 1) {
  asked["ARK_STRICT"] = "1";
  try {
    local_run(
        pes, [](int) {}, asked);
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::unsupported) << problem.what();
    return problem.what();
  }
  return "accepted";
}

TEST(Downgrade, IsWarnedAboutOnceAndKept) {
  downgrade_log log;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) log.downgrade("ARK_X", "4", "1 used", "too few", "get more");
  log.downgrade("ARK_X", "5", "1 used", "too few", "get more");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(log.records().size(), 2u);
  EXPECT_EQ(log.records()[0], (downgrade_record{"ARK_X", "4", "1 used", "too few", "get more"}));
  const std::string line = "ARK_X: 4 wanted, 1 used: too few; get more";
  const std::size_t first = said.find(line);
  ASSERT_NE(first, std::string::npos) << said;
  EXPECT_EQ(said.find(line, first + 1), std::string::npos) << said;
}

TEST(Downgrade, StrictThrowsTheSameTextAndKeepsNothing) {
  downgrade_log log(true);
  try {
    log.downgrade("ARK_X", "4", "1 used", "too few", "get more");
    FAIL() << "not thrown";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::unsupported);
    EXPECT_STREQ(problem.what(), "ARK_STRICT=1: ARK_X: 4 wanted, 1 used: too few; get more");
  }
  EXPECT_TRUE(log.records().empty());
}

TEST(Downgrade, DefaultsHaveNoneAndStrictStarts) {
  EXPECT_TRUE(downgrades_of({}, 2).empty());
  EXPECT_EQ(strict_refusal({}, 2), "accepted");
  EXPECT_EQ(strict_refusal({{"ARK_ROUTE", "proxy"}}, 2), "accepted");
}

TEST(Downgrade, UnknownNames) {
  const settings asked{{"ARK_TIMEOUTS", "5s"}};
  const auto seen = downgrades_of(asked, 2);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].feature, "ARK_TIMEOUTS");
  EXPECT_THAT(strict_refusal(asked), AllOf(HasSubstr("ARK_TIMEOUTS"), HasSubstr("ARK_TIMEOUT")));
}

TEST(Downgrade, WorkersUnderASeededSchedule) {
  const settings asked{{"ARK_CPU_WORKERS", "3"}, {"ARK_SCHED", "random:7"}};
  const auto seen = downgrades_of(asked, 2);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].feature, "ARK_CPU_WORKERS");
  EXPECT_EQ(seen[0].wanted, "3");
  EXPECT_THAT(strict_refusal(asked), HasSubstr("ARK_SCHED=random:7 takes one worker"));
  EXPECT_EQ(strict_refusal({{"ARK_CPU_WORKERS", "1"}, {"ARK_SCHED", "random:7"}}), "accepted");
}

TEST(Downgrade, ReserveBelowTheHeapAtInit) {
  const settings asked{{"ARK_HEAP_RESERVE", "1m"}, {"ARK_SYMMETRIC_SIZE", "2m"}};
  const auto seen = downgrades_of(asked);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].feature, "ARK_HEAP_RESERVE");
  EXPECT_EQ(seen[0].wanted, "1048576 bytes");
  EXPECT_THAT(strict_refusal(asked), HasSubstr("ARK_HEAP_RESERVE"));
}

TEST(Downgrade, ReserveBelowTheHeapAndTheWorkspaceNamesTheReserveThatIsEnough) {
  settings asked{{"ARK_HEAP_RESERVE", "1m"}, {"ARK_SYMMETRIC_SIZE", "1000k"}};
  const auto seen = downgrades_of(asked);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_THAT(seen[0].why, AllOf(HasSubstr("ARK_SYMMETRIC_SIZE takes 1024000 bytes"),
                                 HasSubstr("the library's workspace ")));
  unsigned long enough = 0;
  ASSERT_EQ(std::sscanf(seen[0].change.c_str(), "set ARK_HEAP_RESERVE to %lu or more", &enough), 1)
      << seen[0].change;
  asked["ARK_HEAP_RESERVE"] = std::to_string(enough);
  EXPECT_EQ(strict_refusal(asked), "accepted");
  asked["ARK_HEAP_RESERVE"] = std::to_string(enough - 1);
  EXPECT_THAT(strict_refusal(asked), HasSubstr(seen[0].change));
}

TEST(Downgrade, AnExecutorThatIsAliveAlready) {
  downgrade_log log, strict(true);
  config cfg = config_read(nullptr, {{"ARK_CPU_WORKERS", "1"}}).values;
  const auto first = shared_executor_acquire(cfg, 1, 1, {}, log);
  EXPECT_EQ(shared_executor_acquire(cfg, 1, 1, {}, log), first);
  EXPECT_TRUE(log.records().empty());
  cfg = config_read(nullptr, {{"ARK_CPU_WORKERS", "2"}, {"ARK_CPU_STACK", "64k"}}).values;
  EXPECT_EQ(shared_executor_acquire(cfg, 1, 1, {}, log), first);
  std::vector<std::string> features;
  for (const downgrade_record& one : log.records()) features.push_back(one.feature);
  EXPECT_THAT(features, testing::ElementsAre("ARK_CPU_WORKERS", "ARK_CPU_STACK"));
  EXPECT_THROW(shared_executor_acquire(cfg, 1, 1, {}, strict), error);
}

TEST(Downgrade, ForcedRouteThatAPeerCannotHave) {
  const auto facts = [](detail::route_policy policy, peer_place place) {
    route_facts made = made::pe(0, {peer_place::self, place}).routes;
    made.policy = policy;
    return made;
  };
  using enum detail::route_policy;
  for (const auto policy : {inline_only, queue_only}) {
    downgrade_log log, strict(true);
    check_forced_route(facts(policy, peer_place::same_host), strict);
    check_forced_route(facts(policy, peer_place::other_host), log);
    ASSERT_EQ(log.records().size(), 1u);
    EXPECT_EQ(log.records()[0].wanted, policy == inline_only ? "inline" : "queue");
    EXPECT_THAT(log.records()[0].got, HasSubstr("1 of 2 PEs"));
    EXPECT_THROW(check_forced_route(facts(policy, peer_place::other_host), strict), error);
  }
  downgrade_log strict(true);
  check_forced_route(facts(automatic, peer_place::other_host), strict);
}

}  // namespace
}  // namespace ark
