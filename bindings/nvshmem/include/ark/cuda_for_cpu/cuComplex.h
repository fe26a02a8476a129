// CUDA's complex numbers: float2 and double2 under other names, with functions for their
// arithmetic. Callable: kernels and host threads.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <cuComplex.h>
#else

#include <ark/cuda_for_cpu/vector_types.hpp>
#include <cmath>

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

namespace ark::cuda_for_cpu {

/// Divides by Smith's method: no product of two parts of the divisor overflows.
template <class Complex>
Complex complex_quotient(Complex a, Complex b) {
  if (std::fabs(b.x) >= std::fabs(b.y)) {
    const auto ratio = b.y / b.x, scale = 1 / (b.x + b.y * ratio);
    return {(a.x + a.y * ratio) * scale, (a.y - a.x * ratio) * scale};
  }
  const auto ratio = b.x / b.y, scale = 1 / (b.x * ratio + b.y);
  return {(a.x * ratio + a.y) * scale, (a.y * ratio - a.x) * scale};
}

}  // namespace ark::cuda_for_cpu

// Complex: its name in functions that make one. f: what the names of the functions for it end with.
#define ARK_CUDA_COMPLEX(Complex, T, f)                                             \
  inline Complex make_##Complex(T real, T imaginary) { return {real, imaginary}; }  \
  inline T cuCreal##f(Complex z) { return z.x; }                                    \
  inline T cuCimag##f(Complex z) { return z.y; }                                    \
  inline Complex cuConj##f(Complex z) { return {z.x, -z.y}; }                       \
  inline Complex cuCadd##f(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; } \
  inline Complex cuCsub##f(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; } \
  inline Complex cuCmul##f(Complex a, Complex b) {                                  \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                          \
  }                                                                                 \
  inline Complex cuCdiv##f(Complex a, Complex b) {                                  \
    return ark::cuda_for_cpu::complex_quotient(a, b);                               \
  }                                                                                 \
  inline T cuCabs##f(Complex z) { return std::hypot(z.x, z.y); }                    \
  /* a * b + c */                                                                   \
  inline Complex cuCfma##f(Complex a, Complex b, Complex c) {                       \
    return cuCadd##f(cuCmul##f(a, b), c);                                           \
  }
ARK_CUDA_COMPLEX(cuFloatComplex, float, f)
ARK_CUDA_COMPLEX(cuDoubleComplex, double, )
#undef ARK_CUDA_COMPLEX

inline cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return {z.x, z.y}; }
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return {static_cast<float>(z.x), static_cast<float>(z.y)};
}

#endif
