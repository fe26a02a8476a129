// A leased engine's kernel on a GPU. Only where libark is built with a CUDA toolkit.
#pragma once

#include <ark/detail/device_state.hpp>

#include "cuda/copier.hpp"
#include "cuda/module.hpp"
#include "cuda/stream.hpp"
#include "engine/lease_site.hpp"

namespace ark {

class gpu_lease final : public lease_site {
 public:
  /// `image`: that of host/lease/lease_kernel.cu; `state`: of the PE's kernels, in the GPU's
  /// memory. All of them outlive it.
  gpu_lease(const cuda_device& device, gpu_copier& copier, detail::device_state* state,
            std::span<const unsigned char> image);

  void start(const detail::sm_lease_request& wanted, unsigned blocks) override;
  void ask(std::uint64_t number) override;
  bool ended() override;
  errc wait(std::uint64_t timeout_ns) override;
  std::uint64_t served() override;

 private:
  const cuda_device& device_;
  gpu_copier& copier_;
  detail::device_state* state_;
  detail::sm_lease* words_ = nullptr;  ///< in the GPU's memory
  cuda_module module_;
  CUfunction kernel_;
  cuda_stream stream_;  ///< no other waits for it
};

}  // namespace ark
