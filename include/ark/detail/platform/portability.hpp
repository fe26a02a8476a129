// The only place that tests which compiler is used. Other headers use the macros below.
//
//   nvcc                kernels run on the GPU; ARK_CUDA is 1 in both of its passes,
//                       ARK_DEVICE_PASS is 1 only where code for the GPU is generated.
//   NVRTC               as nvcc's pass for the GPU; ARK_RTC is 1 as well. Needs -default-device.
//   g++, clang++        kernels run on the CPU executor; both are 0.
#pragma once

// Public headers include this one first. After #error alone a compiler continues, and prints
// hundreds of errors in the code that follows; a header that does not exist stops it.
#if !defined(__cplusplus) || __cplusplus < 202002L
#error "ark needs C++20: compile with -std=c++20"
#include <ark needs C++20, -std=c++20>
#endif

/// ARK_API marks a symbol that libark exports; all others in it are hidden. ARK_THREAD_LOCAL: a
/// variable of each host thread. NVRTC only parses what uses them, and refuses __host__.
#if defined(__CUDACC_RTC__)
#define ARK_RTC 1
#define ARK_HOST
#define ARK_API
#define ARK_THREAD_LOCAL
#else
#define ARK_RTC 0
#define ARK_API __attribute__((visibility("default")))
#define ARK_THREAD_LOCAL thread_local constinit
#endif

#if defined(__CUDACC__)
#define ARK_CUDA 1
#define ARK_GLOBAL __global__
#define ARK_DEVICE __device__
#if !ARK_RTC
#define ARK_HOST __host__
#endif
#define ARK_HOST_DEVICE __host__ __device__
#define ARK_LAUNCH_BOUNDS(threads) __launch_bounds__(threads)
#else
#define ARK_CUDA 0
#define ARK_GLOBAL
#define ARK_DEVICE
#define ARK_HOST
#define ARK_HOST_DEVICE
#define ARK_LAUNCH_BOUNDS(threads)
#endif

#if defined(__CUDA_ARCH__)
#define ARK_DEVICE_PASS 1
#else
#define ARK_DEVICE_PASS 0
#endif

/// Features of the GPU for which code is generated; all are 0 for the host and on CPUs.
/// ARK_L2_POLICY: loads and stores take an operand with the L2 priority of their line (sm_80).
/// ARK_WARP_REDUCE: a warp reduces integers with one instruction (sm_80).
/// ARK_BULK_COPY: the SM's copy unit moves bytes between global and shared memory (sm_90).
/// ARK_BFLOAT16_ADD: an atomic addition of bfloat16 (sm_90).
/// ARK_ONE_WAY_FENCES: fences that only acquire or only release (sm_90, CUDA 12.8).
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ARK_L2_POLICY 1
#define ARK_WARP_REDUCE 1
#else
#define ARK_L2_POLICY 0
#define ARK_WARP_REDUCE 0
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define ARK_BULK_COPY 1
#define ARK_BFLOAT16_ADD 1
#else
#define ARK_BULK_COPY 0
#define ARK_BFLOAT16_ADD 0
#endif
#if ARK_BULK_COPY && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
#define ARK_ONE_WAY_FENCES 1
#else
#define ARK_ONE_WAY_FENCES 0
#endif

/// Access model of a thread_local that libark exports: every library reads it with one instruction.
/// nvcc does not support the attribute on declarations; its host code uses a slower access, which
/// links as well.
#if ARK_CUDA
#define ARK_TLS_INITIAL_EXEC
#else
#define ARK_TLS_INITIAL_EXEC __attribute__((tls_model("initial-exec")))
#endif

/// Before a loop that must not be unrolled, because it waits or is rare.
#if ARK_DEVICE_PASS
#define ARK_NO_UNROLL _Pragma("unroll 1")
#else
#define ARK_NO_UNROLL
#endif

/// Out of line, so that there is one copy of the function for all its callers.
#define ARK_NOINLINE __attribute__((noinline))
/// Out of line on a GPU, where a kernel's registers are those of its deepest chain of calls: the
/// registers of a function inlined into its caller count for everything that the caller calls. A
/// CPU's compiler decides by itself.
#if ARK_DEVICE_PASS
#define ARK_GPU_NOINLINE ARK_NOINLINE
#else
#define ARK_GPU_NOINLINE
#endif
/// Inline on a CPU, where the compiler might decide differently and pass the arguments through
/// memory. nvcc decides by itself.
#if ARK_CUDA
#define ARK_CPU_INLINE
#else
#define ARK_CPU_INLINE __attribute__((always_inline))
#endif
/// Out of line, so that a rare path does not enlarge its caller.
#define ARK_COLD __attribute__((noinline, cold))
