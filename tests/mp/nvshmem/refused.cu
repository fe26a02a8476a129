// One line for each thing that does not compile for the CPU executor; CASE selects it.
#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void kernel(int*) {}

void refused(short* words, int* values, void** arguments) {
#if CASE == 0  // the control: these compile
  (void)words;
  nvshmem_int_wait_until(values, NVSHMEM_CMP_EQ, 1);
  nvshmemx_collective_launch((const void*)kernel, 1, 1, arguments, 0, 0);
  nvshmemx_collective_launch(kernel, 1, 1, arguments, 0, 0);
  cudaLaunchKernel(&kernel, 1, 1, arguments);
#elif CASE == 1
  nvshmem_short_wait_until(words, NVSHMEM_CMP_EQ, 1);
#elif CASE == 2
  nvshmem_ushort_test_any(words, 1, nullptr, NVSHMEM_CMP_EQ, 1);
#elif CASE == 3
  const void* untyped = reinterpret_cast<const void*>(kernel);
  nvshmemx_collective_launch(untyped, 1, 1, arguments, 0, 0);
#elif CASE == 4
  cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 1, arguments);
#elif CASE == 5
  __shared__ float tile[32];
#elif CASE == 6
  nvshmemx_qp_create(4, values);
#elif CASE == 7
  nvshmemx_cumodule_init(values);
#elif CASE == 8
  nvshmemx_float_atomic_add((float*)values, 1.0f, 0);
#elif CASE == 9
  static __managed__ int counter;
#endif
}
