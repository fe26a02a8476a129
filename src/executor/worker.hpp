// One thread that runs lanes: queues, switches, parked waits, idling.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "executor/chooser.hpp"
#include "executor/grid.hpp"
#include "executor/home_core.hpp"
#include "executor/parked_waits.hpp"
#include "executor/progress.hpp"
#include "os/stall_meter.hpp"
#include "tenants/tenant_table.hpp"

namespace ark::executor {

/// Waiting workers and host threads sleep between polls after this time without progress.
inline constexpr std::uint64_t backoff_after_ns = 1'000'000, idle_backoff_ns = 50'000;

/// Grace time after a PE is in finalize, in which its earlier messages may still arrive.
inline constexpr std::uint64_t last_arrival_ns = 1'000'000'000;

inline bool is_finalizing(const detail::wait_info& info) {
  return info.finalizing != nullptr && __atomic_load_n(info.finalizing, __ATOMIC_ACQUIRE) != 0;
}

/// The deadline of a wait whose PE may have entered finalize since the last poll.
inline std::uint64_t deadline_seen(const detail::wait_info& info, std::uint64_t deadline_ns,
                                   std::uint64_t now_ns) {
  return is_finalizing(info) ? std::min(deadline_ns, now_ns + last_arrival_ns) : deadline_ns;
}

/// The result of a wait whose deadline has passed.
inline errc late_code(const detail::wait_info& info) {
  return is_finalizing(info) ? errc::asymmetric : errc::timeout;
}

/// The executor's interface to its workers.
class worker_host {
 public:
  virtual ~worker_host() = default;
  /// Called by worker `on` after the last part of `done` has ended. The grid is freed.
  virtual void grid_finished(grid& done, unsigned on) = 0;
  /// A lane of `failed` has failed: every worker must drop its part.
  virtual void grid_failed(grid& failed) = 0;
  /// Called when a worker, whose visitor this is, returns to computing (with options::engine_core).
  virtual void leave_sources(progress_table::visitor& visitor) = 0;
  /// Called when a worker is about to run user code for an unknown time: it starts a block, or
  /// resumes one after a long wait (without options::engine_core).
  virtual void begins_to_compute() = 0;
};

/// Members are for the worker thread, which also runs its lanes, unless marked "any thread".
class worker {
 public:
  worker(worker_host& host, const options& opts, progress_table& progress, tenant_table& tenants,
         unsigned index, std::uint64_t lane_limit);
  ~worker();
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  // --- Any thread.
  void start();                                    ///< starts the thread, once
  void post(const std::vector<grid_part>& parts);  ///< all of them at once: a launch group starts
                                                   ///< together
  /// The number of grids of which it has a part.
  [[nodiscard]] unsigned load() const { return load_.load(std::memory_order_relaxed); }
  void wake();  ///< interrupt a sleep, to poll at once
  void failure_notice() {
    failures_.store(true, std::memory_order_release);
    wake();
  }
  void stop();                       ///< drop everything and end
  bool join_or_detach(bool detach);  ///< false if it was detached
  /// State of this worker's blocks, written by the worker itself; empty if it does not answer in
  /// time.
  std::string describe(std::uint64_t timeout_ns);
  [[nodiscard]] const std::atomic<std::uint64_t>& ticks() const { return ticks_; }
  [[nodiscard]] bool runs_a_lane() const {
    return running_.load(std::memory_order_acquire) != nullptr;
  }
  /// The kernel's thread id; 0 until the thread has begun.
  [[nodiscard]] pid_t thread_id() const { return thread_id_.load(std::memory_order_relaxed); }
  /// Calls `use` with the current lane, if there is one. The lane may continue meanwhile, but its
  /// block and its grid do not end.
  template <class Use>
  void with_running(Use use) {
    const std::lock_guard hold(observers_mutex_);
    observers_.fetch_add(1, std::memory_order_acq_rel);
    if (lane* seen = running_.load(std::memory_order_acquire)) use(*seen);
    observers_.fetch_sub(1, std::memory_order_release);
  }
  [[nodiscard]] std::uint64_t progress_calls() const {
    return progress_calls_.load(std::memory_order_relaxed);
  }
  /// True if the thread was not started, or has ended or is about to.
  [[nodiscard]] bool ended() const {
    return !thread_.joinable() || ended_.load(std::memory_order_acquire);
  }
  /// Fails the grid of a lane that never yields. The worker is lost.
  void fail_stuck_lane(lane& stuck, errc code, const std::string& report);

  // --- Lanes of this worker.
  /// Switch away from `me`, which is queued or parked; returns when it runs again.
  void leave(lane& me);
  void yield(lane& me);
  /// Preemption point: a seeded schedule may choose another lane here.
  void preempt(lane& me);
  errc wait(lane& me, detail::predicate ready, void* argument, detail::wait_info& info);
  void make_ready(lane& woken);
  void make_ready(thread_block& block, lane_queue& woken);
  /// Fails the lane's whole grid; the report is logged from the worker's own stack.
  void fail_grid(lane& me, errc code, std::string report);
  // Ends a lane of a failed grid. Separate from fail_grid(), because objects in the caller's frame
  // are never destroyed.
  [[noreturn]] void abandon(lane& me);
  [[nodiscard]] bool seeded() const { return seeded_; }

 private:
  void main();
  bool accept();
  void run_fifo();
  void run_shared();
  tenant_set tenants_with_work();
  unsigned tenant_launched_first(tenant_set of) const;

