#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <cuda_pipeline_primitives.h>
#else
#include <cuda_pipeline.h>
#endif
