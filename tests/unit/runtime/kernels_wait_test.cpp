// Kernels that may not wait for other PEs, as where processes take turns on a GPU: the wait fails
// at once and says what would allow it. Here such a PE's kernels run on the CPU executor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <atomic>
#include <chrono>
#include <thread>

namespace ark {
namespace {

using ::testing::HasSubstr;

ARK_GLOBAL void wait_for_word(std::uint64_t* word) { ark_signal_wait_until(word, ARK_CMP_EQ, 1); }
ARK_GLOBAL void wait_for_any(std::uint64_t* words) {
  ark_uint64_wait_until_any(words, 2, nullptr, ARK_CMP_EQ, 1);
}
ARK_GLOBAL void meet(std::uint64_t*) { ark_barrier_all(); }

/// What `kernel` leaves on two PEs that may not wait in kernels.
void expect_refused(void (*kernel)(std::uint64_t*)) {
  local_run(2,
            [&](int) {
              auto* words = static_cast<std::uint64_t*>(ark_calloc(2, 8));
              detail::host_context().kernels_wait = false;
              ark::launch({1, 1}, kernel, words);
              device_sync();
              const failure_record record = last_failure();
              EXPECT_EQ(record.code, errc::unsupported) << failure_text(record);
              EXPECT_THAT(failure_text(record), HasSubstr("time_sliced"));
              EXPECT_THAT(failure_text(record), HasSubstr("ARK_CUDA_WAIT=always"));
            },
            {{"ARK_LOG", "error"}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "60s"}});
}

TEST(KernelsWait, AWaitForASignalIsRefused) { expect_refused(wait_for_word); }
TEST(KernelsWait, AWaitForAnyOfSeveralIsRefused) { expect_refused(wait_for_any); }
/// What a kernel's barrier ends with on PE 0. PE 1 comes to none: there is nothing that PE 0 could
/// find already there.
errc barrier_alone(const char* checked) {
  std::atomic<bool> answered{false};
  errc answer = errc::ok;
  const auto body = [&](int pe) {
    if (pe == 1) {
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
      while (!answered && std::chrono::steady_clock::now() < until) std::this_thread::yield();
      return;
    }
    detail::host_context().kernels_wait = false;
    ark::launch({1, 1}, meet, static_cast<std::uint64_t*>(nullptr));
    device_sync();
    answer = last_failure().code;
    answered = true;
  };
  try {
    local_run(2, body,
              {{"ARK_LOG", "error"},
               {"ARK_ON_FAILURE", "go_on"},
               {"ARK_TIMEOUT", "10s"},
               {"ARK_CHECK", checked}});
  } catch (const error&) {
    // Of PE 1: the other has left.
  }
  return answer;
}

TEST(KernelsWait, ABarrierThatWouldWaitIsRefused) {
  EXPECT_EQ(barrier_alone("0"), errc::unsupported);
}
TEST(KernelsWait, ABarrierThatWouldWaitIsRefusedInCheckedMode) {
  EXPECT_EQ(barrier_alone("1"), errc::unsupported);
}

TEST(KernelsWait, AConditionThatHoldsAlreadyNeedsNoWait) {
  local_run(1, [](int) {
    auto* words = static_cast<std::uint64_t*>(ark_calloc(2, 8));
    words[0] = 1;
    detail::host_context().kernels_wait = false;
    ark::launch({1, 1}, wait_for_word, words);
    ark::launch({1, 1}, wait_for_any, words);
    device_sync();
    EXPECT_EQ(ark_status(), 0);
  });
}

TEST(KernelsWait, TheHostMayWait) {
  local_run(2, [](int pe) {
    auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    detail::host_context().kernels_wait = false;
    ark_signal_set(word, 1, 1 - pe);
    EXPECT_EQ(ark_signal_wait_until(word, ARK_CMP_EQ, 1), 1u);
    ark_barrier_all();
    EXPECT_EQ(ark_status(), 0);
  });
}

}  // namespace
}  // namespace ark
