// A PE's context in a GPU's memory: what its kernels read. Only where libark is built with a CUDA
// toolkit.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/state/team_state.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "gpu/driver/cuda_pins.hpp"
#include "gpu/kernels/kernel_view.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "os/reserved_region.hpp"

namespace ark {

struct gpu_host_parts;

/// Device memory with the PE's device_state and all that it points to, and pinned host memory for
/// what kernels tell the host: their first failure, and what its proxy is to send. Any thread.
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
  /// Later kernels find the team `view` with the members `pes`, of n_pes entries, in the slot.
  void set_team(int slot, const detail::team_view& view, std::span<const std::int32_t> pes);
  /// Kernels that wait, or call, end with `code`.
  void set_status(errc code);
  /// The first failure of the kernels, if there was one. One load as long as there was none.
  [[nodiscard]] std::optional<failure_record> failure() const;
  /// The ring that kernels post to and the host's proxy drains, as the CPU sees it: no CPU may post
  /// to it, since its atomics and the GPU's are none to each other. Only of a proxied view.
  [[nodiscard]] const detail::ring_view& proxy_ring() const noexcept { return proxy_ring_; }

 private:
  gpu_host_parts share_host_memory(const kernel_view& view);

  const cuda_device& device_;
  gpu_copier& copier_;
  reserved_region host_pages_;
  cuda_pins pins_;
  std::int32_t pe_;
  std::uint64_t timeout_ns_;
  detail::failure_mirror* mirror_ = nullptr;
  detail::ring_view proxy_ring_;
  detail::collective_state teams_;  ///< with addresses of the GPU's memory
  CUdeviceptr base_ = 0;
};

}  // namespace ark
