#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_fp8.h>
#else
#error "the CPU executor has no numbers of 8 bits: use half or bfloat16, or compile with nvcc"
#endif
