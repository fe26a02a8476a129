#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <curand.h>
#else
#error "the CPU executor has no cuRAND: use a generator of the program, or compile with nvcc"
#endif
