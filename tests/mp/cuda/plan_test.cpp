// Plans of PEs whose heap is in GPU memory: the words that kernels find, the graphs that carry them
// out, and what the host may do. A thread of the test counts `started` up in device memory, as a
// kernel does.
#include <gmock/gmock.h>

#include <algorithm>
#include <ark/info.hpp>
#include <ark/plan.hpp>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "api/api_test.hpp"
#include "fake_control.hpp"

namespace ark::detail {
ARK_API device_state* cuda_context_of_caller();
}

namespace ark_mp {
namespace {

using ark::detail::plan_state;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int unknown = 999;  // CUDA_ERROR_UNKNOWN
constexpr std::size_t words = 64;

/// Where something is not there yet, this is given up after half a minute.
template <class Ready>
bool comes(Ready&& ready) {
  for (int i = 0; i < 30'000 && !ready(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return ready();
}

/// Every test has a job of its own.
class CudaPlan : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "256k"}, {"ARK_HEAP_RESERVE", "40m"},
            {"ARK_LOG", "error"}, {"ARK_ON_FAILURE", "go_on"},    {"ARK_TIMEOUT", "20s"}};
  }
  void SetUp() override {
    before_ = driver_.alive();
    pe_test::SetUp();
    source_ = static_cast<std::uint64_t*>(ark_calloc(words, 8));
    data_ = static_cast<std::uint64_t*>(ark_calloc(words, 8));
    signal_ = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  }

  /// What the GPU would see at `at`.
  template <class T>
  T* seen(T* at, std::size_t count = 1) const {
    return driver_.view<T>(at, count * sizeof(T));
  }
  ark::detail::device_state& kernels() const {
    return *seen(ark::detail::cuda_context_of_caller());
  }
  [[nodiscard]] ark_plan_t create() const {
    return ark_plan_create(data_, source_, words * 8, signal_, next_);
  }
  [[nodiscard]] ark_plan_t created() const {
    const ark_plan_t plan = create();
    EXPECT_NE(plan, nullptr) << ark::last_error();
    return plan;
  }
  void fill_source(std::uint64_t value) const { std::fill_n(seen(source_, words), words, value); }
  /// ark_plan_start in a kernel.
  std::uint64_t start(ark_plan_t plan) const {
    plan_state& which = *seen(plan);
    return ark::detail::fetch_add(&which.started, std::uint64_t{1}) + 1 - which.base;
  }
  [[nodiscard]] bool is_done(ark_plan_t plan, std::uint64_t ordinal) const {
    const plan_state& which = *seen(plan);
    return comes([&] { return ark::detail::load_acquire(&which.done) - which.base >= ordinal; });
  }
  [[nodiscard]] bool is_signalled(std::uint64_t value) const {
    return comes([&] { return ark::detail::load_acquire(seen(signal_)) >= value; });
  }
  [[nodiscard]] bool has_data(std::uint64_t value) const {
    const std::uint64_t* there = seen(data_, words);
    return std::all_of(there, there + words, [&](std::uint64_t word) { return word == value; });
  }
  static void barrier() { meet(); }

  const fake::control driver_;
  int before_ = 0;  ///< of the driver's objects, before ark started
  std::uint64_t *source_ = nullptr, *data_ = nullptr, *signal_ = nullptr;
};

TEST_F(CudaPlan, KernelsFindAPlanAsSoonAsThereIsOne) {
  EXPECT_EQ(kernels().plans, nullptr);
  EXPECT_EQ(kernels().plan_count, 0u);
  const ark_plan_t plan = created();
  EXPECT_EQ(kernels().plans, plan);
  EXPECT_EQ(kernels().plan_count, 1u);
  const plan_state& which = *seen(plan);
  EXPECT_EQ(which.in_use, 1u);
  EXPECT_EQ(which.pe, next_);
  EXPECT_EQ(which.route, ark::detail::peer_route::mapped);
  EXPECT_EQ(which.bytes, words * 8);
  const ark_plan_t second = created();
  EXPECT_EQ(second, plan + 1);
  EXPECT_EQ(kernels().plan_count, 2u);
  ark_plan_destroy(second);
  ark_plan_destroy(plan);
  EXPECT_EQ(which.in_use, 0u);
  ark_barrier_all();
}

