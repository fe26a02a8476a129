// Block barriers.
#pragma once

#include <ark/simt.hpp>

namespace portable {

/// Neighbours read what was written before the barrier: out[i] = 10 * ((i + 1) % n).
ARK_GLOBAL void rotate(int* out) {
  ARK_SHARED(int[1024], cell);
  const unsigned i = threadIdx.x;
  cell[i] = static_cast<int>(10 * i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + i] = cell[(i + 1) % blockDim.x];
}

/// `rotate` without its barrier: whoever goes on first reads what its neighbour has not written
/// yet.
ARK_GLOBAL void rotate_without_barrier(int* out) {
  ARK_SHARED(int[1024], cell);
  const unsigned i = threadIdx.x;
  cell[i] = -1;
  __syncthreads();
  cell[i] = static_cast<int>(10 * i);
  out[blockIdx.x * blockDim.x + i] = cell[(i + 1) % blockDim.x];
}

struct barrier_votes {
  int count, all_of_all, all_but_one, any_of_none, any_of_one;
};

/// Predicates other than 0 and 1: only "is it 0" may matter.
ARK_GLOBAL void barrier_predicates(barrier_votes* out) {
  const int i = static_cast<int>(threadIdx.x);
  barrier_votes mine;
  mine.count = __syncthreads_count(i % 3 == 0 ? -7 : 0);
  mine.all_of_all = __syncthreads_and(i + 2) != 0;
  mine.all_but_one = __syncthreads_and(i != 5 ? 256 : 0) != 0;
  mine.any_of_none = __syncthreads_or(0) != 0;
  mine.any_of_one = __syncthreads_or(i == 5 ? 1 << 30 : 0) != 0;
  out[i] = mine;
}

/// The first `leaving` threads return before the barrier; the others count themselves.
ARK_GLOBAL void early_return(unsigned leaving, int* out) {
  if (threadIdx.x < leaving) return;
  out[threadIdx.x] = __syncthreads_count(1);
}

/// Last block done: each block adds its part, the one that comes last sees all parts.
ARK_GLOBAL void last_block_sums(unsigned* parts, unsigned* tickets, unsigned* total) {
  ARK_SHARED(bool, last);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  __threadfence();
  unsigned sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += parts[i];
  *total = sum;
}

/// Fences of every scope between two stores; here for the compilers.
ARK_GLOBAL void fences(int* out) {
  out[0] = 1;
  __threadfence_block();
  out[1] = 1;
  __threadfence();
  out[2] = 1;
  __threadfence_system();
  out[3] = 1;
}

}  // namespace portable
