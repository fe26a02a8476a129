// The interface of bootstraps: communication between the PEs of a job before there is a heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ark {

/// A PE of the job that is known to have stopped.
struct lost_pe {
  int pe = -1;
  std::string how;     ///< "its process has ended", ...
  bool ended = false;  ///< its process is known to have ended: it will not recover
};

/// The first PE known to be lost, if there is one. Any thread; cheap.
using lost_query = std::function<std::optional<lost_pe>()>;

/// Processes of a host that may run on the same cores: their number, and the index of this one.
struct core_sharing {
  unsigned processes = 1;
  unsigned index = 0;
};

/// Resources that the PEs of the caller's host share.
struct host_share {
  int local_size = 1;  ///< PEs of the job on it
  core_sharing cores;
};

/// Collective calls of all PEs, in the same order on each. Called by one host thread per PE.
/// Every call has the deadline given at construction and throws ark::error{timeout} that names the
/// call, the PE, the time and the missing PEs; peer_failed as soon as the watch knows a lost PE.
/// Virtual: control path only.
class bootstrap {
 public:
  virtual ~bootstrap() = default;
  bootstrap(const bootstrap&) = delete;
  bootstrap& operator=(const bootstrap&) = delete;

  [[nodiscard]] virtual int rank() const noexcept = 0;
  [[nodiscard]] virtual int size() const noexcept = 0;
  /// PEs of the job on this host, the caller included.
  [[nodiscard]] virtual int local_size() const noexcept = 0;
  [[nodiscard]] virtual core_sharing cores() const noexcept { return {}; }
  /// A number common to the PEs of this runtime of the job and to no others; 0 in a process of its
  /// own.
  [[nodiscard]] virtual std::uint64_t life() const noexcept { return 0; }
  /// For reports, e.g. "mpi (Open MPI v4.1.4)".
  [[nodiscard]] virtual std::string name() const = 0;

  /// `out` receives size() blocks of `bytes`, in the order of the ranks.
  virtual void allgather(const void* in, std::size_t bytes, void* out) = 0;
  /// Returns every PE's bytes, of lengths that may differ, in the order of the ranks.
  [[nodiscard]] std::vector<std::vector<std::byte>> allgather_any(std::span<const std::byte> mine);
  virtual void broadcast(void* data, std::size_t bytes, int root) = 0;
  virtual void barrier() = 0;
  /// Advance the messages of earlier calls that are still in flight: call it while waiting for
  /// another PE by other means. Not collective.
  virtual void progress() {}
  /// Called before a collective call that this PE will enter late, because it is working: the PEs
  /// that wait in it restart their deadlines. Cheap enough to be called often. Not collective.
  virtual void working() {}
  /// *communicator, an MPI_Comm, receives a new communicator of `pes`, in their order. Collective
  /// over them; call after all have arrived, because MPI has no deadline. Throws ark::error:
  /// unsupported without MPI, mpi_error.
  virtual void make_communicator(std::span<const std::int32_t> pes, void* communicator) const;
  /// End the whole job: every process of it, with `status`.
  [[noreturn]] virtual void abort(int status) = 0;

  /// Called at the end of a runtime in which `who` has ended: PEs that would wait for it in a later
  /// one are notified. Not collective.
  virtual void remember(const lost_pe& /*who*/) noexcept {}

  /// Set a query to poll while waiting. Before or between calls.
  void watch(lost_query query) { lost_ = std::move(query); }

 protected:
  bootstrap() = default;
  /// Collective, by allgather.
  [[nodiscard]] host_share share_of_host();
  [[nodiscard]] std::optional<lost_pe> lost() const { return lost_ ? lost_() : std::nullopt; }

 private:
  lost_query lost_;
};

}  // namespace ark
