// Copies, words and atomics that nobody waits for.
#include "gpu/memory/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <cstring>
#include <thread>
#include <vector>

#include "device_memory.hpp"
#include "gpu/driver/vmm.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using testing::long_ns;

class GpuPipeline : public ::testing::Test {
 protected:
  void TearDown() override { driver_.settings() = before_; }
  /// A write of one word; its end is noted.
  void write(gpu_pipeline& to, std::size_t i, std::uint64_t value) {
    const std::size_t staged = to.acquire(sizeof value);
    std::memcpy(to.buffer(staged), &value, sizeof value);
    to.write(memory_.at(8 * i), to.buffer(staged), sizeof value, [this, &to, i, staged] {
      to.release(staged);
      told_.push_back(static_cast<int>(i));
    });
  }
  static void finish(gpu_pipeline& one) {
    for (int i = 0; i < 10'000'000 && !one.idle(); ++i) {
      one.progress();
      std::this_thread::yield();
    }
    EXPECT_TRUE(one.idle());
  }
  static void turns(gpu_pipeline& one, int count = 200) {
    for (int i = 0; i < count; ++i) {
      one.progress();
      std::this_thread::yield();
    }
  }
  /// What progress() throws, driven until it does.
  static error failure_of(gpu_pipeline& one) {
    for (int i = 0; i < 10'000'000; ++i) {
      try {
        one.progress();
      } catch (const error& problem) {
        return problem;
      }
      std::this_thread::yield();
    }
    return {errc::ok, "no failure"};
  }

  const fake::control driver_;
  const fake_cuda_values before_ = driver_.settings();
  const cuda_device device_{0};
  const device_memory memory_{device_};
  std::vector<int> told_;
};

TEST_F(GpuPipeline, GatheredCopiesTakeOneCall) {
  gpu_pipeline one(device_, long_ns);
  const std::uint64_t batches = driver_.calls("cuMemcpyBatchAsync"),
                      copies = driver_.calls("cuMemcpyAsync");
  for (std::size_t i = 0; i < 20; ++i) write(one, i, 100 + i);
  EXPECT_EQ(driver_.calls("cuMemcpyBatchAsync"), batches) << "nothing leaves before progress()";
  finish(one);
  EXPECT_EQ(driver_.calls("cuMemcpyBatchAsync"), batches + 1);
  write(one, 20, 120);
  finish(one);
  EXPECT_EQ(driver_.calls("cuMemcpyAsync"), copies + 1) << "a single one is no batch";
  EXPECT_EQ(told_.size(), 21u);
  for (std::size_t i = 0; i <= 20; ++i) EXPECT_EQ(memory_.words()[i], 100 + i);
}

TEST_F(GpuPipeline, ACompletionIsNotReportedBeforeItsCopyEnds) {
  gpu_pipeline one(device_, long_ns);
  driver_.delay_copies(true);
  for (std::size_t i = 0; i < 3; ++i) write(one, i, 7);
  turns(one);
  EXPECT_TRUE(told_.empty());
  EXPECT_FALSE(one.idle());
  EXPECT_EQ(memory_.words()[0], 0u);
  driver_.delay_copies(false);
  finish(one);
  EXPECT_THAT(told_, ElementsAre(0, 1, 2));
  EXPECT_EQ(memory_.words()[0], 7u);
}

TEST_F(GpuPipeline, LanesDoNotWaitForEachOther) {
  gpu_pipeline one(device_, long_ns);
  driver_.delay_copies(true);
  write(one, 0, 7);
  memory_.words()[1] = 5;
  std::uint64_t before = 0;
  for (const std::uint64_t operand : {10, 20}) {
    one.amo(detail::amo_op::add, memory_.at(8), 8, operand, 0,
            [&](std::uint64_t old) { before = old; });
  }
  for (int i = 0; i < 10'000'000 && before != 15; ++i) {
    one.progress();
    std::this_thread::yield();
  }
  EXPECT_EQ(before, 15u);
  EXPECT_EQ(memory_.words()[1], 35u);
  EXPECT_TRUE(told_.empty());
  driver_.delay_copies(false);
  finish(one);
  EXPECT_THAT(told_, ElementsAre(0));
}