TEST_F(CudaPlan, DataThenSignalThenDoneOfEveryStart) {
  const ark_plan_t plan = created();
  for (std::uint64_t round = 1; round <= 40; ++round) {
    std::thread kernel([&] {
      fill_source(round * 100 + static_cast<std::uint64_t>(me_));
      EXPECT_EQ(start(plan), round);
      EXPECT_TRUE(is_signalled(round));
      EXPECT_TRUE(has_data(round * 100 + static_cast<std::uint64_t>(previous_))) << round;
      EXPECT_TRUE(is_done(plan, round));
    });
    kernel.join();
    barrier();
  }
  EXPECT_EQ(ark_signal_fetch(signal_), 40u);
  ark_plan_destroy(plan);
  ark_barrier_all();
}

TEST_F(CudaPlan, TheHostStartsAsKernelsDo) {
  const ark_plan_t plan = created();
  fill_source(4);
  for (std::uint64_t i = 1; i <= 30; i += 2) {
    EXPECT_EQ(ark_plan_start(plan), i);
    start(plan);  // as a kernel
    ark_plan_wait(plan, i + 1);
    EXPECT_EQ(seen(plan)->done, i + 1);
  }
  ark_barrier_all();
  EXPECT_TRUE(has_data(4));
  ark_plan_destroy(plan);
  ark_barrier_all();
}

TEST_F(CudaPlan, TheHostTestsWaitsAndIsQuiet) {
  const ark_plan_t plan = created();
  EXPECT_EQ(ark_plan_test(plan, 1), 0);
  fill_source(3);
  std::thread kernel([&] { start(plan); });
  ark_plan_wait(plan, 1);
  kernel.join();
  EXPECT_EQ(ark_plan_test(plan, 1), 1);
  EXPECT_EQ(ark_plan_test(plan, 2), 0);
  for (std::uint64_t i = 2; i <= 30; ++i) {
    start(plan);
    i % 2 == 0 ? ark_quiet() : ark_fence();
    EXPECT_EQ(seen(plan)->done, i) << "covered by fence and quiet of the host";
  }
  ark_barrier_all();
  EXPECT_TRUE(has_data(3));
  ark_plan_destroy(plan);
  ark_barrier_all();
}

TEST_F(CudaPlan, DestroyingTransfersNothingAndTheSlotIsReused) {
  ark_plan_t plan = created();
  fill_source(5);
  start(plan);
  ark_plan_destroy(plan);
  const plan_state& which = *seen(plan);
  EXPECT_EQ(which.started, 1u);
  EXPECT_EQ(which.done, 1u);
  ark_plan_destroy(plan);
  EXPECT_THAT(ark::last_error(), HasSubstr("destroyed already"));
  ark_barrier_all();
  EXPECT_TRUE(has_data(5));
  EXPECT_EQ(*seen(signal_), 1u);
  *seen(signal_) = 0;
  barrier();
  const ark_plan_t again = created();
  EXPECT_EQ(again, plan);
  fill_source(6);
  EXPECT_EQ(start(again), 1u) << "a new plan counts from one";
  ark_plan_wait(again, 1);
  EXPECT_TRUE(is_signalled(1));
  EXPECT_TRUE(has_data(6));
  barrier();
  ark_plan_destroy(again);
  ark_barrier_all();
}

TEST_F(CudaPlan, MoreThanTheLimitAreRefused) {
  std::vector<ark::plan> plans;
  for (int i = 0; i < 8; ++i) plans.emplace_back(data_, source_, 8, nullptr, next_);
  EXPECT_EQ(create(), nullptr);
  EXPECT_THAT(ark::last_error(), HasSubstr("8 plans are in use, which is the limit of those that a "
                                           "GPU's copy engines carry out; destroy some"));
  plans.pop_back();
  ark_plan_destroy(created());
  plans.clear();
  ark_barrier_all();
}

