// The exchange of addresses and file descriptors between the heaps of the PEs of a host.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "os/fd_exchange.hpp"
#include "os/job_link.hpp"

namespace ark {

/// The relation of a PE's memory to this process.
enum class heap_reach : std::uint8_t { self_process, other_process, out_of_reach };

/// Used by each heap in shared memory. All members are collective unless noted. One host thread per
/// PE.
class heap_exchange {
 public:
  /// Collective. Throws asymmetric unless all PEs have the same `reserve_bytes`, which `variable`
  /// sets. `base`: the address of this PE's memory, for the PEs of its process.
  heap_exchange(job_link link, std::byte* base, std::size_t reserve_bytes,
                const char* variable = "ARK_HEAP_RESERVE");

  [[nodiscard]] int rank() const noexcept { return link_.rank; }
  [[nodiscard]] int size() const noexcept { return link_.size; }
  [[nodiscard]] heap_reach where(int pe) const { return all_[static_cast<std::size_t>(pe)].where; }
  /// The `base` of a PE of the same process.
  [[nodiscard]] std::byte* base(int pe) const { return all_[static_cast<std::size_t>(pe)].base; }

  /// Called during a long step: the other PEs continue to wait for this one.
  void working() const {
    if (link_.working) link_.working();
  }
  /// Run `step` on every PE. Collective: if it throws ark::error on one PE, all PEs throw: that PE
  /// its own error, the others one that names `what` and the PE.
  void together(const char* what, const std::function<void()>& step);

  /// Collective, all or nothing: `make` makes a descriptor on each PE; each PE of the same host in
  /// another process then receives it: `take(pe, fd)` is called for each of those PEs. `what`: the
  /// object being made, for errors. Throws the errors of together(), and timeout naming the PEs
  /// that send nothing.
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
