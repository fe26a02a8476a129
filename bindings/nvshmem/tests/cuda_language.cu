// CUDA's vector types and complex numbers, atomics of <cuda/atomic>, loads and stores with a cache
// operator, managed variables, and intrinsics, in kernels and on the host.
#include <assert.h>
#include <cuComplex.h>
#include <device_launch_parameters.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#if !ARK_CUDA  // of CUDA 13 some are internal, and one is missing
#include <builtin_types.h>
#include <cuda_pipeline_primitives.h>
#include <device_functions.h>
#include <math_functions.h>

#include <cuda/std/memory>
#include <cuda/std/ratio>
#include <cuda/std/string_view>
#include <cuda/std/variant>
#include <vector_functions.hpp>
static_assert(cuda::std::ratio<2, 4>::den == 2 && cuda::std::string_view("four").size() == 4);
static_assert(cuda::std::get<int>(cuda::std::variant<int, float>(3)) == 3);
static_assert(sizeof(cuda::std::unique_ptr<int>) == sizeof(int*));
#endif

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
  auto* halves = reinterpret_cast<unsigned short*>(words + 6);
  EXPECT(atomicCAS(halves + 1, static_cast<unsigned short>(0), static_cast<unsigned short>(9)) ==
         0);
  EXPECT(atomicCAS(halves + 1, static_cast<unsigned short>(8), static_cast<unsigned short>(7)) ==
         9);
  EXPECT(words[6] == 9 << 16);
  if (words[2] != 1) __trap();
  if (words[2] != 1) __brkpt();
  assert(words[2] == 1);
}

/// Sums, extremes and differences of halves and bytes.
__global__ void use_packed_words(int* failed) {
  EXPECT(__vadd2(0x7fff0001, 0x00010001) == 0x80000002 &&
         __vadd4(0xff7f0102, 0x01010101) == 0x800203);
  EXPECT(__vsub2(1, 0x10002) == ~0u && __vsub4(0, 0x01020304) == 0xfffefdfc);
  EXPECT(__vaddss2(0x7fff8000, 0x0001ffff) == 0x7fff8000);
  EXPECT(__vaddss4(0x7f80ff01, 0x01ff0101) == 0x7f800002);
  EXPECT(__vaddus2(0xffff0001, 0x10001) == 0xffff0002);
  EXPECT(__vaddus4(0xff01fe02, 0x01010301) == 0xff02ff03);
  EXPECT(__vsubss2(0x80007fff, 0x0001ffff) == 0x80007fff);
  EXPECT(__vsubss4(0x807f0505, 0x01ff0106) == 0x807f04ff);
  EXPECT(__vsubus2(0x10005, 0x20003) == 2 && __vsubus4(0x01050000, 0x02030100) == 0x20000);
  EXPECT(__vmaxs2(0xffff0001, 0x8000) == 1 && __vmaxu2(0xffff0001, 0x8000) == 0xffff8000);
  EXPECT(__vmins2(0xffff0001, 0x8000) == 0xffff8000 && __vminu2(0xffff0001, 0x8000) == 1);
  EXPECT(__vmaxs4(0xff017f80, 0x27e00) == 0x27f00 && __vmaxu4(0xff017f80, 0x27e00) == 0xff027f80);
  EXPECT(__vmins4(0xff017f80, 0x27e00) == 0xff017e80 && __vminu4(0xff017f80, 0x27e00) == 0x17e00);
  EXPECT(__vabsdiffs2(0x80000005, 0x7fff0007) == 0xffff0002);
  EXPECT(__vabsdiffu2(0x80000005, 0x7fff0007) == 0x10002);
  EXPECT(__vabsdiffs4(0x80050100, 0x7f070000) == 0xff020100);
  EXPECT(__vabsdiffu4(0x80050100, 0x7f070000) == 0x01020100);
  EXPECT(__vsads2(0x80000005, 0x7fff0007) == 65537 && __vsadu2(0x80000005, 0x7fff0007) == 3);
  EXPECT(__vsads4(0x80050100, 0x7f070000) == 258 && __vsadu4(0x80050100, 0x7f070000) == 4);
  EXPECT(__vavgs2(0xfffd0003, 0) == 0xfffe0002 && __vavgs4(0xfd03fd03, 0) == 0xfe02fe02);
  EXPECT(__vavgu2(0xffff0003, 0xffff0000) == 0xffff0002);
  EXPECT(__vavgu4(0xff03ff00, 0xff000100) == 0xff028000);
  EXPECT(__vhaddu2(0xffff0003, 0xffff0000) == 0xffff0001);
  EXPECT(__vhaddu4(0xff03ff00, 0xff000000) == 0xff017f00);
  EXPECT(__vabs2(0x8000fffe) == 0x80000002 && __vabsss2(0x8000fffe) == 0x7fff0002);
  EXPECT(__vabs4(0x80ff017f) == 0x8001017f && __vabsss4(0x80ff017f) == 0x7f01017f);
  EXPECT(__vneg2(0x80000001) == 0x8000ffff && __vneg4(0x80017fff) == 0x80ff8101);
  EXPECT(__vnegss2(0x80000001) == 0x7fffffff && __vnegss4(0x80017fff) == 0x7fff8101);
}

