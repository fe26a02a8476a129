// The part of CUDA's runtime that programs need on the CPU executor. This folder precedes CUDA's
// own in the include path of g++; nvcc gets CUDA's header. docs/nvshmem.md lists the names.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_runtime.h>
#else
#include <ark/cuda_for_cpu/runtime_choice.hpp>
#endif
