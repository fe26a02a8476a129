// The bootstrap of several PEs in one process.
#include "bootstrap/local_bootstrap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using testing::long_ns;
constexpr std::uint64_t short_ns = 50'000'000;

void on_each(int pes, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  for (int pe = 0; pe < pes; ++pe) threads.emplace_back(body, pe);
  for (std::thread& thread : threads) thread.join();
}

TEST(LocalBootstrap, AllgatherKeepsTheOrderOfTheRanksOverManyRounds) {
  constexpr int pes = 4;
  local_group group(pes, long_ns);
  std::atomic<int> wrong{0};
  on_each(pes, [&](int pe) {
    local_bootstrap boot(group, pe);
    for (int round = 0; round < 500; ++round) {
      const int mine = round * 10 + pe;
      int all[pes];
      boot.allgather(&mine, sizeof mine, all);
      for (int other = 0; other < pes; ++other) wrong += all[other] != round * 10 + other;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(LocalBootstrap, BroadcastGivesTheRootsBytesToAll) {
  local_group group(3, long_ns);
  std::atomic<int> sum{0};
  on_each(3, [&](int pe) {
    local_bootstrap boot(group, pe);
    int value = pe * 100;
    boot.broadcast(&value, sizeof value, 2);
    sum += value;
  });
  EXPECT_EQ(sum, 600);
}

TEST(LocalBootstrap, MissingPeIsNamedAtTheDeadline) {
  local_group group(3, short_ns);
  std::vector<std::string> messages(2);
  on_each(2, [&](int pe) {
    try {
      group.exchange(pe, "barrier", nullptr, 0, nullptr);
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::timeout);
      messages[static_cast<std::size_t>(pe)] = problem.what();
    }
  });
  for (const std::string& message : messages)
    EXPECT_THAT(message, AllOf(HasSubstr("barrier"), HasSubstr("2 has not come")));
}

TEST(LocalBootstrap, ManyMissingPesAreNamedAsRanges) {
  local_group group(8, short_ns);
  std::string message;
  on_each(1, [&](int) {
    try {
      group.exchange(4, "barrier", nullptr, 0, nullptr);
    } catch (const error& problem) {
      message = problem.what();
    }
  });
  EXPECT_THAT(message, HasSubstr("PE 0-3,5-7 has not come"));
}

TEST(LocalBootstrap, APeThatEndsWakesTheOthersAtOnce) {
  local_group group(2, long_ns);
  std::string message;
  on_each(2, [&](int pe) {
    local_bootstrap boot(group, pe);
    if (pe == 1) return;  // its bootstrap ends here
    try {
      boot.barrier();
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::aborted);
      message = problem.what();
    }
  });
  EXPECT_THAT(message, HasSubstr("1 (left) will not come"));
}

}  // namespace
}  // namespace ark
