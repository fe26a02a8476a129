// The symmetric heap in memory that the PEs of one host share.
#pragma once

#include <functional>
#include <list>
#include <vector>

#include "heap/heap_exchange.hpp"
#include "heap/memory_backend.hpp"
#include "heap/peer_windows.hpp"
#include "os/job_link.hpp"
#include "os/page_alias.hpp"
#include "os/reserved_region.hpp"

namespace ark {

/// Called for every range that is mapped, and before it is unmapped other than by the heap's
/// destructor.
struct host_pinning {
  std::function<void(std::byte* at, std::size_t bytes)> pin;  ///< may throw ark::error
  std::function<void(std::byte* at)> unpin;                   ///< also for ranges that are not
                                                              ///< pinned
};

/// Segments are memfds: they have no name in any file system and are freed with the last process
/// that maps them, however it ends. PEs of the same process share the mapping; PEs of other
/// processes get the descriptor over a socket. Memory is allocated before its use: a page that is
/// not available is an error of the call that requests it, not a SIGBUS in a kernel later.
class host_shm final : public memory_backend {
 public:
  /// Collective. `reserve_bytes`: address space for each PE's heap, the same on all PEs.
  /// `pinning`: either both functions or neither.
  host_shm(job_link link, std::size_t reserve_bytes, host_pinning pinning = {});

  [[nodiscard]] std::string_view name() const noexcept override { return "host_shm (memfd)"; }
  void grow(std::size_t bytes) override { add_segment(bytes, true); }
  /// Pinned memory is always backed at once.
  void grow_unbacked(std::size_t bytes) override { add_segment(bytes, bool{pinning_.pin}); }
  void back(std::size_t offset, std::size_t bytes) override;
  [[nodiscard]] std::size_t segment_unit() const noexcept override;
  /// 1 GiB, because an alignment costs address space only.
  [[nodiscard]] std::size_t largest_alignment() const noexcept override {
    return std::size_t{1} << 30;
  }
  [[nodiscard]] std::byte* local_base() const noexcept override { return mine_.base(); }
  [[nodiscard]] std::byte* peer_base(int pe) const noexcept override { return peers_.base(pe); }
  [[nodiscard]] std::size_t committed() const noexcept override { return committed_; }
  [[nodiscard]] std::size_t reserved() const noexcept override { return mine_.bytes(); }

 private:
  /// A range of a segment.
  struct range {
    std::size_t first = 0, bytes = 0;
  };
  [[nodiscard]] static std::size_t bytes_of(const std::vector<range>& ranges);
  /// A segment that is not completely backed by memory. Granule i is its i-th piece of `granule`
  /// bytes, the last may be shorter.
  struct open_segment {
    std::size_t first = 0;  ///< offset in the heap
    std::size_t bytes = 0;
    unique_fd fd;
    std::vector<bool> backed;  ///< by granule
    std::size_t missing = 0;   ///< granules that are not backed
  };
  /// The size of one allocation call: few calls for a large range, and little for a signal to undo.
  static constexpr std::size_t granule = base_alignment;

  void add_segment(std::size_t bytes, bool backed);
  /// Back granules [begin, end).
  void back_granules(open_segment& segment, std::size_t begin, std::size_t end);
  [[nodiscard]] unique_fd create_segment(std::size_t bytes) const;
  /// Throws out_of_memory, also if the system would grant the memory and then kill processes of its
  /// choice.
  void allocate(const unique_fd& fd, const std::vector<range>& wanted) const;
  void map_into(reserved_region& region, std::size_t bytes, const unique_fd& fd);
  void unmap_from(reserved_region& region, std::size_t bytes) noexcept;

  reserved_region mine_;
  std::list<alias_source> sources_;  ///< for mine_, one per segment
  host_pinning pinning_;
  heap_exchange exchange_;
  peer_windows<reserved_region> peers_;
  std::size_t committed_ = 0;
  std::size_t backed_ = 0;  ///< part of the committed bytes
  std::vector<open_segment> open_;
};

}  // namespace ark
