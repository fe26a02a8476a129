// The types of 16 bits and the driver's names, which only nvcc has: this compiles.
#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void move_and_reduce(__half* a, __nv_bfloat16* b) {
  nvshmem_half_p(a, __half(1), 1);
  nvshmemx_half_put_nbi_block(a, a + 8, 8, 1);
  nvshmemx_half_sum_reduce_block(NVSHMEM_TEAM_WORLD, a, a, 8);
  nvshmemx_bfloat16_max_reducescatter_warp(NVSHMEM_TEAM_WORLD, b, b + 8, 8);
  a[3] = nvshmem_half_g(a, 0);
}

CUdeviceptr address_of(__half* a) { return reinterpret_cast<CUdeviceptr>(a); }

void on_stream(__half* a, __nv_bfloat16* b, cudaStream_t stream) {
  nvshmemx_half_p_on_stream(a, __half(2.0f), 1, stream);
  nvshmemx_half_alltoall_on_stream(NVSHMEM_TEAM_WORLD, a, a + 8, 1, stream);
  nvshmemx_bfloat16_prod_reduce_on_stream(NVSHMEM_TEAM_WORLD, b, b, 8, stream);
}
