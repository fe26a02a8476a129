// The exchange of the bootstrap: what comes back, and who is named when somebody is missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <ark/errc.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "bootstrap/mpi_bootstrap.hpp"
#include "bootstrap/mpi_exchange.hpp"
#include "mp_main.hpp"

namespace {

using ark::errc;
using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

constexpr std::uint64_t deadline_ns = 1'500'000'000;
/// More than MPI sends before the receiver has asked for it.
constexpr std::size_t large = std::size_t{1} << 20;

struct outcome {
  errc code = errc::ok;
  std::string text;
  int peer = -1;
};

outcome run(ark::mpi_exchange& exchange, const char* call, std::size_t bytes,
            const ark::lost_query& lost = {}) {
  const std::vector<std::byte> mine(bytes, static_cast<std::byte>(ark_mp::rank() + 1));
  std::vector<std::byte> all(bytes * static_cast<std::size_t>(ark_mp::size()));
  try {
    exchange.run(call, mine, all, lost);
  } catch (const ark::error& e) {
    return {e.code(), e.what(), e.peer()};
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != static_cast<std::byte>(i / bytes + 1)) return {errc::ok, "wrong bytes"};
  }
  return {};
}

/// What PE 0 still has for this one, as MPI_Finalize waits for it. Nobody sends any more.
void take_the_rest() {
  ark_mp::meet();
  const auto until = std::chrono::steady_clock::now() + 100ms;
  while (std::chrono::steady_clock::now() < until) {
    int there = 0;
    MPI_Message which = MPI_MESSAGE_NULL;
    MPI_Status status{};
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, ark_mp::communicator(), &there, &which, &status);
    if (there == 0) {
      std::this_thread::sleep_for(1ms);
      continue;
    }
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<std::byte> data(static_cast<std::size_t>(bytes));
    MPI_Mrecv(data.data(), bytes, MPI_BYTE, &which, &status);
  }
  ark_mp::meet();
}

TEST(Exchange, EachPeReceivesAllBlocks) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {});
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, large}) {
    const outcome got = run(exchange, "allgather", bytes);
    EXPECT_EQ(got.code, errc::ok) << got.text;
    EXPECT_EQ(got.text, "") << bytes;
  }
}

TEST(Exchange, AMissingPeIsNamedOnAll) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns,
                             {.first_tag = 100, .waited_ns = 100'000'000'000});
  if (ark_mp::rank() != 2) {
    const outcome got = run(exchange, "allgather", 8);
    EXPECT_EQ(got.code, errc::timeout);
    EXPECT_THAT(got.text, AnyOf(ContainsRegex("after 10[0-9.]+ s PE 2 has not come"),
                                ContainsRegex("after 10[0-9.]+ s missing: PE 2")));
  }
  take_the_rest();
}

// PE 0 comes when the others have waited for most of their time, and has most of its own left when
// theirs is up: it must not be the one they name.
/// One PE after the other works for more than the deadline, and says so.
TEST(Exchange, APeAtWorkIsNotMissing) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 200});
  for (int busy = 0; busy < 2; ++busy) {
    const auto until = std::chrono::steady_clock::now() + 2s;
    while (ark_mp::rank() == busy && std::chrono::steady_clock::now() < until) {
      exchange.working();
      std::this_thread::sleep_for(5ms);
    }
    const outcome got = run(exchange, "allgather", 8);
    EXPECT_EQ(got.code, errc::ok) << got.text;
    EXPECT_EQ(got.text, "");
  }
}

TEST(Exchange, AMissingPeIsNamedEvenIfPeZeroIsLate) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 150});
  ark_mp::meet();
  if (ark_mp::rank() == 0) std::this_thread::sleep_for(1s);
  if (ark_mp::rank() != 2) {
    const outcome got = run(exchange, "allgather", 8);
    EXPECT_EQ(got.code, errc::timeout);
    if (ark_mp::rank() == 0) {
      EXPECT_THAT(got.text, HasSubstr("s PE 2 has not come"));
    } else {
      EXPECT_THAT(got.text, ContainsRegex("after [0-9.]+ s missing: PE 2"));
    }
  }
  take_the_rest();
}

