// A loop in which a host thread polls a word gives the core to others: PEs may be more than cores.
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <chrono>
#include <functional>

namespace {

/// Of the calling thread: the executor's idle workers yield as well.
thread_local unsigned yields = 0;

}  // namespace

/// Instead of the C library's, also for libark.
extern "C" int sched_yield() noexcept {
  ++yields;
  return 0;
}

namespace ark {
namespace {

using namespace std::chrono_literals;

/// True if the only PE yields while it polls by `poll`. At most 10 s.
bool yields_by(const std::function<void(std::uint64_t*)>& poll) {
  bool seen = false;
  local_run(1, [&](int) {
    auto* const word = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
    const unsigned before = yields;
    const auto began = std::chrono::steady_clock::now();
    while (yields - before < 3 && std::chrono::steady_clock::now() - began < 10s) {
      for (unsigned i = 0; i < 1000; ++i) poll(word);
    }
    seen = yields - before >= 3;
  });
  return seen;
}

TEST(Polling, DoesNotYieldInALoopWithoutCalls) {  // the control
  local_run(1, [&](int) {
    const unsigned before = yields;
    const auto began = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - began < 50ms) {
    }
    EXPECT_EQ(yields, before);
  });
}
TEST(Polling, YieldsInATestLoop) {
  EXPECT_TRUE(yields_by([](std::uint64_t* word) { ark_uint64_test(word, ARK_CMP_EQ, 1); }));
}
TEST(Polling, YieldsInASignalFetchLoop) {
  EXPECT_TRUE(yields_by([](std::uint64_t* word) { ark_signal_fetch(word); }));
}
TEST(Polling, YieldsWhereAWordIsReadByGAgainAndAgain) {
  EXPECT_TRUE(yields_by([](std::uint64_t* word) { ark_uint64_g(word, 0); }));
}
TEST(Polling, YieldsWhereAWordIsReadByGetAgainAndAgain) {
  EXPECT_TRUE(yields_by([](std::uint64_t* word) {
    std::uint64_t value = 0;
    ark_uint64_get(&value, word, 1, 0);
  }));
}
TEST(Polling, YieldsInALoopOfAtomics) {
  EXPECT_TRUE(yields_by([](std::uint64_t* word) { ark_uint64_atomic_fetch(word, 0); }));
  EXPECT_TRUE(yields_by([](std::uint64_t* word) {
    ark_uint64_atomic_compare_swap(word, std::uint64_t{1}, std::uint64_t{2}, 0);
  }));
}

TEST(Polling, DoesNotYieldWhereDifferentWordsAreRead) {
  local_run(1, [&](int) {
    constexpr unsigned count = 100;
    auto* const words = static_cast<std::uint64_t*>(ark_calloc(count, sizeof(std::uint64_t)));
    const unsigned before = yields;
    for (unsigned i = 0; i < 1000 * count; ++i) {
      ark_uint64_g(words + i % count, 0);
      ark_uint64_atomic_fetch_add(words + (i + 1) % count, std::uint64_t{1}, 0);
    }
    EXPECT_EQ(yields, before);
  });
}

}  // namespace
}  // namespace ark
