// A PE's route to PEs that are not mapped: the proxy, its transport and its thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/memory/pipeline.hpp"
#include "gpu_choice.hpp"
#include "info/facts.hpp"
#include "liveness/liveness.hpp"
#include "liveness/remote_watch.hpp"
#include "pe_core.hpp"
#include "progress_entry.hpp"
#include "progress_thread.hpp"
#include "proxy.hpp"
#include "queue_set.hpp"
#include "symmetric_memory.hpp"
#include "transport/transport.hpp"

namespace ark {

/// No effect if no PE of the job needs a proxy.
class proxy_service {
 public:
  /// `watch` receives reports of lost PEs. Both outlive this.
  proxy_service(pe_core& core, liveness& watch) : core_(core), watch_(watch) {}
  proxy_service(const proxy_service&) = delete;
  proxy_service& operator=(const proxy_service&) = delete;

  /// Collective. Afterwards every PE may send to every other. The arguments outlive this. Throws
  /// ark::error; then only leave(), end() and the destructor may follow.
  void start(const gpu_choice& choice, const symmetric_memory& memory, queue_set& queues);
  /// Remove the proxy from the executor's progress sources.
  void stop_progress() noexcept { progress_.remove(); }
  /// Notify the other PEs that this PE leaves: with all of them, in order, or alone.
  void leave(proxy::departing how) noexcept;
  /// End all communication; `abandoned`: operations in flight are dropped.
  void end(bool abandoned) noexcept;

  /// Empty: no proxy runs.
  [[nodiscard]] std::string transport_name() const {
    return transport_ ? transport_->name() : std::string();
  }
  /// The transport's route to `pe`, if a proxy runs.
  [[nodiscard]] std::string describe(int pe) const;
  /// No value: no kernel on a GPU has a buffer.
  [[nodiscard]] const std::optional<gpu_transfer_path>& gpu_path() const { return gpu_path_; }

 private:
  /// Of the executor. With a seed it never rests, which chooses who makes progress.
  struct source {
    proxy::proxy& driven;
    proxy::progress_thread& thread;
    bool is_seeded;

    bool progress(unsigned budget) noexcept { return driven.progress(budget); }
    [[nodiscard]] bool idle() const noexcept { return driven.idle(); }
    [[nodiscard]] bool rests() const noexcept {
      return idle() || (!is_seeded && thread.takes_over());
    }
  };

  [[nodiscard]] bool needed_by_some() const;
  [[nodiscard]] std::uint64_t job_token() const;
  [[nodiscard]] std::unique_ptr<proxy::transport> make_transport() const;
  void choose_gpu_path(const gpu_choice& choice, const symmetric_memory& memory);
  void connect();
  void start_thread();

  pe_core& core_;
  liveness& watch_;
  std::optional<gpu_transfer_path> gpu_path_;
  std::unique_ptr<gpu_pipeline> pipeline_;  ///< used by the transport, so destroyed after it
  std::unique_ptr<proxy::transport> transport_;
  std::unique_ptr<proxy::proxy> proxy_;
  std::unique_ptr<proxy::progress_thread> thread_;
  std::optional<source> source_;
  progress_entry progress_;
  std::unique_ptr<remote_watch> remote_watch_;
};

}  // namespace ark
