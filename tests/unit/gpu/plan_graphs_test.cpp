// Plans on a GPU: graphs that wait for a start and loop, that are launched again after they have
// left, and that end with their plan.
#include "gpu/plans/plan_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/errc.hpp>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "fake_control.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using detail::plan_state;
using ::testing::AllOf;
using ::testing::HasSubstr;

using testing::long_ns;
constexpr std::size_t words = 32;

/// Of one plan, all in the memory of one device: its words, source, destination with a word on
/// either side, and signal.
struct device_block {
  plan_state state;
  std::uint64_t source[words];
  std::uint64_t before, dest[words], after;
  std::uint64_t signal;
};

class PlanGraphs : public ::testing::Test {
 protected:
  PlanGraphs() {
    const cuda_scope current(device_);
    for (device_block*& block : blocks_) {
      CUdeviceptr at = 0;
      EXPECT_EQ(cuda_driver::get().mem_alloc(&at, sizeof(device_block)), CUDA_SUCCESS);
      block = reinterpret_cast<device_block*>(at);
      auto& seen = *driver_.view<device_block>(block);
      std::memset(static_cast<void*>(&seen), 0, sizeof seen);
      seen.before = seen.after = 77;
    }
  }
  ~PlanGraphs() override {
    const cuda_scope current(device_);
    for (device_block* block : blocks_) {
      cuda_driver::get().mem_free(reinterpret_cast<CUdeviceptr>(block));
    }
  }

  [[nodiscard]] static plan_graph_options options(unsigned most,
                                                  std::uint64_t timeout_ns = long_ns) {
    return {most, timeout_ns};
  }
  [[nodiscard]] plan_copy what(std::size_t which = 0) const {
    device_block* block = blocks_[which];
    return {&block->state, reinterpret_cast<std::byte*>(block->dest),
            reinterpret_cast<const std::byte*>(block->source), sizeof block->dest, &block->signal};
  }
  /// The block as kernels see it.
  [[nodiscard]] device_block& seen(std::size_t which = 0) const {
    return *driver_.view<device_block>(blocks_[which]);
  }
  /// What a kernel does.
  void start(std::uint64_t value, std::size_t which = 0) const {
    std::fill_n(seen(which).source, words, value);
    detail::fetch_add(&seen(which).state.started, 1);
  }
  [[nodiscard]] static bool reaches(const std::uint64_t& word, std::uint64_t value) {
    for (int i = 0; i < 20'000 && detail::load_acquire(&word) < value; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return detail::load_acquire(&word) == value;
  }
  void expect_data(std::uint64_t value, std::size_t which = 0) const {
    const device_block& block = seen(which);
    EXPECT_EQ(std::count(block.dest, block.dest + words, value), static_cast<long>(words));
    EXPECT_EQ(block.before, 77u);
    EXPECT_EQ(block.after, 77u);
  }
  [[nodiscard]] static std::function<void(const std::string&)> no_failure() {
    return [](const std::string& text) { ADD_FAILURE() << text; };
  }

  const fake::control driver_;
  const cuda_device device_{0};
  device_block* blocks_[2] = {};
};

TEST_F(PlanGraphs, NothingMovesBeforeAStart) {
  const std::uint64_t before = driver_.calls("cuGraphLaunch");
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(), 0);
  EXPECT_EQ(driver_.calls("cuGraphLaunch") - before, 1u);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(seen().state.done, 0u);
  expect_data(0);
}

TEST_F(PlanGraphs, EveryStartIsATransferItsSignalAndItsCount) {
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(), 0);
  for (std::uint64_t round = 1; round <= 100; ++round) {
    start(round);
    ASSERT_TRUE(reaches(seen().signal, round)) << round;
    expect_data(round);
    ASSERT_TRUE(reaches(seen().state.done, round)) << round;
  }
}

TEST_F(PlanGraphs, StartsMayRunAheadOfTransfers) {
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(), 0);
  for (int i = 0; i < 50; ++i) start(5);
  EXPECT_TRUE(reaches(seen().state.done, 50));
  EXPECT_EQ(seen().signal, 50u);
  expect_data(5);
}

