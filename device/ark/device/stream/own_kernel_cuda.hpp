// The library's own kernels on a GPU, loaded before they are launched. Only the launch itself goes
// to the stream, so that a capture records it and a replay repeats it.
#pragma once

#include <ark/device/stream/stream_kernel.hpp>
#include <ark/launch.hpp>
#include <atomic>
#include <string>

namespace ark::detail {

/// A kernel that this program may launch. All objects are static and in one list. Concurrency:
/// constructed one at a time, as static objects are; afterwards any thread.
class own_kernel {
 public:
  explicit own_kernel(const void* entry) : entry_(entry), next_(first_) { first_ = this; }
  own_kernel(const own_kernel&) = delete;
  own_kernel& operator=(const own_kernel&) = delete;

  [[nodiscard]] const void* entry() const { return entry_; }

  /// CUDA loads a kernel at its first use (CUDA_MODULE_LOADING=LAZY) and may then wait for running
  /// kernels. So no kernel may be loaded while another kernel waits, nor during a capture.
  void load(int gpu) {
    cudaFuncAttributes unused{};
    cuda_check(cudaFuncGetAttributes(&unused, entry_), "cudaFuncGetAttributes");
    loaded_.fetch_or(bit(gpu), std::memory_order_release);
  }
  [[nodiscard]] bool loaded(int gpu) const {
    return (loaded_.load(std::memory_order_acquire) & bit(gpu)) != 0;
  }

  static void load_all(int gpu) {
    for (own_kernel* one = first_; one != nullptr; one = one->next_) one->load(gpu);
  }

 private:
  static std::uint64_t bit(int gpu) { return std::uint64_t{1} << gpu % 64; }

  static inline own_kernel* first_ = nullptr;
  const void* entry_;
  own_kernel* next_;
  std::atomic<std::uint64_t> loaded_{0};  ///< one bit per GPU
};

/// A use of `entry` puts the kernel into the list, at the program's start.
template <class Operation>
struct own_kernel_of {
  static inline own_kernel entry{reinterpret_cast<const void*>(&device::stream_kernel<Operation>)};
};

inline int current_gpu() {
  int gpu = 0;
  cuda_check(cudaGetDevice(&gpu), "cudaGetDevice");
  return gpu;
}

/// True while `stream` records a graph instead of running.
inline bool capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cuda_check(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
  return status != cudaStreamCaptureStatusNone;
}

inline void load_for(own_kernel& kernel, cudaStream_t stream, const char* call) {
  const int gpu = current_gpu();
  if (kernel.loaded(gpu)) return;
  if (capturing(stream)) {
    throw error(errc::wrong_state,
                std::string(call) + ": its kernel is not loaded on GPU " + std::to_string(gpu) +
                    ", and a stream capture may not load it; call ark::on_stream_prepare() after "
                    "ark::init and before cudaStreamBeginCapture");
  }
  kernel.load(gpu);
}

/// Queue the kernel of `operation` for the caller's PE. Errors name `call`.
template <class Operation>
void launch_own(const ark::launch_config& config, const char* call, Operation operation) {
  const std::size_t shared_bytes = cuda_launch_shared_bytes(config.shared_bytes);
  own_kernel& kernel = own_kernel_of<Operation>::entry;
  load_for(kernel, config.stream, call);
  void* arguments[] = {&operation};
  cuda_check(cudaLaunchKernel(kernel.entry(), config.grid, config.block, arguments, shared_bytes,
                              stream_of(config)),
             "cudaLaunchKernel");
}

/// The operation of the kernel of a stream-ordered collect.
template <class T>
auto collect_on_stream(const device::collective_call& call, T* dest, const T* source) {
  return device::stream_operation::collect<T>{dest, source, call.site.count, call.team};
}
/// The operation of the kernel of a stream-ordered reduction.
template <class T, class Op>
auto reduction_on_stream(const device::collective_call& call, T* dest, const T* source, Op op) {
  return device::stream_operation::reduce<T, Op>{dest, source, call.site.count, call.team, op};
}
/// The operation of the kernel of a stream-ordered scan. Own: with the caller's own source.
template <bool Own, class T>
auto scan_on_stream(const device::collective_call& call, T* dest, const T* source) {
  return device::stream_operation::scan<T, Own>{dest, source, call.site.count, call.team};
}

inline void load_own_kernels() {
  host_context("ark::on_stream_prepare");
  own_kernel::load_all(current_gpu());
}

}  // namespace ark::detail
