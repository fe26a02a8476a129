#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_runtime_api.h>
#else
#include <ark/cuda_for_cpu/runtime_choice.hpp>
#endif
