// A GPU's facts, who shares it, and copies by the driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/errc.hpp>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "fake_control.hpp"
#include "gpu/driver/gpu_device.hpp"
#include "gpu/driver/gpu_stream.hpp"
#include "gpu/gpu.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using testing::long_ns;

TEST(CudaDevice, ReadsItsProperties) {
  const fake::control driver;
  driver.settings().mps = 1;
  const gpu_facts facts = cuda_device(0).facts();
  EXPECT_EQ(facts.name, "Fake GPU 0");
  EXPECT_EQ(facts.capability, 90);
  EXPECT_EQ(facts.driver_version, 13000);
  EXPECT_TRUE(facts.mps);
  EXPECT_TRUE(facts.passes_memory);
  EXPECT_FALSE(facts.host_atomics);
  EXPECT_EQ(gpu_uuid_text(facts.uuid), "GPU-fafafafa-fafa-fafa-fafa-fafafafafa00");
}

TEST(CudaDevice, NamesTheObstacleToAnotherGpu) {
  const fake::control driver;
  driver.settings().devices = 3;
  const cuda_device mine(2);
  const gpu_uuid theirs = cuda_device(1).facts().uuid;
  EXPECT_EQ(mine.obstacle_between(theirs), "");
  driver.settings().peers = 1;
  EXPECT_EQ(mine.obstacle_between(theirs), "between GPUs 2 and 1 there are no atomics");
  driver.settings().peers = 0;
  EXPECT_EQ(mine.obstacle_between(theirs), "GPUs 2 and 1 do not reach each other's memory");
  driver.settings().devices = 1;
  EXPECT_EQ(mine.obstacle_between(theirs), "") << "it sees no such GPU";
}

TEST(Gpu, AFailedQueryIsAnObstacle) {
  const fake::control driver;
  driver.settings().devices = 2;
  const gpu one({0, 0, long_ns});
  const gpu_uuid theirs = cuda_device(1).facts().uuid;
  EXPECT_EQ(one.obstacle_between(theirs), "");
  driver.fail("cuDeviceGetP2PAttribute", 1, CUDA_ERROR_INVALID_VALUE);
  EXPECT_THAT(one.obstacle_between(theirs), HasSubstr("cuDeviceGetP2PAttribute on device 0"));
}

TEST(CudaDevice, ANumberThatThereIsNotIsRefusedWithThoseThatThereAre) {
  const fake::control driver;
  driver.settings().devices = 2;
  for (const int number : {-1, 2}) {
    try {
      const cuda_device device(number);
      FAIL() << "there is no device " << number;
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::invalid_argument);
      EXPECT_THAT(problem.what(), AllOf(HasSubstr("CUDA device " + std::to_string(number)),
                                        HasSubstr("0 to 1"), HasSubstr("ARK_CUDA_DEVICE")));
    }
  }
}

TEST(CudaDevice, ACallThatFailsNamesTheDevice) {
  const fake::control driver;
  driver.fail("cuDevicePrimaryCtxRetain", 1, CUDA_ERROR_OUT_OF_MEMORY);
  try {
    const cuda_device device(0);
    FAIL() << "retained";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::out_of_memory);
    EXPECT_THAT(problem.what(), HasSubstr("cuDevicePrimaryCtxRetain on device 0"));
  }
  EXPECT_EQ(driver.alive(), 0);
}

TEST(CudaDevice, IsCurrentInItsScopeAndBeyondOnDemand) {
  const fake::control driver;
  driver.settings().devices = 2;
  const cuda_device zero(0), one(1);
  EXPECT_EQ(cuda_current_device(), -1);
  {
    const cuda_scope outer(zero);
    const cuda_scope inner(one);
    EXPECT_EQ(cuda_current_device(), 1);
  }
  EXPECT_EQ(cuda_current_device(), -1);
  one.make_current();
  EXPECT_EQ(cuda_current_device(), 1);
}

TEST(Gpu, IsTheThreadsOwnElseByThePlaceOnTheHostUnlessItsNumberIsGiven) {
  const fake::control driver;
  driver.settings().devices = 4;
  EXPECT_EQ(gpu({.local_rank = 6, .timeout_ns = long_ns}).facts().number, 2);
  EXPECT_EQ(gpu({.number = 3, .local_rank = 6, .timeout_ns = long_ns}).facts().number, 3);
  const cuda_device mine(1);
  mine.make_current();
  EXPECT_EQ(gpu({.local_rank = 6, .timeout_ns = long_ns}).facts().number, 1);
}

TEST(Gpu, IsCurrentOnlyWhileItLives) {
  const fake::control driver;
  {
    const gpu one({-1, 0, long_ns});
    EXPECT_EQ(cuda_current_device(), 0);
  }
  EXPECT_EQ(cuda_current_device(), -1);
  EXPECT_EQ(driver.alive(), 0);
}

