// Plans on a GPU's streams: what stands ready, what is put behind, and how it is taken away.
#include "cuda/armed_copies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/atomics.hpp>
#include <ark/errc.hpp>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "fake_control.hpp"

namespace ark {
namespace {

using detail::plan_state;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t long_ns = 30'000'000'000;
constexpr std::size_t words = 32;

/// Of one plan, all in the memory of one device: its words, source, destination with a word on
/// either side, and signal.
struct device_block {
  plan_state state;
  std::uint64_t source[words];
  std::uint64_t before, dest[words], after;
  std::uint64_t signal;
};

class ArmedCopies : public ::testing::Test {
 protected:
  ArmedCopies() {
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
  ~ArmedCopies() override {
    const cuda_scope current(device_);
    for (device_block* block : blocks_) {
      cuda_driver::get().mem_free(reinterpret_cast<CUdeviceptr>(block));
    }
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

TEST_F(ArmedCopies, NothingMovesBeforeAStart) {
  const std::uint64_t before = driver_.calls("cuMemcpyAsync");
  armed_copies copies(device_, {4, 2, long_ns}, no_failure());
  copies.add(what(), 0);
  EXPECT_EQ(driver_.calls("cuMemcpyAsync") - before, 4u);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(seen().state.done, 0u);
  expect_data(0);
}

TEST_F(ArmedCopies, EveryStartIsATransferItsSignalAndItsCount) {
  armed_copies copies(device_, {4, 2, long_ns}, no_failure());
  copies.add(what(), 0);
  for (std::uint64_t round = 1; round <= 100; ++round) {  // many times what stood ready at first
    start(round);
    ASSERT_TRUE(reaches(seen().signal, round)) << round;
    expect_data(round);
    ASSERT_TRUE(reaches(seen().state.done, round)) << round;
  }
}

TEST_F(ArmedCopies, StartsMayRunAheadOfWhatStandsReady) {
  armed_copies copies(device_, {2, 2, long_ns}, no_failure());
  copies.add(what(), 0);
  for (int i = 0; i < 50; ++i) start(5);
  EXPECT_TRUE(reaches(seen().state.done, 50));
  EXPECT_EQ(seen().signal, 50u);
  expect_data(5);
}

TEST_F(ArmedCopies, APlanThatIsNotStartedHoldsUpNoOther) {
  armed_copies copies(device_, {4, 2, long_ns}, no_failure());
  copies.add(what(0), 0);
  copies.add(what(1), 0);
  start(3, 1);
  EXPECT_TRUE(reaches(seen(1).state.done, 1));
  expect_data(3, 1);
  EXPECT_EQ(seen(0).state.done, 0u);
}

TEST_F(ArmedCopies, RemovingLetsTheRestGoAndTheCountsGoOn) {
  const int alive = driver_.alive();
  {
    armed_copies copies(device_, {4, 1, long_ns}, no_failure());
    copies.add(what(), 0);
    start(1);
    ASSERT_TRUE(reaches(seen().state.done, 1));
    const std::uint64_t last = copies.remove(&blocks_[0]->state);
    EXPECT_GE(last, 4u);
    EXPECT_LE(last, 5u);
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
  EXPECT_EQ(driver_.alive(), alive) << "no stream and no registration is left";
}

TEST_F(ArmedCopies, MorePlansThanStreamsAreRefusedByNumber) {
  armed_copies copies(device_, {4, 1, long_ns}, no_failure());
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

TEST_F(ArmedCopies, EveryCallThatFailsIsNamedAndNothingIsLeft) {
  const int alive = driver_.alive();
  for (const char* call : {"cuStreamCreate", "cuStreamWaitValue64", "cuMemcpyAsync",
                           "cuStreamWriteValue64", "cuCtxPushCurrent"}) {
    armed_copies copies(device_, {4, 1, long_ns}, no_failure());
    const std::uint64_t before = seen().state.started;
    driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
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
  for (const char* call : {"cuStreamCreate", "cuMemHostRegister", "cuMemHostGetDevicePointer"}) {
    driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    EXPECT_THROW(armed_copies(device_, {4, 1, long_ns}, no_failure()), error) << call;
  }
  EXPECT_EQ(driver_.alive(), alive);
}

TEST_F(ArmedCopies, WhatCannotBePutBehindIsTold) {
  std::atomic<int> told{0};
  armed_copies copies(device_, {2, 1, long_ns}, [&](const std::string& text) {
    EXPECT_THAT(text, HasSubstr("cuMemcpyAsync on device 0"));
    ++told;
  });
  copies.add(what(), 0);
  driver_.fail("cuMemcpyAsync", 1, CUDA_ERROR_UNKNOWN);
  start(1);
  for (int i = 0; i < 20'000 && told == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(told, 1);
}

TEST_F(ArmedCopies, ASignalThatDoesNotWaitForItsDataIsNoticed) {
  // The control of those tests that look for data behind a signal.
  armed_copies copies(device_, {4, 2, long_ns}, no_failure());
  copies.add(what(), 0);
  driver_.delay_copies(true);
  start(3);
  EXPECT_TRUE(reaches(seen().signal, 1));
  EXPECT_EQ(std::count(seen().dest, seen().dest + words, 3u), 0);
  driver_.delay_copies(false);
  EXPECT_TRUE(reaches(seen().dest[words - 1], 3));
}

TEST_F(ArmedCopies, ASourceInPageableMemoryIsRefusedByNameAndPinnedIsNot) {
  armed_copies copies(device_, {4, 1, long_ns}, no_failure());
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

TEST_F(ArmedCopies, ADeviceThatDoesNotLetGoIsATimeoutWithCounts) {
  armed_copies copies(device_, {3, 1, 1'000'000}, no_failure());
  copies.add(what(), 0);
  driver_.settings().stuck = 1;
  try {
    copies.remove(&blocks_[0]->state);
    ADD_FAILURE() << "removed";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::timeout);
    EXPECT_THAT(problem.what(), HasSubstr("0 of 3 transfers that stood ready have ended"));
  }
  driver_.settings().stuck = 0;
  EXPECT_THROW(copies.add(what(), 0), error) << "what was left behind may still write its count";
  EXPECT_TRUE(reaches(seen().state.done, 3)) << "its last write, before the memory goes";
}

}  // namespace
}  // namespace ark
