// Element-wise operators of reductions and scans. Integers wrap as unsigned arithmetic does.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>
#include <type_traits>

namespace ark::device::collective {

struct sum_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      using wide = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<wide>(static_cast<wide>(a) + static_cast<wide>(b)));
    } else {
      return a + b;
    }
  }
};
struct min_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct max_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct prod_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {  // a narrow unsigned type would become a signed int
      return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    } else {
      return a * b;
    }
  }
};
struct and_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct or_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct xor_op {
  template <class T>
  ARK_HOST_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

}  // namespace ark::device::collective
