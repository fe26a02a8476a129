// The control of the streaming copy's fence, on x86-64: stores around the caches without one.
#if defined(__x86_64__)
#include <emmintrin.h>
#endif
#include <gtest/gtest.h>

#include "early_flags.hpp"

namespace ark::detail {
namespace {

#if defined(__x86_64__)
void copy_without_fence(void* dest, const void* source, std::size_t bytes) {
  auto* to = static_cast<__m128i*>(dest);
  const auto* from = static_cast<const __m128i*>(source);
  for (std::size_t i = 0; i < bytes / sizeof(__m128i); ++i)
    _mm_stream_si128(to + i, _mm_loadu_si128(from + i));
}

TEST(StreamCopy, ControlWithoutTheFenceTheFlagComesEarly) {
  unsigned early = 0;
  for (unsigned attempt = 0; attempt < 50 && early == 0; ++attempt)
    early = early_flags(copy_without_fence, 20000);
  EXPECT_GT(early, 0u);
}
#else
TEST(StreamCopy, ControlWithoutTheFenceTheFlagComesEarly) {
  GTEST_SKIP() << "only x86-64 has stores around the caches that need a fence";
}
#endif

}  // namespace
}  // namespace ark::detail
