#pragma once

#include <ark/detail/portability.hpp>

#if ARK_CUDA
#include_next <cuda_fp16.h>
#else
#error "the CPU executor has no half: use float, or compile with nvcc"
#endif
