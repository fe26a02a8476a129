// Heaps that a GPU reaches, with PEs as threads of this process; tests/mp/cuda has them as
// processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "bootstrap/local.hpp"
#include "fake_control.hpp"
#include "memory/cuda_host.hpp"
#include "memory/cuda_vmm.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t unit = 2 << 20;
constexpr std::uint64_t long_ns = 30'000'000'000;

job_link alone() {
  return {0, 1, long_ns,
          [](const void* in, std::size_t bytes, void* out) { std::memcpy(out, in, bytes); }};
}

/// Runs body(pe, link, boot) on two PEs of this process.
void on_two(const std::function<void(int pe, job_link link, local_bootstrap& boot)>& body) {
  local_group group(2, long_ns);
  const auto run = [&](int pe) {
    local_bootstrap boot(group, pe);
    body(pe,
         {pe, 2, long_ns,
          [&](const void* in, std::size_t n, void* out) { boot.allgather(in, n, out); }},
         boot);
  };
  std::thread other(run, 1);
  run(0);
  other.join();
}

template <class Use>
void expect_error(errc code, Use&& use, const ::testing::Matcher<std::string>& text) {
  try {
    use();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), code) << problem.what();
    EXPECT_THAT(std::string(problem.what()), text);
  }
}

class CudaVmm : public ::testing::Test {
 protected:
  const fake::control driver_;
  const cuda_device device_{0};
  gpu_copier copier_{device_, long_ns};
};

TEST_F(CudaVmm, GrowsContiguouslyAndZeroed) {
  cuda_vmm heap(device_, copier_, alone(), 8 * unit + 1);
  EXPECT_EQ(heap.reserved(), 9 * unit);
  EXPECT_EQ(heap.segment_unit(), unit);
  heap.grow(unit);
  heap.grow(2 * unit);
  EXPECT_EQ(heap.committed(), 3 * unit);
  EXPECT_EQ(heap.peer_base(0), heap.local_base());
  const auto* seen = driver_.view<std::uint64_t>(heap.local_base(), 3 * unit);
  ASSERT_NE(seen, nullptr);
  for (std::size_t i = 0; i < 3 * unit / 8; ++i) ASSERT_EQ(seen[i], 0u);
  EXPECT_EQ(driver_.view(heap.local_base() + 3 * unit), nullptr);
}

TEST_F(CudaVmm, BeyondTheReserveIsOutOfMemoryWithTheNumbersAndTheVariable) {
  cuda_vmm heap(device_, copier_, alone(), 2 * unit);
  heap.grow(unit);
  expect_error(
      errc::out_of_memory, [&] { heap.grow(2 * unit); },
      AllOf(HasSubstr("4194304 bytes asked for, 2097152 committed"),
            HasSubstr("limit 4194304 (ARK_HEAP_RESERVE)")));
  heap.grow(unit);
}

TEST_F(CudaVmm, EveryCallThatFailsIsNamedAndTheHeapStaysUsable) {
  cuda_vmm heap(device_, copier_, alone(), 4 * unit);
  heap.grow(unit);
  const int alive = driver_.alive();
  for (const char* call : {"cuMemCreate", "cuMemMap", "cuMemSetAccess", "cuMemsetD8Async"}) {
    driver_.fail(call, 1, CUDA_ERROR_OUT_OF_MEMORY);
    expect_error(
        errc::out_of_memory, [&] { heap.grow(unit); },
        AllOf(HasSubstr(std::string(call) + " on device 0 of 2097152 bytes"),
              HasSubstr("CUDA_ERROR_OUT_OF_MEMORY")));
    EXPECT_EQ(driver_.alive(), alive) << call;
    EXPECT_EQ(heap.committed(), unit);
    EXPECT_EQ(driver_.view(heap.local_base() + unit), nullptr) << call;
  }
  heap.grow(unit);
  EXPECT_NE(driver_.view(heap.local_base() + unit), nullptr);
}

TEST_F(CudaVmm, AddressSpaceThatCannotBeReservedIsNamed) {
  driver_.fail("cuMemAddressReserve", 1, CUDA_ERROR_OUT_OF_MEMORY);
  expect_error(
      errc::out_of_memory, [&] { const cuda_vmm heap(device_, copier_, alone(), unit); },
      AllOf(HasSubstr("of 2097152 bytes"), HasSubstr("ARK_HEAP_RESERVE")));
}

