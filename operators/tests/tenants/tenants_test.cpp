// Tenants of PEs of one process: isolation, limits, counters, errors, and changes under load.
#include <gmock/gmock.h>

#include <ark/ark.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <ark/serve/tenants.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace ark::serve;
using ark::symmetric_array;
using ::testing::HasSubstr;

ark::settings with(const std::string& route, const std::string& schedule = "fifo") {
  return {{"ARK_TENANTS", "2"},
          {"ARK_ROUTE", route},
          {"ARK_SCHED", schedule},
          {"ARK_SYMMETRIC_SIZE", "8m"},
          {"ARK_TIMEOUT", "60s"}};
}

/// A created context.
class context {
 public:
  context() { ark_ctx_create(0, &handle_); }
  ~context() { ark_ctx_destroy(handle_); }
  context(const context&) = delete;
  context& operator=(const context&) = delete;
  [[nodiscard]] ark_ctx_t get() const { return handle_; }

 private:
  ark_ctx_t handle_ = ARK_CTX_INVALID;
};

std::string refusal(auto&& call, ark::errc code = ark::errc::invalid_argument) {
  try {
    call();
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), code) << problem.what();
    return problem.what();
  }
  return "accepted";
}

/// PE 0 posts many large puts in one context, then one in another, and waits for that. True if the
/// last of the many had not arrived: in one of several attempts, since a PE that is not scheduled
/// for the time of the many sees them all.
bool overtakes(bool with_tenants, const std::string& route) {
  std::atomic<bool> result{false};
  ark::local_run(
      2,
      [&](int pe) {
        constexpr std::size_t words = 32768, many = 400;
        const symmetric_array<std::uint64_t> bulk(words), last(words), one(words), source(words);
        std::uint64_t& value = source.data()[words - 1];
        ark_barrier_all();
        if (pe == 0) {
          std::optional<tenant> greedy, modest;
          const context bulky, small;
          if (with_tenants) {
            greedy.emplace("greedy");
            modest.emplace("modest");
            greedy->assign(bulky.get());
            modest->assign(small.get());
          }
          while (!result && ++value <= (with_tenants ? 20 : 2)) {
            for (std::size_t i = 0; i < many; ++i)
              ark_ctx_uint64_put_nbi(bulky.get(), bulk.data(), source.data(), words, 1);
            ark_ctx_uint64_put_nbi(bulky.get(), last.data(), source.data(), words, 1);
            ark_ctx_uint64_put_nbi(small.get(), one.data(), source.data(), words, 1);
            ark_ctx_quiet(small.get());
            EXPECT_EQ(ark_uint64_g(one.data() + words - 1, 1), value);
            result = ark_uint64_g(last.data() + words - 1, 1) != value;
            ark_quiet();
            EXPECT_EQ(ark_uint64_g(last.data() + words - 1, 1), value);
            if (with_tenants) {
              const std::uint64_t bytes = value * words * 8;
              EXPECT_GE(greedy->counters().bytes, (many + 1) * bytes);
              EXPECT_GE(modest->counters().bytes, bytes);
              EXPECT_LT(modest->counters().bytes, 2 * bytes);
              EXPECT_GE(greedy->counters().transfers, value * (many + 1));
            }
          }
        }
        ark_barrier_all();
      },
      with(route));
  return result;
}
TEST(Tenants, AQuietWaitsForNoOtherTenant) { EXPECT_TRUE(overtakes(true, "queue")); }
TEST(Tenants, ControlWithoutTenantsItWaitsForEarlierOnes) {
  EXPECT_FALSE(overtakes(false, "queue"));
}
TEST(Tenants, AMessageWaitsForNoOtherTenant) { EXPECT_TRUE(overtakes(true, "proxy")); }

