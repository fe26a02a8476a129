#include <cuda_runtime.h>

#include <ark/launch.hpp>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "../../warm_up.cuh"
#include "kernels.hpp"
#include "own_stream.hpp"

namespace ark_perf {

bool kernels_on_gpu() noexcept { return true; }

std::string why_no_gpu() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) return cudaGetErrorString(code);
  return count == 0 ? "the driver has none" : "";
}

void keep_gpu() {
  int count = 0;
  cudaGetDeviceCount(&count);
  const char* asked = std::getenv("ARK_CUDA_DEVICE");
  const bool numbered = asked != nullptr && std::isdigit(static_cast<unsigned char>(*asked)) != 0;
  if (!numbered && count > 1) return;
  // The runtime's own hold on the context ends with the process. Errors: the session has them, too.
  if (cudaInitDevice(numbered ? std::atoi(asked) : 0, 0, 0) != cudaSuccess) cudaGetLastError();
}

int gpu_number() {
  int number = 0;
  ark::detail::cuda_check(cudaGetDevice(&number), "cudaGetDevice");
  return number;
}

unsigned warm_up() {
  const own_stream stream;
  ark::detail::cuda_check(gpu_warm_up::start(stream.get()), "the warm-up");
  ark::stream_sync(stream.get());
  return gpu_warm_up::ms;
}

void pinned_free::operator()(void* memory) const noexcept {
  cudaFreeHost(memory);  // as the process ends it may be gone already
}

pinned_memory pinned_alloc(std::size_t bytes) {
  void* memory = nullptr;
  ark::detail::cuda_check(
      cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped), "cudaHostAlloc");
  std::memset(memory, 0, bytes);
  return pinned_memory(memory);
}

copier::copier() {
  cudaStream_t stream = nullptr;
  ark::detail::cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                          "cudaStreamCreateWithFlags");
  stream_ = stream;
}

copier::~copier() { cudaStreamDestroy(static_cast<cudaStream_t>(stream_)); }

void copier::copy(void* dest, const void* source, std::size_t bytes, std::uint64_t timeout_ns) {
  using clock = std::chrono::steady_clock;
  const auto stream = static_cast<cudaStream_t>(stream_);
  ark::detail::cuda_check(cudaMemcpyAsync(dest, source, bytes, cudaMemcpyDefault, stream),
                          "cudaMemcpyAsync");
  const auto deadline = clock::now() + std::chrono::nanoseconds(timeout_ns);
  cudaError_t code = cudaErrorNotReady;
  while ((code = cudaStreamQuery(stream)) == cudaErrorNotReady) {
    if (clock::now() > deadline)
      throw ark::error(ark::errc::timeout, "host_latency: a copy did not end within ARK_TIMEOUT");
  }
  ark::detail::cuda_check(code, "cudaStreamQuery");
}

}  // namespace ark_perf
