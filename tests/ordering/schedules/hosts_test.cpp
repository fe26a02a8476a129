// Collectives of a team whose members are on several hosts, under schedules that reorder what may
// be reordered. The PEs of the test are told that they are on different hosts; they still reach one
// another by stores and by the engine, so that one seed decides everything.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "litmus.hpp"

namespace ark_litmus {
namespace {

namespace core = ark::device::collective;

constexpr unsigned schedules = ARK_TEST_ALL_SEEDS ? 100 : ARK_TEST_SANITIZED ? 2 : 10;
constexpr unsigned long_schedules = ARK_TEST_ALL_SEEDS ? 50 : ARK_TEST_SANITIZED ? 1 : 2;

/// What makes a PE see hosts: the places of its teams, and room for what hosts exchange.
class hosts_of_pe {
 public:
  template <class Host>
  hosts_of_pe(int pes, const Host& host) : state_(ark::device::context()) {
    const std::size_t bytes = 2 * ark::detail::wide_team_slots * static_cast<std::size_t>(pes) *
                              state_.workspace.exchange_bytes;
    state_.workspace.host_blocks =
        reinterpret_cast<std::uint64_t>(ark_align(64, bytes)) - state_.heap_base;
    places_.resize(static_cast<std::size_t>(state_.collectives->slots) *
                   static_cast<std::size_t>(pes));
    for (const int team : {ARK_TEAM_WORLD, ARK_TEAM_SHARED}) {
      const std::size_t first = ark::device::pair_index(state_, team, 0);
      ark::device::find_places(places_.data() + first, state_.collectives->members + first, pes,
                               host);
    }
    ark_barrier_all();  // the last one without hosts
    state_.workspace.has_host_blocks = true;
    state_.collectives->places = places_.data();
  }
  ~hosts_of_pe() {
    ark_barrier_all();
    state_.collectives->places = nullptr;
    state_.workspace.has_host_blocks = false;
  }
  hosts_of_pe(const hosts_of_pe&) = delete;
  hosts_of_pe& operator=(const hosts_of_pe&) = delete;

