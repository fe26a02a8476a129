// A PE's context in a GPU's memory, for its kernels. Only if libark is built with a CUDA toolkit.
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
/// data from kernels to the host: their first failure, and the proxy's ring. Any thread.
class gpu_context {
 public:
  /// `device` and `copier` outlive it. Throws ark::error.
  gpu_context(const cuda_device& device, gpu_copier& copier, const kernel_view& view);
  ~gpu_context();
  gpu_context(const gpu_context&) = delete;
  gpu_context& operator=(const gpu_context&) = delete;

  /// The context, in the GPU's memory.
  [[nodiscard]] detail::device_state* address() const noexcept;
  void set_heap_bytes(std::uint64_t bytes);
  /// Publish `count` plans at `table`, in the GPU's memory, to kernels.
  void set_plans(detail::plan_state* table, std::uint64_t count);
  /// Publish team `view` with the members `pes`, of n_pes entries, in the slot to later kernels.
  void set_team(int slot, const detail::team_view& view, std::span<const std::int32_t> pes);
  /// Set the status: kernels that wait, or make a call, end with `code`.
  void set_status(errc code);
  /// The first failure of the kernels, if there was one. One load if there was none.
  [[nodiscard]] std::optional<failure_record> failure() const;
  /// The ring to which kernels post and which the host's proxy drains, from the CPU's view. No CPU
  /// may post to it, because atomics of CPU and GPU are not atomic with respect to each other. Only
  /// of a proxied view.
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