/// a compares with b as <, = or >, and as the others of the other sign, in each part.
__global__ void use_packed_comparisons(int* failed) {
  const unsigned a2 = 0xffff0001, b2 = 0x00010001, a4 = 0xff010203, b4 = 0x01010302;
  EXPECT(__vcmpeq2(a2, b2) == 0xffff && __vcmpne2(a2, b2) == 0xffff0000);
  EXPECT(__vcmpges2(a2, b2) == 0xffff && __vcmpgeu2(a2, b2) == ~0u);
  EXPECT(__vcmpgts2(a2, b2) == 0 && __vcmpgtu2(a2, b2) == 0xffff0000);
  EXPECT(__vcmples2(a2, b2) == ~0u && __vcmpleu2(a2, b2) == 0xffff);
  EXPECT(__vcmplts2(a2, b2) == 0xffff0000 && __vcmpltu2(a2, b2) == 0);
  EXPECT(__vcmpeq4(a4, b4) == 0xff0000 && __vcmpne4(a4, b4) == 0xff00ffff);
  EXPECT(__vcmpges4(a4, b4) == 0xff00ff && __vcmpgeu4(a4, b4) == 0xffff00ff);
  EXPECT(__vcmpgts4(a4, b4) == 0xff && __vcmpgtu4(a4, b4) == 0xff0000ff);
  EXPECT(__vcmples4(a4, b4) == 0xffffff00 && __vcmpleu4(a4, b4) == 0xffff00);
  EXPECT(__vcmplts4(a4, b4) == 0xff00ff00 && __vcmpltu4(a4, b4) == 0xff00);
  EXPECT(__vseteq2(a2, b2) == 1 && __vsetne2(a2, b2) == 0x10000 && __vsetltu2(a2, b2) == 0);
  EXPECT(__vsetgtu4(a4, b4) == 0x01000001 && __vsetles4(a4, b4) == 0x01010100);
}

