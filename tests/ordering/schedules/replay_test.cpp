// The same seed is the same run: the order in which lanes and engines reach one word repeats
// exactly.
#include <set>
#include <vector>

#include "litmus.hpp"

namespace ark_litmus {
namespace {

constexpr int replay_pes = 3;
constexpr unsigned replay_lanes = 8;
constexpr unsigned entries = replay_pes * replay_lanes * 2;
using trace = std::vector<std::uint64_t>;

/// Every lane takes two numbers from PE 0's counter, one through the queue and one after a queued
/// put, and writes who it is at that place of PE 0's log.
ARK_GLOBAL void append_to_log(std::uint64_t* counter, std::uint64_t* log, std::uint64_t* data) {
  const std::uint64_t me = 1 + replay_lanes * static_cast<unsigned>(ark_my_pe()) + threadIdx.x;
  for (unsigned i = 0; i < 2; ++i) {
    const std::uint64_t place = ark_uint64_atomic_fetch_inc(counter, 0);
    ark_uint64_p(log + place, me, 0);
    ark_uint64_put(data + threadIdx.x, data + replay_lanes, 1, (ark_my_pe() + 1) % ark_n_pes());
  }
  ark_barrier_all_block();
}

trace record(const std::string& schedule) {
  trace result;
  ark::local_run(
      replay_pes,
      [&](int pe) {
        auto* counter = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        auto* log = static_cast<std::uint64_t*>(ark_calloc(entries, 8));
        auto* data = static_cast<std::uint64_t*>(ark_calloc(2 * replay_lanes, 8));
        ark::launch({1, replay_lanes, 0, nullptr, true}, append_to_log, counter, log, data);
        ark::device_sync();
        if (pe == 0) result.assign(log, log + entries);
      },
      {{"ARK_SCHED", schedule},
       {"ARK_ROUTE", "queue"},
       {"ARK_SYMMETRIC_SIZE", "16k"},
       {"ARK_HEAP_RESERVE", "2m"}});
  return result;
}

void check_replay(const std::string& policy) {
  std::set<trace> distinct;
  for (int seed = 1; seed <= 50; ++seed) {
    const std::string schedule = policy + std::to_string(seed);
    const trace first = record(schedule);
    ASSERT_EQ(first, record(schedule)) << "ARK_SCHED=" << schedule << " did not repeat";
    distinct.insert(first);
  }
  EXPECT_GT(distinct.size(), 10u) << policy << ": different seeds should give different runs";
}

TEST(Replay, RandomRepeats) { check_replay("random:"); }
TEST(Replay, PctRepeats) { check_replay("pct:3:"); }

}  // namespace
}  // namespace ark_litmus
