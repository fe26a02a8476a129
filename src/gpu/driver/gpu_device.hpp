// One GPU, held by a PE. Only if libark is built with a CUDA toolkit.
#pragma once

#include <new>
#include <string>

#include "gpu/driver/cuda_driver.hpp"
#include "gpu/driver/gpu_facts.hpp"

namespace ark {

/// Holds a device's primary context, in which the CUDA runtime's kernels run. Any thread.
class cuda_device {
 public:
  /// `number`: from 0. Throws ark::error: invalid_argument with the existing numbers, unsupported
  /// without a driver, or CUDA's error.
  explicit cuda_device(int number);
  ~cuda_device();
  cuda_device(const cuda_device&) = delete;
  cuda_device& operator=(const cuda_device&) = delete;

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] CUdevice handle() const noexcept { return handle_; }
  [[nodiscard]] CUcontext context() const noexcept { return context_; }
  [[nodiscard]] gpu_facts facts() const;
  [[nodiscard]] int attribute(CUdevice_attribute which) const;
  /// The reason why a kernel here cannot access the memory of the GPU `other` of this host like its
  /// own; empty if it can, or if this process does not see that GPU.
  [[nodiscard]] std::string obstacle_between(const gpu_uuid& other) const;
  /// Raise the stack of kernels' threads to at least `bytes`. May wait for all work of the device,
  /// unless it is large enough already.
  void raise_stack(std::size_t bytes) const;
  /// Direct the calling thread's CUDA calls to this device, the runtime's too.
  void make_current() const;

 private:
  int number_;
  CUdevice handle_ = 0;
  CUcontext context_ = nullptr;
};

/// The number of the device to which the calling thread's CUDA calls go, -1 if it has none yet.
[[nodiscard]] int cuda_current_device();
/// The number of devices that the driver reports.
[[nodiscard]] int cuda_device_count();

/// Makes a device's context current on this thread for its lifetime, and allows its calls while
/// another thread captures a stream.
class cuda_scope {
 public:
  explicit cuda_scope(const cuda_device& device);
  /// For destructors: if the context cannot be made current, the calls report that themselves.
  cuda_scope(const cuda_device& device, std::nothrow_t) noexcept;
  ~cuda_scope();
  cuda_scope(const cuda_scope&) = delete;
  cuda_scope& operator=(const cuda_scope&) = delete;

 private:
  void exchange_capture_mode() noexcept;

  bool pushed_ = true;
  /// In the destructor: the thread's own mode.
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

}  // namespace ark
