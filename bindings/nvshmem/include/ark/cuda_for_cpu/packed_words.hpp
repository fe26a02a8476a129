// CUDA's intrinsics on the two halves or four bytes of a word, and those that add, compare and
// clamp in one call (DPX), for the CPU executor. Callable: kernels and host threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ark::cuda_for_cpu {

/// `operation` on the parts of type Part of each word. The lower bits of its result are a part of
/// the result.
template <class Part, class Operation, class... Words>
constexpr unsigned by_part(Operation operation, Words... words) {
  constexpr unsigned bits = 8 * sizeof(Part);
  unsigned result = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    const auto part = static_cast<unsigned>(operation(static_cast<Part>(words >> at)...));
    result |= (part & ((1u << bits) - 1)) << at;
  }
  return result;
}

template <class Part>
constexpr int saturated(int value) {
  return std::clamp<int>(value, std::numeric_limits<Part>::min(), std::numeric_limits<Part>::max());
}

/// The sum of the absolute differences of the parts.
template <class Part>
constexpr unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  by_part<Part>(
      [&sum](int x, int y) { return sum += static_cast<unsigned>(x > y ? x - y : y - x); }, a, b);
  return sum;
}

/// The lower bits of a sum, of any type.
template <class T>
constexpr T wrapped_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

}  // namespace ark::cuda_for_cpu

