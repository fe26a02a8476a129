// Heaps that a GPU reaches, with PEs as threads of this process; tests/mp/cuda has them as
// processes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <atomic>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#include "bootstrap/local_bootstrap.hpp"
#include "fake_control.hpp"
#include "gpu/memory/cuda_host.hpp"
#include "gpu/memory/cuda_ipc.hpp"
#include "gpu/memory/cuda_vmm.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t unit = 2 << 20;
using testing::long_ns;

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
  driver_.settings().posix_fd = 1;
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

TEST_F(CudaVmm, MemoryThatADeviceCannotMapOrExportIsNamed) {
  EXPECT_EQ(vmm_obstacle(device_, true), "");
  const int before = driver_.alive();
  driver_.settings().posix_fd = 0;
  EXPECT_THAT(vmm_obstacle(device_, true), HasSubstr("device 0 passes no memory to other"));
  EXPECT_EQ(vmm_obstacle(device_, false), "");
  driver_.settings().posix_fd = 1;
  driver_.settings().vmm = 0;
  EXPECT_THAT(vmm_obstacle(device_, false), HasSubstr("device 0 maps no memory piece by piece"));
  driver_.settings().vmm = 1;
  for (const char* call : {"cuMemCreate", "cuMemExportToShareableHandle"}) {
    driver_.fail(call, 1, CUDA_ERROR_NOT_PERMITTED);
    EXPECT_THAT(vmm_obstacle(device_, true), HasSubstr(std::string(call) + " on device 0"));
  }
  driver_.fail("cuMemCreate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  expect_error(
      errc::out_of_memory, [&] { static_cast<void>(vmm_obstacle(device_, true)); },
      HasSubstr("cuMemCreate"));
  EXPECT_EQ(driver_.alive(), before);
}

/// On a driver that maps nothing piece by piece.
class CudaIpc : public ::testing::Test {
 protected:
  void SetUp() override { driver_.settings().vmm = driver_.settings().posix_fd = 0; }
  void TearDown() override {
    driver_.settings().vmm = driver_.settings().posix_fd = driver_.settings().ipc = 1;
    driver_.settings().devices = 1;
  }
  const fake::control driver_;
  const cuda_device device_{0};
  gpu_copier copier_{device_, long_ns};
};

TEST_F(CudaIpc, IsOneAllocationZeroedAsItIsTaken) {
  const int before = driver_.alive();
  {
    cuda_ipc heap(device_, copier_, alone(), 2 * unit + 1);
    EXPECT_EQ(heap.reserved(), 3 * unit);
    EXPECT_EQ(heap.segment_unit(), unit);
    EXPECT_EQ(heap.committed(), 0u);
    EXPECT_EQ(heap.peer_base(0), heap.local_base());
    heap.grow(unit);
    heap.grow(2 * unit);
    EXPECT_EQ(heap.committed(), 3 * unit);
    const auto* seen = driver_.view<std::uint64_t>(heap.local_base(), 3 * unit);
    ASSERT_NE(seen, nullptr);
    for (std::size_t i = 0; i < 3 * unit / 8; ++i) ASSERT_EQ(seen[i], 0u);
  }
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaIpc, GrowthBeyondTheAllocationIsOutOfMemoryWithAReason) {
  cuda_ipc heap(device_, copier_, alone(), 2 * unit);
  heap.grow(unit);
  expect_error(
      errc::out_of_memory, [&] { heap.grow(2 * unit); },
      AllOf(HasSubstr("4194304 bytes asked for, 2097152 committed, limit 4194304"),
            HasSubstr("ARK_SYMMETRIC_SIZE"), HasSubstr("cudaIpc"), HasSubstr("cannot grow")));
  heap.grow(unit);
}

TEST_F(CudaIpc, PesOfOneProcessUseTheAddressItself) {
  driver_.settings().ipc = 0;
  const std::uint64_t handles = driver_.calls("cuIpcGetMemHandle");
  std::vector<std::byte*> seen(4);
  on_two([&](int pe, const job_link& link, local_bootstrap& boot) {
    const cuda_ipc heap(device_, copier_, link, unit);
    for (int other = 0; other < 2; ++other)
      seen[static_cast<std::size_t>(2 * pe + other)] = heap.peer_base(other);
    EXPECT_EQ(heap.peer_base(pe), heap.local_base());
    boot.barrier();
  });
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(seen[1], seen[3]);
  EXPECT_NE(seen[0], seen[1]);
  EXPECT_EQ(driver_.calls("cuIpcGetMemHandle"), handles);
}