// Everything that is posted arrives once, whoever posts and whatever is changed meanwhile.
ARK_GLOBAL void post_in(ark_ctx_t context, std::uint64_t* dest, const std::uint64_t* source,
                        std::uint64_t* count, std::size_t words, int to) {
  for (int i = 0; i < 4; ++i)
    ark_ctx_uint64_put_signal_nbi(context, dest, source, words, count, 1, ARK_SIGNAL_ADD, to);
}
void change_under_load(const std::string& route, const std::string& schedule) {
  ark::local_run(
      2,
      [&](int pe) {
        constexpr std::size_t words = 600;
        constexpr std::uint64_t rounds = 40;
        const symmetric_array<std::uint64_t> dest(2 * words), source(words), counts(2);
        for (std::size_t i = 0; i < words; ++i) source.data()[i] = i + 1;
        ark_barrier_all();
        tenant one("one"), two("two");
        const context first, second;
        one.assign(first.get());
        two.assign(second.get());
        const ark::stream_t streams[2] = {ark::stream_create(), ark::stream_create()};
        one.assign(streams[0]);
        two.assign(streams[1]);
        for (std::uint64_t i = 0; i < rounds; ++i) {
          for (std::size_t k = 0; k < 2; ++k) {
            ark::launch({1, 1, 0, streams[k]}, post_in, k == 0 ? first.get() : second.get(),
                        dest.data() + k * words, source.data(), counts.data() + k, words, 1 - pe);
          }
          (i % 2 == 0 ? one : two)
              .set({.share = 1.0 + static_cast<double>(i % 5),
                    .burst_bytes = i * 100,
                    .priority = static_cast<unsigned>(i % 3),
                    .work_conserving = i % 4 != 0});
        }
        ark::device_sync();
        ark_quiet();
        ark_barrier_all();
        EXPECT_EQ(counts.data()[0], 4 * rounds);
        EXPECT_EQ(counts.data()[1], 4 * rounds);
        for (std::size_t i = 0; i < 2 * words; ++i) ASSERT_EQ(dest.data()[i], i % words + 1);
        EXPECT_EQ(one.counters().reconfigured + two.counters().reconfigured, rounds);
        EXPECT_GE(one.counters().bytes, 4 * rounds * words * 8);
        EXPECT_EQ(one.counters().compute_ns > 0, schedule == "fifo");
        for (ark::stream_t stream : streams) ark::stream_destroy(stream);
      },
      with(route, schedule));
}
TEST(Tenants, NothingIsLostWhileLimitsChange) {
  for (const char* const route : {"queue", "proxy"}) {
    change_under_load(route, "fifo");
    for (int seed = 1; seed <= (ARK_TEST_ALL_SEEDS ? 20 : 2); ++seed) {
      change_under_load(route, "random:" + std::to_string(seed));
      change_under_load(route, "pct:3:" + std::to_string(seed));
    }
  }
}

TEST(Tenants, BadInputIsRefusedByItsValue) {
  ark::local_run(
      1,
      [](int) {
        tenant one("one");
        const tenant_limits before = one.limits();
        EXPECT_THAT(refusal([&] { one.set({.share = 0}); }), HasSubstr("share is 0, accepted"));
        EXPECT_THAT(refusal([&] { one.set({.share = -1}); }), HasSubstr("share is -1"));
        EXPECT_THAT(refusal([&] { one.set({.share = std::numeric_limits<double>::infinity()}); }),
                    HasSubstr("share is inf"));
        EXPECT_THAT(refusal([&] { one.set({.priority = 8}); }),
                    HasSubstr("priority is 8, accepted: 0 to 7"));
        EXPECT_EQ(one.limits().share, before.share);
        EXPECT_THAT(refusal([&] { one.assign(ARK_CTX_DEFAULT); }), HasSubstr("context 0 of PE 0"));
        EXPECT_THAT(refusal([&] { one.assign(ARK_CTX_INVALID); }), HasSubstr("context -1"));
        ark_ctx_t gone = ARK_CTX_INVALID;
        ark_ctx_create(0, &gone);
        ark_ctx_destroy(gone);
        EXPECT_THAT(refusal([&] { one.assign(gone); }), HasSubstr("context"));
        int no_stream = 0;
        EXPECT_THAT(refusal([&] { one.assign(reinterpret_cast<ark::stream_t>(&no_stream)); }),
                    HasSubstr("not a stream of PE 0"));
        const tenant two("two");
        EXPECT_THAT(refusal([] { tenant("three"); }, ark::errc::out_of_memory),
                    HasSubstr("tenant three: all of the 2 tenants of PE 0 are in use"));
        EXPECT_THAT(refusal([] { gpu_partition(0); }), HasSubstr("0 multiprocessors"));
        EXPECT_THAT(refusal([] { gpu_partition(8); }, ark::errc::unsupported),
                    HasSubstr("the heap of PE 0 is in host memory"));
      },
      with("queue"));
  EXPECT_THAT(refusal([] { tenant("early"); }, ark::errc::not_initialized), HasSubstr("tenant"));
  EXPECT_THAT(refusal([] {
                ark::local_run(1, [](int) {}, {{"ARK_TENANTS", "16"}});
              }),
              HasSubstr("ARK_TENANTS"));
  EXPECT_THAT(
      refusal([] { ark::local_run(1, [](int) { tenant("none"); }); }, ark::errc::out_of_memory),
      HasSubstr("all of the 0 tenants"));
}