TEST_F(PlanGraphs, APlanThatIsNotStartedHoldsUpNoOther) {
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(0), 0);
  copies.add(what(1), 0);
  start(3, 1);
  EXPECT_TRUE(reaches(seen(1).state.done, 1));
  expect_data(3, 1);
  EXPECT_EQ(seen(0).state.done, 0u);
}

// Making a graph waits for those that run on the device, also for another PE's of the process.
TEST_F(PlanGraphs, GraphsEndWhileAnotherIsCreated) {
  plan_graph_options patient = options(2);
  patient.idle_ns = long_ns;
  plan_graphs copies(device_, patient, no_failure()), others(device_, patient, no_failure());
  driver_.settings().patience_ms = 200;
  copies.add(what(0), 0);
  others.add(what(1), 0);  // throws what the driver says if it would wait for the first
  start(3);
  EXPECT_TRUE(reaches(seen(0).state.done, 1)) << "it has come back";
  start(4, 1);
  EXPECT_TRUE(reaches(seen(1).state.done, 1));
  copies.remove(&blocks_[0]->state);
  copies.add(what(0), 1);
  start(5, 1);
  EXPECT_TRUE(reaches(seen(1).state.done, 2));
  expect_data(5, 1);
  copies.end();  // both, before either frees memory
  others.end();
}

TEST_F(PlanGraphs, AGraphThatDoesNotEndForAnotherIsATimeout) {
  plan_graphs copies(device_, options(2, 1'000'000), no_failure());
  copies.add(what(0), 0);
  driver_.settings().stuck = 1;
  try {
    copies.add(what(1), 0);
    ADD_FAILURE() << "made";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::timeout);
    EXPECT_THAT(problem.what(), HasSubstr("a graph has not left 0.0 s after another plan"));
  }
  driver_.settings().stuck = 0;
  start(3);
  EXPECT_TRUE(reaches(seen(0).state.done, 1)) << "the plan that there was goes on";
}

TEST_F(PlanGraphs, RemovingEndsTheGraphAndTheCountsGoOn) {
  const int alive = driver_.alive();
  {
    plan_graphs copies(device_, options(1), no_failure());
    copies.add(what(), 0);
    start(1);
    ASSERT_TRUE(reaches(seen().state.done, 1));
    const std::uint64_t last = copies.remove(&blocks_[0]->state);
    EXPECT_EQ(last, 1u);
    EXPECT_EQ(seen().signal, last);
    EXPECT_EQ(seen().state.started, last);
    EXPECT_EQ(seen().state.done, last);
    expect_data(1);  // the source is what it was: nothing else was written
    seen().signal = 0;
    copies.add(what(), last);  // the slot is free again
    start(9);
    EXPECT_TRUE(reaches(seen().state.done, last + 1));
    EXPECT_EQ(seen().signal, 1u) << "a new plan counts from one";
    expect_data(9);
  }
  EXPECT_EQ(driver_.alive(), alive) << "no stream, graph or registration is left";
}

TEST_F(PlanGraphs, CreatingAndDestroyingPlansBesideALastingOneTakesNoMoreStreams) {
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(0), 0);
  const std::uint64_t streams = driver_.calls("cuStreamCreateWithPriority");
  std::uint64_t base = 0;
  for (int i = 0; i < 40; ++i) {  // more than there are hardware queues
    copies.add(what(1), base);
    start(3, 1);
    ASSERT_TRUE(reaches(seen(1).state.done, base + 1)) << i;
    base = copies.remove(&blocks_[1]->state);
  }
  EXPECT_EQ(driver_.calls("cuStreamCreateWithPriority"), streams + 1);
  EXPECT_EQ(seen(0).state.done, 0u);
}

