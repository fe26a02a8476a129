#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <vector_functions.hpp>
#else
#include <ark/cuda_for_cpu/vector_types.hpp>
#endif
