// Long copies on a CPU: the same bytes as memcpy, whatever the distance of the addresses.
#include <gtest/gtest.h>

#include <ark/detail/platform/cache_policy.hpp>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#include "queue/wide_copy.hpp"
#endif

namespace ark::detail {
namespace {

using copy_function = void (*)(void*, const void*, std::size_t) noexcept;

constexpr std::size_t page = 4096, guard = 192;

/// Copies of `bytes` to several distances modulo a page, at several alignments.
void expect_same_bytes(copy_function copy, std::size_t bytes) {
  std::vector<std::byte> source(bytes + page), dest(bytes + 3 * page), expected(dest.size());
  for (std::size_t i = 0; i < source.size(); ++i)
    source[i] = static_cast<std::byte>(i * 37 + i / 251);
  for (const std::size_t from : {0, 1, 31, 33, 64, 100}) {
    for (const std::size_t shift : {0, 1, 16, 63, 64, 65, 1000, 2048, 4032, 4080, 4095}) {
      const std::byte* given = source.data() + from;
      const std::size_t apart = (reinterpret_cast<std::uintptr_t>(given) + shift -
                                 reinterpret_cast<std::uintptr_t>(dest.data() + guard)) %
                                page;
      std::byte* const to = dest.data() + guard + apart;
      std::fill(dest.begin(), dest.end(), std::byte{0xa5});
      std::fill(expected.begin(), expected.end(), std::byte{0xa5});
      std::memcpy(expected.data() + guard + apart, given, bytes);
      copy(to, given, bytes);
      ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << ", " << shift << " behind";
    }
  }
}

TEST(LongCopy, CopiesTheSameBytesAsMemcpy) {
  for (const std::size_t bytes : {0, 1, 255, 256, 2047, 2048, 2049, 4096, 5000, 70001}) {
    expect_same_bytes(copy_plain, bytes);
    if (bytes > 0) expect_same_bytes(copy_long, bytes);
  }
  copy_plain(nullptr, nullptr, 0);
}

TEST(LongCopy, BothLoopsCopyEveryByteOnce) {
#if defined(__x86_64__)
  if (!has_wide_copies()) GTEST_SKIP() << "the processor has no AVX2";
  for (const copy_function loop : {copy_rising, copy_falling}) {
    for (std::size_t bytes = wide_least; bytes < wide_least + 200; bytes += 3)
      expect_same_bytes(loop, bytes);
    expect_same_bytes(loop, 3 * page + 17);
  }
#else
  GTEST_SKIP() << "long copies are memcpy on this processor";
#endif
}

}  // namespace
}  // namespace ark::detail
