// Device memory that several processes share: exported, passed on, mapped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <memory>
#include <string>
#include <thread>

#include "fake_control.hpp"
#include "gpu/memory/cuda_host.hpp"
#include "gpu/memory/cuda_ipc.hpp"
#include "gpu/memory/cuda_vmm.hpp"
#include "mp_main.hpp"

namespace ark_mp {
namespace {

using ark::cuda_device;
using ark::cuda_host;
using ark::cuda_ipc;
using ark::cuda_vmm;
using ark::errc;
using ark::error;
using ark::gpu_copier;
using ::testing::HasSubstr;

constexpr std::size_t unit = 2 << 20;
constexpr std::uint64_t long_ns = 30'000'000'000;

ark::job_link link_of_job() {
  return {rank(), size(), long_ns, [](const void* in, std::size_t bytes, void* out) {
            const int count = static_cast<int>(bytes);
            MPI_Allgather(in, count, MPI_BYTE, out, count, MPI_BYTE, communicator());
          }};
}

class CudaHeap : public ::testing::Test {
 protected:
  /// Every PE writes to a word of every PE's heap at `offset`, and finds what the others wrote.
  template <class Write, class Read>
  void exchange(const ark::memory_backend& heap, std::size_t offset, Write&& write, Read&& read) {
    for (int pe = 0; pe < size(); ++pe) {
      auto* word = reinterpret_cast<std::uint64_t*>(heap.peer_base(pe) + offset) + rank();
      write(word, static_cast<std::uint64_t>(1000 * rank() + pe));
    }
    meet();
    for (int pe = 0; pe < size(); ++pe) {
      auto* word = reinterpret_cast<std::uint64_t*>(heap.local_base() + offset) + pe;
      EXPECT_EQ(read(word), static_cast<std::uint64_t>(1000 * pe + rank())) << "from PE " << pe;
    }
    meet();
  }
  void exchange_on_device(const ark::memory_backend& heap, std::size_t offset) {
    exchange(
        heap, offset, [&](std::uint64_t* to, std::uint64_t v) { copier_.write_word(to, v); },
        [&](std::uint64_t* at) { return *driver_.view<std::uint64_t>(at); });
  }

  const fake::control driver_;
  const cuda_device device_{0};
  gpu_copier copier_{device_, long_ns};
};

TEST_F(CudaHeap, EveryPeReachesEverySegmentOfEveryPe) {
  const int before = driver_.alive();
  {
    cuda_vmm heap(device_, copier_, link_of_job(), 8 * unit);
    heap.grow(unit);
    exchange_on_device(heap, 0);
    heap.grow(2 * unit);
    exchange_on_device(heap, 0);
    exchange_on_device(heap, 3 * unit - 64 * sizeof(std::uint64_t));
    meet();
  }
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaHeap, AFailureOfOnePeFailsOnAllAndTheHeapStaysUsable) {
  cuda_vmm heap(device_, copier_, link_of_job(), 8 * unit);
  heap.grow(unit);
  const int alive = driver_.alive();
  const int last = size() - 1;
  for (const char* call : {"cuMemCreate", "cuMemMap", "cuMemsetD8Async",
                           "cuMemExportToShareableHandle", "cuMemImportFromShareableHandle"}) {
    if (rank() == last) driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    try {
      heap.grow(unit);
      ADD_FAILURE() << call << ": grew";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::system_error) << problem.what();
      EXPECT_THAT(
          problem.what(),
          HasSubstr(rank() == last ? std::string(call) : "failed on PE " + std::to_string(last)));
    }
    EXPECT_EQ(heap.committed(), unit);
    EXPECT_EQ(driver_.alive(), alive) << call;
  }
  heap.grow(unit);
  exchange_on_device(heap, unit);
}

TEST_F(CudaHeap, EveryPeReachesOneAllocationOfEveryPeByItsHandle) {
  const int before = driver_.alive();
  {
    cuda_ipc heap(device_, copier_, link_of_job(), 3 * unit);
    heap.grow(2 * unit);
    exchange_on_device(heap, 0);
    heap.grow(unit);
    exchange_on_device(heap, 3 * unit - 64 * sizeof(std::uint64_t));
    EXPECT_THROW(heap.grow(unit), error);
    exchange_on_device(heap, 0);
  }
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaHeap, AHandleThatOnePeCannotMakeOrOpenFailsOnAll) {
  const int alive = driver_.alive();
  const int last = size() - 1;
  for (const char* call : {"cuMemAlloc", "cuIpcGetMemHandle", "cuIpcOpenMemHandle"}) {
    if (rank() == last) driver_.fail(call, 1, CUDA_ERROR_UNKNOWN);
    try {
      const cuda_ipc heap(device_, copier_, link_of_job(), unit);
      ADD_FAILURE() << call << ": shared";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::system_error) << problem.what();
      EXPECT_THAT(
          problem.what(),
          HasSubstr(rank() == last ? std::string(call) : "failed on PE " + std::to_string(last)));
    }
    EXPECT_EQ(driver_.alive(), alive) << call;
  }
}

/// The fake driver ends a process that frees what another has open.
TEST_F(CudaHeap, AnAllocationIsFreedAfterOtherPesHaveClosedIt) {
  const int before = driver_.alive();
  const std::uint64_t frees = driver_.calls("cuMemFree");
  const std::uint64_t closes = driver_.calls("cuIpcCloseMemHandle");
  auto heap = std::make_unique<cuda_ipc>(device_, copier_, link_of_job(), unit);
  heap->grow(unit);
  if (rank() == 0) {
    std::thread end([&] {
      device_.make_current();
      heap.reset();
    });
    while (driver_.calls("cuIpcCloseMemHandle") - closes < static_cast<unsigned>(size() - 1))
      std::this_thread::yield();
    meet();
    EXPECT_EQ(driver_.calls("cuMemFree"), frees) << "the others have it open";
    meet();
    end.join();
  } else {
    meet();
    copier_.write_word(reinterpret_cast<std::uint64_t*>(heap->peer_base(0)), 5);
    meet();
    heap.reset();
  }
  EXPECT_EQ(driver_.calls("cuMemFree"), frees + 1);
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaHeap, PinnedHostMemoryIsSharedAsAnyHostMemory) {
  const int before = driver_.alive();
  {
    cuda_host heap(device_, link_of_job(), 64 << 10);
    heap.grow(8192);
    EXPECT_EQ(driver_.alive(), before + size()) << "each PE pins all heaps that it reaches";
    exchange(
        heap, 0, [](std::uint64_t* to, std::uint64_t value) { *to = value; },
        [](std::uint64_t* at) { return *at; });
    meet();
  }
  EXPECT_EQ(driver_.alive(), before);
}

}  // namespace
}  // namespace ark_mp
