// Shared memory of a block on the CPU executor.
#pragma once

#include <ark/detail/lane.hpp>
#include <type_traits>

/// Static shared memory: ARK_SHARED(float[32][33], tile); gives `tile` the same storage for all lanes of a block and
/// another for every block. Neither zeroed nor constructed, as on a GPU.
#define ARK_SHARED(type, name)                                                                     \
  static const char ark_shared_site_##name = 0;                                                    \
  auto& name = *static_cast<::std::type_identity_t<type>*>(::ark::detail::shared_slot(             \
      &ark_shared_site_##name, sizeof(::std::type_identity_t<type>), alignof(::std::type_identity_t<type>)))

/// Dynamic shared memory: ARK_DYNAMIC_SHARED(float, buffer); makes `buffer` a pointer to the launch's shared_bytes.
#define ARK_DYNAMIC_SHARED(type, name) \
  auto* name = static_cast<type*>(::ark::detail::self()->block->dynamic_shared)
