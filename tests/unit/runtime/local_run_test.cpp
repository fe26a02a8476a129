// The PEs of local_run: one that has failed keeps nobody waiting.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <chrono>
#include <stdexcept>

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
              {{"ARK_TIMEOUT", "60s"}});
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
