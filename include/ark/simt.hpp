// What kernel source may say on a GPU and on the CPU executor alike. docs/portability.md lists it.
//
// With nvcc CUDA's own words stay; with g++ and clang++ the same words are given the executor's
// meaning, at global scope, because kernels write them so: threadIdx, __syncthreads, __shfl_sync,
// atomicAdd and the others. This is the one place that chooses; no part looks at the compiler.
#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include <ark/simt/cuda_words.hpp>
#else
#include <ark/simt/cpu_assert.hpp>
#include <ark/simt/cpu_atomics.hpp>
#include <ark/simt/cpu_bits.hpp>
#include <ark/simt/cpu_builtins.hpp>
#include <ark/simt/cpu_intrinsics.hpp>
#include <ark/simt/cpu_legacy_atomics.hpp>
#include <ark/simt/cpu_shared.hpp>
#include <ark/simt/cpu_time.hpp>
#endif

#include <ark/simt/identity.hpp>
