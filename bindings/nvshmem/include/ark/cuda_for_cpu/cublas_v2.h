#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <cublas_v2.h>
#else
#error "the CPU executor has no cuBLAS: use a BLAS of the host, or compile with nvcc"
#endif
