// The PEs of local_run: one that has failed keeps nobody waiting.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace ark {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

/// Seconds that two PEs take, of which PE 1 waits for PE 0, and what PE 1 has to say of it.
template <class Body>
std::pair<std::chrono::duration<double>, failure_record> with_failing_pe_0(Body&& fails) {
  failure_record seen;
  const auto began = std::chrono::steady_clock::now();
  try {
    local_run(2,
              [&](int pe) {
                if (pe == 0) return fails();
                ark_barrier_all();
                seen = last_failure();
              },
              {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "60s"}});
  } catch (const std::exception&) {
  }
  return {std::chrono::steady_clock::now() - began, seen};
}

TEST(LocalRun, OneThatReturnsAfterAFailureIsNamedAtOnce) {
  const auto [took, seen] = with_failing_pe_0([] { ark_putmem(nullptr, nullptr, 8, 99); });
  EXPECT_LT(took, 10s);
  EXPECT_EQ(seen.code, errc::peer_failed);
  EXPECT_EQ(seen.peer, 0);
}

TEST(LocalRun, OneThatThrowsIsNamedAtOnce) {
  const auto [took, seen] = with_failing_pe_0([] { throw std::runtime_error("no"); });
  EXPECT_LT(took, 10s);
  EXPECT_EQ(seen.code, errc::peer_failed);
  EXPECT_EQ(seen.peer, 0);
}

TEST(LocalRun, HasManyMorePesThanCores) {
  constexpr int pes = 100;
  std::atomic<int> right = 0;
  local_run(pes, [&](int pe) {
    auto* const cells = static_cast<int*>(ark_calloc(2, sizeof(int)));
    cells[0] = pe;
    ark_int_sum_reduce(ARK_TEAM_WORLD, cells + 1, cells, 1);
    right += cells[1] == pes * (pes - 1) / 2 ? 1 : 0;
  });
  EXPECT_EQ(right, pes);
}

ARK_GLOBAL void barrier_in_kernel() { ark_barrier_all(); }

/// What PE 0 of three records in `waits`, of which PE 1 has returned.
failure_record beside_a_pe_in_finalize(const std::function<void()>& waits) {
  failure_record seen;
  const auto began = std::chrono::steady_clock::now();
  try {
    local_run(3,
              [&](int pe) {
                if (pe == 1) return;
                if (pe == 0) waits();
                if (pe == 0) seen = last_failure();
              },
              {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "60s"}});
  } catch (const std::exception&) {
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, 20s);
  return seen;
}

TEST(LocalRun, ACollectiveNamesThePeThatIsInFinalize) {
  const std::function<void()> calls[] = {
      [] { ark_barrier_all(); },
      [] { ark_team_sync(ARK_TEAM_WORLD); },
      [] {
        launch({1, 1}, barrier_in_kernel);
        (void)stream_sync(nullptr);
      },
  };
  for (const auto& waits : calls) {
    const failure_record seen = beside_a_pe_in_finalize(waits);
    EXPECT_EQ(seen.code, errc::asymmetric);
    EXPECT_THAT(failure_text(seen), HasSubstr("peer PE"));
    EXPECT_THAT(failure_text(seen),
                HasSubstr("that PE is in ark::finalize, or at the end of main"));
  }
}

// PE 1 is in finalize for more than two seconds: the others may go on without it.
TEST(LocalRun, APeInFinalizeDisturbsNoOther) {
  EXPECT_NO_THROW(local_run(3,
                            [&](int pe) {
                              ark_team_t even = ARK_TEAM_INVALID;
                              ark_team_split_strided(ARK_TEAM_WORLD, 0, 2, 2, nullptr, 0, &even);
                              auto* flag =
                                  static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
                              if (pe == 1) return;
                              if (pe == 2) {
                                std::this_thread::sleep_for(1300ms);
                                ark_signal_set(flag, 5, 0);
                              } else {
                                EXPECT_EQ(ark_signal_wait_until(flag, ARK_CMP_EQ, 5), 5u);
                              }
                              EXPECT_EQ(ark_team_sync(even), 0);
                              if (pe == 0) std::this_thread::sleep_for(1300ms);
                              EXPECT_EQ(ark_team_sync(even), 0);
                              EXPECT_EQ(ark_status(), 0);
                            },
                            {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "60s"}}));
}

