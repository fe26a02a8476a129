// The exchange of addresses and file descriptors between the heaps of the PEs of a host.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "os/fd_exchange.hpp"
#include "os/job_link.hpp"

namespace ark {

/// How a PE's memory is reached from here.
enum class heap_reach : std::uint8_t { self_process, other_process, out_of_reach };

/// Each heap in shared memory has one. All members are collective except where stated. One host
/// thread per PE.
class heap_exchange {
 public:
  /// Collective. Throws asymmetric unless all PEs have the same `reserve_bytes`, which `variable`
  /// sets. `base`: where this PE's memory is, for those of its process.
  heap_exchange(job_link link, std::byte* base, std::size_t reserve_bytes,
                const char* variable = "ARK_HEAP_RESERVE");

  [[nodiscard]] int rank() const noexcept { return link_.rank; }
  [[nodiscard]] int size() const noexcept { return link_.size; }
  [[nodiscard]] heap_reach where(int pe) const { return all_[static_cast<std::size_t>(pe)].where; }
  /// Of a PE of the same process: its `base`.
  [[nodiscard]] std::byte* base(int pe) const { return all_[static_cast<std::size_t>(pe)].base; }

  /// In a long step: the other PEs go on waiting for this one.
  void working() const {
    if (link_.working) link_.working();
  }
  /// Run `step` on every PE. Collective: if it throws ark::error on one PE, all PEs throw: its own
  /// error there, one that names `what` and the PE elsewhere.
  void together(const char* what, const std::function<void()>& step);

  /// Collective, all or nothing: `make` makes a descriptor on each PE; each PE of the same host and
  /// another process then gets it: `take(pe, fd)` is called for each of theirs. `what` is being
  /// made. Throws as together(), and timeout naming the PEs that hand over nothing.
  void share(const char* what, const std::function<unique_fd()>& make,
             const std::function<void(int pe, unique_fd fd)>& take);

 private:
  struct entry {
    heap_reach where = heap_reach::out_of_reach;
    std::byte* base = nullptr;
  };
  [[nodiscard]] std::vector<fd_exchange::peer> peers_at(
      const std::vector<socket_name>& names) const;

  job_link link_;
  std::vector<entry> all_;
  job_secret secret_{};
};

}  // namespace ark
