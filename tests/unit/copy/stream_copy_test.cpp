// The copy around a CPU's caches: the same bytes as memcpy, and ordered as ordinary stores are.
#include <gtest/gtest.h>

#include <ark/detail/platform/cache_policy.hpp>
#include <cstring>
#include <vector>

#include "early_flags.hpp"

namespace ark::detail {
namespace {

TEST(StreamCopy, CopiesTheSameBytesAsMemcpy) {
  constexpr std::size_t guard = 128, most = 1100;
  std::vector<std::byte> source(most + 64), dest(most + 64 + 2 * guard);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 37 + 1);
  for (std::size_t shift = 0; shift < 64; ++shift) {
    for (std::size_t bytes = 0; bytes <= most; bytes += bytes < 200 ? 1 : 13) {
      std::vector<std::byte> expected(dest.size(), std::byte{0xa5});
      std::fill(dest.begin(), dest.end(), std::byte{0xa5});
      const std::byte* from = source.data() + shift * 7 % 64;
      std::memcpy(expected.data() + guard + shift, from, bytes);
      copy_streaming(dest.data() + guard + shift, from, bytes);
      ASSERT_EQ(dest, expected) << bytes << " bytes at " << shift;
    }
  }
}

TEST(StreamCopy, OfNoBytesTouchesNoMemory) { copy_streaming(nullptr, nullptr, 0); }

TEST(StreamCopy, AReleaseAfterItCoversItsStores) {
  const auto copy = [](void* to, const void* from, std::size_t bytes) {
    copy_streaming(to, from, bytes);
  };
  EXPECT_EQ(early_flags(copy, 20000), 0u);
}

}  // namespace
}  // namespace ark::detail