enum class poll_call { fetch, g, get, get_block, iget };

ARK_HOST_DEVICE std::uint64_t polled(poll_call by, std::uint64_t* flag, std::uint64_t* into) {
  switch (by) {
    case poll_call::fetch:
      return ark_uint64_atomic_fetch(flag, 1);
    case poll_call::g:
      return ark_uint64_g(flag, 1);
    case poll_call::get:
      ark_uint64_get(into, flag, 1, 1);
      break;
    case poll_call::get_block:
      ark_uint64_get_block(into, flag, 1, 1);
      break;
    case poll_call::iget:
      ark_uint64_iget(into, flag, 2, 2, 1, 1);
  }
  return *into;
}

/// PE 1 polls until PE 0 has set the word.
ARK_GLOBAL void poll(poll_call by, std::uint64_t* flag, std::uint64_t* into) {
  if (ark_my_pe() == 0) {
    ark_fence();
    ark_uint64_atomic_set(flag, 1, 1);
    return;
  }
  while (polled(by, flag, into) != 1) {
    if (ark_status() != 0) return;
  }
}

// A schedule by priorities ends a lane's turn only where it yields, and one worker runs both PEs.
TEST(LocalRun, ALoopOfReadsLetsOthersRun) {
  using enum poll_call;
  for (const char* route : {"auto", "queue"}) {
    for (const poll_call by : {fetch, g, get, get_block, iget}) {
      for (int seed = 1; seed <= 4; ++seed) {
        EXPECT_NO_THROW(local_run(2,
                                  [by](int) {
                                    auto* flag = static_cast<std::uint64_t*>(
                                        ark_calloc(2, sizeof(std::uint64_t)));
                                    ark::launch({1, 1, 0, nullptr, true}, poll, by, flag, flag + 1);
                                    ark::device_sync();
                                    ark_barrier_all();
                                    EXPECT_EQ(ark_status(), 0);
                                  },
                                  {{"ARK_SCHED", "pct:2:" + std::to_string(seed)},
                                   {"ARK_ROUTE", route},
                                   {"ARK_CPU_WORKERS", "1"},
                                   {"ARK_ON_FAILURE", "go_on"},
                                   {"ARK_TIMEOUT", "10s"}}))
            << route << ", call " << static_cast<int>(by) << ", seed " << seed;
      }
    }
  }
}

ARK_GLOBAL void put_to_nobody() { ark_putmem(nullptr, nullptr, 8, 99); }

/// What local_run throws when its PE runs `body`, and whether the body has come to its end.
template <class Body>
std::pair<std::string, bool> thrown_by(const char* policy, Body&& body) {
  bool ended = false;
  try {
    local_run(1,
              [&](int) {
                body();
                ended = true;
              },
              {{"ARK_ON_FAILURE", policy}, {"ARK_TIMEOUT", "60s"}});
  } catch (const error& problem) {
    return {problem.what(), ended};
  }
  return {"", ended};
}