/// Sums with an extreme, and extremes of three.
__global__ void use_dpx(int* failed) {
  EXPECT(__viaddmax_s32(1, 2, 4) == 4 && __viaddmax_s32(5, -9, -7) == -4);
  EXPECT(__viaddmax_s32_relu(5, -9, -7) == 0 && __viaddmax_u32(~0u, 2, 0) == 1);
  EXPECT(__viaddmin_s32(1, 2, 4) == 3 && __viaddmin_s32_relu(-5, 1, 2) == 0);
  EXPECT(__viaddmin_u32(1, 2, 4) == 3);
  EXPECT(__viaddmax_s16x2(0x7fff0001, 0x00010001, 0x80010000) == 0x80010002);
  EXPECT(__viaddmax_s16x2_relu(0x7fff0001, 0x00010001, 0x80010000) == 2);
  EXPECT(__viaddmax_u16x2(0x7fff0001, 0x00010001, 0x80010000) == 0x80010002);
  EXPECT(__viaddmin_s16x2(0x7fff0001, 0x00010001, 0x80010000) == 0x80000000);
  EXPECT(__viaddmin_u16x2(0x7fff0001, 0x00010001, 0x80010003) == 0x80000002);
  EXPECT(__viaddmin_s16x2_relu(0x7fff0001, 0x00010001, 0x80010003) == 2);
  EXPECT(__vimax3_s32(1, -5, 3) == 3 && __vimin3_s32(1, -5, 3) == -5);
  EXPECT(__vimin3_s32_relu(1, -5, 3) == 0 && __vimax3_s32_relu(-1, -5, -3) == 0);
  EXPECT(__vimax3_u32(1, ~0u, 3) == ~0u && __vimin3_u32(1, ~0u, 3) == 1);
  const unsigned a = 0xffff0001, b = 0x20003, c = 0x10000;
  EXPECT(__vimax3_s16x2(a, b, c) == 0x20003 && __vimax3_u16x2(a, b, c) == 0xffff0003);
  EXPECT(__vimin3_s16x2(a, b, c) == 0xffff0000 && __vimin3_u16x2(a, b, c) == 0x10000);
  EXPECT(__vimin3_s16x2_relu(a, b, c) == 0 && __vimax3_s16x2_relu(a, a, a) == 1);
  EXPECT(__vimax_s32_relu(-1, -2) == 0 && __vimin_s32_relu(4, 3) == 3);
  EXPECT(__vimax_s16x2_relu(a, 0xfffe0002) == 2 && __vimin_s16x2_relu(a, 0xfffe0002) == 1);
  bool first = false, high = true, low = false;
  EXPECT(__vibmax_s32(2, 2, &first) == 2 && first && __vibmin_u32(3, 2, &first) == 2 && !first);
  EXPECT(__vibmax_u32(3, 2, &first) == 3 && first && __vibmin_s32(3, -2, &first) == -2 && !first);
  EXPECT(__vibmax_s16x2(0xffff0002, 0x10001, &high, &low) == 0x10002 && !high && low);
  EXPECT(__vibmin_s16x2(0xffff0002, 0x10001, &high, &low) == 0xffff0001 && high && !low);
  EXPECT(__vibmax_u16x2(0xffff0002, 0x10001, &high, &low) == 0xffff0002 && high && low);
  EXPECT(__vibmin_u16x2(0xffff0002, 0x10001, &high, &low) == 0x10001 && !high && !low);
}