TEST_F(CudaPlan, TheHostContinuesBesideAllPlansUpToTheLimit) {
  std::vector<ark::plan> plans;
  for (int i = 0; i < 8; ++i) plans.emplace_back(data_, source_, 8, nullptr, next_);
  ark_uint64_p(data_ + 1, 7, next_);
  ark_uint64_atomic_add(data_ + 1, 30, next_);
  ark_barrier_all();
  EXPECT_EQ(ark_uint64_g(data_ + 1, me_), 37u);
  auto* within = static_cast<char*>(ark_malloc(4096));
  EXPECT_NE(within, nullptr) << ark::last_error();
  ark_free(within);
  fill_source(6);
  start(plans.back().get());
  EXPECT_TRUE(is_done(plans.back().get(), 1));
  ark_barrier_all();
  plans.clear();
  ark_barrier_all();
}

/// Giving access to memory may wait for the graph, which leaves in time.
TEST_F(CudaPlan, TheHeapGrowsBesideAPlan) {
  const ark_plan_t plan = created();
  void* const grown = ark_malloc(5 << 20);
  EXPECT_NE(grown, nullptr) << ark::last_error();
  ark_free(grown);
  ark_plan_destroy(plan);
  ark_barrier_all();
}

TEST_F(CudaPlan, InfoNamesTheEngineOfPlansAsNotProven) {
  EXPECT_THAT(
      ark::info_text(),
      AllOf(HasSubstr("plans: engine gpu copy engine, not proven on this GPU "
                      "(docs/gpu-status.md), executed by graphs, each with a resident block "
                      "of one thread; at most 8 at a time"),
            HasSubstr("for plans only; not proven on this GPU")));
  EXPECT_THAT(ark::info_json(), HasSubstr("\"verdict\": \"not proven on this GPU"));
}

/// Ends by itself: what is looked at comes afterwards, or while others have not ended.
class CudaPlanEnd : public CudaPlan {
 protected:
  void TearDown() override {}
};

TEST_F(CudaPlanEnd, FinalizeEndsPlansAfterAllPesHaveEnteredIt) {
  const ark_plan_t left = created();
  [[maybe_unused]] const ark_plan_t unused = created();
  fill_source(9);
  start(left);
  ark_plan_wait(left, 1);
  ark_barrier_all();
  EXPECT_TRUE(has_data(9));
  fill_source(10);
  barrier();
  if (me_ == n_ - 1) {  // the others are in finalize by now, and may not write here
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_TRUE(has_data(9));
    EXPECT_EQ(*seen(signal_), 1u);
  }
  ark::finalize();
  EXPECT_EQ(driver_.alive(), before_) << "streams, graphs, words and pages are gone";
}

TEST_F(CudaPlanEnd, EveryFailedCallIsNamedAndNothingIsLeaked) {
  for (const char* call :
       {"cuStreamCreateWithPriority", "cuPointerGetAttribute", "cuMemcpyAsync",
        "cuStreamWriteValue64", "cuCtxPushCurrent", "cuGraphAddNode", "cuGraphLaunch"}) {
    for (int nth = 1; nth <= 3; ++nth) {
      driver_.fail(call, nth, unknown);
      const ark_plan_t plan = create();
      driver_.fail(call, 0, 0);
      if (plan == nullptr) {
        EXPECT_THAT(ark::last_error(),
                    AllOf(HasSubstr(call), HasSubstr("device 0"), HasSubstr("CUDA_ERROR_UNKNOWN")));
      } else {
        EXPECT_NE(nth, 1) << call << " did not fail";
        ark_plan_destroy(plan);
      }
      const ark_plan_t next = created();
      fill_source(static_cast<std::uint64_t>(nth));
      start(next);
      EXPECT_TRUE(is_done(next, 1)) << call;
      ark_plan_destroy(next);
    }
    ark::finalize();
    EXPECT_EQ(driver_.alive(), before_) << call;
    SetUp();
  }
  EXPECT_EQ(ark_status(), 0);
  ark::finalize();
}