TEST(LocalRun, AFailureEndsTheBodyUnlessTheProgramHandlesIt) {
  const auto fails = [] { ark_putmem(nullptr, nullptr, 8, 99); };
  const auto fails_in_kernel = [] {
    launch({1, 1}, put_to_nobody);
    while (!stream_query(nullptr) && ark_status() == 0) {
    }
  };
  const auto fails_in_kernel_and_calls = [] {
    launch({1, 1}, put_to_nobody);
    while (ark_status() == 0) {
    }
    EXPECT_EQ(ark_my_pe(), 0) << "a query still answers";
    (void)ark_malloc(8);
  };
  struct owner {
    ~owner() { ark_free(memory); }
    void* memory = ark_malloc(8);
  };
  const auto fails_in_kernel_with_owner = [&] {
    const owner cleans_up;
    fails_in_kernel();
  };
  const auto fails_with_owner = [&] {
    const owner cleans_up;
    fails();
  };
  const auto [at_once, went_on] = thrown_by("end", fails);
  EXPECT_THAT(at_once, HasSubstr("invalid_argument in put"));
  EXPECT_FALSE(went_on);
  const auto [next_call, called] = thrown_by("end", fails_in_kernel_and_calls);
  EXPECT_THAT(next_call, HasSubstr("invalid_argument in put"));
  EXPECT_FALSE(called);
  EXPECT_THAT(thrown_by("end", fails_in_kernel).first, HasSubstr("invalid_argument in put"));
  EXPECT_THAT(thrown_by("end", fails_in_kernel_with_owner).first, HasSubstr("invalid_argument in"));
  EXPECT_THAT(thrown_by("end", fails_with_owner).first, HasSubstr("invalid_argument in put"));
  EXPECT_EQ(thrown_by("go_on", fails), (std::pair{std::string(), true}));
  EXPECT_EQ(thrown_by("go_on", fails_in_kernel), (std::pair{std::string(), true}));
  EXPECT_EQ(thrown_by("end", [] {}), (std::pair{std::string(), true}));
}

TEST(LocalRun, ThrowsTheFirstErrorAndLogsItsConsequences) {
  ::testing::internal::CaptureStderr();
  std::string thrown;
  try {
    local_run(3,
              [](int pe) {
                if (pe == 1) throw std::runtime_error("cannot open input.dat");
                ark_barrier_all();
              },
              {{"ARK_TIMEOUT", "60s"}});
  } catch (const std::runtime_error& problem) {
    thrown = problem.what();
  }
  EXPECT_EQ(thrown, "cannot open input.dat");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("local_run: PE 0 threw as well: "));
}

std::atomic<bool> host_has_written = false;
ARK_GLOBAL void poll_for_the_host() {
  while (!host_has_written) detail::yield();
}

TEST(LocalRun, ATimeoutNamesTheKernelThatRuns) {
  host_has_written = false;
  ::testing::internal::CaptureStderr();
  local_run(1,
            [](int) {
              launch({1, 3}, poll_for_the_host);
              std::string thrown;
              try {
                device_sync();
              } catch (const error& problem) {
                EXPECT_EQ(problem.code(), errc::timeout);
                thrown = problem.what();
              }
              EXPECT_EQ(thrown, "stream_sync: PE 0: timeout; what runs or waits is on stderr");
              host_has_written = true;
              EXPECT_NO_THROW(device_sync());
            },
            {{"ARK_TIMEOUT", "200ms"}});
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, HasSubstr("block [0,0,0] of grid 1 ("));
  EXPECT_THAT(text, HasSubstr("1 blocks, 3 lanes"));
}

ARK_GLOBAL void fail_by_exception() { throw std::runtime_error("in a kernel"); }

TEST(LocalRun, AKernelsFailureOutlivesItsStream) {
  const auto destroy_after_failure = [] {
    const stream_t stream = stream_create();
    launch({1, 1, 0, stream}, fail_by_exception);
    stream_destroy(stream);
  };
  EXPECT_THAT(thrown_by("end", destroy_after_failure).first, HasSubstr("the log lists the lanes"));
  EXPECT_THROW(local_run(1,
                         [&](int) {
                           destroy_after_failure();
                           EXPECT_THROW(device_sync(), error);
                           EXPECT_NO_THROW(device_sync()) << "it is reported once";
                           throw std::runtime_error("the end");
                         }),
               std::runtime_error);
}

TEST(LocalRun, OthersGoOnAfterwards) {
  (void)with_failing_pe_0([] { throw std::runtime_error("no"); });
  int sum = 0;
  local_run(2, [&](int pe) {
    ark_barrier_all();
    EXPECT_EQ(ark_status(), 0);
    if (pe == 0) sum = 1;
  });
  EXPECT_EQ(sum, 1);
}

}  // namespace
}  // namespace ark