TEST_F(CudaIpc, PesOfOneProcessOnTwoDevicesAreGivenEachOthersMemory) {
  driver_.settings().devices = 2;
  const cuda_device second(1);
  gpu_copier copier(second, long_ns);
  const auto refused_on = [&](errc code) {
    std::atomic<int> refused{0};
    on_two([&](int pe, const job_link& link, local_bootstrap& boot) {
      try {
        const cuda_ipc heap(pe == 0 ? device_ : second, pe == 0 ? copier_ : copier, link, unit);
        boot.barrier();
      } catch (const error& problem) {
        refused += problem.code() == code;
      }
    });
    return refused.load();
  };
  driver_.fail("cuCtxEnablePeerAccess", 2, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  EXPECT_EQ(refused_on(errc::unsupported), 2);
  EXPECT_EQ(refused_on(errc::unsupported), 0);
  const std::uint64_t calls = driver_.calls("cuCtxEnablePeerAccess");
  EXPECT_EQ(refused_on(errc::unsupported), 0) << "what is allowed already is no error";
  EXPECT_EQ(driver_.calls("cuCtxEnablePeerAccess"), calls + 2);
}

TEST_F(CudaIpc, AFailureOfOnePeFailsOnAllAndNothingIsLeaked) {
  const int before = driver_.alive();
  for (const char* call : {"cuMemAlloc", "cuMemsetD8Async"}) {
    driver_.fail(call, 1, CUDA_ERROR_OUT_OF_MEMORY);
    std::atomic<int> refused{0}, named{0};
    on_two([&](int, const job_link& link, local_bootstrap& boot) {
      try {
        cuda_ipc heap(device_, copier_, link, unit);
        boot.barrier();
        heap.grow(unit);
      } catch (const error& problem) {
        refused += problem.code() == errc::out_of_memory;
        named += std::string(problem.what()).find(call) != std::string::npos;
      }
    });
    EXPECT_EQ(refused, 2) << call;
    EXPECT_EQ(named, 1) << call;
    EXPECT_EQ(driver_.alive(), before) << call;
  }
}

TEST_F(CudaIpc, AnAllocationThatDoesNotFitNamesTheVariable) {
  driver_.fail("cuMemAlloc", 1, CUDA_ERROR_OUT_OF_MEMORY);
  expect_error(
      errc::out_of_memory, [&] { const cuda_ipc heap(device_, copier_, alone(), unit); },
      AllOf(HasSubstr("cuMemAlloc on device 0 of 2097152 bytes"),
            HasSubstr("a smaller ARK_SYMMETRIC_SIZE")));
}

TEST_F(CudaIpc, SizesMustAgree) {
  on_two([&](int pe, const job_link& link, local_bootstrap&) {
    expect_error(
        errc::asymmetric,
        [&] {
          const cuda_ipc heap(device_, copier_, link, static_cast<std::size_t>(pe + 1) * unit);
        },
        HasSubstr("ARK_SYMMETRIC_SIZE: PE"));
  });
}

/// Runs `body` in a process that ends with it, as if killed; true if it returned true.
bool in_another_process(const std::function<bool()>& body) {
  const pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(CudaIpc, AProcessThatHasEndedHoldsNothing) {
  const int before = driver_.alive();
  {
    ipc_memory memory(device_, unit, long_ns);
    const unique_fd offer = memory.offer();
    auto* const word = driver_.view<std::uint64_t>(memory.base());
    *word = 7;
    EXPECT_TRUE(in_another_process([&] {
      auto* const theirs = new ipc_window(device_, unit, unique_fd(dup(offer.get())));
      auto* const seen = driver_.view<std::uint64_t>(theirs->base());
      return seen != nullptr && (*seen)++ == 7 && theirs->base() != memory.base();
    }));
    EXPECT_EQ(*word, 8u);
  }
  EXPECT_EQ(driver_.alive(), before);
}

TEST_F(CudaIpc, AnOfferIsTakenByAnyNumberAndInTheProcessThatMadeItByNone) {
  ipc_memory memory(device_, unit, long_ns);
  const unique_fd offer = memory.offer();
  const auto open_it = [&] {
    const ipc_window theirs(device_, unit, unique_fd(dup(offer.get())));
    return driver_.view(theirs.base(), unit) != nullptr;
  };
  EXPECT_TRUE(in_another_process(open_it));
  EXPECT_TRUE(in_another_process(open_it));
  expect_error(errc::system_error, open_it,
               AllOf(HasSubstr("cuIpcOpenMemHandle on device 0 of 2097152 bytes"),
                     HasSubstr("pid namespace"), HasSubstr("ARK_HEAP=cuda_host")));
}

TEST_F(CudaIpc, MemoryThatAnotherStillHasIsLeftWithALine) {
  constexpr std::uint64_t soon_ns = 20'000'000;
  const int before = driver_.alive();
  const std::uint64_t retained = driver_.calls("cuDevicePrimaryCtxRetain");
  const std::uint64_t freed = driver_.calls("cuMemFree");
  ::testing::internal::CaptureStderr();
  unique_fd offer;
  {
    ipc_memory memory(device_, unit, soon_ns);
    offer = memory.offer();
  }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("another process still has the 2097152 bytes of device 0 open"));
  EXPECT_GT(driver_.alive(), before);
  EXPECT_EQ(driver_.calls("cuMemFree"), freed);
  EXPECT_EQ(driver_.calls("cuDevicePrimaryCtxRetain"), retained + 1) << "its context must stay";
}

TEST_F(CudaIpc, ADriverWithoutHandlesIsUnsupported) {
  driver_.settings().ipc = 0;
  ipc_memory memory(device_, unit, long_ns);
  expect_error(
      errc::unsupported, [&] { static_cast<void>(memory.offer()); },
      AllOf(HasSubstr("cuIpcGetMemHandle on device 0"), HasSubstr("ARK_HEAP=cuda_host")));
}

TEST_F(CudaIpc, AnInvalidHandleIsRefused) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const unique_fd write_end(ends[1]);
  expect_error(
      errc::system_error, [&] { const ipc_window none(device_, unit, unique_fd(ends[0])); },
      HasSubstr("instead of a handle of cudaIpc"));
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
