// Memory comes to the heap as allocations do, and where there is none that is an error on all PEs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace ark {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t mib = std::size_t{1} << 20, heap_mib = 1024;
const settings large_heap{
    {"ARK_SYMMETRIC_SIZE", "1g"}, {"ARK_TIMEOUT", "30s"}, {"ARK_LOG", "error"}};

/// The inode of what is mapped at `at`.
std::uint64_t inode_at(std::uint64_t at) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t begin = 0, end = 0, inode = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %*s %*s %lu", &begin, &end, &inode) == 3 &&
        begin <= at && at < end)
      return inode;
  }
  return 0;
}

/// Bytes of memory behind the heap's first segment, which stays open until all of it has some.
std::size_t backed_heap() {
  const std::uint64_t inode = inode_at(detail::host_context().heap_base);
  for (const auto& open : std::filesystem::directory_iterator("/proc/self/fd")) {
    struct stat facts {};
    if (stat(open.path().c_str(), &facts) == 0 && facts.st_ino == inode)
      return static_cast<std::size_t>(facts.st_blocks) * 512;
  }
  ADD_FAILURE() << "no open descriptor of the heap";
  return 0;
}

/// From now on the calling thread gets no memory for a heap's segment beyond its first `bytes`.
/// False: the system does not do that.
bool no_memory_beyond(std::uint32_t bytes) {
  constexpr auto offset_of_begin = static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 2 * 8);
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, nr))),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset_of_begin),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, bytes, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSPC),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(steps)), steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(Backing, OfALargeHeapGrowsWithAllocations) {
  local_run(
      2,
      [](int) {
        EXPECT_GE(heap_query().committed, heap_mib * mib);
        const std::size_t at_init = backed_heap();
        EXPECT_LE(at_init, 4 * mib);
        void* block = ark_malloc(16 * mib);
        ASSERT_NE(block, nullptr);
        EXPECT_GE(backed_heap(), 16 * mib);
        EXPECT_LE(backed_heap(), at_init + 18 * mib);
        ark_free(block);
        block = ark_malloc(16 * mib);
        EXPECT_LE(backed_heap(), at_init + 18 * mib) << "used again";
        block = ark_realloc(block, 24 * mib);
        ASSERT_NE(block, nullptr);
        EXPECT_GE(backed_heap(), 24 * mib);
      },
      large_heap);
}

TEST(Backing, OfRegisteredBuffersIsThere) {
  local_run(
      2,
      [](int) {
        void* const own =
            mmap(nullptr, 16 * mib, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        void* const shared = ark_buffer_register_symmetric(own, 16 * mib);
        ASSERT_NE(shared, nullptr) << last_error();
        EXPECT_GE(backed_heap(), 16 * mib);
        EXPECT_EQ(ark_buffer_unregister_symmetric(shared), 0);
        munmap(own, 16 * mib);
      },
      large_heap);
}

TEST(Backing, OfAHeapThatIsUsedUpGrowsOn) {
  local_run(2,
            [](int) {
              auto* const all = static_cast<char*>(ark_malloc(8 * mib));
              ASSERT_NE(all, nullptr) << last_error();
              std::memset(all, 1, 8 * mib);
              auto* const more =
                  static_cast<char*>(ark_calloc(4 * mib, 1));  // in a further segment
              ASSERT_NE(more, nullptr) << last_error();
              std::memset(more, 1, 4 * mib);
              EXPECT_GT(heap_query().committed, 12 * mib);
            },
            {{"ARK_SYMMETRIC_SIZE", "8m"}, {"ARK_HEAP_RESERVE", "256m"}, {"ARK_TIMEOUT", "30s"}});
}

TEST(Backing, ThatFailsOnOnePeIsNullOnAllAndTheHeapStaysUsable) {
  bool can = true;
  local_run(
      2,
      [&](int pe) {
        if (pe == 1) can = no_memory_beyond(16 * mib);
        ark_barrier_all();
        if (!can) return;
        auto* const small = static_cast<char*>(ark_malloc(mib));
        const std::size_t before = backed_heap(), used = heap_query().used;
        const std::size_t peak = heap_query().peak;
        EXPECT_EQ(ark_malloc(64 * mib), nullptr);
        EXPECT_THAT(last_error(), HasSubstr("67108864 bytes"));
        EXPECT_THAT(last_error(), HasSubstr(pe == 1 ? "No space left" : "failed on PE 1"));
        EXPECT_EQ(heap_query().used, used);
        EXPECT_EQ(ark_realloc(small, 64 * mib), nullptr);
        EXPECT_EQ(heap_query().used, used);
        EXPECT_EQ(heap_query().peak, peak) << "nobody could use what was not had";
        if (pe == 0) {
          EXPECT_EQ(backed_heap(), before) << "what was had is given back";
        }
        auto* const fits = static_cast<char*>(ark_malloc(8 * mib));
        ASSERT_NE(fits, nullptr) << last_error();
        std::memset(fits, 1, 8 * mib);
        ark_free(small);
        EXPECT_EQ(ark_status(), 0);
        ark_barrier_all();
      },
      large_heap);
  if (!can) GTEST_SKIP() << "the system filters no system calls";
}

}  // namespace
}  // namespace ark
