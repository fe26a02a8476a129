// Pages of shared memory in place of private ones, and back; and what has no pages to exchange.
#include "os/page_alias.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ark/errc.hpp>
#include <cstring>

#include "os/reserved_region.hpp"

namespace ark {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

const std::size_t page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

/// Pages of one kind, unmapped at the end.
struct pages {
  pages(std::size_t count, int access, int flags, int fd = -1)
      : bytes(count * page_bytes),
        at(static_cast<std::byte*>(mmap(nullptr, bytes, access, flags, fd, 0))) {}
  ~pages() { munmap(at, bytes); }
  pages(const pages&) = delete;
  pages& operator=(const pages&) = delete;
  std::size_t bytes;
  std::byte* at;
};

struct plain_pages : pages {
  explicit plain_pages(std::size_t count)
      : pages(count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS) {}
};

/// Shared memory of several files, as a heap's segments are.
struct shared_pages {
  explicit shared_pages(std::initializer_list<std::size_t> counts)
      : region(64 * page_bytes, "a test") {
    for (const std::size_t count : counts) {
      const unique_fd fd(memfd_create("ark-test", MFD_CLOEXEC));
      EXPECT_EQ(ftruncate(fd.get(), static_cast<off_t>(count * page_bytes)), 0);
      region.map(bytes, count * page_bytes, fd);
      bytes += count * page_bytes;
    }
  }
  [[nodiscard]] std::byte* at() const { return region.base(); }
  reserved_region region;
  std::size_t bytes = 0;
};

TEST(PageAlias, BothAddressesAreTheSameMemoryAcrossFiles) {
  const plain_pages mine(6);
  const shared_pages ours({2, 3, 4});
  std::memset(mine.at, 1, mine.bytes);
  ASSERT_EQ(alias_refusal(mine.at, mine.bytes), "");
  std::byte* const from =
      ours.at() + page_bytes;  // the end of one file, all of one, the begin of one
  alias_pages(mine.at, from, mine.bytes);
  for (std::size_t i = 0; i < mine.bytes; i += page_bytes / 2) {
    mine.at[i] = static_cast<std::byte>(i / 64 + 1);
    EXPECT_EQ(from[i], mine.at[i]) << i;
    from[i + 1] = static_cast<std::byte>(i / 64 + 2);
    EXPECT_EQ(mine.at[i + 1], from[i + 1]) << i;
  }
  EXPECT_EQ(ours.at()[page_bytes - 1], std::byte{});
  EXPECT_EQ(ours.at()[7 * page_bytes], std::byte{});
}

TEST(PageAlias, PrivateAgainItKeepsItsContents) {
  const plain_pages mine(3);
  const shared_pages ours({3});
  alias_pages(mine.at, ours.at(), mine.bytes);
  std::memset(ours.at(), 5, ours.bytes);
  make_private(mine.at, ours.at(), mine.bytes);
  std::memset(ours.at(), 6, ours.bytes);
  for (std::size_t i = 0; i < mine.bytes; ++i) ASSERT_EQ(mine.at[i], std::byte{5}) << i;
  EXPECT_EQ(alias_refusal(mine.at, mine.bytes), "");
}

/// As the data of a program, which the loader maps from its file.
TEST(PageAlias, PrivatePagesOfAFileAreAccepted) {
  const unique_fd self(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  const pages file(1, PROT_READ | PROT_WRITE, MAP_PRIVATE, self.get());
  const shared_pages ours({1});
  ASSERT_EQ(alias_refusal(file.at, page_bytes), "");
  std::memcpy(ours.at(), file.at, page_bytes);
  alias_pages(file.at, ours.at(), page_bytes);
  EXPECT_EQ(file.at[1], std::byte{'E'});  // of 0x7f ELF
  ours.at()[1] = std::byte{7};
  EXPECT_EQ(file.at[1], std::byte{7});
}

TEST(PageAlias, RefusesPartialPages) {
  const plain_pages mine(2);
  EXPECT_THAT(alias_refusal(mine.at, 0), HasSubstr("0 bytes: a multiple of the page size"));
  EXPECT_THAT(alias_refusal(mine.at, page_bytes - 8), HasSubstr("a multiple of the page size"));
  EXPECT_THAT(alias_refusal(mine.at + 64, page_bytes), HasSubstr("the start of a page"));
  EXPECT_THAT(alias_refusal(nullptr, page_bytes), HasSubstr("the start of a page"));
  EXPECT_THAT(alias_refusal(mine.at, ~std::size_t{0} / page_bytes * page_bytes),
              HasSubstr("the start of a page"));
}

TEST(PageAlias, RefusesMemoryOfOtherKinds) {
  const pages read_only(1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS);
  EXPECT_THAT(alias_refusal(read_only.at, page_bytes),
              ContainsRegex("mapped r--p.*private memory"));
  const pages shared(1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS);
  EXPECT_THAT(alias_refusal(shared.at, page_bytes), HasSubstr("mapped rw-s"));
  const unique_fd self(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  const pages file(1, PROT_READ, MAP_PRIVATE, self.get());
  EXPECT_THAT(alias_refusal(file.at, page_bytes), HasSubstr("mapped r--p /"));
  alignas(16) std::byte on_stack[16];
  const auto whole = reinterpret_cast<std::uintptr_t>(on_stack) / page_bytes * page_bytes;
  EXPECT_THAT(alias_refusal(reinterpret_cast<void*>(whole), page_bytes), HasSubstr("[stack]"));
}

TEST(PageAlias, RefusesAHole) {
  const plain_pages mine(3);
  munmap(mine.at + page_bytes, page_bytes);
  EXPECT_THAT(alias_refusal(mine.at, 3 * page_bytes), HasSubstr("is not mapped"));
  EXPECT_THAT(alias_refusal(mine.at + page_bytes, page_bytes), HasSubstr("is not mapped"));
  EXPECT_EQ(alias_refusal(mine.at, page_bytes), "");
}

TEST(PageAlias, AFailedSystemCallIsAnErrorThatNamesIt) {
  const plain_pages mine(1), not_shared(1);
  try {
    alias_pages(mine.at, not_shared.at, page_bytes);
    FAIL() << "private memory was mapped twice";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::system_error);
    EXPECT_THAT(problem.what(), ContainsRegex("mremap of [0-9]+ bytes at 0x"));
  }
}

}  // namespace
}  // namespace ark