// PE 2 leaves after its block has been taken, and does not take the answer. PE 1 has its own answer
// and is in the next call, where it waits for PE 0, which waits for PE 2.
TEST(Exchange, APeThatDoesNotReceiveTheResultIsNamedInTheNextCallOfOthers) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 200});
  ark_mp::meet();
  const auto began = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - began; };
  if (ark_mp::rank() == 0) {
    const outcome got = run(exchange, "init", large);
    EXPECT_EQ(got.code, errc::timeout);
    EXPECT_THAT(got.text,
                ContainsRegex("init of PE 0 of 3: after [0-9.]+ s PE 2 has not taken a message"));
  } else if (ark_mp::rank() == 1) {
    std::this_thread::sleep_for(1s);
    const outcome first = run(exchange, "init", large);
    EXPECT_EQ(first.code, errc::ok) << first.text;
    const outcome second = run(exchange, "allgather", 8);
    EXPECT_EQ(second.code, errc::timeout);
    EXPECT_THAT(second.text,
                ContainsRegex("allgather of PE 1 of 3: after [0-9.]+ s missing: PE 2"));
  } else {
    const outcome got = run(exchange, "init", large, [&]() -> std::optional<ark::lost_pe> {
      if (since() < 200ms) return std::nullopt;
      return ark::lost_pe{1, "this test leaves"};
    });
    EXPECT_EQ(got.code, errc::peer_failed);
    EXPECT_THAT(got.text, HasSubstr("PE 1 is lost: this test leaves"));
    EXPECT_EQ(got.peer, 1);
  }
  take_the_rest();
}

TEST(Exchange, ALossDetectedByPeZeroIsNamedOnAll) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 300});
  if (ark_mp::rank() != 2) {
    ark::lost_query lost;
    if (ark_mp::rank() == 0) {
      lost = []() -> std::optional<ark::lost_pe> {
        return ark::lost_pe{2, "its process has ended"};
      };
    }
    const outcome got = run(exchange, "barrier", 8, lost);
    EXPECT_EQ(got.code, errc::peer_failed);
    EXPECT_THAT(got.text, HasSubstr("PE 2 is lost: its process has ended"));
    EXPECT_EQ(got.peer, 2);
  }
  take_the_rest();
}

/// What PEs of a roll call say that all have come to.
ark::mpi_exchange::place session_start(int tag, std::uint64_t session = 7) {
  return {.first_tag = tag, .session = session, .session_start = true};
}

// PE 1 gives up before PE 0 has come, and comes again: PE 0 must not take its first block for the
// second, nor give up because of its first question.
TEST(Exchange, ARollCallDiscardsTheAttemptOfAPeThatTimedOut) {
  const bool late = ark_mp::rank() != 1;
  if (!late) {
    ark::mpi_exchange first(ark_mp::communicator(), 200'000'000, session_start(500));
    const outcome got = run(first, "init", 8);
    EXPECT_EQ(got.code, errc::timeout);
    EXPECT_THAT(got.text, HasSubstr("PE 0 has not answered"));
  }
  ark_mp::meet();
  if (!late) std::this_thread::sleep_for(500ms);  // PE 0 sees what is left of the first
  ark::mpi_exchange second(ark_mp::communicator(), deadline_ns, session_start(500));
  const outcome got = run(second, "init", 8);
  EXPECT_EQ(got.code, errc::ok) << got.text;
  EXPECT_EQ(got.text, "");
}

TEST(Exchange, ATimeoutInARollCallNamesTheMissingPe) {
  ark::mpi_exchange exchange(ark_mp::communicator(),
                             ark_mp::rank() == 0 ? deadline_ns : deadline_ns / 3,
                             session_start(600));
  if (ark_mp::rank() != 2) {
    const outcome got = run(exchange, "init", 8);
    EXPECT_EQ(got.code, errc::timeout);
    EXPECT_THAT(got.text, AnyOf(ContainsRegex("after [0-9.]+ s PE 2 has not come"),
                                ContainsRegex("after [0-9.]+ s missing: PE 2")));
  }
  take_the_rest();
}

