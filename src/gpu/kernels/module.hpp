// Kernels that are part of libark, loaded. Only if libark is built with a CUDA toolkit.
#pragma once

#include <span>

#include "gpu/driver/gpu_device.hpp"

namespace ark {

/// Any thread. All members throw ark::error with call and device.
class cuda_module {
 public:
  /// `image`: a fat binary embedded by embed.cmake. `device` outlives it.
  cuda_module(const cuda_device& device, std::span<const unsigned char> image);
  ~cuda_module();
  cuda_module(const cuda_module&) = delete;
  cuda_module& operator=(const cuda_module&) = delete;

  [[nodiscard]] CUfunction function(const char* name) const;
  /// Launch one dimension of blocks without dynamic shared memory. `parameters`: the address of
  /// each.
  void launch(CUfunction function, CUstream stream, unsigned blocks, unsigned threads,
              std::span<void*> parameters) const;

 private:
  const cuda_device& device_;
  CUmodule module_ = nullptr;
};

}  // namespace ark
