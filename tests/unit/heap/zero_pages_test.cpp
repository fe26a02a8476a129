// Tables that take memory where they are used; and the fence that reaches all processes with ark.
#include "os/zero_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "os/futex.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;

const std::size_t page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

std::size_t resident_pages(const zero_pages<std::uint64_t>& table) {
  const std::size_t bytes = table.size() * sizeof(std::uint64_t);
  std::vector<unsigned char> pages(bytes / page_bytes);
  EXPECT_EQ(mincore(table.data(), bytes, pages.data()), 0);
  return static_cast<std::size_t>(
      std::count_if(pages.begin(), pages.end(), [](auto page) { return (page & 1) != 0; }));
}

TEST(ZeroPages, UsedPagesTakeMemoryAndAllElementsAreZero) {
  const std::size_t on_a_page = page_bytes / sizeof(std::uint64_t);
  const zero_pages<std::uint64_t> table(16 * on_a_page, "a test");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.data()) % page_bytes, 0u);
  EXPECT_EQ(resident_pages(table), 0u);
  table.data()[5 * on_a_page] = 7;
  EXPECT_EQ(resident_pages(table), 1u);
  EXPECT_EQ(std::accumulate(table.data(), table.data() + table.size(), std::uint64_t{0}), 7u);
}

TEST(ZeroPages, AMoveKeepsTheElements) {
  zero_pages<std::uint64_t> first(3, "a test"), second;
  EXPECT_TRUE(second.empty());
  std::uint64_t* const at = first.data();
  at[2] = 9;
  second = std::move(first);
  EXPECT_EQ(second.data(), at);
  EXPECT_EQ(second.size(), 3u);
  EXPECT_EQ(second.data()[2], 9u);
}

TEST(ZeroPages, TheErrorNamesSizeAndPurpose) {
  try {
    const zero_pages<char> table(std::size_t{1} << 60, "tables of a test");
    FAIL() << "no error";
  } catch (const error& refused) {
    EXPECT_EQ(refused.code(), errc::out_of_memory);
    EXPECT_THAT(refused.what(), HasSubstr("tables of a test"));
    EXPECT_THAT(refused.what(), HasSubstr("1152921504606846976 bytes"));
  }
}

TEST(FenceAll, AProcessHasJoinedWhereTheSystemHasTheFence) {
  const long has = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  if (has < 0 || (has & MEMBARRIER_CMD_GLOBAL_EXPEDITED) == 0) GTEST_SKIP() << "no such fence here";
  EXPECT_TRUE(fence_all_joined);
  EXPECT_TRUE(fence_all());
}

}  // namespace
}  // namespace ark
