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

namespace ark::nvshmem {

/// The region of a host thread.
struct host_region {
  bool active = false;
  std::uint32_t hints = 0;
  nvshmemx_region_handle_t handle = 0;
};
inline host_region& region_of_thread() {
  thread_local host_region region;
  return region;
}

ARK_HOST_DEVICE inline bool is_in_kernel() {
#if ARK_CUDA
  return ARK_DEVICE_PASS != 0;
#else
  return detail::self() != nullptr;
#endif
}

ARK_HOST_DEVICE constexpr bool is_region_hint(std::uint32_t hints) {
  return (hints & ~std::uint32_t{NVSHMEMX_REGION_HINT_BATCH_RMA}) == 0;
}
ARK_HOST_DEVICE constexpr int region_status(bool accepted) {
  return accepted ? NVSHMEMX_SUCCESS : NVSHMEMX_ERROR_INVALID_VALUE;
}

}  // namespace ark::nvshmem

/// Callable: host. A thread has one region at a time.
/// Returns NVSHMEMX_ERROR_INVALID_VALUE: null for `handle`, an unknown hint, inside a region.
inline int nvshmemx_region_start(nvshmemx_region_handle_t* handle,
                                 const nvshmemx_region_attrs_t* attributes) {
  ark::nvshmem::host_region& region = ark::nvshmem::region_of_thread();
  const std::uint32_t hints = attributes != nullptr ? attributes->hints : 0;
  if (handle == nullptr || region.active || !ark::nvshmem::is_region_hint(hints))
    return ark::nvshmem::region_status(false);
  region = {true, hints, region.handle + 1};
  *handle = region.handle;
  return ark::nvshmem::region_status(true);
}
/// Returns NVSHMEMX_ERROR_INVALID_VALUE: another handle than that of the thread's region.
inline int nvshmemx_region_stop(nvshmemx_region_handle_t handle) {
  ark::nvshmem::host_region& region = ark::nvshmem::region_of_thread();
  const bool matches = region.active && region.handle == handle;
  if (matches) region.active = false;
  return ark::nvshmem::region_status(matches);
}
/// nvshmemx_region_start for a block. Regions of blocks are not counted: one inside another is
/// accepted.
ARK_HOST_DEVICE inline int nvshmemx_region_start_block(nvshmemx_region_handle_t* handle,
                                                       const nvshmemx_region_attrs_t* attributes) {
  const bool accepted = handle != nullptr &&
                        (attributes == nullptr || ark::nvshmem::is_region_hint(attributes->hints));
  if (accepted) *handle = 0;
  return ark::nvshmem::region_status(accepted);
}
ARK_HOST_DEVICE inline int nvshmemx_region_stop_block(nvshmemx_region_handle_t handle) {
  return ark::nvshmem::region_status(handle == 0);
}
/// *active becomes 1 in a region of the host thread that was started with all of `hints`; in a
/// kernel it becomes 0.
/// Returns NVSHMEMX_ERROR_INVALID_VALUE: null for `active`, an unknown hint.
ARK_HOST_DEVICE inline int nvshmemx_region_is_active(std::uint32_t hints, int* active) {
  if (active == nullptr || !ark::nvshmem::is_region_hint(hints))
    return ark::nvshmem::region_status(false);
  *active = 0;
  if (!ark::nvshmem::is_in_kernel()) {
#if !ARK_DEVICE_PASS
    const ark::nvshmem::host_region& region = ark::nvshmem::region_of_thread();
    *active = region.active && (region.hints & hints) == hints ? 1 : 0;
#endif
  }
  return ark::nvshmem::region_status(true);
}
