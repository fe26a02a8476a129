// CUDA's vector types, atomics of <cuda/atomic>, loads and stores with a cache operator, and
// managed variables, in kernels and on the host.
#include <assert.h>
#include <device_launch_parameters.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cuda/atomic>
#include <cuda/std/atomic>

#include "expect.hpp"

namespace {

// Sizes and alignments of one type's vectors.
template <class One, class Two, class Three, class Four, std::size_t Bytes, std::size_t Aligned2,
          std::size_t Aligned4>
constexpr bool laid_out = sizeof(One) == Bytes && sizeof(Two) == 2 * Bytes &&
                          sizeof(Three) == 3 * Bytes && sizeof(Four) == 4 * Bytes &&
                          alignof(One) == Bytes && alignof(Two) == Aligned2 &&
                          alignof(Three) == Bytes && alignof(Four) == Aligned4;
static_assert(laid_out<char1, char2, char3, char4, 1, 2, 4>);
static_assert(laid_out<uchar1, uchar2, uchar3, uchar4, 1, 2, 4>);
static_assert(laid_out<short1, short2, short3, short4, 2, 4, 8>);
static_assert(laid_out<ushort1, ushort2, ushort3, ushort4, 2, 4, 8>);
static_assert(laid_out<int1, int2, int3, int4, 4, 8, 16>);
static_assert(laid_out<uint1, uint2, uint3, uint4, 4, 8, 16>);
static_assert(laid_out<float1, float2, float3, float4, 4, 8, 16>);
#if !ARK_CUDA  // nvcc 13 warns of the others' vectors of four
static_assert(laid_out<long1, long2, long3, long4, 8, 16, 16>);
static_assert(laid_out<ulong1, ulong2, ulong3, ulong4, 8, 16, 16>);
static_assert(laid_out<longlong1, longlong2, longlong3, longlong4, 8, 16, 16>);
static_assert(laid_out<ulonglong1, ulonglong2, ulonglong3, ulonglong4, 8, 16, 16>);
static_assert(laid_out<double1, double2, double3, double4, 8, 16, 16>);
#endif

__managed__ int managed = 5;

/// Four elements by one load, and as words of another type.
__global__ void use_vectors(float* values, int* failed) {
  const unsigned i = threadIdx.x;
  float4 four = __ldg(reinterpret_cast<const float4*>(values) + i);
  EXPECT(four.x == 4 * i && four.w == 4 * i + 3);
  four = make_float4(four.w, four.z, four.y, four.x);
  __stcg(reinterpret_cast<float4*>(values) + i, four);
  values[4 * i] = 1;
  reinterpret_cast<int4*>(values)[i] = make_int4(0x40000000, 0, 0, 0);
  EXPECT(values[4 * i] == 2);
  reinterpret_cast<float4*>(values)[i] = four;
  const float2 two = __ldcg(reinterpret_cast<const float2*>(values) + 2 * i);
  EXPECT(two.x == 4 * i + 3 && two.y == 4 * i + 2);
  EXPECT(__ldcg(values + 4 * i + 3) == 4 * i && __ldcs(&four).x == two.x);
  const uint3 place = threadIdx;
  const dim3 extent = make_uint3(place.x, make_uchar2(7, 8).y, make_double2(9, 10).x);
  EXPECT(extent.x == i && extent.y == 8 && extent.z == 9);
  atomicAdd_system(&managed, 1);
}

using device_word = cuda::atomic<int, cuda::thread_scope_device>;
using device_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

/// Each block waits for the one before it, and lets the next one begin: by acquire loads, and by
/// loads past the L1 cache.
__global__ void take_turns(device_word* turn, int* flags, int* order) {
  if (threadIdx.x == 0) {
    const int me = static_cast<int>(gridDim.x - 1 - blockIdx.x);
    while (turn->load(cuda::memory_order_acquire) != me) {
    }
    if (me > 0)
      while (__ldcg(flags + me - 1) == 0) {
      }
    order[me] = turn->load(cuda::std::memory_order_relaxed);
    device_ref(flags[me]).store(1, cuda::memory_order_relaxed);
    turn->fetch_add(1, cuda::memory_order_release);
  }
}

__global__ void use_atomics(int* words, int* failed) {
  device_ref word(words[0]);
  EXPECT(word.exchange(6) == 0 && word.fetch_sub(1) == 6 && word.fetch_and(4) == 5);
  EXPECT(word.fetch_or(3) == 4 && word.fetch_xor(1, cuda::memory_order_relaxed) == 7);
  EXPECT(word.fetch_max(9) == 6 && word.fetch_min(2) == 9 && ++word == 3);
  int expected = 4;
  EXPECT(!word.compare_exchange_strong(expected, 8, cuda::memory_order_acq_rel) && expected == 3);
  EXPECT(word.compare_exchange_strong(expected, 8, cuda::std::memory_order_acq_rel,
                                      cuda::std::memory_order_acquire));
  auto& object = *reinterpret_cast<cuda::atomic<int>*>(words + 1);
  object = 2;
  EXPECT(object == 2 && object++ == 2 && (object += 4) == 7 && object.fetch_max(12) == 7);
  expected = 12;
  while (!object.compare_exchange_weak(expected, 1)) {
  }
  EXPECT(object.fetch_xor(3) == 1 && object.load() == 2 && object.exchange(5) == 2);
  cuda::std::atomic_ref<int> other(words[2]);
  other.fetch_add(3);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
  auto* wide = reinterpret_cast<unsigned long long*>(words + 4);
  EXPECT(atomicCAS(wide, 0ull, 1ull << 40) == 0 && atomicCAS_system(wide, 0ull, 1ull) == 1ull
                                                                                             << 40);
  EXPECT(atomicMax_block(words + 2, 7) == 3 && atomicExch_system(words + 2, 1) == 7);
  if (words[2] != 1) __trap();
  assert(words[2] == 1);
}

}  // namespace

int main() {
  start();
  int* failed = failures;
  float* values = nullptr;
  int* words = nullptr;
  EXPECT(cudaMallocManaged(&values, 256 * sizeof(float)) == cudaSuccess);
  EXPECT(cudaMallocManaged(&words, 64 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 256; ++i) values[i] = static_cast<float>(i);
  for (int i = 0; i < 64; ++i) words[i] = 0;
  run(use_vectors, values, failures);
  EXPECT(managed == 5 + 64);
  ark::launch({1, 1}, use_atomics, words, failures);
  ark::launch({5, 32}, take_turns, reinterpret_cast<device_word*>(words + 8), words + 16,
              words + 32);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 5; ++i) EXPECT(words[32 + i] == i);
  EXPECT(cudaFree(values) == cudaSuccess && cudaFree(words) == cudaSuccess);
  return finish();
}