// name2 and name4. sign: s or u, of the parts. x, y: parts, of type T, as int.
#define ARK_PACKED(name, sign, expression)                  \
  ARK_PACKED_OF(name##2, ARK_PACKED_##sign(16), expression) \
  ARK_PACKED_OF(name##4, ARK_PACKED_##sign(8), expression)
#define ARK_PACKED_s(bits) std::int##bits##_t
#define ARK_PACKED_u(bits) std::uint##bits##_t
#define ARK_PACKED_OF(name, Part, expression)                                                    \
  constexpr unsigned name(unsigned a, unsigned b) {                                              \
    return ark::cuda_for_cpu::by_part<Part>([]<class T>(T x, T y) { return expression; }, a, b); \
  }
#define ARK_PACKED_UNARY(name, expression)               \
  ARK_PACKED_UNARY_OF(name##2, std::int16_t, expression) \
  ARK_PACKED_UNARY_OF(name##4, std::int8_t, expression)
#define ARK_PACKED_UNARY_OF(name, Part, expression)                                      \
  constexpr unsigned name(unsigned a) {                                                  \
    return ark::cuda_for_cpu::by_part<Part>([]<class T>(T x) { return expression; }, a); \
  }

ARK_PACKED(__vadd, u, x + y)
ARK_PACKED(__vsub, u, x - y)
ARK_PACKED(__vaddss, s, ark::cuda_for_cpu::saturated<T>(x + y))
ARK_PACKED(__vaddus, u, ark::cuda_for_cpu::saturated<T>(x + y))
ARK_PACKED(__vsubss, s, ark::cuda_for_cpu::saturated<T>(x - y))
ARK_PACKED(__vsubus, u, ark::cuda_for_cpu::saturated<T>(x - y))
ARK_PACKED(__vmaxs, s, x > y ? x : y)
ARK_PACKED(__vmaxu, u, x > y ? x : y)
ARK_PACKED(__vmins, s, x < y ? x : y)
ARK_PACKED(__vminu, u, x < y ? x : y)
ARK_PACKED(__vabsdiffs, s, x > y ? x - y : y - x)
ARK_PACKED(__vabsdiffu, u, x > y ? x - y : y - x)
// Averages. A half is rounded away from zero, or down (__vhaddu).
ARK_PACKED(__vavgs, s, (x + y + (x + y >= 0)) >> 1)
ARK_PACKED(__vavgu, u, (x + y + 1) >> 1)
ARK_PACKED(__vhaddu, u, (x + y) >> 1)
ARK_PACKED_UNARY(__vabs, x < 0 ? -x : x)
ARK_PACKED_UNARY(__vabsss, ark::cuda_for_cpu::saturated<T>(x < 0 ? -x : x))
ARK_PACKED_UNARY(__vneg, -x)
ARK_PACKED_UNARY(__vnegss, ark::cuda_for_cpu::saturated<T>(-x))

// All bits of a part, and 1, where the comparison holds; else 0.
#define ARK_PACKED_COMPARE(name, sign, operation)        \
  ARK_PACKED(__vcmp##name, sign, x operation y ? -1 : 0) \
  ARK_PACKED(__vset##name, sign, x operation y ? 1 : 0)
#define ARK_PACKED_COMPARES(name, operation) \
  ARK_PACKED_COMPARE(name##s, s, operation)  \
  ARK_PACKED_COMPARE(name##u, u, operation)
ARK_PACKED_COMPARE(eq, u, ==)
ARK_PACKED_COMPARE(ne, u, !=)
ARK_PACKED_COMPARES(ge, >=)
ARK_PACKED_COMPARES(gt, >)
ARK_PACKED_COMPARES(le, <=)
ARK_PACKED_COMPARES(lt, <)
#undef ARK_PACKED_COMPARES
#undef ARK_PACKED_COMPARE
#undef ARK_PACKED_UNARY_OF
#undef ARK_PACKED_UNARY
#undef ARK_PACKED_OF
#undef ARK_PACKED_u
#undef ARK_PACKED_s
#undef ARK_PACKED

constexpr unsigned __vsads2(unsigned a, unsigned b) {
  return ark::cuda_for_cpu::sum_of_differences<std::int16_t>(a, b);
}
constexpr unsigned __vsads4(unsigned a, unsigned b) {
  return ark::cuda_for_cpu::sum_of_differences<std::int8_t>(a, b);
}
constexpr unsigned __vsadu2(unsigned a, unsigned b) {
  return ark::cuda_for_cpu::sum_of_differences<std::uint16_t>(a, b);
}
constexpr unsigned __vsadu4(unsigned a, unsigned b) {
  return ark::cuda_for_cpu::sum_of_differences<std::uint8_t>(a, b);
}

// --- DPX: of words, and of pairs of halves. _relu: 0 if the result is negative. x, y, z: of type
// T.

#define ARK_DPX_3(name, expression)                              \
  ARK_DPX_WORD(name##_s32, int, expression)                      \
  ARK_DPX_WORD(name##_u32, unsigned, expression)                 \
  ARK_DPX_WORD(name##_s32_relu, int, std::max<T>(expression, 0)) \
  ARK_DPX_PAIR(name##_s16x2, std::int16_t, expression)           \
  ARK_DPX_PAIR(name##_u16x2, std::uint16_t, expression)          \
  ARK_DPX_PAIR(name##_s16x2_relu, std::int16_t, std::max<T>(expression, 0))
#define ARK_DPX_WORD(name, Word, expression)                                \
  constexpr Word name(Word a, Word b, Word c) {                             \
    return []<class T>(T x, T y, T z) -> T { return expression; }(a, b, c); \
  }
#define ARK_DPX_PAIR(name, Part, expression)                              \
  constexpr unsigned name(unsigned a, unsigned b, unsigned c) {           \
    return ark::cuda_for_cpu::by_part<Part>(                              \
        []<class T>(T x, T y, T z) -> T { return expression; }, a, b, c); \
  }
ARK_DPX_3(__viaddmax, std::max<T>(ark::cuda_for_cpu::wrapped_sum<T>(x, y), z))
ARK_DPX_3(__viaddmin, std::min<T>(ark::cuda_for_cpu::wrapped_sum<T>(x, y), z))
ARK_DPX_3(__vimax3, std::max<T>(std::max<T>(x, y), z))
ARK_DPX_3(__vimin3, std::min<T>(std::min<T>(x, y), z))
#undef ARK_DPX_PAIR
#undef ARK_DPX_WORD
#undef ARK_DPX_3

constexpr int __vimax_s32_relu(int a, int b) { return std::max({a, b, 0}); }
constexpr int __vimin_s32_relu(int a, int b) { return std::max(std::min(a, b), 0); }
constexpr unsigned __vimax_s16x2_relu(unsigned a, unsigned b) {
  return __vimax3_s16x2_relu(a, b, b);
}
constexpr unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// The larger or smaller one, and whether it is `a`; of pairs, the answers of the higher and of the
// lower half.
#define ARK_DPX_CHOICE(name, order, T, Part)                                                       \
  constexpr T name##32(T a, T b, bool* is_first) {                                                 \
    *is_first = a order b;                                                                         \
    return *is_first ? a : b;                                                                      \
  }                                                                                                \
  constexpr unsigned name##16x2(unsigned a, unsigned b, bool* is_first_high, bool* is_first_low) { \
    *is_first_high = static_cast<Part>(a >> 16) order static_cast<Part>(b >> 16);                  \
    *is_first_low = static_cast<Part>(a) order static_cast<Part>(b);                               \
    return ((*is_first_high ? a : b) & 0xffff0000u) | ((*is_first_low ? a : b) & 0xffffu);         \
  }
ARK_DPX_CHOICE(__vibmax_s, >=, int, std::int16_t)
ARK_DPX_CHOICE(__vibmax_u, >=, unsigned, std::uint16_t)
ARK_DPX_CHOICE(__vibmin_s, <=, int, std::int16_t)
ARK_DPX_CHOICE(__vibmin_u, <=, unsigned, std::uint16_t)
#undef ARK_DPX_CHOICE
