// Plans: starts ahead of transfers, their order and their counts, fence and quiet, and the end of
// plans that were not started.
#include <algorithm>
#include <string>

#include "pattern.hpp"
#include "pes.hpp"

namespace ark_gpu {
namespace {

using ark_mp::pattern;

/// Empty if this PE's memory can have plans, else what ark said. Asked once.
const std::string& why_no_plans() {
  static const std::string reason = [] {
    std::string found;
    run_pes(1, {{"ARK_LOG", "error"}}, [&](const pe& self) {
      const array<std::uint64_t> word(2);
      const ark_plan_t plan = ark_plan_create(word, word + 1, 8, nullptr, self.me);
      if (plan == nullptr) found = ark::last_error();
      ark_plan_destroy(plan);
    });
    return found.find("unsupported") == std::string::npos ? std::string() : found;
  }();
  return reason;
}

class Plans : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* reason = no_plans_of_kernels()) GTEST_SKIP() << reason;
    if (!why_no_plans().empty()) GTEST_SKIP() << why_no_plans();
  }
};

constexpr unsigned many = on_gpu ? 300 : 60;

// --- Starts by one thread and by many; nobody waits in between.

ARK_GLOBAL void start_often(ark_plan_t plan, unsigned times, std::uint64_t* wrong) {
  std::uint64_t before = 0;
  for (unsigned i = 0; i < times; ++i) {
    const std::uint64_t number = ark_plan_start(plan);
    if (number <= before) ark_uint64_atomic_inc(wrong, ark_my_pe());
    before = number;
  }
}

void check_starts(const shape& how, unsigned times) {
  on_pes(2, {}, [&](const pe& self) {
    constexpr std::size_t words = 3000;
    const array<std::uint64_t> data(words), source(words), signal(1), wrong(1);
    std::vector<std::uint64_t> values(words);
    for (std::size_t i = 0; i < words; ++i) values[i] = pattern<std::uint64_t>(self.me, i);
    source.write(values);
    const std::uint64_t all = std::uint64_t{how.blocks} * how.threads * times;
    {
      const ark::plan plan(data, source, words * 8, signal, self.next);
      self.run(how, start_often, plan.get(), times, wrong);
      ark_quiet();
      ark_barrier_all();
      EXPECT_EQ(signal.at(0), all);
      EXPECT_EQ(wrong.at(0), 0u) << "numbers that did not rise";
      EXPECT_EQ(ark_plan_test(plan.get(), all), 1);
      ark_barrier_all();
      EXPECT_EQ(ark_plan_start(plan.get()), all + 1);
      ark_quiet();
      ark_barrier_all();
      EXPECT_EQ(signal.at(0), all + 1);
    }
    for (std::size_t i = 0; i < words; ++i) values[i] = pattern<std::uint64_t>(self.previous, i);
    EXPECT_EQ(data.read(), values);
    ark_barrier_all();
  });
}
TEST_F(Plans, OneThreadStartsAheadOfTransfers) { check_starts({1, 1}, many); }
TEST_F(Plans, AllThreadsStartAndNoneIsLost) { check_starts({2, 64}, 3); }

// --- Order: what the source held at each start arrives, one after the other.

struct relay {
  ark_plan_t plan;
  std::uint64_t *data, *source, *signal, *wrong;
  std::size_t words;
};

ARK_DEVICE void check_round(const relay& r, std::uint64_t round, int writer) {
  for (std::size_t i = threadIdx.x; i < r.words; i += blockDim.x) {
    if (r.data[i] != pattern<std::uint64_t>(writer, i) + round)
      ark_uint64_atomic_inc(r.wrong, ark_my_pe());
  }
}

/// Every PE sends to its successor and looks at what its predecessor sent.
ARK_GLOBAL void send_round_the_ring(relay r, unsigned rounds) {
  const int n = ark_n_pes(), previous = (ark_my_pe() + n - 1) % n;
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    for (std::size_t i = threadIdx.x; i < r.words; i += blockDim.x)
      r.source[i] = pattern<std::uint64_t>(ark_my_pe(), i) + round;
    __syncthreads();
    if (threadIdx.x == 0) {
      const std::uint64_t number = ark_plan_start(r.plan);
      if (number != round) *r.wrong += 1;
      ark_signal_wait_until(r.signal, ARK_CMP_GE, round);
      ark_plan_wait(r.plan, number);
      if (ark_plan_test(r.plan, number) != 1 || ark_plan_test(r.plan, number + 1) != 0)
        *r.wrong += 1;
    }
    __syncthreads();
    check_round(r, round, previous);
    __syncthreads();
    if (threadIdx.x == 0) ark_barrier_all();
    __syncthreads();
  }
}

void check_ring(std::size_t words, unsigned rounds) {
  on_pes(2, {}, [&](const pe& self) {
    const array<std::uint64_t> data(words), source(words), signal(1), wrong(1);
    const ark::plan plan(data, source, words * 8, signal, self.next);
    self.run({1, 64}, send_round_the_ring, relay{plan.get(), data, source, signal, wrong, words},
             rounds);
    EXPECT_EQ(wrong.at(0), 0u) << words << " words";
    EXPECT_EQ(signal.at(0), rounds);
    ark_barrier_all();
  });
}
TEST_F(Plans, EachRoundsSourceArrives) {
  check_ring(1, many);
  check_ring(100, many);
  check_ring(50'000, on_gpu ? 50 : 4);
}

// --- Signals of different plans count by themselves.

ARK_GLOBAL void start_two(ark_plan_t one, ark_plan_t other, unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    ark_plan_start(one);
    ark_plan_start(other);
    ark_plan_start(other);
  }
  ark_quiet();
}

