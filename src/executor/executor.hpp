// The CPU executor: runs CUDA-style kernels for real, every block co-resident, one fiber per lane.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "config/schedule.hpp"

namespace ark::executor {

struct options {
  unsigned workers = 1;                 ///< threads that run lanes; random and pct use exactly one
  std::size_t stack_bytes = 36 * 1024;  ///< per lane, lazily touched
  bool guard_pages = false;             ///< an overflow of the first 8192 lanes faults at once
  std::uint64_t default_timeout_ns = 120'000'000'000;  ///< for waits that give none
  std::uint64_t stall_ns =
      5'000'000'000;                ///< a lane that runs this long without giving way is reported
  bool background_progress = true;  ///< a low-duty thread drives progress while work is pending
  bool engine_core = false;  ///< there is a core without a worker: that thread drives progress
                             ///< there, and workers only when their lanes wait
  std::uint64_t longest_backoff_ns = 16'000'000;  ///< of that thread, beside workers that poll
  unsigned spin_rounds = 100;  ///< idle polls with a short pause before a worker yields its core
  std::uint64_t max_resident_lanes =
      0;                         ///< lanes alive at once; 0: what memory, maps and sanitizer allow
  unsigned processes = 1;        ///< of PEs on the host, which share its memory
  unsigned core_sharers = 1;     ///< processes of the host with the affinity mask of this one
  unsigned core_place = 0;       ///< which of them this is
  bool cores_shared = false;     ///< their workers outnumber the CPUs of that mask
  bool dump_on_sigusr1 = false;  ///< SIGUSR1 prints dump() to stderr
  schedule order;
};

/// Workers for this process: CPUs of the affinity mask divided by the PEs that share the host, at
/// least one.
unsigned workers_default(unsigned local_pes);

/// options.spin_rounds for this process: few if the PEs of the host outnumber the CPUs of the
/// affinity mask.
unsigned spin_rounds_default(unsigned local_pes);

/// A source of progress, e.g. a DMA engine. `run(argument, budget)` returns true if it did
/// something; `idle` returns true if it has nothing to do. Both may be called from any worker,
/// never from a lane's own stack.
struct progress_source {
  bool (*run)(void* argument, unsigned budget) = nullptr;
  bool (*idle)(void* argument) = nullptr;
  void* argument = nullptr;
};

/// Where a collective launch waits for its partners: grids of one launch group start together, in
/// order of `index`.
struct launch_group {
  std::uint64_t id = 0;
  unsigned size = 1;
  unsigned index = 0;
};

/// Any host thread may call any member; lanes may call none of them.
class executor {
 public:
  explicit executor(const options& opts);
  ~executor();
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;

  [[nodiscard]] const options& config() const noexcept;

  void progress_add(const progress_source& source);
  /// Returns once no thread is inside `source` any more.
  void progress_remove(const progress_source& source);
  /// Tell the background thread that work may be pending.
  void progress_wake() noexcept;
  /// Not 0 while a host thread has to call progress_wake() after it has given a source something to
  /// do. It has done so by a read-modify-write after which the source's idle() is false, and
  /// fence_after_rmw() follows.
  [[nodiscard]] const std::uint32_t* progress_asleep() const noexcept;

  /// base: null, or the stream with which the new one is ordered: a grid of either waits for the
  /// grids that were queued before it on the other.
  detail::cpu_stream* stream_create(detail::cpu_stream* base = nullptr);
  [[nodiscard]] bool has_base(const detail::cpu_stream* stream) const noexcept;
  /// Waits for the stream's grids first, at most the default timeout. If they do not end it says so
  /// in the log and by its code, and keeps the stream.
  /// `failure`: becomes what stream_sync would have returned for the kernels of the stream.
  errc stream_destroy(detail::cpu_stream* stream, errc* failure = nullptr);
  /// Nothing runs any more: lanes are left where they next give way, what is queued never starts.
  /// False if a lane has not given way for long: it still uses its memory. Only the destructor may
  /// follow.
  bool stop();
  /// True after stop(), and once a lane has stalled: nothing can be launched any more.
  [[nodiscard]] bool lost() const noexcept;

  /// Queue a grid; returns at once. Throws invalid_argument for an empty or oversized grid or block
  /// (CUDA's limits), out_of_memory if a collective grid cannot be made co-resident. `context` is
  /// what lanes find in block_view, that of the PE which launches; or of a `group` of PEs theirs,
  /// by the block's place along z, of which the grid has as many. `group` stays until it has ended.
  void launch(const detail::launch_config& config, const detail::kernel_call& call,
              detail::device_state* context, const launch_group& partners = {},
              std::span<detail::device_state* const> group = {});

  /// Wait until all that was queued on `stream` has run, also on the streams of which it is the
  /// base, and every progress source is idle. Returns ok, timeout, or the code of the first lane
  /// that failed (divergence, stalled, kernel assert), after which the stream is usable again. The
  /// report of what failed went to the log, once.
  errc stream_sync(detail::cpu_stream* stream, std::uint64_t timeout_ns);
  /// True if nothing is queued or running on `stream`, nor on the streams of which it is the base.
  bool stream_query(detail::cpu_stream* stream);
  /// True if a grid that is launched now waits for no other one.
  bool stream_ready(detail::cpu_stream* stream);

  /// Which lanes wait where, for what. Safe at any time, also from a signal-driven thread.
  void dump(std::FILE* out);

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace ark::executor
