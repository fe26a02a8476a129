// The symmetric heap in memory that the PEs of one host share.
#pragma once

#include <functional>

#include "handle/reserved_region.hpp"
#include "memory/job_link.hpp"
#include "memory/memory_backend.hpp"
#include "memory/neighbours.hpp"
#include "memory/peer_windows.hpp"

namespace ark {

/// Told of every range that is mapped, and before it is unmapped other than by the heap's end.
struct host_pinning {
  std::function<void(std::byte* at, std::size_t bytes)> pin;  ///< may throw ark::error
  std::function<void(std::byte* at)> unpin;                   ///< also for what was not pinned
};

/// Segments are memfds: no name in any file system, gone with the last process that maps them,
/// however it ends. PEs of the same process share the mapping; PEs of other processes get the
/// descriptor over a socket.
class host_shm final : public memory_backend {
 public:
  /// Collective. `reserve_bytes`: address space for each PE's heap, the same on all PEs.
  /// `pinning`: both functions, or none.
  host_shm(job_link link, std::size_t reserve_bytes, host_pinning pinning = {});

  [[nodiscard]] std::string_view name() const noexcept override { return "host_shm (memfd)"; }
  void grow(std::size_t bytes) override;
  [[nodiscard]] std::size_t segment_unit() const noexcept override;
  [[nodiscard]] std::byte* local_base() const noexcept override { return mine_.base(); }
  [[nodiscard]] std::byte* peer_base(int pe) const noexcept override { return peers_.base(pe); }
  [[nodiscard]] std::size_t committed() const noexcept override { return committed_; }
  [[nodiscard]] std::size_t reserved() const noexcept override { return mine_.bytes(); }

 private:
  [[nodiscard]] unique_fd create_segment(std::size_t bytes) const;
  void map_into(reserved_region& region, std::size_t bytes, const unique_fd& fd);
  void unmap_from(reserved_region& region, std::size_t bytes) noexcept;

  reserved_region mine_;
  host_pinning pinning_;
  neighbours all_;
  peer_windows<reserved_region> peers_;
  std::size_t committed_ = 0;
};

}  // namespace ark
