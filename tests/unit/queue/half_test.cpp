// Sums of 16-bit floating-point values: every value, rounding, what is no number, and additions by
// several threads.
#include <gtest/gtest.h>

#include <ark/float16.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

namespace ark::detail {
namespace {

using half_detail::round_to;
using half_detail::sum;
using half_detail::to_float;

/// A value of sign, exponent and fraction, by its definition in IEEE 754.
double defined(std::uint16_t bits, int fraction_bits, int bias) {
  const int exponent = bits >> fraction_bits & ((1 << (15 - fraction_bits)) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << (15 - fraction_bits)) - 1)
    return fraction != 0 ? std::nan("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

template <class Half>
struct format;
template <>
struct format<float16_bits> {
  static constexpr int fraction_bits = 10, bias = 15;
};
template <>
struct format<bfloat16_bits> {
  static constexpr int fraction_bits = 7, bias = 127;
};

template <class Half>
class Halves : public ::testing::Test {
 protected:
  static double value(std::uint16_t bits) {
    return defined(bits, format<Half>::fraction_bits, format<Half>::bias);
  }
  /// The nearest value to `exact`, the even one of two: by search among all values of its sign.
  static std::uint16_t nearest(double exact) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(exact) ? 0x8000 : 0);
    const std::uint16_t infinity = ((1 << (15 - format<Half>::fraction_bits)) - 1)
                                   << format<Half>::fraction_bits;
    const double size = std::fabs(exact);
    std::uint16_t low = 0, high = infinity;  // value(low) <= size; bits of one sign are in order
    while (high - low > 1) {
      const auto middle = static_cast<std::uint16_t>((low + high) / 2);
      (value(middle) <= size ? low : high) = middle;
    }
    // The value behind the last finite one, if the exponent went on, is where infinity begins.
    const double above = high == infinity ? 2 * value(low) - value(low - 1) : value(high);
    const double down = size - value(low), up = above - size;
    const bool upwards = up < down || (up == down && low % 2 != 0);
    return sign | (std::isinf(size) ? infinity : upwards ? high : low);
  }
};
using formats = ::testing::Types<float16_bits, bfloat16_bits>;
TYPED_TEST_SUITE(Halves, formats);

TYPED_TEST(Halves, EveryValueMatchesItsBitsAndConvertsBack) {
  for (unsigned raw = 0; raw < 0x10000; ++raw) {
    const auto bits = static_cast<std::uint16_t>(raw);
    const float seen = to_float(TypeParam{bits});
    const double expected = this->value(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(seen)) << raw;
      ASSERT_EQ(round_to(TypeParam{}, seen), 0x7fff) << raw;
    } else {
      ASSERT_EQ(seen, expected) << raw;
      ASSERT_EQ(round_to(TypeParam{}, seen), bits) << raw;
    }
  }
}

TYPED_TEST(Halves, SumsAreExactAndThenRoundedOnce) {
  std::mt19937 random(7);
  for (int i = 0; i < 300'000; ++i) {
    const auto a = static_cast<std::uint16_t>(random());
    auto b = static_cast<std::uint16_t>(random());
    // Half of all pairs have nearly the same exponent, where sums are rounded most.
    if (i % 2 == 0) b = static_cast<std::uint16_t>((a ^ (b & 0x8fff)) + (b >> 14 << 10));
    const double x = this->value(a), y = this->value(b);
    const std::uint16_t seen = sum(TypeParam{a}, TypeParam{b});
    if (std::isnan(x + y)) {
      ASSERT_EQ(seen, 0x7fff) << a << " " << b;
    } else {
      ASSERT_EQ(seen, this->nearest(x + y)) << a << " " << b;
    }
  }
}

TYPED_TEST(Halves, AdditionsOfSeveralThreadsLoseNothingAndLeaveTheNeighbour) {
  constexpr int threads = 4, each = 60;  // up to 240, which both types hold exactly
  TypeParam words[3]{};
  const TypeParam one{round_to(TypeParam{}, 1.0f)};
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([&] {
      for (int i = 0; i < each; ++i) add_relaxed(words + 1, one);
    });
  }
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(to_float(words[1]), threads * each);
  EXPECT_EQ(words[0].bits, 0);
  EXPECT_EQ(words[2].bits, 0);
}

#ifdef __FLT16_MANT_DIG__
TEST(HalfOfTheCompiler, HasTheSameConversions) {
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    const auto half = std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits));
    if (half != half) continue;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(ark::to_float(half)),
              std::bit_cast<std::uint32_t>(static_cast<float>(half)));
    ASSERT_EQ(std::bit_cast<std::uint16_t>(ark::from_float<_Float16>(ark::to_float(half))), bits);
  }
  std::mt19937 random(12);
  std::uniform_real_distribution<float> exponent(-27, 18), fraction(-2, 2);
  for (int i = 0; i < 200'000; ++i) {
    const float value = fraction(random) * std::exp2(exponent(random));
    ASSERT_EQ(std::bit_cast<std::uint16_t>(ark::from_float<_Float16>(value)),
              std::bit_cast<std::uint16_t>(static_cast<_Float16>(value)))
        << value;
  }
  EXPECT_EQ(ark::from_float<float>(ark::to_float(0.1f)), 0.1f);
}

TEST(HalfOfTheCompiler, HasTheSameSums) {
  std::mt19937 random(11);
  for (int i = 0; i < 200'000; ++i) {
    const auto a = static_cast<std::uint16_t>(random()), b = static_cast<std::uint16_t>(random());
    const _Float16 x = std::bit_cast<_Float16>(a), y = std::bit_cast<_Float16>(b);
    const auto expected = static_cast<_Float16>(x + y);
    if (expected != expected) continue;
    ASSERT_EQ(sum(float16_bits{a}, float16_bits{b}), std::bit_cast<std::uint16_t>(expected));
  }
}
#endif

}  // namespace
}  // namespace ark::detail
