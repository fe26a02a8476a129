// The choice between cached and streaming stores, on calculated times.
#include "queue/copy_choice.hpp"

#include <gtest/gtest.h>

#include <ark/detail/platform/cache_policy.hpp>
#include <cstring>
#include <random>
#include <vector>

namespace ark {
namespace {

constexpr std::uintptr_t granule = 1 << 16;

/// Times of a KiB. A cached copy behind a streaming one finds no line in the caches.
struct costs {
  std::uint64_t cached, streaming, evicted;
};
constexpr costs hot{80, 240, 160}, cold{280, 200, 280}, read_by_another{600, 150, 650};

/// One core's copies.
class copies {
 public:
  explicit copies(std::uint64_t fastest = copy_choice::no_time)
      : choice_(static_cast<std::uint16_t>(fastest)) {}
  /// The share of streaming copies among `count` to `granules` destinations in turn.
  double run(const costs& of, unsigned count, unsigned granules, unsigned disturbed_percent = 0) {
    unsigned streamed = 0;
    for (unsigned i = 0; i < count; ++i) {
      const std::uintptr_t dest = (1 + next_++ % granules) * granule;
      const bool streams = choice_.streams(dest);
      std::uint64_t time = streams ? of.streaming : evicted_ ? of.evicted : of.cached;
      if (random_() % 100 < disturbed_percent) time *= 6;
      choice_.took(dest, streams, time);
      evicted_ = streams;
      streamed += streams ? 1 : 0;
    }
    return static_cast<double>(streamed) / count;
  }

 private:
  copy_choice choice_;
  std::minstd_rand random_;
  std::uintptr_t next_ = 0;
  bool evicted_ = false;
};

TEST(CopyChoice, LinesInTheCachesAreWrittenThere) {
  EXPECT_EQ(copies().run(hot, 10'000, 1), 0);
  copies one;
  one.run({60, 60, 60}, 100, 1);  // smaller copies have been faster: each interval ends in a trial
  EXPECT_LT(one.run({100, 240, 160}, 10'000, 1), 0.03);
}

TEST(CopyChoice, LinesThatCachesLackAreStreamed) {
  for (const costs& slow : {cold, read_by_another}) {
    for (const unsigned granules : {1u, 64u}) {
      copies one;
      one.run(hot, 100, 1);
      EXPECT_GT(one.run(slow, 20'000, granules), 0.9) << slow.cached << ", " << granules;
    }
  }
}

/// Control: without a time to compare with, copies that are all slow seem fast.
TEST(CopyChoice, AProgramWithoutFastCopiesStreams) {
  EXPECT_GT(copies(hot.cached).run(cold, 2'000, 64), 0.8);
  EXPECT_EQ(copies().run(cold, 2'000, 64), 0);
}

TEST(CopyChoice, GranulesThatAgreeNeedFewTrialsEach) {
  EXPECT_GT(copies(hot.cached).run(cold, 100 * 64, 64), 0.95);
}

TEST(CopyChoice, GranulesThatAreWrittenOnceShareAChoice) {
  copies one;
  one.run(hot, 100, 1);
  EXPECT_GT(one.run(cold, 10'000, 1u << 30), 0.9);
}

TEST(CopyChoice, DisturbedTimesDecideLittle) {
  copies one;
  EXPECT_LT(one.run(hot, 20'000, 1, 10), 0.05);
  EXPECT_GT(one.run(read_by_another, 20'000, 1, 10), 0.9);
}

TEST(CopyChoice, AChangeIsFollowed) {
  copies one;
  one.run(hot, 1'000, 1);
  EXPECT_GT(one.run(cold, 2'000, 1), 0.8);
  EXPECT_LT(one.run(hot, 2'000, 1), 0.2);
}

/// Control: times that say nothing lead to no choice.
TEST(CopyChoice, EqualTimesStayCached) {
  copies one;
  one.run(hot, 100, 1);
  EXPECT_LT(one.run({200, 200, 200}, 10'000, 1), 0.1);
}

TEST(CopyChoice, CopiesTheSameBytesAsMemcpy) {
  constexpr std::size_t most = 3 * detail::cpu_choose_least_bytes, guard = 64;
  std::vector<std::byte> source(most), dest(most + 2 * guard);
  for (std::size_t i = 0; i < most; ++i) source[i] = static_cast<std::byte>(i * 31 + i / 251);
  for (std::size_t round = 0; round < 60; ++round) {
    const std::size_t bytes = most - round * 977;
    std::vector<std::byte> expected(dest.size(), std::byte{0x5a});
    dest = expected;
    std::memcpy(expected.data() + guard, source.data(), bytes);
    detail::copy_large(dest.data() + guard, source.data(), bytes);
    ASSERT_EQ(dest, expected) << bytes;
  }
}

}  // namespace
}  // namespace ark
