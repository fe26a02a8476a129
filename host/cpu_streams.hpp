// A PE's streams on the CPU executor, and launches there.
#pragma once

#include <ark/launch.hpp>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "pe_core.hpp"

namespace ark {

/// Any host thread of the PE unless noted. Throws ark::error. Null stands for the default stream.
class cpu_streams {
 public:
  /// Creates the default stream. `core` and its executor outlive this.
  explicit cpu_streams(pe_core& core);

  /// blocking: ordered with the default stream.
  detail::cpu_stream* create(bool blocking = false);
  /// A failure of a kernel of `stream` that no sync has reported is kept for the next sync_all.
  void destroy(detail::cpu_stream* stream);
  /// destroy() without waiting: sync_all and end wait for its kernels.
  void release(detail::cpu_stream* stream);
  void sync(detail::cpu_stream* stream);
  [[nodiscard]] bool query(detail::cpu_stream* stream);
  [[nodiscard]] bool ready(detail::cpu_stream* stream);
  [[nodiscard]] bool is_blocking(detail::cpu_stream* stream);
  /// Kernels that are launched on `stream` later belong to `tenant`.
  void assign(detail::cpu_stream* stream, unsigned tenant);
  /// Streams of `tenant` belong to none.
  void end_tenant(unsigned tenant);
  void sync_all();
  void launch(detail::launch_config request, const detail::kernel_call& call);
  /// Wait for running kernels, at most the deadline, then stop the executor. False if a kernel is
  /// still running: then the PE's memory must stay allocated. No launches are possible afterwards.
  /// One thread.
  [[nodiscard]] bool end() noexcept;

 private:
  [[noreturn]] void throw_failure(errc code) const;
  /// Throws invalid_argument for a stream of another PE.
  detail::cpu_stream* own(const char* call, detail::cpu_stream* stream);
  /// With mutex_ held.
  detail::cpu_stream* of_thread();
  /// Throws the errors of destroy(). With mutex_ held.
  void forget(detail::cpu_stream* stream);
  void sync_own(detail::cpu_stream* stream);
  void free_released();
  /// During its lifetime no released stream is freed: its thread may wait for one.
  class wait_scope;

  pe_core& core_;
  std::uint64_t launches_ = 0;  ///< number of collective launches: numbers the launch groups
  std::mutex mutex_;
  std::vector<detail::cpu_stream*> streams_;   ///< the first is the default stream
  std::vector<detail::cpu_stream*> released_;  ///< destroyed by the program; freed when idle
  std::map<std::thread::id, detail::cpu_stream*> of_threads_;
  unsigned waiting_ = 0;          ///< threads in a wait_scope
  errc kept_failure_ = errc::ok;  ///< failure of a destroyed stream
};

}  // namespace ark
