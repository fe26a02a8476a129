// Shared memory, static and dynamic, and assert.
#pragma once

#include <ark/atomic_ref.hpp>
#include <ark/simt.hpp>

namespace portable {

/// Transposes tiles of 32x32: `rows` is a multiple of 32, the block is 32x8.
ARK_GLOBAL void transpose(const float* in, float* out, unsigned rows) {
  ARK_SHARED(float[32][33], tile);
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y) {
    tile[threadIdx.y + j][threadIdx.x] = __ldg(in + (y + j) * rows + x);
  }
  __syncthreads();
  const unsigned tx = blockIdx.y * 32 + threadIdx.x;
  const unsigned ty = blockIdx.x * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += blockDim.y) {
    out[(ty + j) * rows + tx] = tile[threadIdx.x][threadIdx.y + j];
  }
}

ARK_DEVICE inline unsigned* counter_of_function() {
  ARK_SHARED(unsigned, counter);
  return &counter;
}

template <class T>
ARK_DEVICE T* cell_of_instance() {
  ARK_SHARED(T, cell);
  return &cell;
}

struct sites {
  void *first, *second, *function, *function_again, *of_int, *of_double, *dynamic;
};

/// Addresses of variables of two sites, of one function called twice and of two instances. No
/// thread returns before all have come, so that no block gets the memory of one that has ended.
ARK_GLOBAL void shared_sites(sites* out, unsigned* arrived) {
  ARK_SHARED(unsigned, first);
  ARK_SHARED(unsigned, second);
  ARK_DYNAMIC_SHARED(char, bytes);
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  out[at] = {&first,
             &second,
             counter_of_function(),
             counter_of_function(),
             cell_of_instance<int>(),
             cell_of_instance<double>(),
             bytes};
  const ark::atomic_ref<unsigned, ark::thread_scope_device> count(*arrived);
  count.fetch_add(1);
  while (count.load() < gridDim.x * blockDim.x) {
  }
}

/// Reverses the block's numbers through dynamic shared memory, seen as two types in turn.
ARK_GLOBAL void reverse(double* out) {
  ARK_DYNAMIC_SHARED(double, numbers);
  ARK_DYNAMIC_SHARED(unsigned char, bytes);
  const unsigned i = threadIdx.x;
  numbers[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = numbers[blockDim.x - 1 - i];
  __syncthreads();
  bytes[i] = 0;
}

/// Thread `bad` of block `bad` finds something wrong.
ARK_GLOBAL void checked([[maybe_unused]] unsigned bad, int* reached) {
  ARK_ASSERT(threadIdx.x != bad || blockIdx.x != bad);
  reached[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/// The same with the plain word.
ARK_GLOBAL void checked_plain([[maybe_unused]] unsigned bad) { assert(threadIdx.x != bad); }

ARK_GLOBAL void trapped(unsigned bad) {
  if (threadIdx.x == bad) __trap();
}

ARK_GLOBAL void print(int value) {
  if (threadIdx.x == 1) printf("value %d of thread %u, %.2f\n", value, threadIdx.x, 0.25);
}

}  // namespace portable
