// The kernels that do the host's atomics in a GPU's memory, loaded from libark itself. Only where
// libark is built with a CUDA toolkit.
#pragma once

#include <cstdint>

#include "gpu/driver/buffer.hpp"
#include "gpu/driver/cuda_pins.hpp"
#include "gpu/kernels/amo_request.hpp"
#include "gpu/kernels/module.hpp"
#include "os/reserved_region.hpp"

namespace ark {

/// One caller at a time. All throw ark::error with call and device.
class amo_kernel {
 public:
  /// Loads them. `device` outlives it.
  explicit amo_kernel(const cuda_device& device);
  amo_kernel(const amo_kernel&) = delete;
  amo_kernel& operator=(const amo_kernel&) = delete;

  /// Behind what is on `stream`; `wanted.before` is the kernel's own.
  void start(CUstream stream, amo_request wanted);
  /// Behind what is on `stream`, in pieces: `wanted.source`, device memory or the host's, by way of
  /// memory that is the kernel's own.
  void start(CUstream stream, const add_request& wanted);
  /// What the word held, once the stream has got there.
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
