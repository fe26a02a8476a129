// The CPU executor: runs CUDA-style kernels on threads of the host, all blocks co-resident, one
// fiber per lane.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>

#include "config/schedule.hpp"
#include "tenants/tenant_table.hpp"

namespace ark::executor {

struct options {
  unsigned workers = 1;                 ///< threads that run lanes; random and pct use exactly one
  std::size_t stack_bytes = 36 * 1024;  ///< per lane, lazily touched
  bool guard_pages = false;             ///< an overflow faults at once, on the first 8192 lanes
  /// For waits without a deadline of their own.
  std::uint64_t default_timeout_ns = 120'000'000'000;
  std::uint64_t stall_ns =
      5'000'000'000;                ///< a lane that runs this long without yielding is reported
  bool background_progress = true;  ///< a low-duty thread drives progress while work is pending
  bool engine_core = false;  ///< one core has no worker: the background thread drives progress
                             ///< there, and workers only when their lanes wait
  std::uint64_t longest_backoff_ns = 16'000'000;  ///< maximum back-off of that thread, while
                                                  ///< workers poll
  unsigned spin_rounds = 100;  ///< idle polls with a short pause before a worker yields its core
  std::uint64_t max_resident_lanes = 0;  ///< maximum number of live lanes; 0: limited by memory,
                                         ///< maps and sanitizer
  unsigned processes = 1;                ///< processes of PEs on the host, which share its memory
  unsigned core_sharers = 1;     ///< processes of the host that share the affinity mask of this one
  unsigned core_place = 0;       ///< index of this process among them
  bool cores_shared = false;     ///< their workers outnumber the CPUs of that mask
  unsigned tenants = 0;          ///< tenants that streams can have
  bool dump_on_sigusr1 = false;  ///< SIGUSR1 prints dump() to stderr
  schedule order;
};

/// Default number of workers for this process: CPUs of the affinity mask divided by the PEs that
/// share the host, at least one.
unsigned workers_default(unsigned local_pes);

/// Default of options.spin_rounds for this process: crowded_spin_rounds if the PEs of the host
/// outnumber the CPUs of the affinity mask. Host threads then yield at their first poll.
unsigned spin_rounds_default(unsigned local_pes);
inline constexpr unsigned crowded_spin_rounds = 4;

/// A source of progress, e.g. a DMA engine. `run(argument, budget)` returns true if it did
/// something; `idle` returns true if it has nothing to do, and `rests` if it has nothing to do now,
/// and a thread of its own wakes up once it has. All may be called from any worker, never from a
/// lane's own stack.
struct progress_source {
  bool (*run)(void* argument, unsigned budget) = nullptr;
  bool (*idle)(void* argument) = nullptr;
  void* argument = nullptr;
  bool (*rests)(void* argument) = nullptr;  ///< null: as idle
};

/// Grids of one launch group start together, in order of `index`.
struct launch_group {
  std::uint64_t id = 0;
  unsigned size = 1;
  unsigned index = 0;
};

/// Host threads only: any host thread may call any member; lanes may call none.
class executor {
 public:
  explicit executor(const options& opts);
  ~executor();
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;

  [[nodiscard]] const options& config() const noexcept;

  void progress_add(const progress_source& source);
  /// Remove a source; returns once no thread is inside it.
  void progress_remove(const progress_source& source);
  /// Tell the background thread that work may be pending.
  void progress_wake() noexcept;
  /// Not 0 while a host thread has to call progress_wake() after it has given a source work: by a
  /// read-modify-write after which the source's idle() is false, followed by fence_after_rmw().
  [[nodiscard]] const std::uint32_t* progress_asleep() const noexcept;

  /// base: null, or a stream with which the new one is ordered: a grid of either waits for the
  /// grids that were queued earlier on the other.
  detail::cpu_stream* stream_create(detail::cpu_stream* base = nullptr);
  /// Kernels that are launched on the stream later belong to `tenant`; 0: to none.
  void stream_assign(detail::cpu_stream* stream, unsigned tenant);
  [[nodiscard]] unsigned stream_tenant(const detail::cpu_stream* stream) const noexcept;
  /// Shares of the workers' time in nanoseconds. The tenants of the PEs that share this executor
  /// are the same. A block is not interrupted: it pays afterwards for the time that it has taken.
  /// No effect under random and pct.
  [[nodiscard]] tenant_table& tenants() noexcept;
  [[nodiscard]] bool has_base(const detail::cpu_stream* stream) const noexcept;
  /// Waits for the stream's grids first, at most the default timeout. If they do not end, logs and
  /// returns timeout, and keeps the stream. `failure`: receives what stream_sync would have
  /// returned for the kernels of the stream.
  errc stream_destroy(detail::cpu_stream* stream, errc* failure = nullptr);
  /// Stop everything: lanes stop at their next yield, queued grids never start. False if a lane
  /// does not yield in time: it still uses the executor's memory. Only the destructor may follow.
  bool stop();
  /// True after stop(), and once a lane has stalled: launches are refused.
  [[nodiscard]] bool lost() const noexcept;

  /// Queue a grid; returns at once. Throws invalid_argument for an empty or oversized grid or block
  /// (CUDA's limits), out_of_memory if a collective grid cannot be made co-resident. `context`: the
  /// launching PE's, which lanes find in block_view; for a `group` of PEs, block z gets the context
  /// of member z. `group` stays valid until the grid has ended.
  void launch(const detail::launch_config& config, const detail::kernel_call& call,
              detail::device_state* context, const launch_group& partners = {},
              std::span<detail::device_state* const> group = {});

  /// Wait until all grids queued on `stream`, and on the streams of which it is the base, have
  /// ended and, if `drains`, every progress source is idle. Returns ok, timeout, or the code of the
  /// first lane that failed (divergence, stalled, kernel assert), after which the stream is usable
  /// again. The failure was logged once, when it happened.
  errc stream_sync(detail::cpu_stream* stream, std::uint64_t timeout_ns, bool drains = true);
  /// True if nothing is queued or running on `stream`, nor on the streams of which it is the base.
  bool stream_query(detail::cpu_stream* stream);
  /// True if a grid launched now would start without waiting for another one.
  bool stream_ready(detail::cpu_stream* stream);

  /// Print where each lane waits, and for what. Safe at any time, also from a signal-driven thread.
  void dump(std::FILE* out);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark::executor
