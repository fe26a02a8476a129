// The names of portable kernels that CUDA does not have; all others are CUDA's own. nvcc only.
#pragma once

#include <ark/detail/platform/clock.hpp>
#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#define ARK_CONSTANT __constant__
#define ARK_SHARED(type, name) __shared__ ::std::type_identity_t<type> name
#define ARK_ASSERT(expression) assert(expression)
#define ARK_DYNAMIC_SHARED(type, name)       \
  ::std::type_identity_t<type>* const name = \
      reinterpret_cast<::std::type_identity_t<type>*>(::ark::detail::dynamic_shared())

namespace ark {

namespace detail {

// One array of bytes for all types: CUDA requires every extern __shared__ name to have one type.
ARK_DEVICE inline unsigned char* dynamic_shared() {
  extern __shared__ __align__(128) unsigned char ark_dynamic_shared_bytes[];
  return ark_dynamic_shared_bytes;
}

}  // namespace detail

/// Nanoseconds: on a GPU of its global timer, on the host of a steady clock. Only differences
/// between times of one clock are meaningful.
ARK_HOST_DEVICE inline std::uint64_t global_timer_ns() {
#if ARK_DEVICE_PASS
  return detail::ptx_global_timer_ns();
#else
  return detail::clock_ns();
#endif
}

}  // namespace ark
