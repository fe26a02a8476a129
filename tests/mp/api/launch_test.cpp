// Launches, streams, kernels that wait for kernels of other PEs, and kernels fed by the host.
#include <ark/atomic_ref.hpp>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Launch : public pe_test {};

ARK_GLOBAL void count_lanes(std::uint64_t* counter) {
  ark::atomic_ref<std::uint64_t>(*counter).fetch_add(1);
}

TEST_F(Launch, StreamsKeepTheirOrder) {
  const sym<std::uint64_t> counter(1);
  const ark::stream_t stream = ark::stream_create();
  for (int i = 0; i < 10; ++i) ark::launch({2, 32, 0, stream}, count_lanes, counter.get());
  ark::stream_sync(stream);
  EXPECT_TRUE(ark::stream_query(stream));
  EXPECT_EQ(counter[0], 640u);
  ark::stream_destroy(stream);
}

ARK_GLOBAL void send_signal(std::uint64_t* word, int pe) { ark_signal_set(word, 1, pe); }
ARK_GLOBAL void await_signal(std::uint64_t* word, std::uint64_t* seen) {
  *seen = ark_signal_wait_until(word, ARK_CMP_EQ, 1);
}

// The kernel of one PE waits for the kernel of another, whichever is launched first; and on one PE,
// that of one stream for that of another.
TEST_F(Launch, WaiterFirst) {
  const sym<std::uint64_t> word(1), seen(1);
  if (me_ == 0) ark::launch({1, 1}, await_signal, word.get(), seen.get());
  meet();
  if (me_ == 1) ark::launch({1, 1}, send_signal, word.get(), 0);
  ark::device_sync();
  EXPECT_EQ(seen[0], me_ == 0 ? 1u : 0u);
  ark_barrier_all();
}
TEST_F(Launch, SenderFirst) {
  const sym<std::uint64_t> word(1), seen(1);
  if (me_ == 1) {
    ark::launch({1, 1}, send_signal, word.get(), 0);
    ark::device_sync();
  }
  meet();
  if (me_ == 0) ark::launch({1, 1}, await_signal, word.get(), seen.get());
  ark::device_sync();
  EXPECT_EQ(seen[0], me_ == 0 ? 1u : 0u);
  ark_barrier_all();
}
TEST_F(Launch, OneStreamWaitsForAnother) {
  const sym<std::uint64_t> word(1), seen(1);
  const ark::stream_t first = ark::stream_create(), second = ark::stream_create();
  ark::launch({1, 1, 0, first}, await_signal, word.get(), seen.get());
  ark::launch({1, 1, 0, second}, send_signal, word.get(), me_);
  ark::device_sync();
  EXPECT_EQ(seen[0], 1u);
  ark::stream_destroy(first);
  ark::stream_destroy(second);
}

// A kernel that lives while hosts put work for it: it answers every command to who sent it, and
// ends at the last.
ARK_GLOBAL void serve(int* command, std::uint64_t* bell, int* answer, std::uint64_t* answered,
                      int client, int last) {
  for (std::uint64_t turn = 1;; ++turn) {
    if (ark_signal_wait_until(bell, ARK_CMP_GE, turn) < turn) return;
    const int asked = *command;  // the next one may come as soon as this one is answered
    const int result = asked * 2;
    ark_int_put_signal(answer, &result, 1, answered, turn, ARK_SIGNAL_SET, client);
    if (asked == last) return;
  }
}
TEST_F(Launch, PersistentKernelFedByTheHost) {
  constexpr int last = 30;
  const sym<int> command(1), answer(1);
  const sym<std::uint64_t> bell(1), answered(1);
  ark::launch({1, 1}, serve, command.get(), bell.get(), answer.get(), answered.get(), previous_,
              last);
  for (int turn = 1; turn <= last; ++turn) {
    ark_int_put_signal(command, &turn, 1, bell, static_cast<std::uint64_t>(turn), ARK_SIGNAL_SET,
                       next_);
    ASSERT_EQ(ark_signal_wait_until(answered, ARK_CMP_GE, static_cast<std::uint64_t>(turn)),
              static_cast<std::uint64_t>(turn));
    ASSERT_EQ(answer[0], 2 * turn);
  }
  ark::device_sync();
  ark_barrier_all();
}

TEST_F(Launch, BadShapesAreRefused) {
  const sym<std::uint64_t> counter(1);
  for (const dim3 block : {dim3(0), dim3(1025), dim3(1, 1, 65)}) {
    try {
      ark::launch({1, block}, count_lanes, counter.get());
      ADD_FAILURE() << "a block of " << block.x << "x" << block.y << "x" << block.z << " was taken";
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::invalid_argument) << problem.what();
    }
  }
  ark::device_sync();
  EXPECT_EQ(counter[0], 0u);
}

}  // namespace
}  // namespace ark_mp
