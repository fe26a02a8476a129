// A histogram whose bins are distributed: each block counts in dynamic shared memory, and adds its
// counts to those of the owners.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

extern __shared__ unsigned int s_bins[];
__constant__ int c_bins;
__managed__ unsigned int m_largest;

static __device__ __forceinline__ void clear_bins() {
  for (int i = threadIdx.x; i < c_bins; i += blockDim.x) s_bins[i] = 0;
}

class counter {
 public:
  __device__ explicit counter(int bins) : bins_(bins) {}
  __device__ void add(uchar4 values) const {
    atomicAdd(&s_bins[values.x % bins_], 1);
    atomicAdd(s_bins + values.y % bins_, 1u);
    add_one(values.z);
    add_one(values.w);
  }

 private:
  __device__ void add_one(int value) const { atomicAdd(&s_bins[value % bins_], 1); }
  int bins_;
};

__global__ void count_values(const uchar4* __restrict__ values, int count, unsigned int* bins,
                             int bins_per_pe) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  clear_bins();
  __syncthreads();
  const counter counts(c_bins);
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    counts.add(__ldg(values + i));
  __syncthreads();
  unsigned int largest = 0;
  for (int i = threadIdx.x; i < c_bins; i += blockDim.x) {
    if (s_bins[i] != 0) nvshmem_uint_atomic_add(bins + i % bins_per_pe, s_bins[i], i / bins_per_pe);
    largest = max(largest, s_bins[i]);
  }
  largest = cg::reduce(tile, largest, cg::greater<unsigned int>());
  if (tile.thread_rank() == 0) atomicMax(&m_largest, largest);
}

int main() {
  nvshmem_init();
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  const int bins = 100, bins_per_pe = (bins + pes - 1) / pes, count = 2048;
  cudaMemcpyToSymbol(c_bins, &bins, sizeof bins);
  auto* values = static_cast<unsigned char*>(malloc(count * sizeof(uchar4)));
  for (int i = 0; i < 4 * count; ++i) values[i] = static_cast<unsigned char>(i * 7 + me);
  uchar4* on_device;
  cudaMalloc(&on_device, count * sizeof(uchar4));
  cudaMemcpy(on_device, values, count * sizeof(uchar4), cudaMemcpyHostToDevice);
  auto* counts = static_cast<unsigned int*>(nvshmem_calloc(bins_per_pe, sizeof(unsigned int)));
  nvshmem_barrier_all();

  const int shared_bytes = bins * sizeof(unsigned int);
  count_values<<<3, 128, shared_bytes>>>(on_device, count, counts, bins_per_pe);
  nvshmemx_barrier_all_on_stream(0);
  cudaDeviceSynchronize();

  auto* result = static_cast<unsigned int*>(malloc(bins_per_pe * sizeof(unsigned int)));
  cudaMemcpy(result, counts, bins_per_pe * sizeof(unsigned int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < bins_per_pe && me * bins_per_pe + i < bins; ++i) {
    unsigned int right = 0;
    for (int pe = 0; pe < pes; ++pe)
      for (int k = 0; k < 4 * count; ++k)
        right += (k * 7 + pe) % 256 % bins == me * bins_per_pe + i;
    wrong += right != result[i];
  }
  if (me == 0) printf("bin 0: %u, largest of a block: %u\n", result[0], m_largest);
  free(result);
  free(values);
  nvshmem_free(counts);
  cudaFree(on_device);
  nvshmem_finalize();
  return wrong;
}
