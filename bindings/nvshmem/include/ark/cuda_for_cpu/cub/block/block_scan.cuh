#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cub/block/block_scan.cuh>
#else
#error "the CPU executor has no CUB: use cooperative_groups::reduce and scan, or compile with nvcc"
#endif
