#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA || defined(__CUDA_ARCH_LIST__)
#include_next <device_functions.h>
#else
#include <ark/cuda_for_cpu/runtime_choice.hpp>
#endif
