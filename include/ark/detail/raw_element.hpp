// Elements of the untyped calls (put32, put_signal64, ...): only their size is known.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

template <std::size_t Bytes>
struct raw_element {
  unsigned char bytes[Bytes];
};

/// Carries an element of 128 bits.
struct alignas(16) word128 {
  std::uint64_t low, high;
};

}  // namespace ark::detail
