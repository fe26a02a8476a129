// A put to the own PE may have any dest, as NVSHMEM programs use it; one to another PE may not.
#include <string_view>

#include "expect.hpp"

constexpr std::size_t count = 3000;  // elements of a put
constexpr std::size_t apart = count + 1;

__global__ void put_kernel(float* own, const float* source, int pe) {
  if (threadIdx.x == 0) nvshmem_float_put(own, source, count, pe);
  if (threadIdx.x < 32) nvshmemx_putmem_nbi_warp(own + apart, source, count * sizeof(float), pe);
  nvshmemx_float_put_nbi_block(own + 2 * apart, source, count, pe);
  nvshmem_quiet();
}
__global__ void fill_kernel(float* own, float* source) {
  for (std::size_t i = threadIdx.x; i < 3 * apart; i += blockDim.x) own[i] = -1.0f;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x)
    source[i] = 1.0f + static_cast<float>(i);
}
__global__ void check_kernel(const float* own, int* failed) {
  for (std::size_t i = threadIdx.x; i < 3 * apart; i += blockDim.x)
    EXPECT(own[i] == (i % apart < count ? 1.0f + static_cast<float>(i % apart) : -1.0f));
}

int main(int argc, char** argv) {
  start();
  const bool other = argc > 1 && std::string_view(argv[1]) == "other";
  const int me = nvshmem_my_pe(), pe = other ? (me + 1) % nvshmem_n_pes() : me;
  auto* source = static_cast<float*>(nvshmem_malloc(count * sizeof(float)));
  float* own = nullptr;
  cudaMalloc(&own, 3 * apart * sizeof(float));
  run(fill_kernel, own, source);
  run(put_kernel, own, source, pe);
  run(check_kernel, own, failures);
  cudaFree(own);
  nvshmem_free(source);
  return finish();
}
