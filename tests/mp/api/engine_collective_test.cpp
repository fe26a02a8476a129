// Stream-ordered collectives with a given engine: results, what is complete when they have ended,
// and which engine moves. Run under every route.
#include <ark/overlap.hpp>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using ark::overlap::by_lanes;
using ark::overlap::by_queue;
using ark::overlap::by_size;
using ark::overlap::planned_collective;

enum class planned : bool { no, yes };

/// An engine of a test.
struct mover {
  const char* name;
  ark::overlap::engine by;
  planned plans = planned::no;
};
const mover movers[] = {{"by_size", by_size()},
                        {"by_lanes(1)", by_lanes(1)},
                        {"by_lanes(3)", by_lanes(3)},
                        {"by_queue", by_queue()},
                        {"planned", {}, planned::yes}};

/// Element `i` of the block that member `from` gives to member `to` in a round.
ARK_HOST_DEVICE std::int64_t element_of(int round, int from, int to, std::size_t i) {
  return ((round * 64L + from) * 64 + to) * 1'000'000L + static_cast<std::int64_t>(i);
}

ARK_GLOBAL void give(std::int64_t* source, std::size_t count, int blocks, int round, int rank) {
  for (int to = 0; to < blocks; ++to) {
    for (std::size_t i = 0; i < count; ++i)
      source[static_cast<std::size_t>(to) * count + i] = element_of(round, rank, to, i);
  }
}
ARK_GLOBAL void spoil(std::int64_t* source, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) source[i] = -1;
}
/// Block j of dest is block `to` of member j; or all of dest is block 0 of member `root`.
ARK_GLOBAL void count_wrong_blocks(const std::int64_t* dest, std::size_t count, int blocks, int to,
                                   int round, int root, std::uint64_t* wrong) {
  for (int block = 0; block < blocks; ++block) {
    const int from = root >= 0 ? root : block;
    for (std::size_t i = 0; i < count; ++i) {
      *wrong += dest[static_cast<std::size_t>(block) * count + i] != element_of(round, from, to, i);
    }
  }
}
ARK_GLOBAL void count_wrong_sums(const std::int64_t* dest, std::size_t count, int members,
                                 int round, std::uint64_t* wrong) {
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t sum = 0;
    for (int member = 0; member < members; ++member) sum += element_of(round, member, 0, i);
    *wrong += dest[i] != sum;
  }
}

enum class what { broadcast, fcollect, fcollect_in_place, alltoall, reduce };

class EngineCollective : public pe_test {
 protected:
  static constexpr std::size_t counts[] = {0, 1, 777, 40'000};
  static constexpr int rounds = 3;

  /// Rounds of one collective on a team, with kernels that write its source before it, check its
  /// result behind it, and overwrite its source at once.
  void run(what collective, ark_team_t team, const mover& how, std::size_t count) {
    const int size = ark_team_n_pes(team), rank = ark_team_my_pe(team);
    const auto blocks = static_cast<std::size_t>(n_);
    const sym<std::int64_t> source(count * blocks + 1), dest(count * blocks + 1);
    const sym<std::uint64_t> wrong(1);
    if (size > 0) rounds_of(collective, team, how, count, size, rank, source, dest, wrong);
    EXPECT_EQ(wrong[0], 0u) << how.name << ", collective " << static_cast<int>(collective)
                            << ", team " << team << ", count " << count;
    ark_barrier_all();
  }

 private:
  static void rounds_of(what collective, ark_team_t team, const mover& how, std::size_t count,
                        int size, int rank, std::int64_t* source, std::int64_t* dest,
                        std::uint64_t* wrong) {
    const ark::stream_t stream = ark::stream_create();
    if (collective == what::fcollect_in_place)
      source = dest + static_cast<std::size_t>(rank) * count;
    const bool gathers = collective == what::fcollect || collective == what::fcollect_in_place;
    const int given = collective == what::alltoall ? size : 1;
    for (int round = 0; round < rounds; ++round) {
      const int root = collective == what::broadcast ? (round + 1) % size : -1;
      ark::launch({1, 1, 0, stream}, give, source, count, given, round, rank);
      ark_team_sync_on_stream(team, stream);
      const std::optional<planned_collective> plans =
          prepared(collective, team, how, dest, source, count, root);
      EXPECT_EQ(call(collective, team, how, plans, dest, source, count, root, stream),
                ark::errc::ok);
      if (collective != what::fcollect_in_place)
        ark::launch({1, 1, 0, stream}, spoil, source, count * static_cast<unsigned>(given));
      if (collective == what::reduce) {
        ark::launch({1, 1, 0, stream}, count_wrong_sums, dest, count, size, round, wrong);
      } else {
        ark::launch({1, 1, 0, stream}, count_wrong_blocks, dest, count,
                    gathers || collective == what::alltoall ? size : 1,
                    collective == what::alltoall ? rank : 0, round, root, wrong);
      }
      ark_team_sync_on_stream(team, stream);
      if (plans) ark::stream_sync(stream);
    }
    ark::stream_sync(stream);
    ark::stream_destroy(stream);
  }

  static std::optional<planned_collective> prepared(what collective, ark_team_t team,
                                                    const mover& how, std::int64_t* dest,
                                                    const std::int64_t* source, std::size_t count,
                                                    int root) {
    if (how.plans == planned::no || collective == what::reduce) return std::nullopt;
    if (collective == what::broadcast)
      return planned_collective::broadcast(team, dest, source, count, root);
    if (collective == what::alltoall)
      return planned_collective::alltoall(team, dest, source, count);
    return planned_collective::fcollect(team, dest, source, count);
  }

  static ark::errc call(what collective, ark_team_t team, const mover& how,
                        const std::optional<planned_collective>& plans, std::int64_t* dest,
                        const std::int64_t* source, std::size_t count, int root,
                        ark::stream_t stream) {
    if (plans) return plans->on_stream(stream);
    switch (collective) {
      case what::broadcast:
        return ark::broadcast_on_stream(team, dest, source, count, root, how.by, stream);
      case what::alltoall:
        return ark::alltoall_on_stream(team, dest, source, count, how.by, stream);
      case what::reduce:
        return ark::reduce_on_stream(team, dest, source, count, ark::device::collective::sum_op{},
                                     how.by, stream);
      default:
        return ark::fcollect_on_stream(team, dest, source, count, how.by, stream);
    }
  }
};

TEST_F(EngineCollective, EveryEngineMovesTheSameBytesOnTeams) {
  ark_team_t even = ARK_TEAM_INVALID, reversed = ARK_TEAM_INVALID;
  ark_team_split_strided(ARK_TEAM_WORLD, 0, 2, (n_ + 1) / 2, nullptr, 0, &even);
  ark_team_split_strided(ARK_TEAM_WORLD, n_ - 1, -1, n_, nullptr, 0, &reversed);
  const ark_team_t teams[] = {ARK_TEAM_WORLD, even, reversed};
  for (const what collective :
       {what::broadcast, what::fcollect, what::fcollect_in_place, what::alltoall, what::reduce}) {
    for (const ark_team_t team : teams) {
      for (const mover& how : movers) {
        for (const std::size_t count : counts) run(collective, team, how, count);
      }
    }
  }
  ark_team_destroy(even);
  ark_team_destroy(reversed);
}

/// Descriptors in all rings of the PE so far.
std::uint64_t posted() {
  const ark::detail::device_state& state = ark::device::context();
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < ark::device::queue::ring_total(state); ++i)
    sum += ark::device::queue::ring_at(state, i).head();
  return sum;
}

