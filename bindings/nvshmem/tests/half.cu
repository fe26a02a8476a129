// half and bfloat16: conversions, arithmetic of one and of two, shuffles, atomics, and NVSHMEM's
// calls of their types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cmath>

#include "expect.hpp"

namespace {

__host__ __device__ bool is_close(float a, float b) { return fabsf(a - b) <= 0.01f * fabsf(b); }

// Of all 65536 numbers. The distance of a float between two of them decides where it is rounded.
__global__ void convert(int* failed) {
  for (unsigned i = threadIdx.x; i < 0x7c00; i += blockDim.x) {
    const auto low = static_cast<unsigned short>(i), high = static_cast<unsigned short>(i + 1);
    const float a = __half2float(__ushort_as_half(low)), b = __half2float(__ushort_as_half(high));
    const float middle = i + 1 == 0x7c00 ? 65520.0f : (a + b) / 2;
    const unsigned short even = i % 2 == 0 ? low : high;
    EXPECT(__half_as_ushort(__float2half(a)) == low);
    EXPECT(__half_as_ushort(__float2half(-a)) == (low | 0x8000u));
    EXPECT(__half_as_ushort(__float2half_rn(middle)) == even);
    EXPECT(__half_as_ushort(__double2half(middle * (1 + 1e-10))) == high);
    EXPECT(__half_as_ushort(__float2half_rz(middle)) == low);
    EXPECT(__half_as_ushort(__float2half_rd(middle)) == low);
    EXPECT(__half_as_ushort(__float2half_ru(middle)) == high);
    EXPECT(__half_as_ushort(__float2half_rd(-middle)) == (high | 0x8000u));
  }
  for (unsigned i = threadIdx.x; i < 0x7f80; i += blockDim.x) {
    const auto low = static_cast<unsigned short>(i);
    const float a = __bfloat162float(__ushort_as_bfloat16(low));
    EXPECT(__bfloat16_as_ushort(__float2bfloat16(a)) == low);
    EXPECT(__bfloat16_as_ushort(__float2bfloat16_rz(nextafterf(a, INFINITY))) == low);
    EXPECT(__bfloat16_as_ushort(__float2bfloat16_ru(nextafterf(a, INFINITY))) == low + 1);
  }
  EXPECT(__hisnan(__float2half(NAN)) && __hisinf(__float2half(-1e6f)) == -1);
  EXPECT(__half2int_rn(__half(2.5f)) == 2 && __half2int_rz(__half(-2.5f)) == -2);
  EXPECT(__half2uint_ru(__half(2.5f)) == 3 && __half2short_rd(__half(-2.5f)) == -3);
  EXPECT(__half2float(__int2half_rn(2049)) == 2048.0f &&
         __bfloat162int_rn(__int2bfloat16_rn(257)) == 256);
  EXPECT(__half2short_rz(__half(60000.0f)) == 32767);
  EXPECT(static_cast<int>(__half(7)) == 7 && static_cast<bool>(__nv_bfloat16(1.0f)));
}

template <class T>
__device__ void calculate(int* failed) {
  const T a = 1.5f, b = -2.0f, one = 1.0f, zero = 0.0f;
  T sum = a;
  sum += b;
  EXPECT(float(sum) == -0.5f && float(a - b) == 3.5f && float(a * b) == -3.0f &&
         float(b / a) < -1.3f);
  EXPECT(a > b && b < a && a >= a && b <= a && a != b && a == a && -a == T(-1.5f));
  EXPECT(float(__hadd(a, b)) == -0.5f && float(__hsub(a, b)) == 3.5f && float(__hmul(a, b)) == -3);
  EXPECT(float(__hfma(a, b, one)) == -2 && float(__hadd_sat(a, a)) == 1 &&
         float(__hneg(a)) == -1.5f);
  EXPECT(__heq(a, a) && __hne(a, b) && __hgt(a, b) && __hltu(b, a) && float(__habs(b)) == 2);
  EXPECT(__hmax(a, b) == a && __hmin(a, b) == b && __hisnan(__hmax_nan(a, zero / zero)));
  EXPECT(float(hsqrt(T(4.0f))) == 2 && float(hrcp(T(4.0f))) == 0.25f && float(hfloor(a)) == 1);
  EXPECT(is_close(float(hexp(one)), 2.718f) && is_close(float(hlog2(T(8.0f))), 3));
  EXPECT(is_close(float(hsin(one)), 0.8415f) && float(hrint(T(2.5f))) == 2);
  const T none = zero / zero;
  EXPECT(none != none && !(none == none) && !__hne(none, a) && __hneu(none, a) && __hltu(none, a));
  // The product has more bits than T: only the sum is rounded.
  const T near_one = 1.01f;
  EXPECT(float(__hfma(near_one, near_one, -(near_one * near_one))) != 0);
  ARK_SHARED(T[4], shared);
  if (threadIdx.x == 0) shared[3] = a;
  __syncthreads();
  EXPECT(shared[3] == a);
  const T lane = static_cast<float>(threadIdx.x % 32);
  EXPECT(float(__shfl_xor_sync(0xffffffff, lane, 1)) == float(threadIdx.x % 32 ^ 1));
}

template <class T2, class T>
__device__ void calculate_pairs(int* failed, T2 a, T2 b) {
  const T2 sum = a + b, product = __hmul2(a, b);
  EXPECT(__low2float(sum) == 4 && __high2float(sum) == 6);
  EXPECT(__low2float(product) == 3 && __high2float(product) == 8);
  EXPECT(__low2float(__hfma2(a, b, a)) == 4 && __high2float(__hneg2(b)) == -4);
  EXPECT(__hbgt2(b, a) && !__hblt2(b, a) && a != b && __low2float(__hlt2(a, b)) == 1);
  EXPECT(__high2float(h2sqrt(b)) == 2 && __low2float(__lowhigh2highlow(b)) == 4);
  EXPECT(__low2float(__hmax2(a, b)) == 3 && __high2float(__hmin2(a, b)) == 2);
  EXPECT(is_close(__low2float(h2exp(a)), 2.718f) && float(b.x) == 3 && float(b.y) == 4);
  const T2 other = __shfl_down_sync(0xffffffff, threadIdx.x % 32 == 1 ? b : a, 1);
  if (threadIdx.x % 32 == 0) EXPECT(other == b);
  EXPECT(__heq2_mask(a, T2(a.x, b.y)) == 0xffff && !__hbne2(a, a));
  const T2 both = T2(b.x, a.y);
  EXPECT(__low2float(both) == 3 && __high2float(both) == 2);
}

__global__ void calculate_all(int* failed) {
  calculate<__half>(failed);
  calculate<__nv_bfloat16>(failed);
  calculate_pairs<__half2, __half>(failed, __floats2half2_rn(1, 2), make_half2(3.0f, 4.0f));
  calculate_pairs<__nv_bfloat162, __nv_bfloat16>(failed, __floats2bfloat162_rn(1, 2),
                                                 __halves2bfloat162(3.0f, 4.0f));
  const float2 values = __half22float2(__float22half2_rn(make_float2(1, 2)));
  EXPECT(values.x == 1 && values.y == 2 && __half2float(__high2half(__half2half2(5.0f))) == 5);
  EXPECT(__hadd(4, 7) == 5 && __rhadd(4, 7) == 6);  // the averages of integers
}

__global__ void add_up(__half* half, __half2* pair, __nv_bfloat16* brain, float* words) {
  atomicAdd(half, __half(1.0f));
  atomicAdd(pair, __floats2half2_rn(1, 2));
  atomicAdd(brain, __nv_bfloat16(0.5f));
  // Programs read several of them at once, through pointers to other types.
  if (threadIdx.x == 0) {
    __half2* const two = reinterpret_cast<__half2*>(words);
    words[0] = 0;
    two[0] = __floats2half2_rn(1, 2);
    words[1] = words[0];
  }
}

__global__ void move_and_reduce(int* failed, __half* a, __nv_bfloat16* b) {
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), next = (me + 1) % pes;
  if (threadIdx.x == 0) {
    nvshmem_half_p(a, __half(me), next);
    nvshmem_bfloat16_put(b + 1, b, 1, next);
  }
  nvshmemx_barrier_all_block();
  EXPECT(nvshmem_half_g(a, next) == __half(me) && b[1] == __nv_bfloat16((me + pes - 1) % pes));
  nvshmemx_half_put_nbi_block(a + 8, a, 1, next);
  nvshmemx_half_sum_reduce_block(NVSHMEM_TEAM_WORLD, a + 1, a, 1);
  nvshmemx_half_prod_reduce_block(NVSHMEM_TEAM_WORLD, a + 2, a, 1);
  nvshmemx_bfloat16_max_reduce_block(NVSHMEM_TEAM_WORLD, b + 2, b, 1);
  nvshmemx_bfloat16_min_reduce_block(NVSHMEM_TEAM_WORLD, b + 3, b, 1);
  EXPECT(a[1] == __half(pes * (pes - 1) / 2) && a[2] == __half(0));
  EXPECT(b[2] == __nv_bfloat16(pes - 1) && b[3] == __nv_bfloat16(0));
}