// Of a positive result that is not a number of the type: down and to zero is the one below, up the
// one above, and to nearest one of both.
#define ROUNDS(name, next, ...)                                         \
  EXPECT(next(name##_rd(__VA_ARGS__), 9.0) == name##_ru(__VA_ARGS__) && \
         name##_rz(__VA_ARGS__) == name##_rd(__VA_ARGS__) &&            \
         (name##_rn(__VA_ARGS__) == name##_rd(__VA_ARGS__) ||           \
          name##_rn(__VA_ARGS__) == name##_ru(__VA_ARGS__)))
__global__ void use_roundings(int* failed) {
  const float tiny = 1e-12f, one = 1, three = 3;
  ROUNDS(__fadd, nextafterf, one, tiny);
  ROUNDS(__fsub, nextafterf, one, tiny);
  ROUNDS(__fmul, nextafterf, 0.1f, three);
  ROUNDS(__fdiv, nextafterf, one, three);
  ROUNDS(__frcp, nextafterf, three);
  ROUNDS(__fsqrt, nextafterf, three);
  ROUNDS(__fmaf, nextafterf, one, tiny, three);
  ROUNDS(__dadd, nextafter, 1.0, 1e-20);
  ROUNDS(__dsub, nextafter, 1.0, 1e-20);
  ROUNDS(__dmul, nextafter, 0.1, 3.0);
  ROUNDS(__ddiv, nextafter, 1.0, 3.0);
  ROUNDS(__drcp, nextafter, 3.0);
  ROUNDS(__dsqrt, nextafter, 3.0);
  ROUNDS(__fma, nextafter, 1.0, 1e-20, 3.0);
  ROUNDS(__double2float, nextafterf, 0.1);
  EXPECT(__fadd_rz(-one, -tiny) == -1 && __fadd_ru(-one, -tiny) == -1 &&
         __fadd_rd(-one, -tiny) < -1);
  EXPECT(__fdiv_rz(one, three) == 0.333333313f && __fdiv_ru(one, three) == 0.333333343f);
  EXPECT(__frcp_rn(4.0f) == 0.25f && __frcp_ru(4.0f) == 0.25f && __drcp_rd(4.0) == 0.25);
  EXPECT(__int2float_rz(16777217) == 16777216 && __int2float_ru(16777217) == 16777218);
  EXPECT(__uint2float_rd(~0u) == 4294967040.0f && __ll2float_ru(-16777217) == -16777216);
  EXPECT(__ull2double_ru((1ull << 53) + 1) == 9007199254740994.0);
  EXPECT(__ll2double_rd(-(1ll << 53) - 1) == -9007199254740994.0);
  EXPECT(__ull2float_rz(16777219) == 16777218);
  EXPECT(one / three == 0.333333343f);  // nearest again
}

__host__ __device__ bool is_near(double a, double b, double relative = 1e-14) {
  return fabs(a - b) <= relative * fabs(b);
}

__global__ void use_special_functions(int* failed) {
  EXPECT(is_near(erfinv(0.5), 0.476936276204469873) &&
         is_near(erfinv(-0.1), -0.0888559904942576867));
  EXPECT(is_near(erfinv(0.9999), 2.75106390571206094, 1e-12) && isinf(erfinv(1.0)) &&
         erfinv(0.0) == 0);
  EXPECT(is_near(erfcinv(1e-10), 4.57282496738948526) &&
         is_near(erfcinv(1.9), -1.16308715367667382));
  EXPECT(erfcinv(1.0) == 0 && isinf(erfcinv(0.0)) && erfcinv(2.0) < -1e300 && isnan(erfcinv(2.5)));
  EXPECT(is_near(erf(erfinv(0.4999)), 0.4999) && is_near(erfc(erfcinv(1e-200)), 1e-200, 1e-12));
  EXPECT(is_near(normcdfinv(0.84134474606854293), 1, 1e-12));
  EXPECT(is_near(erfcx(1.0), 0.427583576155807004) && is_near(erfcx(-1.0), 5.00898008076228347));
  EXPECT(is_near(erfcx(10.0), 0.0561409927438225956) &&
         is_near(erfcx(30.0), 0.0187958888614167514));
  EXPECT(isinf(erfcx(-30.0)) && is_near(erfcxf(1.0f), 0.4275836, 1e-6));
  EXPECT(is_near(cyl_bessel_i0(1.0), 1.26606587775200834) && cyl_bessel_i0(0.0) == 1);
  EXPECT(is_near(cyl_bessel_i0(-20.0), 43558282.5595535331));
  EXPECT(is_near(cyl_bessel_i1(1.0), 0.565159103992485027));
  EXPECT(is_near(cyl_bessel_i1(-20.0), -42454973.3851277628));
  EXPECT(is_near(cyl_bessel_i0f(1.0f), 1.2660658, 1e-6) && isinf(cyl_bessel_i0(1000.0)));
  EXPECT(is_near(cyl_bessel_i1f(1.0f), 0.5651591, 1e-6) && is_near(erfinvf(0.5f), 0.4769363, 1e-6));
  EXPECT(is_near(erfcinvf(0.5f), 0.4769363, 1e-6) && is_near(normcdfinvf(0.5f) + 1, 1, 1e-6));
  const float sides[] = {1, 2, 2};
  const double large[] = {3e200, 4e200};
  EXPECT(is_near(normf(3, sides), 3, 1e-6) && is_near(rnormf(3, sides), 1.0 / 3, 1e-6));
  EXPECT(is_near(norm(2, large), 5e200) && is_near(rnorm(2, large), 2e-201));
  EXPECT(is_near(rnorm4d(1, 1, 1, 1), 0.5) && is_near(rnorm4df(1, 1, 1, 1), 0.5, 1e-6));
  EXPECT(umin(~0u, 3) == 3 && umax(~0u, 3) == ~0u && llmin(-5, 1ll << 40) == -5);
  EXPECT(llmax(-5, 1ll << 40) == 1ll << 40 && ullmin(~0ull, 7) == 7 && ullmax(~0ull, 7) == ~0ull);
}

__managed__ int in_global;

__global__ void use_bits_and_spaces(int* failed) {
  EXPECT(__fns(0x16, 1, 2) == 2 && __fns(0x16, 1, 3) == 4 && __fns(0x16, 1, 4) == ~0u);
  EXPECT(__fns(0x16, 3, -1) == 2 && __fns(0x16, 3, -2) == 1 && __fns(0x16, 3, -3) == ~0u);
  EXPECT(__fns(0x16, 2, 0) == 2 && __fns(0x16, 3, 0) == ~0u);
  EXPECT(__dp2a_lo(0x2ffff, 0x04030201, 5) == 8 && __dp2a_hi(0x2ffff, 0x04030201, 5) == 10);
  EXPECT(__dp2a_lo(0x2ffffu, 0x04030201u, 5u) == 65544u);
  EXPECT(__dp2a_hi(0x2ffffu, 0x04030201u, 5u) == 3 * 65535 + 8 + 5u);
  ARK_SHARED(int[2], fixed);
  ARK_DYNAMIC_SHARED(int, dynamic);
  int own = 0;
  EXPECT(__isShared(&fixed[1]) && __isShared(dynamic) && !__isShared(&own) &&
         !__isShared(&in_global));
  EXPECT(__isGlobal(&in_global) && __isGlobal(failed) && !__isGlobal(&own) && !__isGlobal(fixed));
  EXPECT(__isLocal(&own) && !__isLocal(fixed) && !__isLocal(dynamic) && !__isConstant(&own));
}

__host__ __device__ bool equals(cuDoubleComplex z, double real, double imaginary) {
  return is_near(cuCreal(z), real) && is_near(cuCimag(z), imaginary);
}
__host__ __device__ bool equals(cuComplex z, float real, float imaginary) {
  return is_near(cuCrealf(z), real, 1e-6) && is_near(cuCimagf(z), imaginary, 1e-6);
}

__global__ void use_complex(int* failed) {
  const cuDoubleComplex a = make_cuDoubleComplex(1, 2), b = make_cuDoubleComplex(3, 4);
  EXPECT(equals(cuCadd(a, b), 4, 6) && equals(cuCsub(a, b), -2, -2) && equals(cuConj(a), 1, -2));
  EXPECT(equals(cuCmul(a, b), -5, 10) && equals(cuCfma(a, b, b), -2, 14) && is_near(cuCabs(b), 5));
  EXPECT(equals(cuCdiv(cuCmul(a, b), b), 1, 2) && equals(cuCdiv(cuCmul(a, b), a), 3, 4));
  const cuDoubleComplex far = make_cuDoubleComplex(3e200, 4e200);
  EXPECT(is_near(cuCabs(far), 5e200) && equals(cuCdiv(far, b), 1e200, 0));
  const cuFloatComplex c = make_cuFloatComplex(1, 2), d = make_cuComplex(4, 3);
  EXPECT(equals(cuCaddf(c, d), 5, 5) && equals(cuCsubf(c, d), -3, -1) && equals(cuConjf(d), 4, -3));
  EXPECT(equals(cuCmulf(c, d), -2, 11) && equals(cuCfmaf(c, d, c), -1, 13) &&
         is_near(cuCabsf(d), 5));
  EXPECT(equals(cuCdivf(cuCmulf(c, d), d), 1, 2));
  EXPECT(equals(cuComplexFloatToDouble(c), 1, 2) && equals(cuComplexDoubleToFloat(b), 3, 4));
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
  for (auto* kernel : {use_packed_words, use_packed_comparisons, use_dpx, use_roundings,
                       use_special_functions, use_complex})
    ark::launch({1, 1}, kernel, failures);
  ark::launch({2, 1, 64}, use_bits_and_spaces, failures);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 5; ++i) EXPECT(words[32 + i] == i);
  EXPECT(cudaFree(values) == cudaSuccess && cudaFree(words) == cudaSuccess);
  return finish();
}
