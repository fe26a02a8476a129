// What transfers carry in tests.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ark_mp {

/// A value that tells PE and place, and uses all bits of T.
template <class T>
ARK_HOST_DEVICE T pattern(int pe, std::size_t i) {
  const std::uint64_t mixed = (static_cast<std::uint64_t>(pe + 1) * 0x9e3779b97f4a7c15ull) ^
                              (static_cast<std::uint64_t>(i + 1) * 0xc2b2ae3d27d4eb4full);
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<std::int32_t>(mixed >> 40)) / T{4};
  } else {
    return static_cast<T>(mixed >> 3);
  }
}

}  // namespace ark_mp
