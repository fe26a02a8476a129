#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <mma.h>
#else
#error "the CPU executor has no tensor cores: write the product as loops, or compile with nvcc"
#endif