// A large block by lanes takes no descriptor; a small one by the queue takes one for each PE. On
// other routes than the default the environment decides.
TEST_F(EngineCollective, TheGivenEngineMovesDataOfAllSizes) {
  bool reached = true;
  for (int pe = 0; pe < n_; ++pe) reached = reached && (pe == me_ || mapped(pe));
  if (!reached || std::getenv("ARK_ROUTE") != nullptr) GTEST_SKIP() << "a route is given";
  const auto n = static_cast<std::size_t>(n_);
  constexpr std::size_t large = 20'000, small = 4;
  const sym<std::int64_t> source(large * n), dest(large * n);
  const auto descriptors_of = [&](std::size_t count, const ark::overlap::engine& by) {
    ark_barrier_all();
    const std::uint64_t before = posted();
    EXPECT_EQ(ark::alltoall_on_stream(ARK_TEAM_WORLD, dest.get(), source.get(), count, by, nullptr),
              ark::errc::ok);
    ark::stream_sync(nullptr);
    return posted() - before;
  };
  EXPECT_EQ(descriptors_of(large, by_lanes(2)), 0u);
  EXPECT_EQ(descriptors_of(small, by_queue()), n);
  EXPECT_EQ(descriptors_of(small, by_size()), 0u);  // controls
  EXPECT_EQ(descriptors_of(large, by_size()), n - 1);
}

template <class Call>
void expect_thrown(const Call& call, const std::string& says) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown: " << says;
  } catch (const ark::error& thrown) {
    EXPECT_EQ(thrown.code(), ark::errc::invalid_argument);
    EXPECT_NE(std::string(thrown.what()).find(says), std::string::npos) << thrown.what();
  }
}

TEST_F(EngineCollective, RefusalsNameTheValueAndTheAcceptedRange) {
  const sym<int> dest(static_cast<std::size_t>(n_)), source(1);
  expect_thrown(
      [&] {
        (void)ark::fcollect_on_stream(ARK_TEAM_WORLD, dest.get(), source.get(), 1, by_lanes(0),
                                      nullptr);
      },
      "ark_fcollect_on_stream: by_lanes(0); accepted: 1 to 1024");
  expect_thrown(
      [&] {
        (void)ark::reduce_on_stream(ARK_TEAM_WORLD, dest.get(), source.get(), 1,
                                    ark::device::collective::sum_op{}, by_lanes(1025), nullptr);
      },
      "ark_reduce_on_stream: by_lanes(1025); accepted: 1 to 1024");
  expect_thrown([&] { planned_collective::fcollect(77, dest.get(), source.get(), 1); },
                "ark_fcollect (planned): team 77; accepted: a team that has PE");
  expect_thrown([&] { planned_collective::broadcast(0, dest.get(), source.get(), 1, n_); },
                "ark_broadcast (planned): root " + std::to_string(n_) + "; accepted: 0 to");
  expect_thrown(
      [&] { planned_collective::alltoall(0, dest.get(), source.get(), std::size_t{1} << 62); },
      "ark_alltoall (planned): count 4611686018427387904; accepted: 0 to " +
          std::to_string(INT64_MAX / 4 / n_));
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
