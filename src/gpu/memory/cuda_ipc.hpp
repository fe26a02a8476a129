// The symmetric heap as one allocation in a GPU's memory.
#pragma once

#include <optional>
#include <vector>

#include "gpu/driver/ipc.hpp"
#include "gpu/memory/gpu_copier.hpp"
#include "heap/heap_exchange.hpp"
#include "heap/memory_backend.hpp"
#include "os/job_link.hpp"

namespace ark {

/// Fallback where cuda_vmm is not available: all memory that the heap may ever have is allocated at
/// once. PEs of the same process use its address; PEs of other processes get a handle of cudaIpc
/// over a socket and map it at an address chosen by the driver. The destructor waits until they
/// have closed it, at most the job's timeout. The CPU cannot access it: the host goes through
/// gpu_copier.
class cuda_ipc final : public memory_backend {
 public:
  /// Collective. `bytes`: size of each PE's heap, the same on all PEs, rounded up to whole units.
  /// `device` and `copier` outlive it. Throws ark::error.
  cuda_ipc(const cuda_device& device, gpu_copier& copier, const job_link& link, std::size_t bytes);

  [[nodiscard]] std::string_view name() const noexcept override { return "cuda_ipc"; }
  void grow(std::size_t bytes) override;
  [[nodiscard]] std::size_t segment_unit() const noexcept override { return ipc_unit; }
  [[nodiscard]] std::byte* local_base() const noexcept override { return mine_->base(); }
  [[nodiscard]] std::byte* peer_base(int pe) const noexcept override {
    return bases_[static_cast<std::size_t>(pe)];
  }
  [[nodiscard]] std::size_t committed() const noexcept override { return committed_; }
  [[nodiscard]] std::size_t reserved() const noexcept override { return bytes_; }
  [[nodiscard]] std::string_view limit() const noexcept override {
    return "ARK_SYMMETRIC_SIZE: a heap for cudaIpc is one allocation, which cannot grow";
  }

 private:
  void share(const cuda_device& device, std::uint64_t timeout_ns);
  void find_process_pes(const cuda_device& device, const job_link& link);

  gpu_copier& copier_;
  std::size_t bytes_;
  heap_exchange exchange_;
  std::optional<ipc_memory> mine_;
  std::vector<ipc_window> windows_;  ///< destroyed before mine_, whose owner waits for other
                                     ///< processes' windows
  std::vector<std::byte*> bases_;    ///< [n_pes]
  std::size_t committed_ = 0;
};

}  // namespace ark
