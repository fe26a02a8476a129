// The shared-memory heap, with PEs as threads of this process; tests/mp has them as processes.
#include "heap/host_shm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "bootstrap/local_bootstrap.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t page = 4096;
using testing::long_ns;

job_link alone(std::uint64_t timeout_ns = long_ns) {
  return {0, 1, timeout_ns,
          [](const void* in, std::size_t bytes, void* out) { std::memcpy(out, in, bytes); }};
}

std::size_t files_in_dev_shm() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
    ++count;
  return count;
}

TEST(HostShm, GrowsContiguouslyAndZeroed) {
  host_shm heap(alone(), 64 * page);
  EXPECT_EQ(heap.committed(), 0u);
  heap.grow(2 * page);
  std::memset(heap.local_base(), 1, 2 * page);
  heap.grow(3 * page);
  EXPECT_EQ(heap.committed(), 5 * page);
  EXPECT_EQ(heap.local_base()[2 * page - 1], std::byte{1});
  EXPECT_EQ(heap.local_base()[2 * page], std::byte{0});
  EXPECT_EQ(heap.peer_base(0), heap.local_base());
}

TEST(HostShm, BeyondTheReserveIsOutOfMemoryWithTheNumbersAndTheVariable) {
  host_shm heap(alone(), 8 * page);
  heap.grow(6 * page);
  try {
    heap.grow(3 * page);
    FAIL() << "grew beyond its reserve";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::out_of_memory);
    EXPECT_THAT(problem.what(), AllOf(HasSubstr("12288"), HasSubstr("24576 committed"),
                                      HasSubstr("limit 32768"), HasSubstr("ARK_HEAP_RESERVE")));
  }
  EXPECT_EQ(heap.committed(), 6 * page);
  heap.grow(2 * page);  // what still fits
  heap.local_base()[8 * page - 1] = std::byte{1};
}

TEST(HostShm, AddressSpaceThatCannotBeReservedIsNamed) {
  try {
    const host_shm heap(alone(), std::size_t{1} << 60);
    FAIL() << "reserved an exabyte";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::out_of_memory);
    EXPECT_THAT(problem.what(),
                AllOf(HasSubstr("1152921504606846976"), HasSubstr("ARK_HEAP_RESERVE")));
  }
}

TEST(HostShm, NoFileIsCreatedInDevShm) {
  const std::size_t before = files_in_dev_shm();
  host_shm heap(alone(), 64 * page);
  heap.grow(16 * page);
  EXPECT_EQ(files_in_dev_shm(), before);
}

TEST(HostShm, PesOfOneProcessShareOneMapping) {
  local_group group(2, long_ns);
  std::vector<std::byte*> seen(4);
  const auto body = [&](int pe) {
    local_bootstrap boot(group, pe);
    host_shm heap({pe, 2, long_ns,
                   [&](const void* in, std::size_t n, void* out) { boot.allgather(in, n, out); }},
                  16 * page);
    heap.grow(page);
    seen[static_cast<std::size_t>(2 * pe)] = heap.peer_base(0);
    seen[static_cast<std::size_t>(2 * pe + 1)] = heap.peer_base(1);
    boot.barrier();
  };
  std::thread other(body, 1);
  body(0);
  other.join();
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(seen[1], seen[3]);
  EXPECT_NE(seen[0], seen[1]);
}

TEST(HostShm, DifferentReservesAreRefusedOnEveryPe) {
  local_group group(2, long_ns);
  std::atomic<int> refused{0};
  const auto body = [&](int pe) {
    local_bootstrap boot(group, pe);
    try {
      const host_shm heap(
          {pe, 2, long_ns,
           [&](const void* in, std::size_t n, void* out) { boot.allgather(in, n, out); }},
          (16 + static_cast<std::size_t>(pe)) * page);
    } catch (const error& problem) {
      refused += problem.code() == errc::asymmetric;
      EXPECT_THAT(problem.what(), HasSubstr("ARK_HEAP_RESERVE"));
    }
  };
  std::thread other(body, 1);
  body(0);
  other.join();
  EXPECT_EQ(refused, 2);
}

TEST(HostShm, SegmentThatFailsOnOnePeFailsOnAllAndTheHeapStaysUsable) {
  local_group group(2, long_ns);
  std::atomic<int> refused{0};
  const auto body = [&](int pe) {
    local_bootstrap boot(group, pe);
    host_shm heap({pe, 2, long_ns,
                   [&](const void* in, std::size_t n, void* out) { boot.allgather(in, n, out); }},
                  16 * page);
    heap.grow(page);
    try {
      heap.grow(pe == 0 ? page : 64 * page);  // PE 1 asks for more than its reserve
    } catch (const error& problem) {
      refused += problem.code() == errc::out_of_memory;
      if (pe == 0) {
        EXPECT_THAT(problem.what(), HasSubstr("failed on PE 1"));
      }
    }
    EXPECT_EQ(heap.committed(), page);
    heap.grow(page);
    heap.local_base()[2 * page - 1] = std::byte{1};
    boot.barrier();
  };
  std::thread other(body, 1);
  body(0);
  other.join();
  EXPECT_EQ(refused, 2);
}

}  // namespace
}  // namespace ark
