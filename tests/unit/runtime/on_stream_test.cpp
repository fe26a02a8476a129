// Stream-ordered calls of several PEs in one process: their kernels share one executor, and wait
// for each other across its streams.
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <atomic>
#include <latch>
#include <vector>

namespace ark {
namespace {

struct symmetric {
  explicit symmetric(std::size_t count)
      : words(static_cast<std::uint64_t*>(ark_calloc(count, sizeof(std::uint64_t)))) {}
  ~symmetric() { ark_free(words); }
  symmetric(const symmetric&) = delete;
  symmetric& operator=(const symmetric&) = delete;
  std::uint64_t* words;
};

ARK_GLOBAL void increment(std::uint64_t* word) { ++*word; }

// Every PE's whole queue is there before its token comes, and no host takes part.
void pass_token(int pes, const settings& overrides) {
  constexpr std::uint64_t turns = 20;
  std::vector<std::uint64_t> last(static_cast<std::size_t>(pes));
  local_run(
      pes,
      [&](int pe) {
        const symmetric token(1), arrived(1);
        const stream_t stream = stream_create();
        for (std::uint64_t turn = 0; turn < turns; ++turn) {
          const std::uint64_t wanted = turn + (pe == 0 ? 0 : 1);
          ark_signal_wait_until_on_stream(arrived.words, ARK_CMP_GE, wanted, stream);
          launch({1, 1, 0, stream}, increment, token.words);
          ark_uint64_put_signal_on_stream(token.words, token.words, 1, arrived.words, 1,
                                          ARK_SIGNAL_ADD, (pe + 1) % pes, stream);
        }
        stream_sync(stream);
        if (pe != 0) last[static_cast<std::size_t>(pe)] = *token.words;
        ark_barrier_all();
        stream_destroy(stream);
      },
      overrides);
  // PE 0 may get the token back at any time; the others have passed on what they hold.
  for (std::size_t pe = 1; pe < last.size(); ++pe)
    EXPECT_EQ(last[pe], (turns - 1) * static_cast<std::uint64_t>(pes) + pe + 1);
}

TEST(OnStream, TokenGoesAroundThreePes) { pass_token(3, {}); }
TEST(OnStream, TokenGoesAroundWithTwoWorkers) { pass_token(3, {{"ARK_CPU_WORKERS", "2"}}); }
TEST(OnStream, TokenGoesAroundThroughTheQueue) { pass_token(2, {{"ARK_ROUTE", "queue"}}); }
TEST(OnStream, TokenGoesAroundUnderARandomSchedule) { pass_token(3, {{"ARK_SCHED", "random:7"}}); }

// Barriers and reductions wait for PEs whose kernels stand in other queues of the same executor,
// behind others that wait: nothing may need a worker of its own.
TEST(OnStream, CollectivesOfOneProcessEndBehindWaitingKernels) {
  constexpr int pes = 3, turns = 15;
  std::atomic<int> wrong{0};
  local_run(pes,
            [&](int pe) {
              const symmetric value(1), sum(1), gate(1);
              const stream_t work = stream_create(), busy = stream_create();
              for (int i = 0; i < 8; ++i)
                ark_signal_wait_until_on_stream(gate.words, ARK_CMP_EQ, 1, busy);
              for (int turn = 0; turn < turns; ++turn) {
                launch({1, 1, 0, work}, increment, value.words);
                ark_uint64_sum_reduce_on_stream(ARK_TEAM_WORLD, sum.words, value.words, 1, work);
                ark_barrier_all_on_stream(work);
              }
              stream_sync(work);
              wrong += *sum.words == turns * pes ? 0 : 1;
              wrong += stream_query(busy) ? 1 : 0;
              ark_signal_set_on_stream(gate.words, 1, pe, work);
              device_sync();
              wrong += ark_status() == 0 ? 0 : 1;
              ark_barrier_all();
            },
            {{"ARK_CPU_WORKERS", "1"}});
  EXPECT_EQ(wrong, 0);
}

ARK_GLOBAL void count_missing(const std::uint64_t* words, std::size_t count,
                              std::uint64_t* missing) {
  for (std::size_t i = 0; i < count; ++i) *missing += words[i] == 0 ? 1 : 0;
}

/// Words that PE 1 misses when the signal has come that PE 0 sends behind a large put.
std::uint64_t missing_behind_the_signal(bool fenced, int seed) {
  constexpr std::size_t count = 20000;
  std::uint64_t missing = 0;
  local_run(2,
            [&](int pe) {
              const symmetric source(count), dest(count), signal(1), result(1);
              for (std::size_t i = 0; i < count; ++i) source.words[i] = i + 1;
              ark_barrier_all();
              if (pe == 0) {
                ark_uint64_put_nbi_on_stream(dest.words, source.words, count, 1, nullptr);
                if (fenced) ark_fence_on_stream(nullptr);
                ark_signal_set_on_stream(signal.words, 1, 1, nullptr);
              } else {
                ark_signal_wait_until_on_stream(signal.words, ARK_CMP_EQ, 1, nullptr);
                launch({1, 1}, count_missing, dest.words, count, result.words);
              }
              stream_sync(nullptr);
              if (pe == 1) missing = *result.words;
              ark_barrier_all();
            },
            {{"ARK_SCHED", "random:" + std::to_string(seed)}});
  return missing;
}

TEST(OnStream, FencePutsTheSignalBehindThePut) {
  for (int seed = 1; seed <= 5; ++seed)
    ASSERT_EQ(missing_behind_the_signal(true, seed), 0u) << "seed " << seed;
}
// The control: without the fence the signal is seen to overtake.
TEST(OnStream, WithoutTheFenceTheSignalOvertakes) {
  for (int seed = 1; seed <= 100; ++seed) {
    if (missing_behind_the_signal(false, seed) != 0) return;
  }
  FAIL() << "in none of 100 runs";
}

// Who makes no collective is missed by name, and does not hold the others for longer.
TEST(OnStream, ACollectiveThatOnePeDoesNotCallEndsAndNamesThePe) {
  failure_record seen;
  errc thrown = errc::ok;
  std::latch failed(1);
  local_run(2,
            [&](int pe) {
              if (pe == 0) {
                while (ark_status() == 0) detail::yield();  // until it hears of PE 1's failure
                return;
              }
              ark_sync_all_on_stream(nullptr);
              try {
                stream_sync(nullptr);
              } catch (const error& problem) {
                thrown = problem.code();
              }
              seen = last_failure();
            },
            {{"ARK_ON_FAILURE", "go_on"},
             {"ARK_TIMEOUT", ARK_TEST_SANITIZED ? "2s" : "500ms"},
             {"ARK_SYMMETRIC_SIZE", "64k"},
             {"ARK_LOG", "error"}});
  EXPECT_EQ(thrown, errc::timeout);
  EXPECT_EQ(seen.code, errc::timeout);
  EXPECT_EQ(seen.op, detail::op_kind::barrier);
  EXPECT_EQ(seen.peer, 0);
}

}  // namespace
}  // namespace ark
