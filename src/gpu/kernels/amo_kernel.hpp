// The kernels that execute the host's atomics in a GPU's memory, loaded from libark itself. Only if
// libark is built with a CUDA toolkit.
#pragma once

#include <cstdint>

#include "gpu/driver/buffer.hpp"
#include "gpu/driver/cuda_pins.hpp"
#include "gpu/driver/gpu_stream.hpp"
#include "gpu/kernels/amo_request.hpp"
#include "gpu/kernels/module.hpp"
#include "os/reserved_region.hpp"

namespace ark {

/// One caller at a time. All throw ark::error with call and device.
class amo_kernel {
 public:
  /// Loads the kernels. `device` outlives it.
  explicit amo_kernel(const cuda_device& device);
  amo_kernel(const amo_kernel&) = delete;
  amo_kernel& operator=(const amo_kernel&) = delete;

  /// Launch each kernel once, with nothing to do, and wait: a GPU, or a tool that watches it, may
  /// load a kernel at its first launch, and then waits for all kernels that run. Throws
  /// ark::error{timeout}.
  void launch_first(const cuda_stream& stream, std::uint64_t timeout_ns);
  /// Queue an atomic on `stream`; `wanted.before` is set here.
  void start(CUstream stream, amo_request wanted);
  /// Queue an addition on `stream`, in pieces: `wanted.source`, in device or host memory, is first
  /// copied to the kernel's own buffer.
  void start(CUstream stream, const add_request& wanted);
  /// The old value of the word, once the stream has executed the atomic.
  [[nodiscard]] std::uint64_t before() const;

 private:
  const cuda_device& device_;
  reserved_region page_;
  cuda_pins pins_;
  std::uint64_t* before_of_device_ = nullptr;
  cuda_module module_;
  CUfunction amo_, add_;
  cuda_buffer operands_;
};

}  // namespace ark
