#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <thrust/transform_reduce.h>
#else
#error "the CPU executor has no Thrust: use the algorithms of the C++ library, or compile with nvcc"
#endif
