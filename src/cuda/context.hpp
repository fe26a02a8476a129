// A PE's context in a GPU's memory: what its kernels read. Only where libark is built with a CUDA
// toolkit.
#pragma once

#include <ark/detail/device_state.hpp>
#include <cstddef>
#include <optional>
#include <span>

#include "cuda/copier.hpp"
#include "cuda/kernel_view.hpp"
#include "memory/cuda_host.hpp"

namespace ark {

/// Device memory with the PE's device_state and all that it points to, and a page of pinned host
/// memory in which kernels leave their first failure. Kernels poll only the former; the host reads
/// only the latter. Any thread.
class gpu_context {
 public:
  /// `device` and `copier` outlive it. Throws ark::error.
  gpu_context(const cuda_device& device, gpu_copier& copier, const kernel_view& view);
  ~gpu_context();
  gpu_context(const gpu_context&) = delete;
  gpu_context& operator=(const gpu_context&) = delete;

  /// In the GPU's memory.
  [[nodiscard]] detail::device_state* address() const noexcept;
  void set_heap_bytes(std::uint64_t bytes);
  /// Kernels find `count` plans at `table`, which is of the GPU's memory.
  void set_plans(detail::plan_state* table, std::uint64_t count);
  /// Kernels that wait, or call, end with `code`.
  void set_status(errc code);
  /// The first failure of the kernels, if there was one. One load as long as there was none.
  [[nodiscard]] std::optional<failure_record> failure() const;

 private:
  const cuda_device& device_;
  gpu_copier& copier_;
  reserved_region page_;  ///< of host memory, for the mirror
  cuda_pins pins_;
  detail::failure_mirror* mirror_ = nullptr;
  CUdeviceptr base_ = 0;
};

}  // namespace ark
