#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <surface_types.h>
#else
#error "the CPU executor has no textures: read the memory instead, by __ldg, or compile with nvcc"
#endif
