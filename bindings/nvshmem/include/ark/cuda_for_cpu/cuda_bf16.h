#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_bf16.h>
#else
#include <ark/cuda_for_cpu/half.hpp>
#endif