TEST_F(GpuPipeline, AWordIsSetBehindTheWritesBeforeIt) {
  gpu_pipeline one(device_, long_ns);
  write(one, 0, 7);
  write(one, 1, 8);
  one.set(memory_.word(2), 9, [&] { told_.push_back(2); });
  const std::uint64_t* seen = memory_.words();
  std::atomic_ref<const std::uint64_t> word(seen[2]);
  one.progress();
  for (int i = 0; i < 10'000'000 && word.load(std::memory_order_acquire) != 9; ++i)
    std::this_thread::yield();
  EXPECT_EQ(seen[0], 7u);
  EXPECT_EQ(seen[1], 8u);
  finish(one);
  EXPECT_THAT(told_, ElementsAre(0, 1, 2));
}

TEST_F(GpuPipeline, NetworkWritesAreReportedAfterOneFlushForAll) {
  gpu_pipeline one(device_, long_ns);
  const std::uint64_t flushes = driver_.calls("cuFlushGPUDirectRDMAWrites"), value = 7;
  for (const int i : {0, 1, 2}) {
    ASSERT_TRUE(driver_.network_write(memory_.word(static_cast<std::size_t>(i)), &value, 8));
    one.after_flush([&, i] {
      EXPECT_EQ(memory_.words()[i], 7u);
      told_.push_back(i);
    });
  }
  EXPECT_FALSE(one.idle());
  EXPECT_EQ(memory_.words()[0], 0u) << "the fake card's writes wait";
  EXPECT_TRUE(one.progress());
  EXPECT_THAT(told_, ElementsAre(0, 1, 2));
  EXPECT_TRUE(one.idle());
  turns(one);
  EXPECT_EQ(driver_.calls("cuFlushGPUDirectRDMAWrites"), flushes + 1);
}

TEST_F(GpuPipeline, OnlyADeviceThatOrdersANetworksWritesForAllDevicesIsNotFlushed) {
  for (const int ordering :
       {CU_GPU_DIRECT_RDMA_WRITES_ORDERING_OWNER, CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES}) {
    driver_.settings().rdma_ordering = ordering;
    gpu_pipeline one(device_, long_ns);
    EXPECT_EQ(one.network_obstacle(), "");
    const std::uint64_t flushes = driver_.calls("cuFlushGPUDirectRDMAWrites");
    one.after_flush([&] { told_.push_back(ordering); });
    finish(one);
    const bool ordered = ordering == CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES;
    EXPECT_EQ(driver_.calls("cuFlushGPUDirectRDMAWrites"), flushes + (ordered ? 0 : 1));
  }
  EXPECT_EQ(told_.size(), 2u);
}

TEST_F(GpuPipeline, ADeviceThatCannotFlushNetworkWritesIsAnObstacle) {
  driver_.settings().rdma_flush = CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS;
  EXPECT_THAT(gpu_pipeline(device_, long_ns).network_obstacle(), HasSubstr("device 0"));
  driver_.settings().rdma_ordering = CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES;
  EXPECT_EQ(gpu_pipeline(device_, long_ns).network_obstacle(), "");
}

TEST_F(GpuPipeline, ANetworkReachesMemoryOfItsOwnDeviceOnly) {
  driver_.settings().devices = 2;
  const cuda_device other(1);
  const device_memory elsewhere(other);
  gpu_pipeline one(device_, long_ns);
  const std::uint64_t on_host = 0;
  EXPECT_TRUE(one.on_network(memory_.at(8), 8));
  EXPECT_TRUE(one.on_device(elsewhere.at()));
  EXPECT_FALSE(one.on_network(elsewhere.at(), 8));
  EXPECT_FALSE(one.on_network(&on_host, 8));
}

TEST_F(GpuPipeline, ANetworkReachesMappedPiecesIfTheDeviceSupportsThem) {
  for (const int makes : {1, 0}) {
    driver_.settings().rdma_vmm = makes;
    const std::size_t bytes = vmm_granularity(device_);
    const vmm_memory piece(device_, bytes, false);
    const vmm_memory next(device_, bytes, false);
    vmm_region region(device_, 2 * bytes);
    region.map(0, piece);
    region.map(bytes, next);
    const gpu_pipeline one(device_, long_ns);
    EXPECT_EQ(one.on_network(region.base(), bytes), makes == 1);
    EXPECT_EQ(one.on_network(region.base() + bytes, bytes), makes == 1);
    EXPECT_FALSE(one.on_network(region.base() + 8, bytes)) << "in two pieces";
  }
}