/// The process of rank 2 has ended, says `announcer` and does not come to the call that begins
/// later, in which the PEs have other numbers.
void expect_an_announced_end_fails_the_call(int announcer, int first_tag) {
  const std::vector<int> before{0, 2, 1};
  const auto place = [first_tag](std::span<const int> ranks) {
    return ark::mpi_exchange::place{
        .first_tag = first_tag, .session = 5, .ranks = ranks, .session_start = true};
  };
  if (ark_mp::rank() == announcer) {
    ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, place(before));
    exchange.announce({1, "its process has ended", true});
  }
  ark_mp::meet();
  if (ark_mp::rank() != announcer && ark_mp::rank() != 2) {
    const auto began = std::chrono::steady_clock::now();
    ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, place({}));
    const outcome got = run(exchange, "init", 8);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::nanoseconds(deadline_ns));
    EXPECT_EQ(got.code, errc::peer_failed);
    EXPECT_THAT(got.text, HasSubstr("PE 2 is lost: its process has ended"));
    ASSERT_TRUE(exchange.reported_loss().has_value());
    EXPECT_EQ(exchange.reported_loss()->pe, 2);
  }
  take_the_rest();
}

TEST(Exchange, AnAnnouncedEndOfPeZeroFailsALaterRollCall) {
  expect_an_announced_end_fails_the_call(0, 650);
}

TEST(Exchange, AnAnnouncedEndOfAnotherPeFailsALaterRollCall) {
  expect_an_announced_end_fails_the_call(1, 660);
}

TEST(Exchange, MessagesOfAnotherSessionAreDropped) {
  if (ark_mp::rank() == 1) {
    ark::mpi_exchange earlier(ark_mp::communicator(), 200'000'000, session_start(700, 1));
    EXPECT_EQ(run(earlier, "init", 8).code, errc::timeout);
  }
  ark_mp::meet();
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 700, .session = 2});
  const outcome got = run(exchange, "init", 8);
  EXPECT_EQ(got.code, errc::ok) << got.text;
}

TEST(Exchange, OtherCallsAndSizesAreNamed) {
  ark::mpi_exchange exchange(ark_mp::communicator(), deadline_ns, {.first_tag = 400});
  const outcome got = run(exchange, ark_mp::rank() == 2 ? "malloc" : "barrier", 8);
  EXPECT_EQ(got.code, errc::asymmetric);
  EXPECT_THAT(got.text, HasSubstr("PE 0 is in barrier of 8 bytes, PE 2 in malloc of 8 bytes"));
  const outcome again = run(exchange, "barrier", 8);
  EXPECT_EQ(again.code, errc::asymmetric);
  EXPECT_THAT(again.text, HasSubstr("an earlier call failed"));
  take_the_rest();
}

// PE 1 may run on one core only; PEs 0 and 2 on all that the launcher gave them.
TEST(Bootstrap, CountsTheProcessesThatMayRunOnTheSameCores) {
  cpu_set_t before, one;
  CPU_ZERO(&one);
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  if (ark_mp::any_rank(CPU_COUNT(&before) < 2)) GTEST_SKIP() << "one core";
  if (ark_mp::rank() == 1) {
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  const MPI_Comm all = ark_mp::communicator();
  const auto boot = ark::mpi_bootstrap({.communicator = &all, .timeout_ns = 10'000'000'000});
  const ark::core_sharing cores = boot->cores();
  EXPECT_EQ(boot->local_size(), 3);
  EXPECT_EQ(cores.processes, ark_mp::rank() == 1 ? 1u : 2u);
  EXPECT_EQ(cores.index, ark_mp::rank() == 2 ? 1u : 0u);
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(Exchange, AnErrorOfMpiHasItsCallItsTextAndItsPlace) {
  MPI_Comm_set_errhandler(ark_mp::communicator(), MPI_ERRORS_RETURN);
  try {
    ark::mpi_check(MPI_Send(nullptr, 0, MPI_BYTE, ark_mp::size(), 0, ark_mp::communicator()),
                   "MPI_Send");
    ADD_FAILURE() << "a rank outside the communicator was accepted";
  } catch (const ark::error& e) {
    EXPECT_EQ(e.code(), errc::mpi_error);
    EXPECT_THAT(e.what(), HasSubstr("MPI_Send: MPI_ERR_RANK"));
    EXPECT_THAT(e.what(), HasSubstr("exchange_test.cpp"));
  }
  MPI_Comm_set_errhandler(ark_mp::communicator(), MPI_ERRORS_ARE_FATAL);
}

}  // namespace
