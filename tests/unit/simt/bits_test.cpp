// Bits against plain loops; clocks.
#include "kernels/bits.hpp"

#include <random>

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

template <class T>
int ones(T value) {
  int count = 0;
  for (; value != 0; value >>= 1) count += static_cast<int>(value & 1);
  return count;
}
template <class T>
int first_one(T value) {
  for (int i = 0; i < static_cast<int>(8 * sizeof(T)); ++i) {
    if ((value >> i & 1) != 0) return i + 1;
  }
  return 0;
}
template <class T>
int leading_zeros(T value) {
  int zeros = 8 * sizeof(T);
  for (; value != 0; value >>= 1) --zeros;
  return zeros;
}
template <class T>
T reversed(T value) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i, value >>= 1)
    result = static_cast<T>(result << 1 | (value & 1));
  return result;
}

TEST(Bits, AgreeWithPlainLoops) {
  std::vector<unsigned long long> in{0, 1, ~0ull, 1ull << 63, 1ull << 32, 0x80000000u, 0xffffffffu};
  std::mt19937_64 random(7);
  while (in.size() < 128) in.push_back(random() >> (in.size() % 64));
  executor::executor on(executor::options{});
  std::vector<portable::bit_results> out(in.size());
  ASSERT_EQ(run(on, {1, 128}, portable::bits, in.data(), out.data()), errc::ok);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto low = static_cast<unsigned>(in[i]);
    EXPECT_EQ(out[i].popc, ones(low));
    EXPECT_EQ(out[i].popcll, ones(in[i]));
    EXPECT_EQ(out[i].ffs, first_one(low)) << std::hex << in[i];
    EXPECT_EQ(out[i].ffsll, first_one(in[i])) << std::hex << in[i];
    EXPECT_EQ(out[i].clz, leading_zeros(low)) << std::hex << in[i];
    EXPECT_EQ(out[i].clzll, leading_zeros(in[i])) << std::hex << in[i];
    EXPECT_EQ(out[i].brev, reversed(low));
    EXPECT_EQ(out[i].brevll, reversed(in[i]));
  }
}

TEST(Clocks, AdvanceOverASleep) {
  for (const portable::clock_results& seen : results({2, 4}, portable::clocks)) {
    EXPECT_GE(seen.nanoseconds, 200'000u);
    EXPECT_GE(seen.ticks, 200'000);
    EXPECT_FALSE(seen.went_back);
  }
}

TEST(Clocks, WorkOnHostThreads) {
  const std::uint64_t begin = global_timer_ns();
  __nanosleep(1000);
  EXPECT_GE(global_timer_ns() - begin, 1000u);
}

}  // namespace
}  // namespace ark::simt_test