TEST_F(PlanGraphs, MorePlansThanTheLimitAreRefusedByNumber) {
  plan_graphs copies(device_, options(1), no_failure());
  copies.add(what(0), 0);
  try {
    copies.add(what(1), 0);
    FAIL() << "accepted";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::out_of_memory);
    EXPECT_THAT(problem.what(), HasSubstr("1 plans of device 0 are in use"));
  }
  EXPECT_THROW(copies.remove(&blocks_[1]->state), error);
}

TEST_F(PlanGraphs, EveryFailedCallIsNamedAndNothingIsLeaked) {
  const int alive = driver_.alive();
  const std::vector<const char*> calls = {"cuStreamCreateWithPriority",
                                          "cuGraphCreate",
                                          "cuGraphConditionalHandleCreate",
                                          "cuGraphAddNode",
                                          "cuGraphAddNode",
                                          "cuGraphAddNode",
                                          "cuGraphAddNode",
                                          "cuStreamQuery",
                                          "cuGraphInstantiateWithFlags",
                                          "cuGraphLaunch",
                                          "cuCtxPushCurrent"};
  std::map<std::string, int> times;
  for (const char* call : calls) {
    plan_graphs copies(device_, options(1), no_failure());
    const std::uint64_t before = seen().state.started;
    driver_.fail(call, ++times[call], CUDA_ERROR_UNKNOWN);
    try {
      copies.add(what(), before);
      ADD_FAILURE() << call << " did not fail";
    } catch (const error& problem) {
      EXPECT_THAT(problem.what(), AllOf(HasSubstr(call), HasSubstr("device 0")));
    }
    driver_.fail("", 0, 0);
    copies.add(what(), seen().state.started);
    start(2);
    EXPECT_TRUE(reaches(seen().state.done, seen().state.started)) << call;
  }
  for (const char* call :
       {"cuStreamCreateWithPriority", "cuMemHostRegister", "cuMemHostGetDevicePointer",
        "cuModuleLoadData", "cuModuleGetFunction"}) {
    driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    EXPECT_THROW(plan_graphs(device_, options(1), no_failure()), error) << call;
  }
  EXPECT_EQ(driver_.alive(), alive);
}

TEST_F(PlanGraphs, AGraphThatCannotBeLaunchedAgainIsReported) {
  std::atomic<int> told{0};
  plan_graph_options soon = options(1);
  soon.idle_ns = 1'000'000;
  plan_graphs copies(device_, soon, [&](const std::string& text) {
    EXPECT_THAT(text, HasSubstr("cuGraphLaunch on device 0"));
    ++told;
  });
  copies.add(what(), 0);
  driver_.fail("cuGraphLaunch", 1, CUDA_ERROR_UNKNOWN);
  start(1);
  for (int i = 0; i < 20'000 && told == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(told, 1);
}

TEST_F(PlanGraphs, ASignalThatDoesNotWaitForItsDataIsDetected) {
  // The control of those tests that look for data behind a signal.
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(), 0);
  driver_.delay_copies(true);
  start(3);
  EXPECT_TRUE(reaches(seen().signal, 1));
  EXPECT_EQ(std::count(seen().dest, seen().dest + words, 3u), 0);
  driver_.delay_copies(false);
  EXPECT_TRUE(reaches(seen().dest[words - 1], 3));
}

TEST_F(PlanGraphs, ASourceInPageableMemoryIsRefusedByNameAndPinnedIsNot) {
  plan_graphs copies(device_, options(1), no_failure());
  alignas(4096) static std::uint64_t mine[512];
  plan_copy from_host = what();
  from_host.source = reinterpret_cast<const std::byte*>(mine);
  const int alive = driver_.alive();
  try {
    copies.add(from_host, 0);
    FAIL() << "accepted";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::invalid_argument);
    EXPECT_THAT(problem.what(), HasSubstr("256 bytes: pageable memory of the host"));
  }
  EXPECT_EQ(driver_.alive(), alive);
  cuda_pins pins(device_);
  pins.pin(reinterpret_cast<std::byte*>(mine), sizeof mine);
  std::fill_n(mine, words, 8);
  copies.add(from_host, 0);
  detail::fetch_add(&seen().state.started, 1);
  EXPECT_TRUE(reaches(seen().signal, 1));
  expect_data(8);
  copies.remove(&blocks_[0]->state);
}

