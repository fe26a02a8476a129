// Barriers and collectives in a row, under schedules and an engine that reorder whatever may be
// reordered.
#include <gtest/gtest.h>

#include <vector>

#include "litmus.hpp"

namespace ark_litmus {
namespace {

constexpr unsigned rounds = 3;
/// Of each number of PEs, route and policy.
constexpr unsigned schedules = ARK_TEST_ALL_SEEDS ? 200 : ARK_TEST_SANITIZED ? 4 : 12;

/// Nothing but the collectives orders one round with the next. A reduction lets its PEs go at
/// different times: the last one finds all flags of the barrier there, and is in the next before
/// its own have left.
ARK_GLOBAL void reduce_then_barrier(long* sums, const long* ones) {
  for (int i = 0; i < 4; ++i) {
    ark_long_sum_reduce(ARK_TEAM_WORLD, sums, ones, 1);
    ark_barrier_all();
  }
}
ARK_GLOBAL void barriers_only(long* sums, const long* ones) {
  for (int i = 0; i < 8; ++i) ark_sync_all();
  sums[0] = ones[0] * ark_n_pes();
  ark_barrier_all();
}
ARK_GLOBAL void all_collectives(long* sums, const long* ones) {
  const int pes = ark_n_pes();
  long* blocks = sums + 1;
  ark_long_broadcast(ARK_TEAM_WORLD, blocks, ones, 1, 0);
  ark_long_fcollect(ARK_TEAM_WORLD, blocks, ones, 1);
  ark_sync_all();
  ark_long_alltoall(ARK_TEAM_WORLD, blocks + pes, blocks, 1);
  ark_long_max_reduce(ARK_TEAM_WORLD, blocks, blocks + pes, 1);
  ark_long_sum_reduce(ARK_TEAM_WORLD, sums, blocks, 1);
}

/// On a team, whose collectives all wait for tokens, where the barrier of all PEs has its own
/// flags.
ARK_GLOBAL void team_collectives(long* sums, const long* ones) {
  constexpr ark_team_t team = ARK_TEAM_SHARED;
  const int pes = ark_team_n_pes(team);
  long* blocks = sums + 1;
  for (int i = 0; i < 3; ++i) ark_team_sync(team);
  ark_long_broadcast(team, blocks, ones, 1, pes - 1);
  ark_long_collect(team, blocks, ones, 1);
  ark_long_sum_inscan(team, blocks, blocks, 1);
  ark_team_sync(team);
  ark_long_sum_exscan(team, blocks + pes, ones, 1);
  ark_long_alltoalls(team, blocks + pes, ones, 2, 1, 0);
  ark_long_max_reduce(team, sums, blocks, 1);
}

using kernel = void (*)(long*, const long*);

/// Launches `what` again and again without a wait of the host's between; how many PEs failed or saw
/// another sum than the number of PEs.
int run(int pes, kernel what, const char* route, const std::string& schedule) {
  std::vector<int> wrong(static_cast<std::size_t>(pes), 0);
  ark::local_run(
      pes,
      [&](int pe) {
        auto* sums = static_cast<long*>(ark_calloc(1 + 2 * static_cast<std::size_t>(pes), 8));
        auto* ones = static_cast<long*>(ark_calloc(1, 8));
        ones[0] = 1;
        ark_barrier_all();
        for (unsigned i = 0; i < rounds; ++i) {
          ark::launch({1, 1, 0, nullptr, true}, what, sums, ones);
        }
        try {
          ark::device_sync();
        } catch (const ark::error&) {  // the status says so, too
        }
        if (sums[0] != pes || ark_status() != 0) wrong[static_cast<std::size_t>(pe)] = 1;
      },
      unchecked_job(route, schedule));
  int all = 0;
  for (const int one : wrong) all += one;
  return all;
}

void under_schedules(kernel what) {
  for (const int pes : {2, 3, 4, 5, 8}) {
    for (const char* route : {"queue", "inline", "auto"}) {
      for (unsigned seed = 1; seed <= schedules; ++seed) {
        for (const char* policy : {"random:", "pct:3:"}) {
          const std::string schedule = policy + std::to_string(seed);
          ASSERT_EQ(run(pes, what, route, schedule), 0)
              << pes << " PEs, ARK_ROUTE=" << route << " ARK_SCHED=" << schedule;
        }
      }
    }
  }
}

TEST(Barrier, FollowsAReductionUnderEverySchedule) { under_schedules(reduce_then_barrier); }
TEST(Barrier, FollowsABarrierUnderEverySchedule) { under_schedules(barriers_only); }
TEST(Barrier, CollectivesInARowUnderEverySchedule) { under_schedules(all_collectives); }
TEST(Team, CollectivesInARowUnderEverySchedule) { under_schedules(team_collectives); }

/// Two teams of different sizes and orders. Every PE is in `first`; the others have no `second`.
ARK_GLOBAL void two_teams(ark_team_t first, ark_team_t second, long* sums, const long* ones) {
  long* blocks = sums + 1;
  for (int i = 0; i < 2; ++i) {
    ark_long_sum_reduce(first, sums, ones, 1);
    if (second == ARK_TEAM_INVALID) continue;
    ark_long_sum_inscan(second, blocks, ones, 1);
    if (ark_long_broadcast(second, blocks + 1, blocks, 1, ark_team_n_pes(second) - 1) != 0)
      sums[0] = 0;
    if (blocks[1] != ark_team_n_pes(second)) sums[0] = 0;
  }
}

/// Threads of one process create the teams, twice in the same slots; how many PEs saw another sum.
int run_with_splits(int pes, const char* route, const std::string& schedule) {
  std::vector<int> wrong(static_cast<std::size_t>(pes), 0);
  ark::local_run(
      pes,
      [&](int pe) {
        auto* sums = static_cast<long*>(ark_calloc(2, 8));
        auto* ones = static_cast<long*>(ark_calloc(1, 8));
        ones[0] = 1;
        for (int turn = 0; turn < 2; ++turn) {
          ark_team_t reversed = ARK_TEAM_INVALID, some = ARK_TEAM_INVALID;
          int failed =
              ark_team_split_strided(ARK_TEAM_WORLD, pes - 1, -1, pes, nullptr, 0, &reversed);
          failed |=
              ark_team_split_strided(reversed, turn, 2, (pes - turn + 1) / 2, nullptr, 0, &some);
          ark::launch({1, 1, 0, nullptr, true}, two_teams, reversed, some, sums, ones);
          ark::device_sync();
          if (failed != 0 || sums[0] != pes) wrong[static_cast<std::size_t>(pe)] = 1;
          failed = ark_long_max_reduce(reversed, sums, ones, 1) | ark_team_sync(reversed);
          if (failed != 0 || sums[0] != 1) wrong[static_cast<std::size_t>(pe)] = 1;
          ark_team_destroy(some);
          ark_team_destroy(reversed);
        }
      },
      {{"ARK_SCHED", schedule},
       {"ARK_ROUTE", route},
       {"ARK_SYMMETRIC_SIZE", "64k"},
       {"ARK_TIMEOUT", ARK_TEST_ALL_SEEDS ? "60s" : "10s"}});
  int all = 0;
  for (const int one : wrong) all += one;
  return all;
}

TEST(Team, ThreadsOfOneProcessCreateAndUseThem) {
  for (const int pes : {2, 3, 5}) {
    for (const char* route : {"queue", "inline", "auto"}) {
      for (unsigned seed = 1; seed <= schedules / 4; ++seed) {
        const std::string schedule = "random:" + std::to_string(seed);
        ASSERT_EQ(run_with_splits(pes, route, schedule), 0)
            << pes << " PEs, ARK_ROUTE=" << route << " ARK_SCHED=" << schedule;
      }
    }
  }
}

// Why they have: the flags of two barriers, into a word each, or both into one (the control).
ARK_GLOBAL void two_flags(words w, bool ordered) {
  std::uint64_t* second = ordered ? w.y : w.x;
  if (ark_my_pe() == 0) {
    ark_signal_set(w.x, 1, 1);
    ark_signal_set(second, 2, 1);
    ark_quiet();
  }
  ark_barrier_all();
  w.seen[0] = *second;
}
TEST(Barrier, FlagsInWordsOfTheirOwnDoNotOverwriteEachOther) {
  check({"two-flags", 2, two_flags, [](const outcome& all) { return all[1][0] == 1; }, "queue"});
}

// A pair's two areas for small sources of reductions are used in turn. Other values each time, so
// that those of another call are noticed. The control has one area for all.
ARK_GLOBAL void sums_of_rounds(words w, bool ordered) {
  namespace core = ark::device::collective;
  const core::sum_op sum;
  ark::detail::device_state& state = ark::device::context();
  const auto pes = static_cast<std::uint64_t>(ark_n_pes());
  const auto me = static_cast<std::uint64_t>(ark_my_pe());
  for (std::uint64_t i = 0; i < 4; ++i) {
    for (std::uint64_t pe = 0; pe < pes && !ordered; ++pe) ++state.collectives->exchanges[pe];
    *w.x = 100 * i + me;
    core::reduce<ark::device::thread_scope>(  // checked mode would add an order
        ark::detail::accepted(ARK_TEAM_WORLD), core::fold_of<std::uint64_t>(sum), w.y, w.x, 1);
    if (*w.y != 100 * i * pes + pes * (pes - 1) / 2) w.seen[0] = 1;
  }
}
bool a_sum_is_wrong(const outcome& all) { return all[0][0] + all[1][0] + all[2][0] != 0; }
TEST(Reduction, SmallSourcesUseTwoAreasInTurn) {
  check({"sums-queue", 3, sums_of_rounds, a_sum_is_wrong, "queue"});
  check({"sums-auto", 3, sums_of_rounds, a_sum_is_wrong, "auto"});
}

}  // namespace
}  // namespace ark_litmus
