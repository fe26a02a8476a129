// nvshmemx_collective_launch: one kernel on every PE, whose blocks run at once and may wait for
// each other.
#pragma once

#include <algorithm>
#include <ark/nvshmem/constants.hpp>
#include <cstdio>

namespace ark::nvshmem {

/// The result of `body` as NVSHMEM returns it; the text of an ark::error goes to stderr.
template <class Body>
int as_status(const char* call, Body&& body) {
  try {
    body();
    return NVSHMEMX_SUCCESS;
  } catch (const error& problem) {
    std::fprintf(stderr, "ark: %s: %s: %s\n", call, errc_name(problem.code()), problem.what());
    return static_cast<int>(problem.code());
  }
}

#if ARK_CUDA

/// The largest grid whose blocks run at once.
inline int largest_grid(const void* kernel, dim3 block, std::size_t shared_bytes) {
  int gpu = 0, per_multiprocessor = 0, multiprocessors = 0;
  detail::cuda_check(cudaGetDevice(&gpu), "cudaGetDevice");
  detail::cuda_check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, gpu),
                     "cudaDeviceGetAttribute");
  detail::cuda_check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &per_multiprocessor, kernel, static_cast<int>(block.x * block.y * block.z), shared_bytes),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return per_multiprocessor * multiprocessors;
}

inline void launch_together(const void* kernel, dim3 grid, dim3 block, void** arguments,
                            std::size_t shared_bytes, cudaStream_t stream) {
  detail::check_kernel(kernel);
  const std::size_t bytes = detail::cuda_launch_shared_bytes(shared_bytes);
  detail::allow_shared_bytes(kernel, bytes);
  if (grid.x == 0) grid = dim3(static_cast<unsigned>(largest_grid(kernel, block, bytes)));
  detail::cuda_check(cudaLaunchCooperativeKernel(kernel, grid, block, arguments, bytes,
                                                 stream != nullptr ? stream : cudaStreamLegacy),
                     "cudaLaunchCooperativeKernel");
}

#else

/// All blocks of any grid run at once. More than processors gain nothing, but a program may need as
/// many as on a GPU, which has some 100 multiprocessors.
template <class Kernel>
int largest_grid(Kernel, dim3, std::size_t) {
#if defined(__SANITIZE_THREAD__)
  constexpr int of_a_gpu = 1;  // ThreadSanitizer has room for 8,000 threads of a kernel
#else
  constexpr int of_a_gpu = 128;
#endif
  return std::max(cuda_for_cpu::processors(), of_a_gpu);
}

template <class Untyped>
requires(std::is_void_v<Untyped>) void launch_together(Untyped*, dim3, dim3, void**, std::size_t,
                                                       cudaStream_t) {
  cuda_for_cpu::reject_untyped<Untyped>();
}
template <class... Parameters>
void launch_together(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                     std::size_t shared_bytes, cudaStream_t stream) {
  if (grid.x == 0) grid = dim3(static_cast<unsigned>(cuda_for_cpu::processors()));
  launch_config config{grid, block, shared_bytes, stream};
  config.collective = true;
  cuda_for_cpu::launch_with_addresses(config, kernel, arguments);
}

#endif

/// ark::launch with `collective`. grid.x of 0: the largest grid whose blocks run at once. Returns
/// 0, or the code of the ark::error, whose text is on stderr.
template <class Kernel>
int collective_launch(Kernel kernel, dim3 grid, dim3 block, void** arguments,
                      std::size_t shared_bytes, cudaStream_t stream) {
  return as_status("nvshmemx_collective_launch",
                   [&] { launch_together(kernel, grid, block, arguments, shared_bytes, stream); });
}

template <class Kernel>
int collective_launch_query_gridsize(Kernel kernel, dim3 block, [[maybe_unused]] void** arguments,
                                     std::size_t shared_bytes, int* grid) {
  return as_status("nvshmemx_collective_launch_query_gridsize",
                   [&] { *grid = largest_grid(kernel, block, shared_bytes); });
}

}  // namespace ark::nvshmem

#if ARK_CUDA
inline int nvshmemx_collective_launch(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared_bytes, cudaStream_t stream) {
  return ark::nvshmem::collective_launch(kernel, grid, block, arguments, shared_bytes, stream);
}
inline int nvshmemx_collective_launch_query_gridsize(const void* kernel, dim3 block,
                                                     void** arguments, std::size_t shared_bytes,
                                                     int* grid) {
  return ark::nvshmem::collective_launch_query_gridsize(kernel, block, arguments, shared_bytes,
                                                        grid);
}
#else
// Macros, because the kernel's type is needed: ark/cuda_for_cpu/cuda_launch.hpp.
#define nvshmemx_collective_launch(...) \
  ark::nvshmem::collective_launch(ARK_WITH_ANY_KERNEL(__VA_ARGS__))
#define nvshmemx_collective_launch_query_gridsize(...) \
  ark::nvshmem::collective_launch_query_gridsize(ARK_WITH_ANY_KERNEL(__VA_ARGS__))
#endif