/// What init makes of the stack of a program with kernels, `checked` or not; null: with none.
class GpuStack : public ::testing::Test {
 protected:
  static const char* write(const detail::cuda_context_table&) { return nullptr; }
  [[nodiscard]] std::size_t limit() const {
    const cuda_scope current(device_);
    std::size_t now = 0;
    EXPECT_EQ(cuda_driver::get().ctx_get_limit(&now, CU_LIMIT_STACK_SIZE), CUDA_SUCCESS);
    return now;
  }
  const fake::control driver_;
  const cuda_device device_{0};
};

TEST_F(GpuStack, IsRaisedToTheNeedOfTheProgramsKernels) {
  { const gpu none({.timeout_ns = long_ns}); }
  EXPECT_EQ(limit(), 1024u) << "no kernels";
  const detail::cuda_unit unit(&write, false);
  { const gpu plain({.timeout_ns = long_ns}); }
  EXPECT_EQ(limit(), 1152u);
  const detail::cuda_unit another(&write, true);
  { const gpu checked({.timeout_ns = long_ns}); }
  EXPECT_EQ(limit(), 6144u);
}

TEST_F(GpuStack, StaysWhereTheProgramHasMore) {
  device_.raise_stack(8192);
  const std::uint64_t before = driver_.calls("cuCtxSetLimit");
  const detail::cuda_unit unit(&write, true);
  const gpu one({.timeout_ns = long_ns});
  EXPECT_EQ(limit(), 8192u);
  EXPECT_EQ(driver_.calls("cuCtxSetLimit"), before) << "it could have waited";
}

TEST_F(GpuStack, ACallThatFailsIsNamedWithDeviceAndSize) {
  const detail::cuda_unit unit(&write, false);
  const auto text = [] {
    try {
      const gpu one({.timeout_ns = long_ns});
      return std::string();
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::out_of_memory);
      return std::string(problem.what());
    }
  };
  driver_.fail("cuCtxGetLimit", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_THAT(text(), HasSubstr("cuCtxGetLimit on device 0"));
  driver_.fail("cuCtxSetLimit", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_THAT(text(), HasSubstr("cuCtxSetLimit on device 0 of 1152 bytes"));
}

gpu_place place(unsigned char where, std::uint64_t host, std::uint64_t process) {
  gpu_place one;
  one.uuid.fill(static_cast<std::byte>(where));
  one.host = host;
  one.process = process;
  return one;
}

TEST(GpuSharing, OfOnePePerGpuIsExclusive) {
  const std::vector<gpu_place> all{place(1, 7, 100), place(2, 7, 101)};
  EXPECT_EQ(gpu_sharing_of(all, 0, false).mode, gpu_mode::exclusive);
}
TEST(GpuSharing, TheSameUuidOnAnotherHostIsAnotherGpu) {
  const std::vector<gpu_place> all{place(1, 7, 100), place(1, 8, 101)};
  EXPECT_EQ(gpu_sharing_of(all, 1, false).mode, gpu_mode::exclusive);
}
TEST(GpuSharing, PesOfOneProcessRunSideBySide) {
  const std::vector<gpu_place> all{place(1, 7, 100), place(1, 7, 100), place(1, 7, 100)};
  const gpu_sharing found = gpu_sharing_of(all, 2, false);
  EXPECT_EQ(found.mode, gpu_mode::in_process);
  EXPECT_EQ(found.pes, 3);
  EXPECT_EQ(found.processes, 1);
}
TEST(GpuSharing, AProcessMayHaveSeveralGpus) {
  const std::vector<gpu_place> all{place(1, 7, 100), place(2, 7, 100), place(3, 7, 101)};
  EXPECT_FALSE(gpu_sharing_of(all, 0, false).one_gpu_in_process);
  EXPECT_FALSE(gpu_sharing_of(all, 1, false).one_gpu_in_process);
  EXPECT_TRUE(gpu_sharing_of(all, 2, false).one_gpu_in_process);
}
TEST(GpuSharing, SeveralProcessesAreTimeSlicedUnlessMpsServesThem) {
  const std::vector<gpu_place> all{place(1, 7, 100), place(1, 7, 100), place(1, 7, 101)};
  EXPECT_EQ(gpu_sharing_of(all, 0, false).mode, gpu_mode::time_sliced);
  EXPECT_EQ(gpu_sharing_of(all, 0, true).mode, gpu_mode::mps);
  EXPECT_EQ(gpu_sharing_of(all, 0, true).processes, 2);
}

/// A piece of device memory.
class GpuCopier : public ::testing::Test {
 protected:
  void SetUp() override {
    const cuda_scope current(device_);
    ASSERT_EQ(cuda_driver::get().mem_alloc(&at_, std::size_t{4096}), CUDA_SUCCESS);
  }
  void TearDown() override {
    const cuda_scope current(device_);
    EXPECT_EQ(cuda_driver::get().mem_free(at_), CUDA_SUCCESS);
  }
  [[nodiscard]] void* memory() const { return reinterpret_cast<void*>(at_); }
  [[nodiscard]] std::uint64_t* words() const { return static_cast<std::uint64_t*>(memory()); }

  /// A copier with a deadline that its first launch misses where the processors are busy: then
  /// anew.
  [[nodiscard]] std::unique_ptr<gpu_copier> with_a_millisecond() const {
    try {
      return std::make_unique<gpu_copier>(device_, 1'000'000);
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::timeout) << problem.what();
      return with_a_millisecond();
    }
  }

  const fake::control driver_;
  const cuda_device device_{0};
  CUdeviceptr at_ = 0;
};

