// Names of NVSHMEM that ark does not have: a call does not compile, and the message names the
// replacement.
#pragma once

#include <ark/detail/platform/portability.hpp>

/// Declare `name` for every list of arguments; a call fails with `name` and `text`.
#define ARK_NVSHMEM_UNAVAILABLE(name, text)                        \
  template <class... Arguments>                                    \
  ARK_HOST_DEVICE int name(const Arguments&...) {                  \
    static_assert(sizeof...(Arguments) == ~0ull, #name ": " text); \
    return 0;                                                      \
  }
