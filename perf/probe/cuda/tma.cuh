// Bulk copies of the tensor memory accelerator, between global and shared memory. sm_90 and later;
// elsewhere the functions trap, and tma_present() says so before.
#pragma once

#include <cstdint>

#include "memory.hpp"

namespace ark_probe {

inline bool tma_present(const cudaDeviceProp& gpu) { return gpu.major >= 9; }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define ARK_PROBE_TMA(...) __trap()
#else
#define ARK_PROBE_TMA(...) asm volatile(__VA_ARGS__)
#endif

__device__ inline std::uint32_t shared_address(const void* at) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(at));
}

/// What generic accesses to shared memory did before, bulk copies see after.
__device__ inline void fence_shared_for_bulk() {
  ARK_PROBE_TMA("fence.proxy.async.shared::cta;" ::: "memory");
}
/// The same for all memory.
__device__ inline void fence_all_for_bulk() { ARK_PROBE_TMA("fence.proxy.async;" ::: "memory"); }

/// For one arrival: that of expect_bulk.
__device__ inline void barrier_init(std::uint64_t* barrier) {
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}
__device__ inline void barrier_expect(std::uint64_t* barrier, std::uint32_t bytes) {
  ARK_PROBE_TMA(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes)
      : "memory");
}
/// One poll, which may sleep for a while of its own.
__device__ inline bool barrier_passed(std::uint64_t* barrier, std::uint32_t parity) {
  std::uint32_t passed = 0;
  ARK_PROBE_TMA(
      "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(passed)
      : "r"(shared_address(barrier)), "r"(parity)
      : "memory");
  return passed != 0;
}

/// Global to shared; the barrier is told of the bytes.
__device__ inline void bulk_load(void* to_shared, const void* from_global, std::uint32_t bytes,
                                 std::uint64_t* barrier) {
  ARK_PROBE_TMA(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to_shared)),
      "l"(from_global), "r"(bytes), "r"(shared_address(barrier))
      : "memory");
}
/// Shared to global, as a group of its own.
__device__ inline void bulk_store(void* to_global, const void* from_shared, std::uint32_t bytes) {
  ARK_PROBE_TMA("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to_global),
                "r"(shared_address(from_shared)), "r"(bytes)
                : "memory");
  ARK_PROBE_TMA("cp.async.bulk.commit_group;" ::: "memory");
}
/// All groups of this thread have written their destination.
__device__ inline void bulk_wait_written() {
  ARK_PROBE_TMA("cp.async.bulk.wait_group 0;" ::: "memory");
}
/// All groups of this thread have read their source; nothing is said of the destination.
__device__ inline void bulk_wait_read() {
  ARK_PROBE_TMA("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

#undef ARK_PROBE_TMA

}  // namespace ark_probe
