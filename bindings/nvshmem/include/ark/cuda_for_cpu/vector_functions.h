#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <vector_functions.h>
#else
#include <ark/cuda_for_cpu/vector_types.hpp>
#endif
