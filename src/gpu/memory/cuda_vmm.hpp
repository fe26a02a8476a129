// The symmetric heap in a GPU's memory.
#pragma once

#include "gpu/driver/vmm.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "heap/heap_exchange.hpp"
#include "heap/memory_backend.hpp"
#include "heap/peer_windows.hpp"
#include "os/job_link.hpp"

namespace ark {

/// Address space for the heaps of this PE and its neighbours, at equal distances that are multiples
/// of 4 GiB: kernels then compute the address of a peer's heap (stores_to_peers).
class heap_row {
 public:
  /// For PE `rank` of `size`, with heaps of `bytes` each.
  heap_row(const cuda_device& device, int rank, int size, std::size_t bytes);

  /// The region for the heap of `pe`: a part of the row, or separate address space if the PE is not
  /// in the row or the row could not be reserved. Throws the errors of vmm_region.
  [[nodiscard]] vmm_region part(int pe) const;

 private:
  const cuda_device& device_;
  std::size_t bytes_, distance_;
  int first_, end_;  ///< first and end of the row's PEs
  vmm_region all_;   ///< of 0 bytes without a row
};

/// Segments are device memory that the driver exports as file descriptors. PEs of the same process
/// share the mapping; PEs of other processes get the descriptor over a socket. The CPU cannot
/// access it: the host goes through gpu_copier.
class cuda_vmm final : public memory_backend {
 public:
  /// Collective. `reserve_bytes`: address space for each PE's heap, the same on all PEs, rounded up
  /// to whole segments. `device`, which has no vmm_obstacle, and `copier` outlive it. Throws
  /// ark::error.
  cuda_vmm(const cuda_device& device, gpu_copier& copier, job_link link, std::size_t reserve_bytes);

  [[nodiscard]] std::string_view name() const noexcept override { return "cuda_vmm"; }
  void grow(std::size_t bytes) override;
  [[nodiscard]] std::size_t segment_unit() const noexcept override { return unit_; }
  [[nodiscard]] std::byte* local_base() const noexcept override { return mine_.base(); }
  [[nodiscard]] std::byte* peer_base(int pe) const noexcept override { return peers_.base(pe); }
  [[nodiscard]] std::size_t committed() const noexcept override { return committed_; }
  [[nodiscard]] std::size_t reserved() const noexcept override { return mine_.bytes(); }

 private:
  [[nodiscard]] unique_fd create_segment(std::size_t bytes);
  /// PEs of this process may have other devices.
  void allow_process_devices(std::size_t bytes);

  const cuda_device& device_;
  gpu_copier& copier_;
  std::size_t unit_;
  heap_row row_;
  vmm_region mine_;
  heap_exchange exchange_;
  peer_windows<vmm_region> peers_;
  std::size_t committed_ = 0;
};

}  // namespace ark
