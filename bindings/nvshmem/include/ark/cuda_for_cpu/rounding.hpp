// CUDA's intrinsics that round to zero (_rz), down (_rd) or up (_ru) for the CPU executor; those to
// nearest (_rn) are in casts.hpp. Each rounds once. Callable: kernels and host threads.
#pragma once

#include <cfenv>
#include <cmath>

namespace ark::cuda_for_cpu {

/// The value, read back from a variable. The compiler cannot move an operation on it to before the
/// read, and with it over a change of the direction, which it takes to be fixed.
template <class T>
T read_back(T value) {
  const volatile T variable = value;
  return variable;
}

/// `operation` of the operands, rounded in the direction FE_*.
template <class Operation, class... Operands>
auto rounded(int direction, Operation operation, Operands... operands) {
  const int before = std::fegetround();
  std::fesetround(direction);
  const auto result = read_back(operation(read_back(operands)...));
  std::fesetround(before);
  return result;
}

}  // namespace ark::cuda_for_cpu

// The three forms of `name`, with one operand x to three x, y, z of type From.
// clang-format off
#define ARK_ROUNDED_FORMS(form, ...)                                                    \
  form(rz, FE_TOWARDZERO, __VA_ARGS__)                                                  \
  form(rd, FE_DOWNWARD, __VA_ARGS__)                                                    \
  form(ru, FE_UPWARD, __VA_ARGS__)
#define ARK_ROUNDED_1(to, direction, name, Result, From, ...)                           \
  inline Result name##_##to(From a) {                                                   \
    return ark::cuda_for_cpu::rounded(                                                  \
        direction, [](From x) -> Result { return __VA_ARGS__; }, a);                    \
  }
#define ARK_ROUNDED_2(to, direction, name, T, ...)                                      \
  inline T name##_##to(T a, T b) {                                                      \
    return ark::cuda_for_cpu::rounded(                                                  \
        direction, [](T x, T y) -> T { return __VA_ARGS__; }, a, b);                    \
  }
#define ARK_ROUNDED_3(to, direction, name, T, ...)                                      \
  inline T name##_##to(T a, T b, T c) {                                                 \
    return ark::cuda_for_cpu::rounded(                                                  \
        direction, [](T x, T y, T z) -> T { return __VA_ARGS__; }, a, b, c);            \
  }
#define ARK_ROUNDED_ARITHMETIC(prefix, fused, T)                                        \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_2, prefix##add, T, x + y)                               \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_2, prefix##sub, T, x - y)                               \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_2, prefix##mul, T, x * y)                               \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_2, prefix##div, T, x / y)                               \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_1, prefix##rcp, T, T, 1 / x)                            \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_1, prefix##sqrt, T, T, std::sqrt(x))                    \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_3, fused, T, std::fma(x, y, z))
ARK_ROUNDED_ARITHMETIC(__f, __fmaf, float)
ARK_ROUNDED_ARITHMETIC(__d, __fma, double)

#define ARK_ROUNDED_FROM(from, From, to, Result)                                        \
  ARK_ROUNDED_FORMS(ARK_ROUNDED_1, __##from##2##to, Result, From, static_cast<Result>(x))
ARK_ROUNDED_FROM(double, double, float, float)
ARK_ROUNDED_FROM(int, int, float, float)
ARK_ROUNDED_FROM(uint, unsigned, float, float)
ARK_ROUNDED_FROM(ll, long long, float, float)
ARK_ROUNDED_FROM(ull, unsigned long long, float, float)
ARK_ROUNDED_FROM(ll, long long, double, double)
ARK_ROUNDED_FROM(ull, unsigned long long, double, double)
// clang-format on
#undef ARK_ROUNDED_FROM
#undef ARK_ROUNDED_ARITHMETIC
#undef ARK_ROUNDED_3
#undef ARK_ROUNDED_2
#undef ARK_ROUNDED_1
#undef ARK_ROUNDED_FORMS

inline double __drcp_rn(double value) { return 1.0 / value; }