TEST_F(GpuPipeline, ItsDeviceIsCurrentInItsScope) {
  const gpu_pipeline one(device_, long_ns);
  EXPECT_EQ(cuda_current_device(), -1);
  {
    const gpu_pipeline::scope current = one.enter();
    EXPECT_EQ(cuda_current_device(), 0);
  }
  EXPECT_EQ(cuda_current_device(), -1);
}

TEST_F(GpuPipeline, BuffersOfAllSizesAreTheirOwners) {
  gpu_pipeline one(device_, long_ns);
  const int registered = driver_.alive();
  for (int round = 0; round < 2; ++round) {
    std::vector<std::size_t> numbers;
    for (const std::size_t bytes : {1, 256, 257, 65536, 65537, 4 << 20}) {
      numbers.push_back(one.acquire(bytes));
      std::memset(one.buffer(numbers.back()), static_cast<int>(numbers.size()), bytes);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_EQ(one.buffer(numbers[i])[0], static_cast<std::byte>(i + 1));
    for (const std::size_t number : numbers) one.release(number);
  }
  EXPECT_EQ(driver_.alive(), registered) << "there is room from the beginning, and it is kept";
}

TEST_F(GpuPipeline, BuffersBesideAKernelThatWaitsForThemNeedNoPinning) {
  gpu_pipeline one(device_, long_ns);
  const cuda_scope current(device_);
  void* const kernel = driver_.run_kernel();
  std::vector<std::size_t> numbers;
  for (int i = 0; i < 6; ++i) numbers.push_back(one.acquire(4 << 20));
  for (const std::size_t number : numbers) one.release(number);
  driver_.end_kernel(kernel);
}

TEST_F(GpuPipeline, AFailedCopyIsNamedAndNotReportedAsComplete) {
  gpu_pipeline one(device_, long_ns);
  const auto expect = [&](const char* call, const char* text, auto&& use) {
    driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    use();
    const error problem = failure_of(one);
    EXPECT_EQ(problem.code(), errc::system_error) << call;
    EXPECT_THAT(problem.what(), AllOf(HasSubstr(text), HasSubstr("CUDA_ERROR_UNKNOWN")));
    finish(one);
  };
  const auto two = [&] {
    write(one, 0, 1);
    write(one, 1, 1);
  };
  expect("cuMemcpyAsync", "cuMemcpyAsync on device 0 of 8 bytes", [&] { write(one, 0, 1); });
  expect("cuMemcpyBatchAsync", "cuMemcpyBatchAsync on device 0 of 16 bytes", two);
  expect("cuStreamQuery", "cuMemcpyBatchAsync on device 0 of 16 bytes", two);
  expect("cuLaunchKernel", "cuLaunchKernel on device 0",
         [&] { one.amo(detail::amo_op::add, memory_.at(), 8, 1, 0, [&](auto) { two(); }); });
  expect("cuStreamWriteValue64", "cuStreamWriteValue64 on device 0",
         [&] { one.set(memory_.word(0), 1, two); });
  expect("cuFlushGPUDirectRDMAWrites", "cuFlushGPUDirectRDMAWrites on device 0",
         [&] { one.after_flush([&] { told_.push_back(9); }); });
  EXPECT_TRUE(told_.empty());
  two();
  finish(one);
  EXPECT_THAT(told_, ElementsAre(0, 1)) << "it goes on behind a failure";
}

TEST_F(GpuPipeline, ACopyThatDoesNotEndIsOneTimeoutAndNothingIsQueuedBehindIt) {
  gpu_pipeline one(device_, 200'000'000);  // enough for the copy that is to end
  driver_.delay_copies(true);
  write(one, 0, 1);
  const error problem = failure_of(one);
  EXPECT_EQ(problem.code(), errc::timeout);
  EXPECT_THAT(problem.what(), HasSubstr("cuMemcpyAsync on device 0 of 8 bytes: not done after"));
  const std::uint64_t calls = driver_.calls("cuMemcpyAsync");
  write(one, 1, 2);
  turns(one);  // would throw
  EXPECT_EQ(driver_.calls("cuMemcpyAsync"), calls);
  driver_.delay_copies(false);
  finish(one);
  EXPECT_THAT(told_, ElementsAre(1)) << "of the late one nobody is told";
}

}  // namespace
}  // namespace ark
