// Shared memory of a block on the CPU executor. Lanes only.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <type_traits>

namespace ark::detail {

template <class T>
T& shared_variable(const void* site) {
  using element = std::remove_all_extents_t<T>;
  static_assert(std::is_trivially_default_constructible_v<element> &&
                    std::is_trivially_destructible_v<element>,
                "ARK_SHARED: shared memory is neither constructed nor destroyed");
  return *static_cast<T*>(shared_slot(site, sizeof(T), alignof(T)));
}

}  // namespace ark::detail

/// Static shared memory: `ARK_SHARED(float[32][33], tile);` gives `tile` the same storage for all
/// lanes of a block, and different storage for each block. Neither zeroed nor constructed, as on a
/// GPU. Every instantiation of a template has its own. type: one macro argument, so a type with
/// commas needs an alias.
#define ARK_SHARED(type, name)                                                              \
  auto& name = ::ark::detail::shared_variable<::std::type_identity_t<type>>([]() noexcept { \
    static char site;                                                                       \
    return static_cast<const void*>(&site);                                                 \
  }())

/// Dynamic shared memory: `ARK_DYNAMIC_SHARED(float, buffer);` makes `buffer` a pointer to the
/// launch's shared_bytes, aligned to 128 bytes. All such pointers of a block are equal.
#define ARK_DYNAMIC_SHARED(type, name)       \
  ::std::type_identity_t<type>* const name = \
      static_cast<::std::type_identity_t<type>*>(::ark::detail::self()->block->dynamic_shared)
