// Seeded schedules: their text, their replay, and what each of them finds.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

TEST(Schedule, ParsesItsOwnText) {
  for (const char* text : {"fifo", "random:7", "pct:3:18446744073709551615"}) {
    EXPECT_EQ(schedule_name(schedule_parse(text)), text);
  }
  EXPECT_EQ(schedule_name(schedule_parse("random")), "random:1");
  EXPECT_EQ(schedule_name(schedule_parse("pct:5")), "pct:5:1");
}

TEST(Schedule, RefusesOtherTextNamingTheForms) {
  for (const char* text :
       {"", "Fifo", "fifo:1", "random:", "random:x", "random:1:2", "random:-1", "pct",
        "pct:", "pct:0", "pct:65", "pct:3:", "pct:3:4:5", "pct:3:99999999999999999999"}) {
    try {
      schedule_parse(text);
      ADD_FAILURE() << "accepted '" << text << "'";
    } catch (const error& refused) {
      EXPECT_EQ(refused.code(), errc::invalid_argument);
      EXPECT_THAT(refused.what(), ::testing::HasSubstr("pct:<depth>:<seed>"));
    }
  }
}

options seeded(policy_kind kind, std::uint64_t seed) {
  options opts;
  opts.order = {kind, seed, 3};
  return opts;
}

// An engine of the test's own: delivers one posted word per step, a random one only if the schedule
// says so.
struct slow_engine {
  std::vector<std::pair<int*, int>> posted;
  std::atomic<std::size_t> left{0};  // the host asks for it while the worker delivers
  std::vector<std::string>* trace = nullptr;

  [[nodiscard]] progress_source source() {
    return {[](void* self, unsigned) { return static_cast<slow_engine*>(self)->step(); },
            [](void* self) { return static_cast<slow_engine*>(self)->left.load() == 0; }, this};
  }
  void post(int* where, int value) {
    posted.emplace_back(where, value);
    ++left;
  }
  bool step() {
    if (posted.empty()) return false;
    *posted.front().first = posted.front().second;
    posted.erase(posted.begin());
    --left;
    if (trace != nullptr) trace->push_back("deliver");
    return true;
  }
};

// Three grids of one launch group that pass words through an engine: everything that happens, in
// order.
std::vector<std::string> trace_of(policy_kind kind, std::uint64_t seed) {
  std::vector<std::string> trace;
  executor on(seeded(kind, seed));
  slow_engine engine;
  engine.trace = &trace;
  on.progress_add(engine.source());
  std::array<int, 3> mailbox{};
  std::array<detail::cpu_stream*, 3> streams;
  for (auto& stream : streams) stream = on.stream_create();
  for (unsigned pe = 0; pe < 3; ++pe) {
    start(on, {.grid = {2}, .block = {4}, .stream = streams[pe], .partners = {1, 3, pe}}, [&, pe] {
      trace.push_back(std::to_string(pe * 100 + block_index() * 10 + lane_index()));
      if (lane_index() == 0) engine.post(&mailbox[(pe + 1) % 3], 1);
      sync_threads();
      wait_for([&, pe] { return mailbox[pe] == 1; });
      trace.push_back(std::to_string(1000 + pe * 100 + block_index() * 10 + lane_index()));
      detail::yield();
    });
  }
  for (auto* stream : streams) EXPECT_EQ(on.stream_sync(stream, sync_timeout_ns), errc::ok);
  on.progress_remove(engine.source());
  return trace;
}

TEST(Schedule, SameSeedReplaysTheSameTraceTwentyTimes) {
  for (const policy_kind kind : {policy_kind::random, policy_kind::pct}) {
    const auto first = trace_of(kind, 11);
    EXPECT_GT(first.size(), 48u);
    for (int replay = 0; replay < 20; ++replay) ASSERT_EQ(trace_of(kind, 11), first);
  }
}

TEST(Schedule, OtherSeedsGiveOtherTraces) {
  EXPECT_NE(trace_of(policy_kind::random, 11), trace_of(policy_kind::random, 12));
  EXPECT_NE(trace_of(policy_kind::pct, 11), trace_of(policy_kind::pct, 12));
}

