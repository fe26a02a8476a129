// Collectives of overlapping teams in a row, with members that come late, teams at the same time in
// one kernel, and slots that teams use one after another. Run under every route.
#include <chrono>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "team_shapes.hpp"

namespace ark_mp {
namespace {

constexpr int team_rounds = ARK_TEST_LONG ? 400 : 60;

class TeamOrder : public pe_test {};

/// A number that looks random, the same on every PE for the same arguments.
ARK_HOST_DEVICE unsigned mixed(unsigned a, unsigned b) {
  unsigned x = a * 0x9e3779b9u ^ (b + 1) * 0x85ebca6bu;
  x ^= x >> 15;
  x *= 0x2c1b3ce5u;
  return x ^ x >> 13;
}

/// Comes late in one of four rounds.
ARK_HOST_DEVICE void delay(int pe, int round, std::uint64_t* word) {
  const unsigned turns = mixed(static_cast<unsigned>(pe), static_cast<unsigned>(round));
  if (turns % 4 != 0) return;
  for (unsigned i = 0; i < turns % 300; ++i) (void)ark_signal_fetch(word);
#if !ARK_DEVICE_PASS
  if (!ark::device::place::on_lane())
    std::this_thread::sleep_for(std::chrono::microseconds(turns % 700));
#endif
}

struct order_arrays {
  long *value, *got, *all, *sums;
  std::uint64_t *word, *wrong;
};

/// The collective of one round on one team, whose result tells the round.
ARK_HOST_DEVICE void one_round(ark_team_t team, int round, const order_arrays& a) {
  const int size = ark_team_n_pes(team), rank = ark_team_my_pe(team);
  const long mine = 1000L * round + rank;
  bool right = true;
  int code = 0;
  a.value[0] = mine;
  a.value[1] = -mine;
  switch (mixed(static_cast<unsigned>(size), static_cast<unsigned>(round)) % 7) {
    case 0: {
      const int root = round % size;
      code = ark_long_broadcast(team, a.got, a.value, 2, root);
      right = a.got[0] == 1000L * round + root && a.got[1] == -a.got[0];
      break;
    }
    case 1:
      code = ark_long_fcollect(team, a.all, a.value, 1);
      for (int i = 0; i < size; ++i) right = right && a.all[i] == 1000L * round + i;
      break;
    case 2:
      code = ark_long_sum_reduce(team, a.sums, a.value, 2);
      right = a.sums[0] == size * 1000L * round + size * (size - 1L) / 2;
      break;
    case 3:
      code = ark_long_sum_inscan(team, a.value, a.value, 2);
      right = a.value[0] == (rank + 1) * 1000L * round + rank * (rank + 1L) / 2;
      break;
    case 4: {
      const std::size_t count = rank % 2 == 0 ? 2 : 1;
      code = ark_long_collect(team, a.all, a.value, count);
      for (int i = 0, at = 0; i < size; at += i++ % 2 == 0 ? 2 : 1)
        right = right && a.all[at] == 1000L * round + i;
      break;
    }
    case 5:
      code = ark_long_max_reduce(team, a.value, a.value, 1);
      right = a.value[0] == 1000L * round + size - 1;
      break;
    default:
      code = ark_team_sync(team);
  }
  // A member that is a round ahead writes dest of the others: they must have looked at it.
  code |= ark_team_sync(team);
  if (!right || code != 0) ++*a.wrong;
}

/// Symmetric arrays of one caller of collectives.
struct order_memory {
  explicit order_memory(int n) : all(2 * static_cast<std::size_t>(n)) {}
  const sym<long> value{2}, got{2}, all, sums{2};
  const sym<std::uint64_t> word{1}, wrong{1};
  [[nodiscard]] order_arrays arrays() const { return {value, got, all, sums, word, wrong}; }
};

/// A team, and arrays that its collectives alone write: a member of another team may be ahead.
struct team_call {
  ark_team_t team;
  order_arrays arrays;
};

/// Without a wait for all between the calls: what follows what differs between the PEs.
ARK_HOST_DEVICE void many_rounds(const team_call* calls, int count, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < count; ++i) {
      if (calls[i].team == ARK_TEAM_INVALID) continue;
      delay(ark_my_pe(), round * count + i, calls[i].arrays.word);
      one_round(calls[i].team, round, calls[i].arrays);
    }
  }
}
ARK_GLOBAL void many_rounds_in_kernel(const team_call* calls, int count, int rounds) {
  many_rounds(calls, count, rounds);
}

TEST_F(TeamOrder, OverlappingTeamsInARowWithLateMembers) {
  {
    const some_teams teams(n_);
    std::vector<std::unique_ptr<order_memory>> memory;
    std::vector<team_call> calls;
    for (const team_of_pes& team : teams) {
      memory.push_back(std::make_unique<order_memory>(n_));
      calls.push_back({team.handle, memory.back()->arrays()});
    }
    const auto expect_right = [&](const char* by) {
      for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(memory[i]->wrong[0], 0u) << by << ", team " << i;
      ark_barrier_all();
    };
    const int count = static_cast<int>(calls.size());
    run_kernel(1, 1, many_rounds_in_kernel, calls.data(), count, team_rounds);
    expect_right("in a kernel");
    many_rounds(calls.data(), count, team_rounds);
    expect_right("by host threads");
    run_kernel(1, 1, many_rounds_in_kernel, calls.data(), count, 3);
    expect_right("in a kernel after the host");
  }
  ark_barrier_all();
}

