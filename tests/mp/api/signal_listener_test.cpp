// Host threads that sleep until a signal arrives: by every kind of call and route, under several
// schedules.
#include <ark/local.hpp>
#include <ark/signal_listener.hpp>
#include <atomic>
#include <chrono>
#include <thread>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using namespace std::chrono_literals;
using ark::signal_listener;
using steady = std::chrono::steady_clock;

/// A sleep of this length has missed its signal.
constexpr auto too_long = 20s;

std::uint64_t value_of(std::uint64_t& word) {
  return std::atomic_ref(word).load(std::memory_order_acquire);
}

/// Sleeps until the word has reached `turn`.
void hear(const signal_listener& ears, std::uint64_t& word, std::uint64_t turn) {
  const auto begin = steady::now();
  for (;;) {
    const std::uint32_t heard = ears.heard();
    if (value_of(word) >= turn) break;
    ears.sleep(heard, too_long);
  }
  EXPECT_LT(steady::now() - begin, too_long) << "turn " << turn;
}

ARK_GLOBAL void signal_in_kernel(std::uint64_t* word, std::uint64_t turn, int pe) {
  ark_signal_set(word, turn, pe);
}
void send(std::uint64_t* data, const std::uint64_t* source, std::uint64_t* word, std::uint64_t turn,
          int pe) {
  switch (turn % 4) {
    case 0:
      ark_signal_set(word, turn, pe);
      return;
    case 1:
      ark_uint64_put_signal_nbi(data, source, 1, word, turn, ARK_SIGNAL_SET, pe);
      return ark_quiet();
    case 2:
      ark::launch({1, 1}, signal_in_kernel, word, turn, pe);
      return ark::device_sync();
    default:
      ark_signal_set_on_stream(word, turn, pe, nullptr);
      return ark::stream_sync(nullptr);
  }
}

/// Around the ring, so that each PE sleeps while another one sends.
void pass_around(std::uint64_t turns) {
  const int me = ark_my_pe(), next = (me + 1) % ark_n_pes();
  const sym<std::uint64_t> data(1), source(1), word(1);
  const signal_listener ears;
  ark_barrier_all();
  for (std::uint64_t turn = 1; turn <= turns; ++turn) {
    if (me == 0) send(data, source, word, turn, next);
    hear(ears, word[0], turn);
    if (me != 0) send(data, source, word, turn, next);
  }
  ark_barrier_all();
}

class SignalListener : public pe_test {};

TEST_F(SignalListener, ASignalOfAnotherPeEndsASleep) { pass_around(200); }

TEST(SignalListenerInProcess, ASignalEndsASleepUnderEverySchedule) {
  for (const char* sched : {"fifo", "random:1", "pct:2"}) {
    for (const char* route : {"inline", "queue", "proxy"}) {
      SCOPED_TRACE(std::string(sched) + " " + route);
      ark::local_run(2, [](int) { pass_around(12); }, {{"ARK_SCHED", sched}, {"ARK_ROUTE", route}});
    }
  }
}

/// Why heard() has to be read before the word.
TEST_F(SignalListener, ASignalBetweenTheWordAndHeardIsMissed) {
  const sym<std::uint64_t> word(1);
  const signal_listener ears;
  const std::uint32_t before = ears.heard();
  ASSERT_EQ(value_of(word[0]), 0u);
  ark_signal_set(word, 1, me_);
  ark_quiet();
  const std::uint32_t after = ears.heard();
  EXPECT_NE(before, after);
  ears.sleep(before, too_long);  // returns at once
  const auto begin = steady::now();
  ears.sleep(after, 20ms);
  EXPECT_GE(steady::now() - begin, 20ms);
  ark_barrier_all();
}

TEST_F(SignalListener, WakeEndsTheSleepsOfAllThreads) {
  signal_listener ears;
  const signal_listener others;
  std::atomic<int> asleep{0};
  const auto listen = [&](const signal_listener& one) {
    const std::uint32_t heard = one.heard();
    ++asleep;
    one.sleep(heard, too_long);
  };
  const auto begin = steady::now();
  std::thread first([&] { listen(ears); }), second([&] { listen(others); });
  while (asleep != 2) std::this_thread::yield();
  ears.wake();
  first.join();
  second.join();
  EXPECT_LT(steady::now() - begin, too_long);
}

TEST(SignalListenerInProcess, OutlivesItsPe) {
  std::unique_ptr<signal_listener> ears;
  ark::local_run(1, [&](int) { ears = std::make_unique<signal_listener>(); });
  ears->wake();
  ears.reset();
}

}  // namespace
}  // namespace ark_mp
