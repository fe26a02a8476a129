// The one place that tells compilers apart. Every other header is plain C++20.
//
//   nvcc                kernels run on the GPU; ARK_CUDA is 1 in both of its passes,
//                       ARK_DEVICE_PASS is 1 only where code for the GPU is generated.
//   g++, clang++        kernels run on the CPU executor; both are 0.
#pragma once

// Public headers include this one first. #error alone lets compilers go on, to hundreds of errors
// in what comes next; a header that does not exist ends them.
#if !defined(__cplusplus) || __cplusplus < 202002L
#error "ark needs C++20: compile with -std=c++20"
#include <ark needs C++20, -std=c++20>
#endif

#if defined(__CUDACC__)
#define ARK_CUDA 1
#define ARK_GLOBAL __global__
#define ARK_DEVICE __device__
#define ARK_HOST_DEVICE __host__ __device__
#else
#define ARK_CUDA 0
#define ARK_GLOBAL
#define ARK_DEVICE
#define ARK_HOST_DEVICE
#endif

#if defined(__CUDA_ARCH__)
#define ARK_DEVICE_PASS 1
#else
#define ARK_DEVICE_PASS 0
#endif

/// What the GPU that code is being generated for can do; both are 0 for the host and on CPUs.
/// ARK_L2_POLICY: loads and stores take an operand that says how L2 keeps their line (sm_80).
/// ARK_BULK_COPY: its copy unit moves bytes between global and shared memory (sm_90).
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ARK_L2_POLICY 1
#else
#define ARK_L2_POLICY 0
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define ARK_BULK_COPY 1
#else
#define ARK_BULK_COPY 0
#endif

/// Marks what libark exports; everything else in it is hidden.
#define ARK_API __attribute__((visibility("default")))

/// For a thread_local that libark exports: read with one instruction from every library. nvcc does
/// not know the attribute on declarations; its host code reads the slower way, which links all the
/// same.
#if ARK_CUDA
#define ARK_TLS_INITIAL_EXEC
#else
#define ARK_TLS_INITIAL_EXEC __attribute__((tls_model("initial-exec")))
#endif

/// In front of a loop whose body is not to be repeated: it waits, or is rare.
#if ARK_DEVICE_PASS
#define ARK_NO_UNROLL _Pragma("unroll 1")
#else
#define ARK_NO_UNROLL
#endif

/// Out of line, so that there is one of it however many callers it has.
#define ARK_NOINLINE __attribute__((noinline))
/// Out of line, so that a rare path does not grow its caller.
#define ARK_COLD __attribute__((noinline, cold))
