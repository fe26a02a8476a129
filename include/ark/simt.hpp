// The part of CUDA's kernel language that works on a GPU and on the CPU executor alike.
// docs/portability.md lists it.
//
// With nvcc the names are CUDA's own. With g++ and clang++ the CPU executor defines the same names:
// threadIdx, __syncthreads, __shfl_sync, atomicAdd and others, at global scope as in CUDA. Only
// this header selects by compiler; the included headers do not.
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