/// A capture that some thread has begun forbids other threads' calls unless they say that they do
/// not mind; the program's own thread must mind again afterwards.
TEST_F(GpuCopier, CallsUnderAScopeDoNotMindCaptures) {
  const auto mode = [] {
    CUstreamCaptureMode seen = CU_STREAM_CAPTURE_MODE_GLOBAL;
    EXPECT_EQ(cuda_driver::get().exchange_capture_mode(&seen), CUDA_SUCCESS);
    CUstreamCaptureMode back = seen;
    EXPECT_EQ(cuda_driver::get().exchange_capture_mode(&back), CUDA_SUCCESS);
    return seen;
  };
  EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
  {
    const cuda_scope current(device_);
    EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_RELAXED);
  }
  EXPECT_EQ(mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
}

TEST_F(GpuCopier, MovesBytesToTheDeviceAndBack) {
  gpu_copier copier(device_, long_ns);
  const char sent[] = "forty bytes, more or less, there and back";
  char back[sizeof sent] = {};
  copier.copy(memory(), sent, sizeof sent);
  EXPECT_STREQ(driver_.view<char>(memory(), sizeof sent), sent);
  copier.copy(back, memory(), sizeof sent);
  EXPECT_STREQ(back, sent);
  copier.copy(memory(), nullptr, 0);
}

TEST_F(GpuCopier, ZeroesAndWritesWords) {
  gpu_copier copier(device_, long_ns);
  copier.zero(memory(), 4096);
  const auto* seen = driver_.view<std::uint64_t>(memory(), 4096);
  for (int i = 0; i < 512; ++i) ASSERT_EQ(seen[i], 0u);
  copier.write_word(words() + 3, 77);
  EXPECT_EQ(seen[3], 77u);
}

/// A program has more streams than the GPU has hardware queues, and a kernel waits in each: for the
/// host's call, perhaps.
TEST_F(GpuCopier, DoesNotStandBehindTheKernelsOfAProgramsStreams) {
  driver_.settings().connections = 32;
  gpu_copier copier(device_, 1'000'000'000);
  std::vector<cuda_stream> streams;
  std::vector<void*> kernels;
  const cuda_scope current(device_);
  for (int i = 0; i < 40; ++i) {
    streams.emplace_back(device_, stream_priority::standard);
    kernels.push_back(driver_.run_kernel(streams.back().get()));
    streams.back().write_word(device_pointer(words() + 1), 1);  // holds its queue
  }
  EXPECT_NO_THROW(copier.write_word(words() + 3, 77));
  EXPECT_EQ(driver_.view<std::uint64_t>(memory(), 64)[3], 77u);
  for (void* const kernel : kernels) driver_.end_kernel(kernel);
  for (const cuda_stream& each : streams) EXPECT_TRUE(each.wait(long_ns));
}

/// The first launch of a kernel may wait for all kernels that run, which may wait for its result.
TEST_F(GpuCopier, ExecutesItsFirstAtomicAndAdditionBesideAKernelThatWaits) {
  gpu_copier copier(device_, long_ns);
  copier.zero(memory(), 64);
  driver_.settings().patience_ms = 500;
  const cuda_scope current(device_);
  void* const kernel = driver_.run_kernel();
  auto* const word = static_cast<std::byte*>(memory());
  EXPECT_EQ(copier.amo(detail::amo_op::add, word, 8, 5, 0), 0u);
  copier.add(detail::element_kind::int64, word, word, 8);
  driver_.end_kernel(kernel);
  EXPECT_EQ(*driver_.view<std::uint64_t>(memory()), 10u);
}

TEST_F(GpuCopier, EveryCallThatFailsIsNamedWithDeviceAndSize) {
  gpu_copier copier(device_, long_ns);
  const auto expect = [&](const char* call, const char* text, auto&& use) {
    driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    try {
      use();
      ADD_FAILURE() << call << " did not fail";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::system_error);
      EXPECT_THAT(problem.what(), AllOf(HasSubstr(text), HasSubstr("CUDA_ERROR_UNKNOWN")));
    }
  };
  std::uint64_t word = 1;
  expect("cuMemcpyAsync", "cuMemcpyAsync on device 0 of 8 bytes",
         [&] { copier.copy(memory(), &word, 8); });
  expect("cuPointerGetAttribute", "cuPointerGetAttribute on device 0",
         [&] { copier.copy(memory(), &word, 8); });
  expect("cuStreamQuery", "cuMemcpyAsync on device 0 of 8 bytes",
         [&] { copier.copy(memory(), &word, 8); });
  expect("cuMemsetD8Async", "cuMemsetD8Async on device 0 of 64 bytes",
         [&] { copier.zero(memory(), 64); });
  expect("cuStreamWriteValue64", "cuStreamWriteValue64 on device 0 of 8 bytes",
         [&] { copier.write_word(words(), 1); });
  expect("cuCtxPushCurrent", "cuCtxPushCurrent on device 0", [&] { copier.zero(memory(), 64); });
  expect("cuStreamCreateWithPriority", "cuStreamCreateWithPriority on device 0",
         [&] { const gpu_copier another(device_, long_ns); });
  copier.copy(memory(), &word, 8);
  EXPECT_EQ(*driver_.view<std::uint64_t>(memory()), 1u);
}

