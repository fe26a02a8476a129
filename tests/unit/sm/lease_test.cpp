// A leased engine: who posts to it, how its time ends, and that nothing is lost then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/device/sm/lease.hpp>
#include <functional>
#include <string>

#include "engine_block.hpp"
#include "executor/sanitizer.hpp"
#include "one_process.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;
using testing::posted;
using testing::posted_to_cpu;
using testing::zeros;
using namespace detail;

// --- The scheduler's part, step by step

class LeaseEnd : public testing::engine_block {
 protected:
  void lease() {
    start();
    scheduler_->open_to_all();
    step();
  }
  void step_until_finished() {
    for (int i = 0; i < 10'000 && !scheduler_->finished(); ++i) step();
    ASSERT_TRUE(scheduler_->finished());
  }
  std::uint64_t push_while_open(const descriptor& d) {
    const auto never = [](auto&&) { return errc::timeout; };
    return static_cast<std::uint64_t>(ring().push_while(&rings_[0].leased, d, never).code);
  }
};

TEST_F(LeaseEnd, ARingIsOpenToAllFromTheTakeoverToTheSeal) {
  const descriptor d = make_put_inline(1, 0, 8, 7);
  EXPECT_EQ(push_while_open(d), static_cast<std::uint64_t>(errc::would_block));
  lease();
  EXPECT_EQ(push_while_open(d), 0u);
  scheduler_->seal();
  EXPECT_EQ(push_while_open(d), static_cast<std::uint64_t>(errc::would_block));
  step_until_finished();
  EXPECT_EQ(heaps_[1][0], 7u);
  EXPECT_EQ(rings_[0].owner, 0u);
  EXPECT_EQ(scheduler_->taken(), 1u) << "the seal is none";
  EXPECT_EQ(ring().done(), 2u);
}

TEST_F(LeaseEnd, AFullRingIsSealedBehindAllThatItHolds) {
  lease();
  for (unsigned i = 0; i < 256; ++i) post(make_put(1, 64, source_.data(), i % 2 == 0 ? 8 : 4096));
  EXPECT_EQ(push_while_open(make_fence()), static_cast<std::uint64_t>(errc::timeout));
  scheduler_->seal();
  EXPECT_FALSE(scheduler_->finished());
  step_until_finished();
  EXPECT_EQ(scheduler_->taken(), 256u);
  EXPECT_EQ(ring().done(), 257u);
}

TEST_F(LeaseEnd, ARingOfAnotherOwnerIsLeftAlone) {
  rings_[0].owner = 3;
  lease();
  EXPECT_EQ(rings_[0].leased, 0u);
  scheduler_->seal();
  EXPECT_TRUE(scheduler_->finished());
  EXPECT_EQ(rings_[0].owner, 3u);
  EXPECT_EQ(ring().head(), 0u);
}

TEST_F(LeaseEnd, WhatMembersPostBehindTheSealIsTheNextOwners) {
  lease();
  scheduler_->seal();
  post(make_put_inline(1, 8, 8, 9));  // by a block of a launch that has an engine
  step_until_finished();
  EXPECT_EQ(heaps_[1][1], 0u);
  start();
  drain();
  EXPECT_EQ(heaps_[1][1], 9u);
}

TEST_F(LeaseEnd, ATermEndsByItsTimeByIdlenessAndWhenAsked) {
  constexpr std::uint64_t long_ns = 1'000'000'000'000;
  const auto over = [&](const sm_lease_request& wanted, bool busy) {
    return device::sm::lease_term(work_.lease, wanted).over([=] { return busy; });
  };
  EXPECT_FALSE(over({5, long_ns, long_ns}, false));
  EXPECT_TRUE(over({5, 0, long_ns}, true));
  EXPECT_TRUE(over({5, long_ns, 0}, false));
  work_.lease.asked = 4;
  EXPECT_FALSE(over({5, long_ns, long_ns}, false));
  work_.lease.asked = 5;
  EXPECT_TRUE(over({5, long_ns, long_ns}, true));
}

// --- As programs see it

settings lease_with(settings more = {}) {
  more.insert({{"ARK_SYMMETRIC_SIZE", "2m"},
               {"ARK_HEAP_RESERVE", "16m"},
               {"ARK_INLINE_BYTES", "64"},
               {"ARK_ON_FAILURE", "go_on"},
               {"ARK_TIMEOUT", "60s"},
               {"ARK_CPU_WORKERS", "2"}});
  return more;
}

bool serves() {
  const device_state& state = host_context();
  bool all = true;
  for (unsigned r = 0; r < state.sm_ring_count; ++r)
    all = all && load_acquire(&state.sm->rings[r].leased) != 0;
  return all;
}
/// For longer than any test takes.
void lease(unsigned blocks = 1) {
  engine_lease(blocks, 60, 60);
  ASSERT_TRUE(testing::eventually(serves));
}

ARK_GLOBAL void put_part(std::uint64_t* dest, const std::uint64_t* source, std::size_t words,
                         int pe) {
  const std::size_t at = blockIdx.x * words;
  ark_uint64_put_nbi_block(dest + at, source + at, words, pe);
}

TEST(SmLease, KernelsWithoutEngineBlocksQueueToIt) {
  local_run(
      2,
      [](int pe) {
        constexpr std::size_t words = 3000;
        auto* dest = zeros<std::uint64_t>(5 * words);
        auto* source = zeros<std::uint64_t>(5 * words);
        for (std::size_t i = 0; i < 5 * words; ++i) source[i] = i + static_cast<unsigned>(pe);
        lease();
        launch({5, 64}, put_part, dest, source, words, 1 - pe);
        stream_sync(nullptr);
        const engine_lease_info after = engine_lease_query();
        EXPECT_FALSE(after.resident) << "stream_sync parks";
        EXPECT_EQ(after.served, 5u);
        EXPECT_EQ(posted_to_cpu(), 0u);
        ark_sync_all();
        for (std::size_t i = 0; i < 5 * words; ++i)
          ASSERT_EQ(dest[i], i + static_cast<unsigned>(1 - pe)) << i;
        ark_sync_all();  // what follows writes there again
        const std::uint64_t before = posted_to_cpu();
        launch({5, 64}, put_part, dest, source, words, 1 - pe);
        stream_sync(nullptr);
        EXPECT_EQ(posted_to_cpu() - before, 5u) << "as before it was leased";
        ark_barrier_all();
      },
      lease_with({{"ARK_RINGS", "2"}}));
}

TEST(SmLease, ItEndsByItselfAfterItsTimeAndWhenNobodyPosts) {
  local_run(
      1,
      [](int) {
        const auto ended = [] { return !engine_lease_query().resident; };
        engine_lease(2, 0.05, 60);
        EXPECT_TRUE(testing::eventually(ended));
        engine_lease(2, 60, 0.05);
        EXPECT_TRUE(testing::eventually(ended));
        EXPECT_EQ(last_failure().code, errc::ok);
      },
      lease_with());
}

TEST(SmLease, HostCallsThatPromiseDeliveryParkIt) {
  const std::function<void()> calls[] = {[] { ark_fence(); },       [] { ark_quiet(); },
                                         [] { ark_barrier_all(); }, [] { stream_sync(nullptr); },
                                         [] { device_sync(); },     [] { engine_park(); },
                                         [] { ark_engine_park(); }};
  local_run(
      1,
      [&](int) {
        for (const auto& call : calls) {
          lease();
          EXPECT_TRUE(engine_lease_query().resident);
          call();
          EXPECT_FALSE(engine_lease_query().resident);
        }
        {
          const leased_engine mine(1, 60, 60);
          EXPECT_TRUE(engine_lease_query().resident);
        }
        EXPECT_FALSE(engine_lease_query().resident);
        lease();  // finalize ends this one
      },
      lease_with());
}

TEST(SmLease, AnotherCallRenewsIt) {
  local_run(
      1,
      [](int) {
        const std::uint64_t sm_rings = host_context().sm_ring_count;
        lease();
        lease(3);
        EXPECT_TRUE(testing::eventually([&] {
          return posted(host_context().ring_count, 1) == 1 && serves();
        })) << "one seal: the first has left";
        EXPECT_EQ(sm_rings, 2u);
        EXPECT_TRUE(engine_lease_query().resident);
      },
      lease_with({{"ARK_RINGS", "2"}}));
}

/// Each thread adds one after the other, and meets all that there is: no lease, one that serves,
/// one that leaves.
ARK_GLOBAL void add_many(std::uint64_t* counter, int times, int pe) {
  for (int i = 0; i < times; ++i) ark_uint64_atomic_add(counter, 1, pe);
}
ARK_GLOBAL void add_many_with_engine(std::uint64_t* counter, int times, int pe) {
  const engine_scope engine(1);
  if (engine.served()) return;
  for (int i = 0; i < times; ++i) ark_uint64_atomic_add(counter, 1, pe);
}

#if defined(ARK_TSAN)
constexpr int rounds = 3;  // each takes twenty times as long
#else
constexpr int rounds = 9;
#endif

TEST(SmLease, NothingIsLostWhenLeasesEndWhileKernelsPost) {
  local_run(
      2,
      [](int pe) {
        auto* counter = zeros<std::uint64_t>(1);
        constexpr int times = 40;
        constexpr unsigned threads = 3 * 40, all = 2 * threads * times * rounds;
        const stream_t other = stream_create();
        for (int round = 0; round < rounds; ++round) {
          lease(1 + static_cast<unsigned>(round) % 2);
          const std::uint64_t before = engine_lease_query().served;
          launch({3, 40}, add_many, counter, times, 1 - pe);
          launch({3, 40, 0, other, false, 1}, add_many_with_engine, counter, times, 1 - pe);
          EXPECT_TRUE(testing::eventually([&] {  // or the other kernel's engine has all the rings
            return engine_lease_query().served > before ||
                   (stream_query(nullptr) && stream_query(other));
          }));
          if (round % 3 == 0) engine_park();            // in the middle of it
          if (round % 3 == 1) engine_lease(1, 60, 60);  // another takes over
        }
        device_sync();
        ark_barrier_all();
        EXPECT_EQ(*counter, all);
        stream_destroy(other);
      },
      lease_with({{"ARK_ROUTE", "queue"}, {"ARK_RING_SLOTS", "8"}, {"ARK_RINGS", "2"}}));
}

/// A fence of a kernel covers what it has queued to the lease, whoever does the rest.
ARK_GLOBAL void put_fence_put(std::uint64_t* dest, const std::uint64_t* source, std::size_t words,
                              int pe) {
  ark_uint64_put_nbi(dest, source, words, pe);
  ark_fence();
  ark_uint64_put_nbi(dest, source + words, words, pe);
  ark_fence();
  ark_signal_set(dest + words, 1, pe);
}

TEST(SmLease, FencesHoldWithItAndWhenItLeaves) {
  local_run(
      2,
      [](int pe) {
        constexpr std::size_t words = 20'000;
        auto* dest = zeros<std::uint64_t>(words + 1);
        auto* source = zeros<std::uint64_t>(2 * words);
        std::fill_n(source + words, words, 1);
        for (int round = 0; round < 20; ++round) {
          std::fill_n(dest, words + 1, 0);
          ark_barrier_all();
          lease();
          launch({1, 1}, put_fence_put, dest, source, words, 1 - pe);
          if (round % 2 == 0) engine_park();
          ark_signal_wait_until(dest + words, ARK_CMP_EQ, 1);
          ASSERT_EQ(std::count(dest, dest + words, 1), words);
          device_sync();
          ark_barrier_all();
        }
      },
      lease_with());
}

TEST(SmLease, AFailedPesLeaseLeaves) {
  local_run(
      1,
      [](int) {
        lease();
        ark_uint64_p(zeros<std::uint64_t>(1), 1, 99);
        EXPECT_EQ(last_failure().code, errc::invalid_argument);
        EXPECT_TRUE(testing::eventually([] { return !engine_lease_query().resident; }));
        engine_park();
      },
      lease_with());
}

TEST(SmLease, OneThatCannotDeliverGivesUpAndSaysSo) {
  local_run(
      1,
      [](int) {
        // A ticket whose descriptor never comes.
        fetch_add(&host_context().rings[host_context().ring_count].counters->head.value, 1);
        engine_lease(1, 0.2, 0.2);
        EXPECT_TRUE(testing::eventually([] { return !engine_lease_query().resident; }));
        const failure_record seen = last_failure();
        EXPECT_EQ(seen.code, errc::timeout);
        EXPECT_STREQ(seen.engine, "sm");
        EXPECT_THAT(seen.detail, HasSubstr("leased engine"));
      },
      lease_with({{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "300ms"}}));
}

TEST(SmLease, WhatItCannotBeIsRefusedByName) {
  local_run(
      1,
      [](int) {
        const auto refused = [](unsigned blocks, double seconds, double idle) {
          try {
            engine_lease(blocks, seconds, idle);
          } catch (const error& problem) {
            EXPECT_EQ(problem.code(), errc::invalid_argument);
            return std::string(problem.what());
          }
          return std::string("taken");
        };
        EXPECT_THAT(refused(0, 1, 1), HasSubstr("0 blocks; accepted: 1 to 64"));
        EXPECT_THAT(refused(65, 1, 1), HasSubstr("65 blocks"));
        EXPECT_THAT(refused(1, 0, 1), HasSubstr("0 seconds; accepted: more than 0"));
        EXPECT_THAT(refused(1, 61, 1), HasSubstr("at most ARK_TIMEOUT, 60"));
        EXPECT_THAT(refused(1, 1, -1), HasSubstr("-1 idle seconds"));
        EXPECT_EQ(ark_engine_lease(-1, 1), static_cast<int>(errc::invalid_argument));
        EXPECT_THAT(last_error(), HasSubstr("0 blocks"));
        EXPECT_EQ(ark_engine_lease(1, 1), 0);
        EXPECT_EQ(ark_engine_park(), 0);
      },
      lease_with());
}

}  // namespace
}  // namespace ark
