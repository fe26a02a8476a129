// The copy of a scope's threads on the CPU: every byte arrives and no other changes, for every size
// and alignment, by one thread, a warp and a block. The threads come one after another: a copy
// synchronises nothing.
#include <gtest/gtest.h>

#include <ark/device/transfer/copy.hpp>
#include <cstring>
#include <vector>

namespace ark::device {
namespace {

constexpr std::size_t most_bytes = 4096, guard = 64, room = guard + 16 + most_bytes + guard;
constexpr unsigned char canary = 0xa5;

/// A scope of `Size` threads, of which the test is one at a time.
template <unsigned Size>
struct scope_of {
  static inline unsigned current = 0;
  static unsigned rank() { return current; }
  static unsigned size() { return Size; }
  static bool leader() { return current == 0; }
};

template <unsigned Size>
void copy_by_all(std::byte* dest, const std::byte* source, std::size_t bytes, cache_policy policy) {
  using scope = scope_of<Size>;
  for (scope::current = 0; scope::current < Size; ++scope::current)
    copy<scope>(dest, source, bytes, policy);
}

std::vector<std::byte> made_source(std::size_t bytes) {
  std::vector<std::byte> source(bytes);
  for (std::size_t i = 0; i < bytes; ++i) source[i] = static_cast<std::byte>(i * 131 + i / 256);
  return source;
}

/// dest holds canaries but for [first, first + bytes), which holds what `from` does.
void expect_area(const std::vector<std::byte>& dest, std::size_t first, const std::byte* from,
                 std::size_t bytes) {
  std::vector<std::byte> expected(dest.size(), std::byte{canary});
  if (bytes > 0) std::memcpy(expected.data() + first, from, bytes);
  ASSERT_EQ(std::memcmp(dest.data(), expected.data(), dest.size()), 0)
      << bytes << " bytes at " << first;
}

class ScopeCopy : public testing::TestWithParam<std::size_t> {
 protected:
  /// Every size to 4096 and every alignment of dest; the source's is the parameter.
  template <unsigned Size>
  void check_sizes() {
    const std::vector<std::byte> source = made_source(room);
    std::vector<std::byte> dest(room, std::byte{canary});
    const std::byte* from = source.data() + GetParam();
    for (std::size_t shift = 0; shift < 16; ++shift) {
      for (std::size_t bytes = 0; bytes <= most_bytes; ++bytes) {
        const std::size_t first = guard + shift;
        copy_by_all<Size>(dest.data() + first, from, bytes, cache_policy::automatic);
        expect_area(dest, first, from, bytes);
        if (HasFatalFailure()) return;
        std::memset(dest.data() + first, canary, bytes);
      }
    }
  }
};

TEST_P(ScopeCopy, ThreadMovesEverySize) { check_sizes<1>(); }
TEST_P(ScopeCopy, WarpMovesEverySize) { check_sizes<32>(); }
TEST_P(ScopeCopy, BlockMovesEverySize) { check_sizes<48>(); }

INSTANTIATE_TEST_SUITE_P(SourceModulo16, ScopeCopy, testing::Range<std::size_t>(0, 16));

template <unsigned Size>
void check_policies() {
  const std::size_t streams = detail::cpu_stream_least_bytes;
  const std::vector<std::byte> source = made_source(streams + 4096);
  for (int value = 0; value < static_cast<int>(detail::cache_policy_count); ++value) {
    for (const std::size_t bytes : {std::size_t{100}, std::size_t{4097}, std::size_t{70001},
                                    streams - 1, streams, streams + 1001}) {
      for (const std::size_t shift : {0u, 1u, 16u, 63u}) {
        std::vector<std::byte> dest(bytes + 4 * guard, std::byte{canary});
        copy_by_all<Size>(dest.data() + guard + shift, source.data() + 3, bytes,
                          static_cast<cache_policy>(value));
        expect_area(dest, guard + shift, source.data() + 3, bytes);
      }
    }
  }
}

TEST(ScopeCopyPolicy, EveryPolicyMovesTheSameBytes) {
  check_policies<1>();
  check_policies<32>();
  check_policies<256>();
}

TEST(ScopeCopyWord, AGetOfOneWordMovesIt) {
  alignas(8) std::uint64_t source = 0x0123456789abcdef, dest = 0;
  copy<thread_scope>(&dest, &source, 8, cache_policy::automatic, detail::direction::get);
  EXPECT_EQ(dest, source);
  dest = 0;
  copy<thread_scope>(&dest, &source, 4, cache_policy::automatic, detail::direction::get);
  EXPECT_EQ(dest, source & 0xffffffff);
}

}  // namespace
}  // namespace ark::device