TEST_F(GpuCopier, ADeviceThatDoesNotFinishIsATimeoutWithSizeAndTime) {
  const auto made = with_a_millisecond();
  gpu_copier& copier = *made;
  driver_.stick(true);
  try {
    copier.zero(memory(), 64);
    ADD_FAILURE() << "finished";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::timeout);
    EXPECT_THAT(problem.what(),
                AllOf(HasSubstr("device 0"), HasSubstr("64 bytes"), HasSubstr("not done after")));
  }
  const std::uint64_t before = driver_.calls("cuStreamWriteValue64");
  const auto refusal = [&]() -> std::string {
    try {
      copier.write_word(words(), 5);
      return "";
    } catch (const error& problem) {
      return problem.what();
    }
  };
  EXPECT_THAT(refusal(), HasSubstr("on device 0: an earlier call has not ended yet"));
  EXPECT_EQ(driver_.calls("cuStreamWriteValue64"), before) << "nothing is queued behind it";
  driver_.stick(false);
  while (!refusal().empty()) std::this_thread::yield();
  EXPECT_EQ(*driver_.view<std::uint64_t>(memory()), 5u);
}

/// The driver makes a copy of pageable memory wait inside the call, for ever if need be.
TEST_F(GpuCopier, PageableMemoryOfADeviceThatDoesNotFinishIsATimeoutAndNotTouchedLater) {
  const auto made = with_a_millisecond();
  gpu_copier& copier = *made;
  *driver_.view<std::uint64_t>(memory()) = 7;
  driver_.settings().patience_ms = 200;
  driver_.stick(true);
  std::uint64_t word = 1;
  const auto code = [&](auto&& use) {
    try {
      use();
      return errc::ok;
    } catch (const error& problem) {
      return problem.code();
    }
  };
  EXPECT_EQ(code([&] { copier.copy(&word, memory(), sizeof word); }), errc::timeout);
  driver_.stick(false);
  while (code([&] { copier.write_word(words() + 1, 5); }) != errc::ok) std::this_thread::yield();
  EXPECT_EQ(word, 1u);
  driver_.stick(true);
  EXPECT_EQ(code([&] { copier.copy(memory(), &word, sizeof word); }), errc::timeout);
  driver_.stick(false);
  while (code([&] { copier.write_word(words() + 1, 5); }) != errc::ok) std::this_thread::yield();
}

TEST_F(GpuCopier, PageableMemoryIsCopiedInPartsAndAdded) {
  constexpr std::size_t count = 300'001;  // of 8 bytes: more than one part
  const cuda_scope current(device_);
  CUdeviceptr at = 0;
  ASSERT_EQ(cuda_driver::get().mem_alloc(&at, count * sizeof(std::int64_t)), CUDA_SUCCESS);
  auto* there = reinterpret_cast<std::byte*>(at);
  gpu_copier copier(device_, long_ns);
  std::vector<std::int64_t> sent(count), back(count);
  for (std::size_t i = 0; i < count; ++i) sent[i] = static_cast<std::int64_t>(i);
  const std::size_t bytes = count * sizeof(std::int64_t);
  copier.copy(there, sent.data(), bytes);
  copier.add(detail::element_kind::int64, there, reinterpret_cast<const std::byte*>(sent.data()),
             bytes);
  copier.copy(back.data(), there, bytes);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(back[i], 2 * sent[i]) << i;
  EXPECT_EQ(cuda_driver::get().mem_free(at), CUDA_SUCCESS);
}

}  // namespace
}  // namespace ark