TEST_F(PlanGraphs, AGraphThatDoesNotEndIsATimeoutWithCounts) {
  plan_graphs copies(device_, options(1, 1'000'000), no_failure());
  copies.add(what(), 0);
  driver_.settings().stuck = 1;
  try {
    copies.remove(&blocks_[0]->state);
    ADD_FAILURE() << "removed";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::timeout);
    EXPECT_THAT(problem.what(), HasSubstr("its graph, with 0 transfers done, has not ended after"));
  }
  const int alive = driver_.alive();
  driver_.settings().stuck = 0;
  EXPECT_THROW(copies.add(what(), 0), error) << "what was left behind may still write its count";
  for (int i = 0; i < 20'000 && driver_.alive() == alive; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(driver_.alive(), alive - 1) << "it leaves by itself, before the memory goes";
}

TEST_F(PlanGraphs, RemovingCopiesNothingAndCountsNothing) {
  plan_graphs copies(device_, options(2), no_failure());
  copies.add(what(0), 0);
  copies.add(what(1), 0);
  start(1);
  ASSERT_TRUE(reaches(seen().state.done, 1));
  std::fill_n(seen().source, words, 2);
  EXPECT_EQ(copies.remove(&blocks_[0]->state), 1u);
  EXPECT_EQ(copies.remove(&blocks_[1]->state), 0u);
  expect_data(1);
  expect_data(0, 1);
  EXPECT_EQ(seen().signal, 1u);
  EXPECT_EQ(seen(1).signal, 0u);
}

TEST_F(PlanGraphs, OneThatIsNotStartedEndsAndIsLaunchedAgainWithoutACopy) {
  plan_graph_options soon = options(1);
  soon.idle_ns = 1'000'000;
  plan_graphs copies(device_, soon, no_failure());
  const std::uint64_t before = driver_.calls("cuGraphLaunch");
  copies.add(what(), 0);
  std::fill_n(seen().source, words, 6);
  const auto launched = [&] { return driver_.calls("cuGraphLaunch") - before; };
  for (std::uint64_t round = 1; round <= 3; ++round) {
    const std::uint64_t seen_launches = launched();
    for (int i = 0; i < 20'000 && launched() < seen_launches + 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_GE(launched(), seen_launches + 2);
    expect_data(round - 1);
    start(round);
    EXPECT_TRUE(reaches(seen().state.done, round));
    expect_data(round);
    EXPECT_EQ(seen().signal, round);
    std::fill_n(seen().source, words, 6);
  }
}

TEST_F(PlanGraphs, StartedTransfersAreExecutedBeforeRemoval) {
  plan_graphs copies(device_, options(1), no_failure());
  copies.add(what(), 0);
  driver_.stick(true);
  for (int i = 0; i < 20; ++i) start(4);
  std::thread later([&] { driver_.stick(false); });
  EXPECT_EQ(copies.remove(&blocks_[0]->state), 20u);
  later.join();
  EXPECT_EQ(seen().signal, 20u);
  expect_data(4);
}

TEST(PlanGraph, ADriverWithoutLoopsThatCopyIsNamed) {
  const fake::control driver;
  EXPECT_EQ(plan_graph_obstacle(cuda_driver("libcuda.so.1")), "");
  driver.settings().missing = "cuGraphConditionalHandleCreate";
  EXPECT_THAT(plan_graph_obstacle(cuda_driver("libcuda.so.1")),
              HasSubstr("(CUDA 13.0) has no graphs with loops that copy"));
  driver.settings().missing = nullptr;
  driver.settings().version = 12030;
  EXPECT_EQ(
      plan_graph_obstacle(cuda_driver("libcuda.so.1")),
      "the driver (CUDA 12.3) has no graphs with loops that copy; a driver of CUDA 12.4 or newer "
      "has");
}

}  // namespace
}  // namespace ark