// Block b runs the collectives of team b: rows, columns and all PEs at the same time.
ARK_GLOBAL void a_team_per_block(const ark_team_t* teams, int rounds, order_arrays a,
                                 order_arrays b, order_arrays c) {
  const order_arrays& mine = blockIdx.x == 0 ? a : blockIdx.x == 1 ? b : c;
  for (int round = 0; round < rounds; ++round) one_round(teams[blockIdx.x], round, mine);
}
TEST_F(TeamOrder, DifferentTeamsAtTheSameTime) {
  const order_memory first(n_), second(n_), third(n_);
  const sym<ark_team_t> teams(3);
  ASSERT_EQ(ark_team_split_2d(ARK_TEAM_WORLD, 2, nullptr, 0, teams, nullptr, 0, teams + 1), 0);
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, n_ - 1, -1, n_, nullptr, 0, teams + 2), 0);
  ark_barrier_all();
  run_kernel(3, 1, a_team_per_block, teams.get(), team_rounds, first.arrays(), second.arrays(),
             third.arrays());
  EXPECT_EQ(first.wrong[0] + second.wrong[0] + third.wrong[0], 0u);
  for (std::size_t i = 0; i < 3; ++i) ark_team_destroy(teams[i]);
  ark_barrier_all();
}

TEST_F(TeamOrder, ASlotServesOneTeamAfterAnother) {
  const order_memory memory(n_);
  const team_of_pes world = world_team(n_);
  int same_slot = 0;
  ark_team_t last = ARK_TEAM_INVALID;
  for (int round = 0; round < team_rounds / 2; ++round) {
    const int size = 1 + round % n_, start = round % 2 == 0 ? 0 : size - 1;
    const team_of_pes team = split("of this round", world, start, round % 2 == 0 ? 1 : -1, size);
    if (team.handle != ARK_TEAM_INVALID) {
      const bool same = ark::detail::team_slot(team.handle) == ark::detail::team_slot(last);
      same_slot += same ? 1 : 0;
      last = team.handle;
      delay(me_, round, memory.word);
      one_round(team.handle, round, memory.arrays());
      one_round(team.handle, round + 1, memory.arrays());
      ark_team_destroy(team.handle);
    }
  }
  EXPECT_EQ(memory.wrong[0], 0u);
  EXPECT_GT(same_slot, 0) << "the test has not seen what it is for";
  ark_barrier_all();
}

/// A sum that fits into the exchange areas of the first slots, and not into those of the others.
ARK_HOST_DEVICE bool sums_right(ark_team_t team, int round, long* dest, long* source) {
  const int size = ark_team_n_pes(team);
  for (int i = 0; i < 20; ++i) source[i] = 100L * round + ark_team_my_pe(team) + i;
  bool right = ark_long_sum_reduce(team, dest, source, 20) == 0;
  for (int i = 0; i < 20; ++i)
    right = right && dest[i] == size * (100L * round + i) + size * (size - 1L) / 2;
  return ark_team_sync(team) == 0 && right;
}
ARK_GLOBAL void sums_in_kernel(const ark_team_t* teams, int count, long* dest, long* source,
                               std::uint64_t* wrong) {
  for (int i = 0; i < count; ++i) *wrong += sums_right(teams[i], i, dest, source) ? 0 : 1;
}

TEST_F(TeamOrder, MoreTeamsThanTheFirstSlots) {
  const order_memory memory(n_);
  const sym<long> dest(20), source(20);
  const sym<ark_team_t> memory_of_teams(3 * ark::detail::wide_team_slots);
  const std::span<ark_team_t> teams(memory_of_teams.get(), memory_of_teams.size());
  int later = 0;
  for (ark_team_t& team : teams) {
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0)
        << ark::last_error();
    later += team >= ark::detail::wide_team_slots ? 1 : 0;
  }
  EXPECT_GT(later, ark::detail::wide_team_slots);
  const int count = static_cast<int>(teams.size());
  // From the last to the first: neighbours in memory are written in both orders.
  for (int i = count - 1; i >= 0; --i) {
    const ark_team_t team = teams[static_cast<std::size_t>(i)];
    one_round(team, i, memory.arrays());
    EXPECT_TRUE(sums_right(team, i, dest, source)) << "team " << team;
  }
  run_kernel(1, 1, sums_in_kernel, teams.data(), count, dest.get(), source.get(),
             memory.wrong.get());
  EXPECT_EQ(memory.wrong[0], 0u);
  for (const ark_team_t team : teams) ark_team_destroy(team);
  ark_barrier_all();
}

