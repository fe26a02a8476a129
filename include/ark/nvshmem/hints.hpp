// Hints for NVSHMEM's transports. ark has no use for them: the calls succeed without effect.
#pragma once

#include <ark/nvshmem/constants.hpp>
#include <cstddef>

// --- Shared memory for copies

enum nvshmemx_smem_amount_t : int {
  NVSHMEMX_SMEM_RECOMMENDED = 0,
  NVSHMEMX_SMEM_MINIMUM = 1,
  NVSHMEMX_SMEM_BARRIERS_ONLY = 2,
};

/// The bytes that a block should give. ark uses none of them; programs put data of their own behind
/// the first NVSHMEMX_SMEM_BARRIERS_ONLY of NVSHMEMX_SMEM_RECOMMENDED bytes. Less than the 48 KiB
/// beyond which CUDA launches a kernel only after cudaFuncSetAttribute.
ARK_HOST_DEVICE inline int nvshmemx_ask_smem(nvshmemx_smem_amount_t amount) {
  return amount == NVSHMEMX_SMEM_RECOMMENDED ? 32'768
         : amount == NVSHMEMX_SMEM_MINIMUM   ? 16'384
                                             : 128;
}
ARK_HOST_DEVICE inline void nvshmemx_give_smem(void*, std::size_t) {}
ARK_HOST_DEVICE inline void nvshmemx_release_smem() {}

// --- Regions of calls of one kind, of the host and of a block

enum nvshmemx_region_hint_t : unsigned {
  NVSHMEMX_REGION_HINT_NONE = 0,
  NVSHMEMX_REGION_HINT_BATCH_RMA = 1,
};
struct nvshmemx_region_attrs_t {
  std::uint32_t hints;
};
#define NVSHMEMX_REGION_ATTRS_INITIALIZER \
  { NVSHMEMX_REGION_HINT_NONE }
using nvshmemx_region_handle_t = std::uint64_t;

/// *handle becomes 0.
inline int nvshmemx_region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t*) {
  *handle = 0;
  return NVSHMEMX_SUCCESS;
}
inline int nvshmemx_region_stop(nvshmemx_region_handle_t) { return NVSHMEMX_SUCCESS; }
ARK_HOST_DEVICE inline int nvshmemx_region_start_block(nvshmemx_region_handle_t* handle,
                                                       const nvshmemx_region_attrs_t*) {
  *handle = 0;
  return NVSHMEMX_SUCCESS;
}
ARK_HOST_DEVICE inline int nvshmemx_region_stop_block(nvshmemx_region_handle_t) {
  return NVSHMEMX_SUCCESS;
}
/// *active becomes 0: no hint has an effect.
ARK_HOST_DEVICE inline int nvshmemx_region_is_active(std::uint32_t, int* active) {
  *active = 0;
  return NVSHMEMX_SUCCESS;
}
