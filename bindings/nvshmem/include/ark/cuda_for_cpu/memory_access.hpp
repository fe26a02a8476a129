// CUDA's loads and stores with a cache operator, for the CPU executor. Callable: kernels and host
// threads.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <cstddef>
#include <type_traits>

// A CPU has one coherent cache: plain accesses. A load counts as an iteration of a spin loop,
// because kernels poll with those that go past the L1 cache.
#define ARK_LOAD(name)        \
  template <class T>          \
  T name(const T* address) {  \
    ark::detail::spin_hint(); \
    return *address;          \
  }
#define ARK_STORE(name)                                  \
  template <class T>                                     \
  void name(T* address, std::type_identity_t<T> value) { \
    *address = value;                                    \
  }
ARK_LOAD(__ldca)
ARK_LOAD(__ldcg)
ARK_LOAD(__ldcs)
ARK_LOAD(__ldlu)
ARK_LOAD(__ldcv)
ARK_STORE(__stwb)
ARK_STORE(__stcg)
ARK_STORE(__stcs)
ARK_STORE(__stwt)
#undef ARK_LOAD
#undef ARK_STORE

// Which memory an address is of. __constant__ variables and parameters are global.
inline unsigned __isShared(const void* address) {
  return ark::detail::memory_kind_of(address) == ark::detail::memory_kind::shared;
}
inline unsigned __isLocal(const void* address) {
  return ark::detail::memory_kind_of(address) == ark::detail::memory_kind::local;
}
inline unsigned __isGlobal(const void* address) {
  return ark::detail::memory_kind_of(address) == ark::detail::memory_kind::global;
}
inline unsigned __isConstant(const void*) { return 0; }

/// PTX takes the result, which nothing on the CPU reads.
inline std::size_t __cvta_generic_to_shared(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
