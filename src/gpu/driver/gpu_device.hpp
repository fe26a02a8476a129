// One GPU, held by a PE. Only where libark is built with a CUDA toolkit.
#pragma once

#include <new>
#include <string>

#include "gpu/driver/cuda_driver.hpp"
#include "gpu/driver/gpu_facts.hpp"

namespace ark {

/// Holds a device's primary context, the one that the CUDA runtime's kernels run in. Any thread.
class cuda_device {
 public:
  /// `number`: from 0. Throws ark::error: invalid_argument with the numbers that there are,
  /// unsupported without a driver, or what CUDA says.
  explicit cuda_device(int number);
  ~cuda_device();
  cuda_device(const cuda_device&) = delete;
  cuda_device& operator=(const cuda_device&) = delete;

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] CUdevice handle() const noexcept { return handle_; }
  [[nodiscard]] CUcontext context() const noexcept { return context_; }
  [[nodiscard]] gpu_facts facts() const;
  [[nodiscard]] int attribute(CUdevice_attribute which) const;
  /// Why a kernel here cannot use the memory of the GPU `other` of this host as it uses its own;
  /// empty if it can, or if this process does not see that GPU.
  [[nodiscard]] std::string obstacle_between(const gpu_uuid& other) const;
  /// Threads of kernels have at least `bytes` of stack from now on. May wait for all that the
  /// device has to do, unless they have.
  void raise_stack(std::size_t bytes) const;
  /// The calling thread's CUDA calls go to this device from now on, the runtime's too.
  void make_current() const;

 private:
  int number_;
  CUdevice handle_ = 0;
  CUcontext context_ = nullptr;
};

/// The number of the device that the calling thread's CUDA calls go to, -1 if it has none yet.
[[nodiscard]] int cuda_current_device();
/// How many devices the driver shows.
[[nodiscard]] int cuda_device_count();

/// A device's context is current on this thread while this lives, and a stream that another thread
/// captures is no obstacle to its calls.
class cuda_scope {
 public:
  explicit cuda_scope(const cuda_device& device);
  /// For destructors: if it cannot be, the calls say so themselves.
  cuda_scope(const cuda_device& device, std::nothrow_t) noexcept;
  ~cuda_scope();
  cuda_scope(const cuda_scope&) = delete;
  cuda_scope& operator=(const cuda_scope&) = delete;

 private:
  void exchange_capture_mode() noexcept;

  bool pushed_ = true;
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;  ///< afterwards: the thread's own
};

}  // namespace ark
