// Kernels that are still running when their PEs go: what they touch stays where it is.
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

namespace ark {
namespace {

using namespace std::chrono_literals;

const settings hasty{{"ARK_ON_FAILURE", "go_on"},
                     {"ARK_TIMEOUT", ARK_TEST_SANITIZED ? "1s" : "400ms"},
                     {"ARK_SYMMETRIC_SIZE", "64k"},
                     {"ARK_LOG", "error"},
                     {"ARK_ROUTE", "inline"}};

std::atomic<bool> let_go{false};
std::atomic<std::uint64_t> rounds{0};

/// Counts in the next PE's heap until it is let go, or for ever.
ARK_GLOBAL void count_there(std::uint64_t* word, bool gives_way) {
  for (std::uint64_t i = 1; !let_go.load(); ++i) {
    ark_uint64_p(word, i, (ark_my_pe() + 1) % ark_n_pes());
    rounds.fetch_add(1);
    if (gives_way) static_cast<void>(ark_uint64_test(word, ARK_CMP_EQ, 0));
  }
}

void leave_running(bool gives_way) {
  let_go = false;
  rounds = 0;
  EXPECT_THROW(local_run(
                   2,
                   [gives_way](int) {
                     auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
                     launch({1, 1}, count_there, word, gives_way);
                     device_sync();  // in vain
                   },
                   hasty),
               error);
}

/// Lets them go and waits for their end, so that no other case has them for its own.
void end_lanes() {
  let_go = true;
  for (std::uint64_t then = ~std::uint64_t{0}; std::exchange(then, rounds.load()) != rounds;)
    std::this_thread::sleep_for(100ms);
}

TEST(EndOfKernels, LanesThatGiveWayAreLeftWhereTheyAre) {
  leave_running(true);
  const std::uint64_t then = rounds;
  EXPECT_GT(then, 0u);
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(rounds, then) << "still running";
}

TEST(EndOfKernels, ALaneThatDoesNotKeepsItsMemory) {
  leave_running(false);
  const std::uint64_t then = rounds;
  for (int i = 0; i < 10'000 && rounds == then; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_GT(rounds, then) << "nothing is left running: this test shows nothing";
  end_lanes();
}

TEST(EndOfKernels, ALaneOnADestroyedStreamKeepsItsMemoryToo) {
  let_go = false;
  rounds = 0;
  const auto destroy_in_vain = [](int) {
    launch_config config{1, 1};
    config.stream = stream_create();
    launch(config, count_there, static_cast<std::uint64_t*>(ark_calloc(1, 8)), false);
    stream_destroy(config.stream);
  };
  EXPECT_THROW(local_run(2, destroy_in_vain, hasty), error) << "finalize says it";
  const std::uint64_t then = rounds;
  for (int i = 0; i < 10'000 && rounds == then; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_GT(rounds, then) << "nothing is left running: this test shows nothing";
  end_lanes();
}

TEST(EndOfKernels, APeThatStartsAfterwardsHasAnExecutorOfItsOwn) {
  leave_running(true);
  local_run(2, [](int) {
    auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    launch(
        {1, 1}, +[](std::uint64_t* at) { ark_uint64_p(at, 7, ark_my_pe()); }, word);
    device_sync();
    EXPECT_EQ(*word, 7u);
    ark_free(word);
  });
}

}  // namespace
}  // namespace ark
