#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <curand_kernel.h>
#else
#error "the CPU executor has no cuRAND: use a generator of the program, or compile with nvcc"
#endif