TEST(Tenants, ANumberIsUsedAgainWithoutOldLimitsAndCounts) {
  ark::local_run(
      1,
      [](int) {
        const symmetric_array<std::uint64_t> dest(4096), source(4096);
        const context mine;
        {
          tenant one("one", {.share = 5, .priority = 2});
          one.assign(mine.get());
          ark_ctx_uint64_put_nbi(mine.get(), dest.data(), source.data(), 4096, 0);
          ark_ctx_quiet(mine.get());
          EXPECT_GT(one.counters().bytes, 4096u * 8);
        }
        const tenant again("again");
        EXPECT_EQ(again.number(), 1u);
        EXPECT_EQ(again.limits().share, 1);
        EXPECT_EQ(again.limits().priority, 0u);
        EXPECT_EQ(again.counters().bytes, 0u);
        // The context is nobody's now.
        ark_ctx_uint64_put_nbi(mine.get(), dest.data(), source.data(), 4096, 0);
        ark_ctx_quiet(mine.get());
        EXPECT_EQ(again.counters().bytes, 0u);
      },
      with("queue"));
}

TEST(Tenants, ADestroyedContextLeavesNoTenantBehind) {
  ark::local_run(
      1,
      [](int) {
        const symmetric_array<std::uint64_t> dest(4096), source(4096);
        tenant one("one");
        {
          const context mine;
          one.assign(mine.get());
        }
        const context next;  // in the same slot
        ark_ctx_uint64_put_nbi(next.get(), dest.data(), source.data(), 4096, 0);
        ark_ctx_quiet(next.get());
        EXPECT_EQ(one.counters().bytes, 0u);
      },
      with("queue"));
}

TEST(Tenants, LimitsStateAndCountersAreInTheReport) {
  ark::local_run(
      1,
      [](int) {
        EXPECT_THAT(ark::info_json(), HasSubstr("\"tenants\": []"));
        tenant one("vision", {.share = 2, .burst_bytes = 4096, .priority = 3});
        EXPECT_THAT(ark::info_json(), HasSubstr("\"name\": \"vision\""));
        EXPECT_THAT(ark::info_json(), HasSubstr("\"burst_bytes\": 4096"));
        one.apply({.latency_s = 0.05}, {8, 0.75});
        EXPECT_EQ(one.limits().share, 0.75);
        EXPECT_EQ(one.limits().priority, 3u);
        one.apply({.latency_s = 0.05}, {9, 0.75});
        EXPECT_EQ(one.counters().reconfigured, 1u);
        EXPECT_THAT(ark::info_json(), HasSubstr("\"batch\": 9"));
        EXPECT_THAT(ark::info_text(),
                    HasSubstr("tenant 1 vision: share 0.75, burst 4096 bytes, priority 3; moved 0 "
                              "bytes in 0 transfers, computed 0 ms; latency goal 50 ms, batches of "
                              "at most 9"));
      },
      with("queue"));
}

/// What a request uses: ended when it is freed.
struct instance {
  explicit instance(std::atomic<int>& alive) : alive_(&alive) { ++alive; }
  ~instance() {
    serving = false;
    --*alive_;
  }
  instance(const instance&) = delete;
  instance& operator=(const instance&) = delete;
  std::atomic<bool> serving{true};

 private:
  std::atomic<int>* alive_;
};
TEST(Shadowed, NoRequestIsDroppedOrServedByWhatIsFreed) {
  std::atomic<int> alive{0};
  std::atomic<std::uint64_t> served{0}, wrong{0};
  constexpr std::uint64_t requests = 4'000;
  {
    shadowed<instance> model(std::make_unique<instance>(alive));
    std::vector<std::thread> servers;
    for (int i = 0; i < 3; ++i) {
      servers.emplace_back([&] {
        while (served.fetch_add(1) < requests) {
          const std::shared_ptr<instance> mine = model.use();
          if (!mine->serving) ++wrong;
          std::this_thread::yield();
          if (!mine->serving) ++wrong;
        }
      });
    }
    for (int i = 0; i < 1000; ++i) model.replace(std::make_unique<instance>(alive));
    for (std::thread& one : servers) one.join();
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(wrong, 0u);
  EXPECT_GE(served, requests);
}

}  // namespace
