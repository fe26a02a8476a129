// CUDA's runtime: CUDA's own with nvcc, else this folder's for the CPU executor.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include <cuda.h>  // NVSHMEM's header has it, too
#include <cuda_runtime.h>
#else

#if defined(__CUDA_RUNTIME_H__)
#error "kernels on the CPU executor: put -I<prefix>/include/ark/cuda_for_cpu before CUDA's headers"
#endif

#include <ark/cuda_for_cpu/casts.hpp>
#include <ark/cuda_for_cpu/cuda_errors.hpp>
#include <ark/cuda_for_cpu/cuda_launch.hpp>
#include <ark/cuda_for_cpu/devices.hpp>
#include <ark/cuda_for_cpu/events.hpp>
#include <ark/cuda_for_cpu/gpu_only.hpp>
#include <ark/cuda_for_cpu/keywords.hpp>
#include <ark/cuda_for_cpu/launch_attributes.hpp>
#include <ark/cuda_for_cpu/math_functions.hpp>
#include <ark/cuda_for_cpu/memory_access.hpp>
#include <ark/cuda_for_cpu/memory_copies.hpp>
#include <ark/cuda_for_cpu/packed_words.hpp>
#include <ark/cuda_for_cpu/rounding.hpp>
#include <ark/cuda_for_cpu/streams.hpp>
#include <ark/cuda_for_cpu/vector_types.hpp>
// CUDA's header includes it, too; it makes isnan visible without std::.
#include <math.h>

#include <cstdlib>
#include <cstring>

// helper_cuda.h of CUDA's samples has its checks where these are defined.
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__

#endif