  // Blocks.
  thread_block* block_begin(grid_part& part);
  bool part_has_room(const grid_part& part) const;
  thread_block* next_new_block(unsigned tenant = any_tenant);
  void wait_for_observers();
  void block_end(thread_block& block);
  bool part_is_over(grid_part& part) const;
  void part_end(grid_part& part);
  void part_drop(grid_part& part);
  void drop_failed();
  void drop_all();
  void enqueue(thread_block& block);
  thread_block* dequeue();
  thread_block* dequeue_of(unsigned tenant);

  // Lanes.
  static void fiber_main(void* self);
  void run_entry(lane& me);
  lane* finish(lane& me);
  void check_canary(lane& me, const stack& used);
  bool give_stack(lane& fresh);
  lane* next_lane(thread_block& block);
  template <bool Final>
  void transfer(lane* from, lane* to);
  void enter(lane& first);
  void after_lane();

  // Turns.
  void run_block(thread_block& block);
  /// Get a stack for `first` and shared memory for its block. On failure fails the block's grid and
  /// returns false.
  bool give_memory(thread_block& block, lane& first);
  void out_of_memory(thread_block& block, const std::string& what);
  void seeded_step();
  void run_source(unsigned slot);
  void collect_sources();

  // Waiting and idling.
  bool poll_waits(std::size_t limit);
  void resume(lane& woken, errc result);
  void check_deadlines(std::uint64_t now);
  void read_clock();
  void service();
  void yield_core(bool did);
  void idle();
  void begins_to_compute();
  void idle_sleep(std::uint64_t backoff_ns);
  [[nodiscard]] bool has_work() const { return !blocks_.empty() || !parts_.empty(); }
  static void count(std::atomic<std::uint64_t>& counter) {
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  std::string describe_blocks() const;

  static constexpr unsigned any_tenant = ~0u;

  // Hot: read or written at every switch.
  void* place_ = nullptr;  ///< the scheduler's saved context, while a lane runs
  std::atomic<lane*> running_{nullptr};
  std::atomic<std::uint64_t> ticks_{0};  ///< lanes started and switches made
  std::uint32_t slice_ = 0;
  bool seeded_;
  bool yielded_ = false;
  bool started_one_ = false;  ///< the last block that ran was new
  /// The worker's CPU time that tenants have paid for; 0 after it was idle.
  std::uint64_t paid_until_ns_ = 0;
  void* exceptions_ = nullptr;  ///< this thread's exception state
  thread_block* finished_ = nullptr;
  lane* failing_lane_ = nullptr;
  errc failing_code_ = errc::ok;
  std::string failing_report_;
  stack_span own_stack_;
  void* own_tsan_ = nullptr;

  worker_host& host_;
  const options& options_;
  progress_table& progress_;
  progress_table::visitor& visitor_;
  unsigned index_;
  std::uint64_t lane_limit_;
  std::uint64_t live_lanes_ = 0;
  stack_pool stacks_;
  chooser chooser_;
  std::optional<tenant_table::reader> tenants_;  ///< only if there are tenants

  thread_block* queue_head_ = nullptr;
  thread_block* queue_tail_ = nullptr;
  std::vector<thread_block*> blocks_;
  std::vector<std::unique_ptr<thread_block>> spare_blocks_;
  std::vector<std::unique_ptr<grid_part>> parts_;
  parked_waits parked_;
  std::vector<lane*> ready_;            ///< seeded only
  std::vector<unsigned> busy_sources_;  ///< seeded only
  std::uint64_t spent_sources_ = 0;     ///< seeded: sources without work since the last event
  std::vector<void*> dead_fibers_;

  std::uint64_t blocks_ended_ = 0;
  std::uint64_t rounds_without_lane_ = 0;  ///< idle rounds since a lane ran
  std::uint64_t idle_rounds_ = 0;
  std::uint64_t spins_since_ns_ = 0;  ///< begin of a series of idle rounds, from its fourth on
  std::uint64_t idle_since_ns_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t last_scan_ns_ = 0;
  stall_meter stalls_;        ///< of this worker's scans
  std::uint64_t events_ = 0;  ///< events other than yields
  std::uint64_t events_seen_ = 0;
  std::uint64_t turns_without_event_ = 0;
  home_core core_;

  std::atomic<std::uint64_t> progress_calls_{0};

  // Shared with other threads.
  std::atomic<bool> failures_{false};
  std::atomic<bool> ended_{false};
  std::atomic<bool> attention_{false};  ///< the inbox is not empty
  std::atomic<unsigned> load_{0};
  std::mutex inbox_mutex_;
  std::condition_variable inbox_changed_;
  std::vector<grid_part> inbox_;
  bool stopping_ = false;
  bool woken_ = false;
  std::uint64_t describe_wanted_ = 0;
  std::uint64_t describe_done_ = 0;
  std::string description_;
  std::condition_variable described_;
  std::atomic<pid_t> thread_id_{0};
  std::thread thread_;
  std::atomic<unsigned> observers_{0};  ///< threads inside with_running()
  std::mutex observers_mutex_;
};

/// True on threads that run a scheduler: predicates and engines run there, and may neither wait nor
/// yield.
extern thread_local bool on_scheduler_stack;

using detail::clock_ns;
using detail::deadline_after;

}  // namespace ark::executor
