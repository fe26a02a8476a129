// Tenants of one server: who gets how much of the queue and of the workers. docs/serve.md.
//
//   ark::session run{{"ARK_TENANTS", "2"}};
//   ark::serve::tenant vision("vision", {.share = 3}), text("text", {.share = 1});
//   ark_ctx_t context;
//   ark_ctx_create(0, &context);
//   vision.assign(context);  // its operations
//   ark::put_nbi(dest, source, count, ark::in(context, pe));
//   ark::stream_t stream = ark::stream_create();
//   vision.assign(stream);     // its kernels
//   vision.set({.share = 1});  // in effect from the next chunk and block on
//
// A component that serves several tenants chooses the one with the greatest priority, and among
// equals the one that is furthest behind its share. It is work-conserving: what a tenant does not
// use, others get. The choice changes no order that the memory model promises.
//
// The components: the CPU engine, for transfers of more than ARK_INLINE_BYTES to PEs of the same
// host; the proxy, for all operations to other hosts; the workers of the CPU executor, for blocks.
// Not limited: stores of the caller, the SM engine, and plans; a GPU's multiprocessors are divided
// by gpu_partition. Under ARK_SCHED=random and pct, blocks are not chosen by tenant.
#pragma once

#include <ark/ctx.hpp>
#include <ark/host.hpp>
#include <ark/launch.hpp>
#include <ark/serve/control_loop.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

struct CUstream_st;

namespace ark::serve {

struct tenant_limits {
  /// Positive; relative to the other tenants' and to that of the operations and kernels without a
  /// tenant, which is 1.
  double share = 1;
  /// Bytes of traffic that a tenant that was idle may be ahead of its share.
  std::uint64_t burst_bytes = 1 << 20;
  unsigned priority = 0;  ///< 0 to 7; greater ones are served first, whatever the shares
  /// False: kernels use no more than their share of the workers of the CPU executor, rounded, and
  /// at least one worker.
  bool work_conserving = true;
  /// CPU time of workers that a tenant that was idle may be ahead of its share. Kernels of tenants
  /// that have not used it up since the worker last had nothing to do run in the order of launches.
  std::uint64_t burst_compute_us = 1'000;
};

/// Since the tenant was made.
struct tenant_counters {
  std::uint64_t bytes = 0;         ///< of traffic, with 64 for each descriptor
  std::uint64_t transfers = 0;     ///< descriptors and chunks
  std::uint64_t compute_ns = 0;    ///< of workers of the process
  std::uint64_t time_slices = 0;   ///< of blocks
  std::uint64_t reconfigured = 0;  ///< calls of set() and apply() with other limits
};

/// One of the ARK_TENANTS tenants of the calling thread's PE. The traffic of each has rings of its
/// own, so that a quiet of its context waits for no other tenant. PEs of one process share the
/// workers: their tenants of one number are one tenant there, with the limits that were set last.
///
/// Callable: host, any thread of the PE, between init and finalize; the destructor too.
/// Errors: throw ark::error: not_initialized; invalid_argument (limits, a context or stream that is
///   not the PE's; the message names the value and the accepted range); out_of_memory (all
///   ARK_TENANTS tenants are in use); timeout and the PE's failure, where a call waits.
class ARK_API tenant {
 public:
  explicit tenant(std::string name, const tenant_limits& limits = {});
  /// Waits until the tenant's operations are delivered. Its contexts and streams then belong to
  /// none.
  ~tenant();
  tenant(const tenant&) = delete;
  tenant& operator=(const tenant&) = delete;

  /// Later operations of a created context of the host and the CPU's kernels are this tenant's.
  /// Waits for its earlier ones; no other thread may use it meanwhile. Until the context is
  /// destroyed.
  void assign(ark_ctx_t context);
  /// Kernels that are launched on the stream later are this tenant's.
  void assign(stream_t stream);

  /// Does not wait, and stops nothing: in effect from the next choice on.
  void set(const tenant_limits& limits);
  /// set() of the share, and the goal and the batch for ark_info.
  void apply(const tenant_goal& goal, const tenant_setting& setting);

  [[nodiscard]] tenant_limits limits() const;
  [[nodiscard]] tenant_counters counters() const;
  /// From 1 on.
  [[nodiscard]] unsigned number() const noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// A thing in use that is replaced without a stop: the next one is made while this one serves.
/// shared_ptr, because the last user frees what was replaced. Members: any thread.
template <class T>
class shadowed {
 public:
  explicit shadowed(std::unique_ptr<T> first) : current_(std::move(first)) {}

  /// For one request: what it uses stays alive until it lets go.
  [[nodiscard]] std::shared_ptr<T> use() const {
    const std::lock_guard lock(mutex_);
    return current_;
  }
  /// Later calls of use() return `next`. Does not wait for users of the one that is replaced; the
  /// last of them frees it.
  void replace(std::unique_ptr<T> next) {
    std::shared_ptr<T> made = std::move(next);
    const std::lock_guard lock(mutex_);
    current_.swap(made);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<T> current_;
};

/// A stream of the calling PE's GPU whose kernels run on a part of its multiprocessors: a green
/// context. Partitions share multiprocessors only if all are taken, as a shadow may do for a
/// moment. Compiled and tested with a simulated driver; not run on a GPU.
///
/// Callable: host, on a PE with kernels on a GPU.
/// Errors: throw ark::error: unsupported (a heap in host memory, a driver before CUDA 12.5),
///   invalid_argument (0, or more than the GPU has), CUDA's error.
class ARK_API gpu_partition {
 public:
  explicit gpu_partition(unsigned multiprocessors);
  /// Waits for its kernels.
  ~gpu_partition();
  gpu_partition(const gpu_partition&) = delete;
  gpu_partition& operator=(const gpu_partition&) = delete;

  [[nodiscard]] CUstream_st* stream() const noexcept { return stream_; }
  /// At least as many as requested: a GPU divides them in groups.
  [[nodiscard]] unsigned multiprocessors() const;

 private:
  CUstream_st* stream_;
};

}  // namespace ark::serve
