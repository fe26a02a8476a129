// Programs include <cuda.h> for CUDA's runtime, too; nothing of the driver API is here.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda.h>
#else
#include <ark/cuda_for_cpu/runtime_choice.hpp>
#endif