 private:
  ark::detail::device_state& state_;
  std::vector<ark::detail::host_place> places_;
};

struct arrays {
  long *value, *got, *all, *wrong;
  long *source, *dest;  ///< of long broadcasts: [long_block]; [long_rounds * long_block]
};

/// Elements of a block that a broadcast to three hosts or more divides into slices, and one more.
constexpr std::size_t long_block = core::broadcast_slices::least / sizeof(long) + 1;
constexpr long long_rounds = 4;

/// Counts an exchange in the team that does not take place: the next one uses the area of the last.
ARK_HOST_DEVICE void skip_a_turn(ark::detail::device_state& state, int team) {
  const std::size_t pairs = ark::device::pair_index(state, team, 0);
  for (int pe = 0; pe < state.n_pes; ++pe)
    ++state.collectives->exchanges[pairs + static_cast<std::size_t>(pe)];
}

/// Collectives in a row whose results tell the round; nothing else orders them. `turns` false, the
/// control: exchanges use one area, and not two in turn.
ARK_GLOBAL void rounds_of_all(arrays a, bool turns) {
  ark::detail::device_state& state = ark::device::context();
  const long n = ark_n_pes(), me = ark_my_pe();
  for (const ark_team_t team : {ARK_TEAM_WORLD, ARK_TEAM_SHARED}) {
    for (long round = 0; round < 6; ++round) {
      const long base = 100 * (round + 1);
      bool right = true;
      *a.value = base + me;
      ark_long_sum_reduce(team, a.got, a.value, 1);
      right = right && *a.got == n * base + n * (n - 1) / 2;
      *a.value = 2 * base + me;
      if (!turns) skip_a_turn(state, team);
      ark_long_sum_exscan(team, a.value, a.value, 1);
      right = right && *a.value == 2 * me * base + me * (me - 1) / 2;
      *a.value = base + me;
      ark_long_broadcast(team, a.got, a.value, 1, static_cast<int>(round % n));
      right = right && *a.got == base + round % n;
      ark_team_sync(team);
      ark_long_collect(team, a.all, a.value, 1);
      for (long pe = 0; pe < n; ++pe) right = right && a.all[pe] == base + pe;
      ark_team_sync(team);
      ark_long_fcollect(team, a.all, a.value, 1);
      for (long pe = 0; pe < n; ++pe) right = right && a.all[pe] == base + pe;
      for (long pe = 0; pe < n; ++pe) a.source[pe] = base + 10 * me + pe;
      ark_team_sync(team);
      ark_long_alltoall(team, a.all, a.source, 1);
      for (long pe = 0; pe < n; ++pe) right = right && a.all[pe] == base + 10 * pe + me;
      ark_team_sync(team);
      if (!right) ++*a.wrong;
    }
  }
  ark_barrier_all();
}

/// As if the caller had the next token of every other PE in the team already.
ARK_HOST_DEVICE void take_tokens_as_come(ark::detail::device_state& state, int team) {
  const std::size_t pairs = ark::device::pair_index(state, team, 0);
  for (int pe = 0; pe < state.n_pes; ++pe)
    --state.collectives->received[pairs + static_cast<std::size_t>(pe)];
}

/// Broadcasts of long blocks in a row, by different roots. `waits` false, the control: the leaders
/// of hosts wait for the slice of the root only.
ARK_GLOBAL void long_broadcasts(arrays a, bool waits) {
  ark::detail::device_state& state = ark::device::context();
  const long n = ark_n_pes(), me = ark_my_pe();
  for (long round = 0; round < long_rounds; ++round) {
    const long root = round % n, first = 1000 * (round + 1);
    long* const dest = a.dest + round * static_cast<long>(long_block);
    if (me == root) {
      for (std::size_t i = 0; i < long_block; ++i) a.source[i] = first + static_cast<long>(i % 999);
    } else if (!waits) {
      take_tokens_as_come(state, ARK_TEAM_WORLD);
      ++state.collectives->received[static_cast<std::size_t>(root)];
    }
    ark_long_broadcast(ARK_TEAM_WORLD, dest, a.source, long_block, static_cast<int>(root));
    bool right = true;
    for (std::size_t i = 0; i < long_block; ++i)
      right = right && dest[i] == first + static_cast<long>(i % 999);
    if (!right) ++*a.wrong;
    if (!waits) return;
  }
  ark_barrier_all();
}

/// How many PEs failed or saw something wrong.
int run(void (*kernel)(arrays, bool), int pes, int on_a_host, const char* route,
        const std::string& schedule, bool right) {
  std::vector<int> wrong(static_cast<std::size_t>(pes), 0);
  ark::local_run(
      pes,
      [&](int pe) {
        const auto longs = [](std::size_t count) {
          return static_cast<long*>(ark_calloc(count, sizeof(long)));
        };
        const bool long_ones = kernel == long_broadcasts;
        const auto one_each = static_cast<std::size_t>(pes);
        const arrays a{longs(1),
                       longs(1),
                       longs(one_each),
                       longs(1),
                       longs(long_ones ? long_block : one_each),
                       longs(long_ones ? long_block * long_rounds : 1)};
        {
          // Hosts of PEs in a row, or of every other one.
          const hosts_of_pe hosts(
              pes, [&](int of) { return on_a_host > 0 ? of / on_a_host : of % -on_a_host; });
          ark::launch({1, 1, 0, nullptr, true}, kernel, a, right);
          try {
            ark::device_sync();
          } catch (const ark::error&) {  // the status says so, too
          }
          if (*a.wrong != 0 || ark_status() != 0) wrong[static_cast<std::size_t>(pe)] = 1;
        }
      },
      unchecked_job(route, schedule));
  int all = 0;
  for (const int one : wrong) all += one;
  return all;
}

struct shape {
  int pes, on_a_host;  ///< below 0: PEs that are equal modulo its negative share a host
};

/// By the queue and by `other`, and in the long form by every route.
void expect_right(void (*kernel)(arrays, bool), const std::vector<shape>& shapes,
                  const std::string& other, unsigned seeds) {
  for (const shape of : shapes) {
    for (const char* route : {"queue", "inline", "auto"}) {
      if (!ARK_TEST_ALL_SEEDS && route != other && route != std::string("queue")) continue;
      for (unsigned seed = 1; seed <= seeds; ++seed) {
        for (const char* policy : {"random:", "pct:3:"}) {
          const std::string schedule = policy + std::to_string(seed);
          ASSERT_EQ(run(kernel, of.pes, of.on_a_host, route, schedule, true), 0)
              << of.pes << " PEs, " << of.on_a_host << " on a host, ARK_ROUTE=" << route
              << " ARK_SCHED=" << schedule;
        }
      }
    }
  }
}

TEST(Hosts, CollectivesInARowUnderEverySchedule) {
  expect_right(rounds_of_all, {{4, 2}, {5, 2}, {6, 3}, {8, -2}, {5, -3}, {6, 1}}, "inline",
               schedules);
}

TEST(Hosts, WithOneAreaForAllExchangesAResultIsWrong) {
  int wrong = 0;
  for (unsigned seed = 1; seed <= 200 && wrong == 0; ++seed)
    wrong = run(rounds_of_all, 3, 2, "inline", "pct:3:" + std::to_string(seed), false);
  EXPECT_GT(wrong, 0);
}

TEST(Hosts, LongBroadcastsInSlicesUnderEverySchedule) {
  expect_right(long_broadcasts, {{4, 1}, {6, 2}, {5, -4}}, "auto", long_schedules);
}

TEST(Hosts, WithoutAWaitForTheOtherSlicesABroadcastIsWrong) {
  int wrong = 0;
  for (unsigned seed = 1; seed <= 200 && wrong == 0; ++seed)
    wrong = run(long_broadcasts, 4, 1, "queue", "random:" + std::to_string(seed), false);
  EXPECT_GT(wrong, 0);
}

}  // namespace
}  // namespace ark_litmus