TEST(Schedule, EachLaunchOnOneExecutorRestartsTheSeed) {
  executor on(seeded(policy_kind::random, 5));
  const auto order_of = [&] {
    std::vector<unsigned> order;
    run(on, {{1}, {32}}, [&] { order.push_back(lane_index()); });
    return order;
  };
  const auto first = order_of();
  EXPECT_EQ(order_of(), first);
  EXPECT_FALSE(std::is_sorted(first.begin(), first.end()));
}

// A missing __syncthreads: lanes read what their left neighbour writes. In order of arrival it
// happens to hold.
int wrong_neighbours(const options& opts, bool with_barrier) {
  executor on(opts);
  std::array<int, 33> shared{};
  shared[0] = 1;
  int wrong = 0;
  run(on, {{1}, {32}}, [&] {
    shared[lane_index() + 1] = 1;
    if (with_barrier) sync_threads();
    if (shared[lane_index()] != 1) ++wrong;
  });
  return wrong;
}

TEST(Schedule, MissingBarrierIsFoundByRandomAndPctButNotByFifo) {
  EXPECT_EQ(wrong_neighbours(options{}, false), 0);
  int random_failures = 0;
  int pct_failures = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    random_failures += wrong_neighbours(seeded(policy_kind::random, seed), false) != 0 ? 1 : 0;
    pct_failures += wrong_neighbours(seeded(policy_kind::pct, seed), false) != 0 ? 1 : 0;
    EXPECT_EQ(wrong_neighbours(seeded(policy_kind::random, seed), true), 0);
    EXPECT_EQ(wrong_neighbours(seeded(policy_kind::pct, seed), true), 0);
  }
  EXPECT_EQ(random_failures, 50);
  EXPECT_EQ(pct_failures, 50);
}

// A double buffer with one credit too many: the producer overruns a consumer that is starved for
// `slots` turns. A uniform walk hardly ever starves anybody for so long; priorities do.
bool overrun(const options& opts, int credits) {
  executor on(opts);
  constexpr int slots = 32;
  constexpr int items = 80;
  std::array<int, slots> buffer{};
  int produced = 0;
  int consumed = 0;
  bool wrong = false;
  run(on, {{2}, {1}}, [&] {
    for (int i = 0; i < items; ++i) {
      if (block_index() == 0) {
        wait_for([&] { return produced - consumed < credits; });
        buffer[static_cast<std::size_t>(i % slots)] = i;
        ++produced;
      } else {
        wait_for([&] { return consumed < produced; });
        wrong |= buffer[static_cast<std::size_t>(i % slots)] != i;
        ++consumed;
      }
    }
  });
  return wrong;
}

TEST(Schedule, StarvationBugIsFoundByPctFarMoreOftenThanByRandom) {
  constexpr int slots = 32;
  int by_random = 0;
  int by_pct = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    by_random += overrun(seeded(policy_kind::random, seed), slots + 1) ? 1 : 0;
    by_pct += overrun(seeded(policy_kind::pct, seed), slots + 1) ? 1 : 0;
    EXPECT_FALSE(overrun(seeded(policy_kind::pct, seed), slots));
  }
  EXPECT_LE(by_random, 5);
  EXPECT_GE(by_pct, 25);
}

// An engine is an actor, too: data read before it was delivered.
bool read_too_early(const options& opts) {
  executor on(opts);
  slow_engine engine;
  on.progress_add(engine.source());
  int data = 0;
  bool early = false;
  run(on, {{1}, {1}}, [&] {
    engine.post(&data, 1);
    detail::yield();
    early = data != 1;
  });
  on.progress_remove(engine.source());
  return early;
}

TEST(Schedule, EnginesAreScheduledAmongTheLanes) {
  int early = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    early += read_too_early(seeded(policy_kind::random, seed)) ? 1 : 0;
  }
  EXPECT_GT(early, 5);
  EXPECT_LT(early, 45);
}

TEST(Schedule, SeededSpinLoopDoesNotStarveTheLaneItWaitsFor) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    executor on(seeded(policy_kind::pct, seed));
    bool go = false;
    EXPECT_EQ(run(on, {{2}, {4}},
                  [&] {
                    if (block_index() == 1 && lane_index() == 3) {
                      go = true;
                    } else {
                      while (!go) detail::spin_hint();
                    }
                  }),
              errc::ok);
  }
}

}  // namespace
}  // namespace ark::executor::testing