TEST_F(TeamOrder, TheSlotOfATeamIsFreeOnAllItsMembers) {
  // PE i alone has a team in slots 3 to 3 + i, without one that it has destroyed.
  std::vector<ark_team_t> own;
  for (int pe = 0; pe < n_; ++pe) {
    for (int i = 0; i <= pe; ++i) {
      ark_team_t made = ARK_TEAM_INVALID;
      ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, pe, 1, 1, nullptr, 0, &made), 0);
      if (pe == me_) own.push_back(made);
    }
  }
  const std::size_t gap = own.size() / 2;
  ark_team_destroy(own[gap]);
  own.erase(own.begin() + static_cast<std::ptrdiff_t>(gap));
  const order_memory memory(n_);
  const sym<ark_team_t> row(2), all(2 * static_cast<std::size_t>(n_));
  ASSERT_EQ(ark_team_split_2d(ARK_TEAM_WORLD, n_, nullptr, 0, &row[0], nullptr, 0, &row[1]), 0)
      << ark::last_error();
  EXPECT_EQ(ark_int_fcollect(ARK_TEAM_WORLD, all, row, 2), 0);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], row[i % 2]) << i;
  for (const ark_team_t team : own) EXPECT_TRUE(team != row[0] && team != row[1]) << team;
  for (int round = 0; round < 10; ++round) one_round(row[0], round, memory.arrays());
  EXPECT_EQ(memory.wrong[0], 0u);
  for (const ark_team_t team : own) EXPECT_EQ(ark_team_sync(team), 0);
  for (const ark_team_t team : own) ark_team_destroy(team);
  ark_team_destroy(row[0]);
  ark_team_destroy(row[1]);
  ark_barrier_all();
}

TEST_F(TeamOrder, OperationsOfStreams) {
  const sym<int> value(1), sum(1), all(static_cast<std::size_t>(n_));
  const team_of_pes reversed = split("reversed", world_team(n_), n_ - 1, -1, n_);
  value[0] = me_ + 1;
  ark_barrier_all();
  ark_int_sum_reduce_on_stream(reversed.handle, sum, value, 1, nullptr);
  EXPECT_EQ(ark_team_sync_on_stream(reversed.handle, nullptr), 0);
  ark_int_fcollect_on_stream(reversed.handle, all, value, 1, nullptr);
  ark_int_broadcast_on_stream(reversed.handle, value, sum, 1, 0, nullptr);
  ark::stream_sync(nullptr);
  EXPECT_EQ(sum[0], n_ * (n_ + 1) / 2);
  EXPECT_EQ(value[0], sum[0]);
  for (int i = 0; i < n_; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], n_ - i);
  ark_team_destroy(reversed.handle);
  ark_barrier_all();
}

/// The first PE that this one reaches by the proxy only; -1: none.
int proxied_pe(const ark::detail::device_state& state) {
  for (int pe = 0; pe < state.n_pes; ++pe) {
    if (state.peers[pe].route == ark::detail::peer_route::proxy) return pe;
  }
  return -1;
}

TEST_F(TeamOrder, QuietWaitsForPutsAndNotForTokens) {
  namespace queue = ark::device::queue;
  ark::detail::device_state& state = ark::device::context();
  const int peer = proxied_pe(state);
  const auto some = static_cast<unsigned>(peer >= 0);
  const sym<unsigned> all(2);
  all[0] = some;
  ASSERT_EQ(ark_uint_min_reduce(ARK_TEAM_WORLD, all + 1, all, 1), 0);
  if (all[1] == 0) GTEST_SKIP() << "some PE reaches no other by the proxy";
  const auto ring = queue::ring_at(state, queue::engine_ring_total(state));
  const sym<char> data(1 << 20);
  const std::vector<char> source(data.size(), 1);
  ark_barrier_all();
  if (state.checks == nullptr) {  // checked mode puts more than tokens
    for (int round = 0; round < 20; ++round) {
      ark_sync_all();
      ASSERT_EQ(ark_uint_sum_reduce(ARK_TEAM_WORLD, all + 1, all, 1), 0);
    }
    EXPECT_EQ(ark::detail::load_acquire(&state.collectives->complete), ring.head());
  }
  for (int round = 0; round < 5; ++round) {
    ark_putmem_nbi(data, source.data(), data.size(), peer);
    const std::uint64_t posted = ring.head();
    ark_sync_all();
    ark_quiet();
    EXPECT_GE(ring.done(), posted);
  }
  // The control: the put counts as one that the peers' tokens show.
  int early = 0;
  for (int round = 0; round < 100 && early == 0; ++round) {
    ark_putmem_nbi(data, source.data(), data.size(), peer);
    const std::uint64_t posted = ring.head();
    ark::detail::raise(&state.collectives->complete, posted);
    ark_quiet();
    early += ring.done() < posted ? 1 : 0;
    ASSERT_EQ(ark::device::complete_all(state), ark::errc::ok);
  }
  EXPECT_GT(early, 0);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
