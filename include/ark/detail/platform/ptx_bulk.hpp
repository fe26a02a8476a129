// Inline PTX of bulk copies: the copy unit of an SM (TMA) moves bytes between global and shared
// memory while the SM's threads continue. GPUs from sm_90 on (ARK_BULK_COPY).
//
// Source, destination and size of every bulk copy are multiples of 16 bytes; shared memory aligned
// to 128 bytes is faster. Bulk copies belong to the async proxy: if ordinary accesses and a bulk
// copy access the same bytes, a ptx_proxy_fence() has to separate them.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <cstdint>

#if ARK_BULK_COPY
namespace ark::detail {

/// The shared-memory address for a generic pointer into shared memory, as instructions on shared
/// memory take it.
ARK_DEVICE inline std::uint32_t ptx_shared_address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

// --- Barriers in shared memory that count arrivals and bytes: 8 bytes, aligned to 8.

/// Begin phase 0. It ends after `arrivals` arrivals and all bytes that they expect. By one thread;
/// needs a proxy fence before the first bulk copy that counts on the barrier.
ARK_DEVICE inline void ptx_mbarrier_init(std::uint64_t* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(ptx_shared_address(barrier)),
               "r"(arrivals)
               : "memory");
}

/// End the barrier's lifetime, so that its memory may be reused.
ARK_DEVICE inline void ptx_mbarrier_invalidate(std::uint64_t* barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(ptx_shared_address(barrier))
               : "memory");
}

/// Arrive, and make the phase wait for `bytes` more bytes of bulk loads.
ARK_DEVICE inline void ptx_mbarrier_arrive_expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
                   ptx_shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

/// True if the phase of this parity (0 for the first, then 1, 0, ...) has ended. Acquire: the bytes
/// that the phase counted are visible. May suspend the thread for a short time that the hardware
/// limits.
ARK_DEVICE inline bool ptx_mbarrier_try_wait(std::uint64_t* barrier, unsigned parity) {
  unsigned ended;
  asm volatile(
      "{\n\t"
      ".reg .pred ended;\n\t"
      "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 ended, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, ended;\n\t"
      "}"
      : "=r"(ended)
      : "r"(ptx_shared_address(barrier)), "r"(parity)
      : "memory");
  return ended != 0;
}

// The shared memory of a bulk load: the block's own. Before CUDA 12.8 it is named as a part of the
// cluster's; for sm_120 ptxas then makes a call of each load, with the registers of a call.
#if ARK_ONE_WAY_FENCES
#define ARK_PTX_OWN_SHARED "shared::cta"
#else
#define ARK_PTX_OWN_SHARED "shared::cluster"
#endif

// --- Copies. Each is issued by one thread. `l2_policy`: from ptx_l2_policy() of ptx_cache.hpp.

/// Start a load from global memory to this block's shared memory. `barrier` counts its bytes.
ARK_DEVICE inline void ptx_bulk_load(void* shared_dest, const void* source, unsigned bytes,
                                     std::uint64_t* barrier, std::uint64_t l2_policy) {
  asm volatile("cp.async.bulk." ARK_PTX_OWN_SHARED
               ".global.mbarrier::complete_tx::bytes.L2::cache_hint "
               "[%0], [%1], %2, [%3], %4;" ::"r"(ptx_shared_address(shared_dest)),
               "l"(__cvta_generic_to_global(source)), "r"(bytes), "r"(ptx_shared_address(barrier)),
               "l"(l2_policy)
               : "memory");
}

/// Start a store from this block's shared memory to global memory, in the thread's open group.
ARK_DEVICE inline void ptx_bulk_store(void* dest, const void* shared_source, unsigned bytes,
                                      std::uint64_t l2_policy) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(
          __cvta_generic_to_global(dest)),
      "r"(ptx_shared_address(shared_source)), "r"(bytes), "l"(l2_policy)
      : "memory");
}

/// Bulk load and store without an L2 policy.
ARK_DEVICE inline void ptx_bulk_load(void* shared_dest, const void* source, unsigned bytes,
                                     std::uint64_t* barrier) {
  asm volatile("cp.async.bulk." ARK_PTX_OWN_SHARED
               ".global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   ptx_shared_address(shared_dest)),
               "l"(__cvta_generic_to_global(source)), "r"(bytes), "r"(ptx_shared_address(barrier))
               : "memory");
}
ARK_DEVICE inline void ptx_bulk_store(void* dest, const void* shared_source, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(dest)),
               "r"(ptx_shared_address(shared_source)), "r"(bytes)
               : "memory");
}

/// Close the calling thread's open group of bulk stores.
ARK_DEVICE inline void ptx_bulk_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Wait until all but the calling thread's last `Pending` groups have read their shared memory,
/// which may then be written again. Does not wait for their destinations.
template <unsigned Pending>
ARK_DEVICE inline void ptx_bulk_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

/// Wait until all but the calling thread's last `Pending` groups are complete: their bytes are in
/// global memory, visible to this thread. A signal after them requires this wait by the same
/// thread. The hardware completes it: it waits for no other thread and no other PE.
template <unsigned Pending>
ARK_DEVICE inline void ptx_bulk_wait() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Order the calling thread's ordinary accesses and bulk copies of the same bytes, in either
/// direction, in global and shared memory.
ARK_DEVICE inline void ptx_proxy_fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
/// ptx_proxy_fence() for global memory only.
ARK_DEVICE inline void ptx_proxy_fence_global() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}
/// ptx_proxy_fence() for the block's shared memory only: for a barrier that ordinary stores have
/// initialised.
ARK_DEVICE inline void ptx_proxy_fence_shared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#undef ARK_PTX_OWN_SHARED

}  // namespace ark::detail
#endif