/// Tests that leave a failure behind.
class CudaPlanFailure : public CudaPlan {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    ark::settings all = CudaPlan::overrides();
    all["ARK_TIMEOUT"] = short_timeout;
    return all;
  }
  void TearDown() override {
    ark::finalize();
    EXPECT_EQ(driver_.alive(), before_ + left_behind_);
  }
  int left_behind_ = 0;  ///< streams, graphs and what was made of them
  /// Every PE must have failed before one leaves: else it is the one that is gone.
  static void expect_failure(ark::errc code, const std::string& text) {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, code) << ark::failure_text(record);
    EXPECT_EQ(record.pe, ark_my_pe());
    EXPECT_THAT(ark::failure_text(record), HasSubstr(text));
    barrier();
  }
};

TEST_F(CudaPlanFailure, AStartOfTheHostThatFindsNoPlaceOnTheGpuIsAFailure) {
  const ark_plan_t plan = created();
  driver_.fail("cuLaunchKernel", 1, 2);  // CUDA_ERROR_OUT_OF_MEMORY
  EXPECT_EQ(ark_plan_start(plan), 0u);
  EXPECT_EQ(seen(plan)->started, 0u);
  expect_failure(ark::errc::out_of_memory, "cuLaunchKernel on device 0");
}

TEST_F(CudaPlanFailure, AnInvalidPlanIsRefusedInHostCalls) {
  const ark_plan_t plan = created();
  ark_plan_destroy(plan);
  EXPECT_EQ(ark_plan_test(plan, 1), 0);
  expect_failure(ark::errc::invalid_argument, "ark_plan_test: plan = 0x");
}

TEST_F(CudaPlanFailure, QuietOfTheHostWaitsForStartedTransfersUntilItsDeadline) {
  const ark_plan_t plan = created();
  ark_plan_destroy(plan);
  start(plan);  // nobody carries it out
  ark_quiet();
  expect_failure(ark::errc::timeout, "waiting for a plan's transfers, of which so many are done");
}

TEST_F(CudaPlanFailure, WordsThatCannotBeReadFailTheCall) {
  const ark_plan_t plan = created();
  driver_.fail("cuMemcpyAsync", 1, unknown);
  EXPECT_NE(ark::quiet(), ark::errc::ok);
  expect_failure(ark::errc::system_error, "cuMemcpyAsync on device 0");
  ark_plan_destroy(plan);
}

TEST_F(CudaPlanFailure, AGraphThatCannotBeLaunchedAgainIsAFailureOfHostAndKernels) {
  const ark_plan_t plan = created();
  driver_.fail("cuStreamQuery", 1, unknown);
  start(plan);
  EXPECT_TRUE(comes([] { return ark_status() != 0; }));
  EXPECT_EQ(ark::last_failure().op, ark::detail::op_kind::plan);
  EXPECT_TRUE(comes([&] { return kernels().status != 0; }));
  expect_failure(ark::errc::engine_failed, "cuStreamQuery on device 0: CUDA_ERROR_UNKNOWN");
}

TEST_F(CudaPlanFailure, AGpuThatStopsEndsDestroyByItsDeadline) {
  const ark_plan_t plan = created();
  driver_.stick(true);
  ark_plan_destroy(plan);
  EXPECT_THAT(ark::last_error(),
              HasSubstr("its graph, with 0 transfers done, has not ended after 1.0 s"));
  left_behind_ = 3;
  const int alive = driver_.alive();
  driver_.stick(false);
  EXPECT_TRUE(comes([&] { return driver_.alive() == alive - 1; })) << "it leaves by itself";
  EXPECT_EQ(*seen(signal_), 0u);
  EXPECT_EQ(ark::last_failure().code, ark::errc::timeout);
  barrier();
}

}  // namespace
}  // namespace ark_mp
