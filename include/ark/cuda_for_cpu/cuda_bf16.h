#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include_next <cuda_bf16.h>
#else
#error "the CPU executor has no bfloat16: use float, or compile with nvcc"
#endif
