// The computation that traffic is measured beside: C = A B in fp32; its kernel is in beside.cpp.
#pragma once

#include "gemm_size.hpp"
#include "loop.hpp"

namespace ark_perf {

constexpr unsigned gemm_threads = 256;

/// Matrices of n times n, by rows; n: a multiple of gemm_tile.
struct gemm_task {
  const float* a = nullptr;
  const float* b = nullptr;
  float* c = nullptr;
  unsigned n = 0;
  span_ns* spans = nullptr;  ///< one per block, written
};

}  // namespace ark_perf
