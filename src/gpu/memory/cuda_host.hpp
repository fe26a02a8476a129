// The symmetric heap in host memory that GPUs can access.
#pragma once

#include "gpu/driver/cuda_pins.hpp"
#include "heap/host_shm.hpp"

namespace ark {

/// host_shm whose segments, its own and those of the other processes, are pinned and mapped for the
/// GPU. Kernels access it over the bus; the CPU like any memory. A kernel's atomics are atomic with
/// respect to the CPUs' only if gpu_facts::host_atomics.
class cuda_host final : public memory_backend {
 public:
  /// Collective. `device` outlives it. Throws unsupported if registered memory has another address
  /// for the GPU than for the CPU.
  cuda_host(const cuda_device& device, job_link link, std::size_t reserve_bytes);

  [[nodiscard]] std::string_view name() const noexcept override {
    return "cuda_host (pinned memfd)";
  }
  void grow(std::size_t bytes) override { inner_.grow(bytes); }
  [[nodiscard]] std::size_t segment_unit() const noexcept override { return inner_.segment_unit(); }
  [[nodiscard]] std::byte* local_base() const noexcept override { return inner_.local_base(); }
  [[nodiscard]] std::byte* peer_base(int pe) const noexcept override {
    return inner_.peer_base(pe);
  }
  [[nodiscard]] std::size_t committed() const noexcept override { return inner_.committed(); }
  [[nodiscard]] std::size_t reserved() const noexcept override { return inner_.reserved(); }

 private:
  host_shm inner_;
  cuda_pins pins_;  ///< destroyed before the memory that it has pinned
};

}  // namespace ark
