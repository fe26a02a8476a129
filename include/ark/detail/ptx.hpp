// Inline PTX, with ptx_bulk.hpp and ptx_cache.hpp: all of it. Code for the GPU only.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

#if ARK_DEVICE_PASS
namespace ark::detail {

/// Nanoseconds of the GPU's global timer; only differences mean anything.
ARK_DEVICE inline std::uint64_t ptx_global_timer_ns() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// The number of the running grid: no other grid of the context that runs now has it.
ARK_DEVICE inline std::uint64_t ptx_grid_id() {
  std::uint64_t id;
  asm volatile("mov.u64 %0, %gridid;" : "=l"(id));
  return id;
}

/// Bytes of dynamic shared memory that the launch has given the block.
ARK_DEVICE inline std::uint32_t ptx_dynamic_shared_bytes() {
  std::uint32_t bytes;
  asm volatile("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

#if ARK_BULK_COPY
// Bulk copies. `stage` and `barrier` are shared memory of the calling block; addresses and sizes of
// copies are multiples of 16. Loads count towards a barrier, stores towards groups of the thread.

ARK_DEVICE inline std::uint32_t ptx_shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Generic accesses to global memory before, bulk accesses after, and the other way round.
ARK_DEVICE inline void ptx_fence_proxy_async_global() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}
/// The same for shared memory: a barrier that was initialised by generic stores.
ARK_DEVICE inline void ptx_fence_proxy_async_shared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// One arrival per phase: that of the thread that expects the bytes.
ARK_DEVICE inline void ptx_barrier_init(std::uint64_t* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(ptx_shared_address(barrier))
               : "memory");
}
ARK_DEVICE inline void ptx_barrier_invalidate(std::uint64_t* barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(ptx_shared_address(barrier))
               : "memory");
}
ARK_DEVICE inline void ptx_barrier_expect(std::uint64_t* barrier, std::uint32_t bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(ptx_shared_address(barrier)),
      "r"(bytes)
      : "memory");
}
/// True once the phase of this parity is complete; looks for a bounded while.
ARK_DEVICE inline bool ptx_barrier_try_wait(std::uint64_t* barrier, std::uint32_t parity) {
  std::uint32_t complete;
  asm volatile(
      "{\n\t.reg .pred done;\n\t"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, done;\n\t}"
      : "=r"(complete)
      : "r"(ptx_shared_address(barrier)), "r"(parity)
      : "memory");
  return complete != 0;
}

ARK_DEVICE inline void ptx_bulk_load(void* stage, const void* source, std::uint32_t bytes,
                                     std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(ptx_shared_address(stage)),
      "l"(__cvta_generic_to_global(source)), "r"(bytes), "r"(ptx_shared_address(barrier))
      : "memory");
}
ARK_DEVICE inline void ptx_bulk_store(void* dest, const void* stage, std::uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                   __cvta_generic_to_global(dest)),
               "r"(ptx_shared_address(stage)), "r"(bytes)
               : "memory");
}
ARK_DEVICE inline void ptx_bulk_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
/// All groups but the last one have read their stages, which may be written again.
ARK_DEVICE inline void ptx_bulk_wait_read_1() {
  asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
}
/// All groups have written their destinations.
ARK_DEVICE inline void ptx_bulk_wait_0() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
#endif

}  // namespace ark::detail
#endif