CUdeviceptr address_of(__half* a) { return reinterpret_cast<CUdeviceptr>(a); }

void reduce_on_stream(__half* a, __nv_bfloat16* b) {
  int* failed = failures;
  const int pes = nvshmem_n_pes();
  nvshmemx_half_p_on_stream(a, __half(2.0f), nvshmem_my_pe(), nullptr);
  nvshmemx_half_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, a + 1, a, 1, nullptr);
  nvshmemx_bfloat16_fcollect_on_stream(NVSHMEM_TEAM_WORLD, b + 16, b, 1, nullptr);
  __half sum;
  __nv_bfloat16 last;
  cudaMemcpy(&sum, a + 1, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, b + 16 + pes - 1, sizeof last, cudaMemcpyDeviceToHost);
  EXPECT(sum == __half(2 * pes) && last == __nv_bfloat16(pes - 1) && address_of(a) != 0);
}

void test_atomics() {
  int* failed = failures;
  unsigned short* words;
  cudaMallocManaged(&words, 64);
  cudaMemset(words, 0, 64);
  auto* half = reinterpret_cast<__half*>(words);
  auto* pair = reinterpret_cast<__half2*>(words + 4);
  auto* brain = reinterpret_cast<__nv_bfloat16*>(words + 8);
  run(add_up, half, pair, brain, reinterpret_cast<float*>(words + 16));
  EXPECT(*half == __half(64) && *pair == __floats2half2_rn(64, 128) && *brain == __nv_bfloat16(32));
  EXPECT(*reinterpret_cast<__half2*>(words + 18) == __floats2half2_rn(1, 2));
  cudaFree(words);
}

}  // namespace

int main() {
  start();
  run(convert, failures);
  run(calculate_all, failures);
  test_atomics();
  auto* a = static_cast<__half*>(nvshmem_calloc(64, sizeof(__half)));
  auto* b = static_cast<__nv_bfloat16*>(nvshmem_calloc(64, sizeof(__nv_bfloat16)));
  b[0] = __nv_bfloat16(nvshmem_my_pe());
  run(move_and_reduce, failures, a, b);
  reduce_on_stream(a, b);
  nvshmem_barrier_all();
  nvshmem_free(a);
  nvshmem_free(b);
  return finish();
}
