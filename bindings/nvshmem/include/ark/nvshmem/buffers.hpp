// Registration of memory of the program.
#pragma once

#include <ark/nvshmem/start.hpp>

/// The local side of a transfer may be any memory: there is nothing to register.
inline int nvshmemx_buffer_register(void*, std::size_t) { return NVSHMEMX_SUCCESS; }
inline int nvshmemx_buffer_unregister(void*) { return NVSHMEMX_SUCCESS; }
inline void nvshmemx_buffer_unregister_all() {}

/// ark_buffer_register_symmetric; flags: none are defined.
inline void* nvshmemx_buffer_register_symmetric(void* buffer, std::size_t bytes,
                                                [[maybe_unused]] int flags) {
  return ark_buffer_register_symmetric(buffer, bytes);
}
inline int nvshmemx_buffer_unregister_symmetric(void* pointer, [[maybe_unused]] std::size_t bytes) {
  return ark_buffer_unregister_symmetric(pointer);
}

/// Null: there is no address that reaches all PEs at once. Programs then send to each PE.
ARK_HOST_DEVICE inline void* nvshmemx_mc_ptr([[maybe_unused]] std::int32_t team, const void*) {
  return nullptr;
}
