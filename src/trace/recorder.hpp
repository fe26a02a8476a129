// The trace of one PE: its counters, its timeline, and its output file.
#pragma once

#include <ark/detail/state/trace_hooks.hpp>
#include <ark/trace.hpp>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "config/config.hpp"
#include "trace/counter.hpp"
#include "trace/ring_trace.hpp"
#include "trace/timeline.hpp"

namespace ark {

struct trace_options {
  trace_mode mode = trace_mode::off;
  std::string prefix;               ///< prefix of the file; empty: one line to stderr
  std::size_t events = 256 * 1024;  ///< capacity of a timeline
};

/// Receives the events of a PE's consumers, lanes and executor. Outlives them. Members: any thread,
/// except that messages are for the proxy's thread, and a ring's events for its consumer.
class trace_recorder final : public detail::trace_hooks {
 public:
  /// Makes the posting-time tables and attaches them to `rings`, of which the last `proxy_rings`
  /// are the proxy's. Opens PREFIX.<pe>.json: throws ark::error{system_error} naming it if it
  /// cannot.
  trace_recorder(const trace_options& options, int pe, std::span<detail::ring_view> rings,
                 std::size_t proxy_rings);
  trace_recorder(const trace_recorder&) = delete;
  trace_recorder& operator=(const trace_recorder&) = delete;

  [[nodiscard]] ring_trace& ring(std::size_t index) { return *rings_[index]; }
  /// Slow path of counting an inline operation of the calling thread.
  void count_inline(std::uint64_t bytes) noexcept;
  /// `label` is a static name of the message's kind.
  void message_sent(int pe, const char* label, std::uint64_t bytes, bool ack, bool bundle) noexcept;
  void message_received(int pe, const char* label, std::uint64_t bytes, bool ack,
                        bool bundle) noexcept;
  /// Record a transfer that the network executes in the memory of `pe`.
  void one_sided(int pe, bool put, std::uint64_t bytes) noexcept;
  /// Record a transfer from (`sent`) or to a GPU's memory without a copy.
  void gpu_direct(bool sent) noexcept;
  void kernel_ended(std::uint64_t id, void (*entry)(void*), std::uint64_t launched_ns,
                    std::uint64_t started_ns) noexcept;
  void signal_seen(const detail::wait_info& info, std::uint64_t began_ns) noexcept;

  [[nodiscard]] trace_report report() const;
  /// Write the trace to the file or to stderr, after the last event. A problem is logged.
  void write() noexcept;

 private:
  [[nodiscard]] trace_inline read_inline() const;
  void message(trace_event_kind kind, int pe, const char* label, std::uint64_t bytes) noexcept;
  void open(const std::string& prefix);

  struct file_close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };
  int pe_;
  mutable std::mutex tallies_mutex_;
  std::map<std::thread::id, detail::inline_tally*> tallies_;
  std::deque<detail::inline_tally> owned_tallies_;
  std::unique_ptr<timeline> events_;  ///< null without a timeline
  std::vector<std::vector<std::uint64_t>> posted_;
  std::vector<std::unique_ptr<ring_trace>> rings_;
  struct {
    trace_counter messages, bundles, acks;
  } sent_, received_;
  trace_counter one_sided_puts_, one_sided_gets_;
  trace_counter gpu_direct_sent_, gpu_direct_received_;
  std::string path_;
  std::unique_ptr<std::FILE, file_close> file_;
};

/// The counters as one line of JSON.
[[nodiscard]] std::string trace_text(const trace_report& report);

}  // namespace ark
