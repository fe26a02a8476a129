// Host code with launches, in a header without a kernel.
#pragma once
#include <kernels/scale.cuh>

inline void scale_twice(float* values, int count) {
  scale<<<2, 32>>>(values, count, 2.0f);
  scale<<<1, 64>>>(values, count, 0.5f);
  scale<<<2, 32>>>(values, count, 3.0f);
}