TEST_F(Plans, EachHasItsOwnCount) {
  on_pes(2, {}, [](const pe& self) {
    constexpr unsigned times = many / 3;
    const array<std::uint64_t> data(64), source(64), signals(2);
    source.fill(5);
    const ark::plan one(data, source, 256, signals, self.next);
    const ark::plan other(data + 32, source, 8, signals + 1, self.next);
    self.run({1, 1}, start_two, one.get(), other.get(), times);
    ark_barrier_all();
    EXPECT_EQ(signals.at(0), times);
    EXPECT_EQ(signals.at(1), 2 * times);
    std::vector<std::uint64_t> expected(64);
    for (std::size_t i = 0; i < 33; ++i) expected[i] = 5;
    EXPECT_EQ(data.read(), expected);
    ark_barrier_all();
  });
}

// --- Fence and quiet.

enum class behind { quiet, fence };

/// PE 0 starts a plan, orders, and tells; PE 1 looks for the data at once.
ARK_GLOBAL void start_order_tell(relay r, std::uint64_t* flag, std::uint64_t* ack, behind how,
                                 unsigned rounds) {
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    if (ark_my_pe() == 0) {
      for (std::size_t i = threadIdx.x; i < r.words; i += blockDim.x)
        r.source[i] = pattern<std::uint64_t>(0, i) + round;
      __syncthreads();
      if (threadIdx.x == 0) {
        ark_plan_start(r.plan);
        if (how == behind::quiet) ark_quiet();
        if (how == behind::fence) ark_fence();
        ark_signal_set(flag, round, 1);
        ark_signal_wait_until(ack, ARK_CMP_GE, round);
        ark_quiet();
      }
      __syncthreads();
    } else if (ark_my_pe() == 1) {
      if (threadIdx.x == 0) ark_signal_wait_until(flag, ARK_CMP_GE, round);
      __syncthreads();
      check_round(r, round, 0);
      __syncthreads();
      if (threadIdx.x == 0) ark_signal_set(ack, round, 0);
    }
  }
}

void check_behind(behind how) {
  on_pes(2, {}, [&](const pe& self) {
    constexpr std::size_t words = 8000;
    const array<std::uint64_t> data(words), source(words), wrong(1), words_to_tell(64);
    const ark::plan plan(data, source, words * 8, nullptr, self.next);
    self.run({1, 64}, start_order_tell, relay{plan.get(), data, source, nullptr, wrong, words},
             words_to_tell, words_to_tell + 32, how, on_gpu ? 200u : 20u);
    EXPECT_EQ(wrong.at(0), 0u);
    ark_barrier_all();
  });
}
TEST_F(Plans, QuietCoversThem) { check_behind(behind::quiet); }
TEST_F(Plans, FenceCoversThem) { check_behind(behind::fence); }

// --- The end of a plan.

TEST_F(Plans, OnlyStartedCopiesWrite) {
  on_pes(2, {}, [](const pe& self) {
    const array<std::uint64_t> data(100), source(100), signal(1);
    source.fill(3);
    for (std::uint64_t started = 0; started < 6; ++started) {
      data.fill(7);
      ark_barrier_all();
      const ark_plan_t plan = ark_plan_create(data, source, 800, signal, self.next);
      EXPECT_NE(plan, nullptr) << ark::last_error();
      for (std::uint64_t i = 0; i < started; ++i) EXPECT_EQ(ark_plan_start(plan), i + 1);
      ark_plan_destroy(plan);
      ark_barrier_all();
      EXPECT_EQ(signal.at(0), started);
      EXPECT_EQ(data.read(), std::vector<std::uint64_t>(100, started == 0 ? 7 : 3)) << started;
      data.fill(7);  // it may be used again: nothing comes any more
      signal.fill(0);
      ark_barrier_all();
      EXPECT_EQ(data.read(), std::vector<std::uint64_t>(100, 7));
      EXPECT_EQ(signal.at(0), 0u);
      ark_barrier_all();
    }
  });
}

TEST_F(Plans, MorePlansThanTheLimitAreRefusedAndSlotsAreReused) {
  on_pes(2, {{"ARK_LOG", "error"}}, [](const pe& self) {
    const array<std::uint64_t> data(512), source(512);
    source.fill(1);
    std::size_t limit = 0;
    for (int again = 0; again < 2; ++again) {
      std::vector<ark_plan_t> plans;
      for (std::size_t i = 0; i < 300; ++i) {
        const ark_plan_t plan = ark_plan_create(data + i, source + i, 8, nullptr, self.next);
        if (plan == nullptr) break;
        plans.push_back(plan);
      }
      EXPECT_NE(ark::last_error().find("in use, which is the limit"), std::string::npos)
          << ark::last_error();
      if (again == 0) limit = plans.size();
      EXPECT_EQ(plans.size(), limit);
      EXPECT_GE(limit, 1u);
      for (const ark_plan_t plan : plans) ark_plan_start(plan);
      for (const ark_plan_t plan : plans) ark_plan_destroy(plan);
    }
    ark_barrier_all();
    std::vector<std::uint64_t> expected(512);
    std::fill_n(expected.begin(), limit, 1);
    EXPECT_EQ(data.read(), expected);
    ark_barrier_all();
  });
}

}  // namespace
}  // namespace ark_gpu
