// What every probe is inside of: a GPU, a report, bounds, and cases of which each ends as a record.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "device_wait.cuh"
#include "memory.hpp"
#include "options.hpp"
#include "record.hpp"
#include "watchdog.hpp"

namespace ark_probe {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Microseconds since `start`.
inline double us_since(clock::time_point start) {
  return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}

/// Does something at the end of a scope, however that is left. It must not throw.
template <class Work>
class at_exit {
 public:
  explicit at_exit(Work work) : work_(std::move(work)) {}
  ~at_exit() { work_(); }
  at_exit(const at_exit&) = delete;
  at_exit& operator=(const at_exit&) = delete;

 private:
  Work work_;
};

/// There is no GPU that this program could use.
class no_gpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The GPU of --device, made current, with what is measured printed to standard output.
///
/// One thread; the watchdog's thread only stores into pinned memory.
class session {
 public:
  /// Writes the record "run", unless `quiet`: a process that a probe starts talks to the probe.
  /// Errors: cuda_error; no_gpu where there is none.
  session(const options& how, const std::string& probe, bool quiet = false);

  [[nodiscard]] const cudaDeviceProp& gpu() const { return gpu_; }
  [[nodiscard]] const options& how() const { return how_; }
  [[nodiscard]] report& out() { return report_; }
  [[nodiscard]] record result(std::string_view name) const {
    return report_.begin("result").text("name", name);
  }

  /// For kernels: they end after `budget`, or when the watchdog says so.
  [[nodiscard]] kernel_limits limits(milliseconds budget) const {
    return {abort_.as<std::uint32_t>(), static_cast<std::uint64_t>(budget.count()) * 1'000'000};
  }
  /// Ends the waits of all kernels, and those of the host in this session. Any thread.
  void abort_waits() { abort_word().store(1); }
  [[nodiscard]] bool aborted() { return abort_word().load() != 0; }

  /// Runs `body`, which fills in `head`, and writes it. An exception becomes a record: "failed", or
  /// "not_supported". After `limit` kernels and host waits are told to end and `release` is called,
  /// from another thread: the record says "timed_out". If that does not help, the process ends.
  void attempt(record head, milliseconds limit, const std::function<void(record&)>& body,
               const std::function<void()>& release = {});

  /// For probes that take times: before the first. A record "setup" says for how long.
  void warm_up();

  /// Makes a T, within a minute, and writes a record "setup" of `what`. Null where that failed.
  template <class T, class... Arguments>
  std::unique_ptr<T> prepare(std::string_view what, Arguments&&... arguments) {
    std::unique_ptr<T> made;
    attempt(result("setup").text("what", what), milliseconds(60'000), [&](record& into) {
      made = std::make_unique<T>(std::forward<Arguments>(arguments)...);
      into.verdict("done");
    });
    return made;
  }

  /// Polls until all of a stream, or an event, is done. False if `limit` or the watchdog came
  /// first.
  [[nodiscard]] bool wait_stream(cudaStream_t stream, milliseconds limit);
  [[nodiscard]] bool wait_event(cudaEvent_t event, milliseconds limit);
  /// Polls `done`. False if `limit` or the watchdog came first.
  [[nodiscard]] bool wait_host(const std::function<bool()>& done, milliseconds limit);
  /// As wait_stream with 5 seconds. Errors: std::runtime_error naming `what` if it takes longer.
  void finish(cudaStream_t stream, const std::string& what);

 private:
  [[nodiscard]] std::atomic_ref<std::uint32_t> abort_word() const {
    return std::atomic_ref(*abort_.as<std::uint32_t>());
  }
  void write_run();

  options how_;
  report report_;
  clock::time_point start_ = clock::now();
  cudaDeviceProp gpu_;
  pinned_memory abort_;
  record current_;  // the case that the watchdog watches
  watchdog dog_;
};

/// The whole of a probe's main: options, environment, session, exit status. `child` is what a
/// process with --role does; a probe without such processes has none.
int probe_main(int argc, char** argv, const std::string& probe, void (*body)(session&),
               int (*child)(const options&) = nullptr);

}  // namespace ark_probe
