// Floating-point numbers of 16 bits in code that nvcc and g++ compile: their values as floats, and
// floats rounded to them.
//
// Types: __half and __nv_bfloat16, of <cuda_fp16.h> and <cuda_bf16.h>, which for the CPU executor
// are in <ark/cuda_for_cpu/half.hpp>; _Float16 and __bf16 of a C++ compiler that has them; float.
//
// Callable: kernels and host threads. No errors. Subnormal numbers are kept, the sign of zero too.
#pragma once

#include <ark/detail/platform/half_bits.hpp>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace ark {

/// float, or one of the types of 16 bits.
template <class T>
concept float_element = std::same_as<T, float> || detail::is_float16<T> || detail::is_bfloat16<T>;

/// The value of `number`: exact.
template <float_element T>
ARK_HOST_DEVICE inline float to_float(T number) {
  if constexpr (std::same_as<T, float>) {
    return number;
  } else {
    detail::half_bits_of<T> bits;
    std::memcpy(&bits, &number, sizeof bits);
    return detail::half_detail::to_float(bits);
  }
}

/// `value` rounded to nearest, ties to even; a NaN becomes 0x7fff.
template <float_element T>
ARK_HOST_DEVICE inline T from_float(float value) {
  if constexpr (std::same_as<T, float>) {
    return value;
  } else {
    using half_bits = detail::half_bits_of<T>;
    const std::uint16_t bits = detail::half_detail::round_to(half_bits{}, value);
    T rounded;
    std::memcpy(static_cast<void*>(&rounded), &bits, sizeof bits);
    return rounded;
  }
}

}  // namespace ark
