// Completions that wake a sleeping thread: by every route, and under several schedules.
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>

#include <ark/local.hpp>
#include <ark/serve.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <chrono>
#include <coroutine>
#include <string>
#include <thread>
#include <vector>

#include "../refusal.hpp"
#include "api_test.hpp"

namespace ark_mp {
namespace {

using ark::errc;
using ark::symmetric_array;
using namespace ark::serve;
using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Sleeps in poll() until the queue has something due, and runs it. Of a seeded schedule, where the
/// queue has to make progress, by dispatch().
void sleep_and_run(completion_queue& queue, bool is_seeded = false) {
  if (is_seeded) {
    ASSERT_GT(queue.dispatch(60s), 0u);
    return;
  }
  pollfd wait{queue.fd(), POLLIN, 0};
  ASSERT_EQ(::poll(&wait, 1, 60'000), 1) << "nothing became due";
  ASSERT_GT(queue.poll(), 0u);
}
void expect_ok(const completion& what) { EXPECT_EQ(what.code, errc::ok) << what.text; }

class CompletionQueue : public pe_test {};

/// The data, and the signal after it, by each kind of call; the PE's turn is the signal's value.
ARK_GLOBAL void send_in_kernel(std::uint64_t* dest, const std::uint64_t* source, std::size_t count,
                               std::uint64_t* signal, int pe) {
  ark::put_signal_nbi_block(dest, source, count, signal, 1, ARK_SIGNAL_ADD, pe);
}
void send(unsigned kind, std::uint64_t* dest, const std::uint64_t* source, std::size_t count,
          std::uint64_t* signal, std::uint64_t turn, int pe) {
  switch (kind % 5) {
    case 0:
      ark::put_signal(dest, source, count, signal, turn, ARK_SIGNAL_SET, pe);
      return;
    case 1:
      ark::put_signal_nbi(dest, source, count, signal, 1, ARK_SIGNAL_ADD, pe);
      return ark_quiet();
    case 2:
      ark::put_nbi(dest, source, count, pe);
      ark_fence();
      ark_signal_add(signal, 1, pe);
      return ark_quiet();
    case 3:
      ark::launch({1, 32}, send_in_kernel, dest, source, count, signal, pe);
      return ark::device_sync();
    default:
      ark::put_signal_on_stream(dest, source, count, signal, turn, ARK_SIGNAL_SET, pe, nullptr);
      return ark::stream_sync(nullptr);
  }
}

/// Around the ring, so that each PE sleeps while another one delivers.
void pass_around(unsigned kinds, bool is_seeded) {
  constexpr std::size_t count = 3000;
  const int me = ark_my_pe(), next = (me + 1) % ark_n_pes();
  const symmetric_array<std::uint64_t> data(count), mine(count), signal(1);
  completion_queue queue;
  for (std::uint64_t turn = 1; turn <= 3 * kinds; ++turn) {
    std::fill_n(mine.data(), count, turn);
    bool has = false;
    queue.on_signal(signal.data(), ARK_CMP_GE, turn, [&](const completion& what) {
      expect_ok(what);
      EXPECT_EQ(what.seen, turn);
      has = true;
    });
    const auto pass = [&] {
      send(static_cast<unsigned>(turn), data.data(), mine.data(), count, signal.data(), turn, next);
    };
    if (me == 0) pass();
    while (!has) ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue, is_seeded));
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(data.data()[i], turn) << i;
    if (me != 0) pass();
    ark_barrier_all();
  }
}
TEST_F(CompletionQueue, ASignalOfAnotherPeWakesASleeper) { pass_around(5, false); }

TEST(CompletionQueueInProcess, ASignalWakesASleeperUnderEverySchedule) {
  for (const char* sched : {"fifo", "random:1", "random:2", "pct:3", "pct:4"}) {
    for (const char* route : {"inline", "queue", "proxy"}) {
      SCOPED_TRACE(std::string(sched) + " " + route);
      ark::local_run(2, [&](int) { pass_around(5, sched[0] != 'f'); },
                     {{"ARK_SCHED", sched}, {"ARK_ROUTE", route}});
    }
  }
}

TEST_F(CompletionQueue, AWatchOfWhatHoldsAlreadyIsDueAtOnce) {
  const symmetric_array<std::uint64_t> word(1);
  ark_signal_set(word.data(), 7, me_);
  ark_quiet();
  completion_queue queue;
  int ran = 0;
  queue.on_signal(word.data(), ARK_CMP_EQ, 7, [&](const completion& what) {
    expect_ok(what);
    ++ran;
  });
  EXPECT_EQ(queue.poll(), 1u);
  EXPECT_EQ(ran, 1);
  pollfd wait{queue.fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&wait, 1, 0), 0) << "readable with nothing due";
}

/// The race between the begin of a watch and the signal.
TEST_F(CompletionQueue, NoSignalIsMissed) {
  const symmetric_array<std::uint64_t> words(64);
  completion_queue queue;
  constexpr std::uint64_t turns = 3000;
  ark_barrier_all();
  for (std::uint64_t turn = 1; turn <= turns; ++turn) {
    std::uint64_t* const word = words.data() + turn % 64;
    if (me_ % 2 == 0) {
      ark_signal_set(word, turn, next_);
      if (n_ > 1) {
        bool has = false;
        queue.on_signal(word, ARK_CMP_GE, turn, [&](const completion& what) {
          expect_ok(what);
          has = true;
        });
        while (!has) ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
      }
    } else {
      bool has = false;
      queue.on_signal(word, ARK_CMP_GE, turn, [&](const completion& what) {
        expect_ok(what);
        has = true;
      });
      while (!has) ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
      ark_signal_set(word, turn, next_);
    }
  }
}

TEST_F(CompletionQueue, OnlyTheWatchOfTheWordIsDue) {
  const symmetric_array<std::uint64_t> words(256);
  std::vector<int> ran(256);
  completion_queue queue;
  for (std::size_t i = 0; i < 256; ++i)
    queue.on_signal(words.data() + i, ARK_CMP_NE, 0, [&ran, i](const completion& what) {
      expect_ok(what);
      ++ran[i];
    });
  // Words 64 apart share a bit of the doorbell.
  for (const std::size_t i : {3, 67, 200}) {
    ark_signal_set(words.data() + i, 1, me_);
    ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
    EXPECT_EQ(ran[i], 1);
  }
  EXPECT_EQ(std::count(ran.begin(), ran.end(), 1), 3);
}

TEST_F(CompletionQueue, AQuietIsDueWhenAllIsDelivered) {
  constexpr std::size_t count = 100'000;
  const symmetric_array<int> dest(count), source(count);
  completion_queue queue;
  for (int turn = 1; turn <= 4; ++turn) {
    std::fill_n(source.data(), count, turn);
    ark_ctx_t ctx = ARK_CTX_DEFAULT;
    if (turn % 2 == 0) ark_ctx_create(0, &ctx);
    ark::put_nbi(dest.data(), source.data(), count, ark::in(ctx, next_));
    bool has = false;
    queue.on_quiet(ctx, [&](const completion& what) {
      expect_ok(what);
      has = true;
    });
    while (!has) ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
    std::vector<int> there(count);
    ark::get(there.data(), dest.data(), count, next_);
    EXPECT_EQ(std::count(there.begin(), there.end(), turn), static_cast<long>(count));
    if (turn % 2 == 0) ark_ctx_destroy(ctx);
  }
}

ARK_GLOBAL void slow_kernel(std::uint64_t* ended) {
  for (int i = 0; i < 20; ++i) __nanosleep(100'000);
  *ended += 1;
}
TEST_F(CompletionQueue, AStreamIsDueWhenItsWorkHasEnded) {
  const symmetric_array<std::uint64_t> ended(2);
  completion_queue queue;
  const ark::stream_t stream = ark::stream_create();
  for (std::uint64_t turn = 1; turn <= 3; ++turn) {
    ark::launch({1, 1, 0, stream}, slow_kernel, ended.data());
    bool has = false;
    queue.on_stream(stream, [&](const completion& what) {
      expect_ok(what);
      EXPECT_EQ(ended.data()[0], turn);
      has = true;
    });
    while (!has) ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
  }
  ark::stream_destroy(stream);
}

/// A coroutine that nobody awaits.
struct job {
  struct promise_type {
    job get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};
job serve_twice(completion_queue& queue, const std::uint64_t* word, ark::stream_t stream,
                std::thread::id& resumed_by, int& served) {
  for (std::uint64_t turn = 1; turn <= 2; ++turn) {
    expect_ok(co_await queue.signal(word, ARK_CMP_GE, turn));
    resumed_by = std::this_thread::get_id();
    expect_ok(co_await queue.quiet());
    expect_ok(co_await queue.stream(stream));
    ++served;
  }
}
TEST_F(CompletionQueue, CoroutinesResumeInTheThreadThatDispatches) {
  const symmetric_array<std::uint64_t> word(1);
  completion_queue queue;
  std::thread::id resumed_by;
  int served = 0;
  serve_twice(queue, word.data(), nullptr, resumed_by, served);
  EXPECT_EQ(served, 0);
  ark_barrier_all();
  ark_signal_set(word.data(), 2, next_);
  while (served < 2) ASSERT_GT(queue.dispatch(60s), 0u);
  EXPECT_EQ(resumed_by, std::this_thread::get_id());
}

TEST_F(CompletionQueue, EpollServesSeveralQueues) {
  const symmetric_array<std::uint64_t> words(2);
  completion_queue queues[2];
  const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  ASSERT_GE(epoll, 0);
  for (unsigned q = 0; q < 2; ++q) {
    epoll_event event{EPOLLIN, {.u32 = q}};
    ASSERT_EQ(::epoll_ctl(epoll, EPOLL_CTL_ADD, queues[q].fd(), &event), 0);
    queues[q].on_signal(words.data() + q, ARK_CMP_EQ, 1, expect_ok);
  }
  for (unsigned q = 0; q < 2; ++q) {
    ark_barrier_all();
    ark_signal_set(words.data() + q, 1, next_);
    epoll_event event{};
    ASSERT_EQ(::epoll_wait(epoll, &event, 1, 60'000), 1);
    EXPECT_EQ(event.data.u32, q);
    EXPECT_EQ(queues[q].poll(), 1u);
  }
  ::close(epoll);
}

TEST_F(CompletionQueue, ADeadlineNamesTheWordAndItsValue) {
  const symmetric_array<std::uint64_t> word(1);
  word.data()[0] = 3;
  completion_queue queue;
  int ran = 0;
  queue.on_signal(
      word.data(), ARK_CMP_GE, 5,
      [&](const completion& what) {
        EXPECT_EQ(what.code, errc::timeout);
        EXPECT_EQ(what.seen, 3u);
        EXPECT_THAT(what.text, HasSubstr("PE " + std::to_string(me_) + ": "));
        EXPECT_THAT(what.text, HasSubstr("on_signal of the word at 0x"));
        EXPECT_THAT(what.text, HasSubstr("expected ge 5, last value 3: timeout after 20 ms"));
        ++ran;
      },
      20ms);
  ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(queue.dispatch(1ms), 0u);
}

TEST_F(CompletionQueue, ACancelledWatchDoesNotRun) {
  const symmetric_array<std::uint64_t> word(1);
  completion_queue queue;
  const auto never = [](const completion&) { FAIL() << "cancelled"; };
  const watch_id first = queue.on_signal(word.data(), ARK_CMP_EQ, 1, never);
  EXPECT_TRUE(queue.cancel(first));
  EXPECT_FALSE(queue.cancel(first));
  const watch_id second = queue.on_signal(word.data(), ARK_CMP_EQ, 1, expect_ok);
  ark_signal_set(word.data(), 1, me_);
  ASSERT_NO_FATAL_FAILURE(sleep_and_run(queue));
  EXPECT_FALSE(queue.cancel(second));
}

job destroyed_with(completion_queue& queue, const std::uint64_t* word,
                   [[maybe_unused]] std::shared_ptr<int> held) {
  co_await queue.signal(word, ARK_CMP_EQ, 1, no_timeout);
  ADD_FAILURE() << "resumed by the destructor";
}
TEST_F(CompletionQueue, ItsDestructorForgetsWhatIsOpen) {
  const symmetric_array<std::uint64_t> word(1);
  const auto held = std::make_shared<int>();
  const auto never = [held](const completion&) { ADD_FAILURE() << "run by the destructor"; };
  {
    completion_queue queue;
    queue.on_signal(word.data(), ARK_CMP_EQ, 0, never);
    queue.on_signal(word.data(), ARK_CMP_EQ, 1, never);
    destroyed_with(queue, word.data(), held);
    EXPECT_EQ(held.use_count(), 5);
  }
  EXPECT_EQ(held.use_count(), 2) << "of this test and of `never`";
  ark_signal_set(word.data(), 1, me_);
}

TEST_F(CompletionQueue, AnExceptionLeavesTheOthersDue) {
  completion_queue queue;
  int ran = 0;
  queue.on_quiet([](const completion&) { throw std::runtime_error("of a callback"); });
  queue.on_quiet([&](const completion&) { ++ran; });
  EXPECT_THROW(queue.poll(), std::runtime_error);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(queue.poll(), 1u);
  EXPECT_EQ(ran, 1);
}

/// Neither the thread that waits nor one of ark uses a processor meanwhile.
TEST_F(CompletionQueue, NothingPollsWhileItSleeps) {
  const symmetric_array<std::uint64_t> word(1);
  completion_queue queue;
  queue.on_signal(
      word.data(), ARK_CMP_EQ, 1, [](const completion&) {}, no_timeout);
  const auto used = [] {
    rusage now{};
    ::getrusage(RUSAGE_SELF, &now);
    return 1000.0 * static_cast<double>(now.ru_utime.tv_sec + now.ru_stime.tv_sec) +
           static_cast<double>(now.ru_utime.tv_usec + now.ru_stime.tv_usec) / 1000.0;
  };
  ark_barrier_all();
  const double before = used();
  EXPECT_EQ(queue.dispatch(300ms), 0u);
  EXPECT_LT(used() - before, 100) << "ms of a processor in 300 ms";
}

TEST_F(CompletionQueue, RefusesByName) {
  using enum errc;
  const symmetric_array<std::uint64_t> word(1);
  completion_queue queue;
  std::uint64_t own = 0;
  const auto with = [&](const std::uint64_t* at, int cmp, callback then,
                        std::chrono::nanoseconds within = 1s) {
    return refusal(invalid_argument, [&] { queue.on_signal(at, cmp, 1, then, within); });
  };
  EXPECT_THAT(with(&own, ARK_CMP_EQ, expect_ok), HasSubstr("in the PE's heap from 0x"));
  EXPECT_THAT(with(nullptr, ARK_CMP_EQ, expect_ok), HasSubstr("word"));
  EXPECT_THAT(
      with(reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const char*>(word.data()) + 4),
           ARK_CMP_EQ, expect_ok),
      HasSubstr("aligned to 8"));
  EXPECT_THAT(with(word.data(), 9, expect_ok), HasSubstr("comparison 9"));
  EXPECT_THAT(with(word.data(), ARK_CMP_EQ, {}), HasSubstr("an empty callback"));
  EXPECT_THAT(with(word.data(), ARK_CMP_EQ, expect_ok, -5ns), HasSubstr("within -5 ns"));
  EXPECT_THAT(refusal(invalid_argument, [&] { queue.on_quiet(12345, expect_ok); }),
              HasSubstr("context 12345"));
}

TEST_F(CompletionQueue, MayOutliveItsPe) {
  const symmetric_array<std::uint64_t> word(1);
  completion_queue queue;
  errc code = errc::ok;
  queue.on_signal(
      word.data(), ARK_CMP_EQ, 1, [&](const completion& what) { code = what.code; }, no_timeout);
  ark::finalize();
  EXPECT_EQ(queue.poll(), 1u);
  EXPECT_EQ(code, errc::not_initialized);
  EXPECT_THAT(refusal(errc::not_initialized, [&] { queue.on_quiet(expect_ok); }),
              HasSubstr("has been finalized"));
  ark::init();
}

/// The loss of a PE ends the sleep of another one.
TEST(CompletionQueueInProcess, TheLossOfAPeWakesASleeper) {
  std::atomic<int> ended{0};
  const auto body = [&](int pe) {
    const symmetric_array<std::uint64_t> word(1);
    ark_barrier_all();
    if (pe == 1) throw std::runtime_error("PE 1 ends");
    completion_queue queue;
    queue.on_signal(
        word.data(), ARK_CMP_EQ, 1,
        [&](const completion& what) {
          EXPECT_EQ(what.code, errc::peer_failed);
          EXPECT_THAT(what.text, HasSubstr("PE 0: serve::completion_queue::on_signal"));
          EXPECT_THAT(what.text, HasSubstr("PE 1"));
          ++ended;
        },
        no_timeout);
    sleep_and_run(queue);
  };
  EXPECT_THROW(ark::local_run(2, body, {{"ARK_ON_FAILURE", "go_on"}}), std::runtime_error);
  EXPECT_EQ(ended, 1);
}

}  // namespace
}  // namespace ark_mp
