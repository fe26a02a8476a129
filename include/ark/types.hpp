// Constants and handles of the API, by their OpenSHMEM 1.6 names with the prefix ARK_.
#pragma once

#include <ark/constants.h>

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/platform/cache_policy.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>

static_assert(static_cast<int>(ark::detail::cmp_kind::eq) == ARK_CMP_EQ &&
              static_cast<int>(ark::detail::cmp_kind::ne) == ARK_CMP_NE &&
              static_cast<int>(ark::detail::cmp_kind::gt) == ARK_CMP_GT &&
              static_cast<int>(ark::detail::cmp_kind::ge) == ARK_CMP_GE &&
              static_cast<int>(ark::detail::cmp_kind::lt) == ARK_CMP_LT &&
              static_cast<int>(ark::detail::cmp_kind::le) == ARK_CMP_LE);
static_assert(static_cast<int>(ark::cache_policy::automatic) == ARK_CACHE_AUTOMATIC &&
              static_cast<int>(ark::cache_policy::standard) == ARK_CACHE_STANDARD &&
              static_cast<int>(ark::cache_policy::streaming) == ARK_CACHE_STREAMING &&
              static_cast<int>(ark::cache_policy::keep) == ARK_CACHE_KEEP &&
              static_cast<int>(ark::cache_policy::bypass) == ARK_CACHE_BYPASS);

namespace ark::detail {

/// An element of the untyped calls (put32, put_signal64, ...): only its size is known.
template <std::size_t Bytes>
struct raw_element {
  unsigned char bytes[Bytes];
};

/// Carries an element of 128 bits.
struct alignas(16) word128 {
  std::uint64_t low, high;
};

}  // namespace ark::detail