TEST_F(CudaVmm, PesOfOneProcessShareOneMappingAndNeedNoDescriptors) {
  driver_.settings().posix_fd = 0;
  std::vector<std::byte*> seen(4);
  on_two([&](int pe, const job_link& link, local_bootstrap& boot) {
    cuda_vmm heap(device_, copier_, link, 4 * unit);
    heap.grow(unit);
    const std::uint64_t mine = 40 + static_cast<std::uint64_t>(pe);
    copier_.write_word(reinterpret_cast<std::uint64_t*>(heap.peer_base(1 - pe)), mine);
    boot.barrier();
    EXPECT_EQ(*driver_.view<std::uint64_t>(heap.local_base()), 40u + 1 - static_cast<unsigned>(pe));
    seen[static_cast<std::size_t>(2 * pe)] = heap.peer_base(0);
    seen[static_cast<std::size_t>(2 * pe + 1)] = heap.peer_base(1);
    boot.barrier();
  });
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(seen[1], seen[3]);
  EXPECT_EQ(driver_.calls("cuMemExportToShareableHandle"), 0u);
}

TEST_F(CudaVmm, ASegmentThatFailsOnOnePeFailsOnAllAndTheHeapStaysUsable) {
  std::atomic<int> refused{0};
  on_two([&](int pe, const job_link& link, local_bootstrap& boot) {
    cuda_vmm heap(device_, copier_, link, 4 * unit);
    heap.grow(unit);
    boot.barrier();
    if (pe == 0) driver_.fail("cuMemCreate", 1, CUDA_ERROR_OUT_OF_MEMORY);
    boot.barrier();
    try {
      heap.grow(unit);
    } catch (const error& problem) {
      refused += problem.code() == errc::out_of_memory;
    }
    EXPECT_EQ(heap.committed(), unit);
    heap.grow(unit);
    EXPECT_EQ(heap.committed(), 2 * unit);
    boot.barrier();
  });
  EXPECT_EQ(refused, 2);
}

TEST_F(CudaVmm, LeavesNothingBehind) {
  const int before = driver_.alive();
  {
    cuda_vmm heap(device_, copier_, alone(), 4 * unit);
    heap.grow(unit);
    heap.grow(unit);
    EXPECT_GT(driver_.alive(), before);
  }
  EXPECT_EQ(driver_.alive(), before);
}

class CudaHost : public ::testing::Test {
 protected:
  const fake::control driver_;
  const cuda_device device_{0};
};

TEST_F(CudaHost, SegmentsArePinnedWhileTheyLive) {
  const int before = driver_.alive();
  {
    cuda_host heap(device_, alone(), 64 << 10);
    heap.grow(8192);
    heap.grow(4096);
    heap.local_base()[12287] = std::byte{1};
    EXPECT_EQ(driver_.alive(), before + 2);
    EXPECT_EQ(driver_.calls("cuMemHostRegister"), 2u);
  }
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaHost, ASegmentThatCannotBePinnedIsNamedAndTheHeapStaysUsable) {
  cuda_host heap(device_, alone(), 64 << 10);
  driver_.fail("cuMemHostRegister", 1, CUDA_ERROR_OUT_OF_MEMORY);
  expect_error(
      errc::out_of_memory, [&] { heap.grow(8192); },
      HasSubstr("cuMemHostRegister on device 0 of 8192 bytes"));
  EXPECT_EQ(heap.committed(), 0u);
  heap.grow(4096);
  heap.local_base()[4095] = std::byte{1};
}

TEST_F(CudaHost, ADeviceWithOtherAddressesForHostMemoryIsRefused) {
  driver_.settings().same_host_pointer = 0;
  expect_error(
      errc::unsupported, [&] { const cuda_host heap(device_, alone(), 64 << 10); },
      AllOf(HasSubstr("device 0"), HasSubstr("ARK_HEAP=cuda")));
}

TEST_F(CudaHost, PesOfOneProcessPinTheirOwn) {
  on_two([&](int, const job_link& link, local_bootstrap& boot) {
    cuda_host heap(device_, link, 64 << 10);
    heap.grow(4096);
    boot.barrier();
    EXPECT_EQ(driver_.calls("cuMemHostRegister"), 2u);
    boot.barrier();
  });
}

}  // namespace
}  // namespace ark
