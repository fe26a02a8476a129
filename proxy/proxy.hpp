// The host proxy: delivers operations to PEs that are not mapped.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers.hpp"
#include "gpu/memory/pipeline.hpp"
#include "link/chunked_transfers.hpp"
#include "link/control_requests.hpp"
#include "link/gpu_memory.hpp"
#include "link/open_lists.hpp"
#include "link/peer_links.hpp"
#include "link/ring_consumer.hpp"
#include "link/turn_clock.hpp"
#include "list_drain.hpp"
#include "lost_peers.hpp"
#include "message_receiver.hpp"
#include "message_sender.hpp"
#include "one_sided.hpp"
#include "open_operations.hpp"
#include "operation_target.hpp"
#include "proxy_failure.hpp"
#include "queue/queue_engine.hpp"
#include "receives.hpp"
#include "ring_drain.hpp"
#include "tenants/tenant_table.hpp"
#include "trace/recorder.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// How a PE leaves: when all others do, or on its own.
enum class departing : std::uint8_t { in_order, alone };

/// Drains one PE's host rings into a transport, and executes other PEs' operations on this PE's
/// heap.
///
/// Every operation gets a number per peer. The peer delivers it (data, then signal) once all
/// operations before its fence are delivered there, and acknowledges numbers in order, on messages
/// of the opposite direction if there are any. A fence costs no round trip: it is sent as
/// `message::after`. Atomics are executed by the target's CPU, so that they are atomic with respect
/// to its own kernels; on a heap in GPU memory by its GPU.
///
/// With a GPU, data in its memory goes through pinned host buffers, asynchronously: an operation
/// continues when its copy has ended. If the transport accesses GPU memory, it transfers large data
/// directly, which counts as delivered once the GPU sees it.
///
/// Small messages to a peer within one call of progress() are sent as one; a single put without a
/// signal stays for the next call. The thread that drives the proxy continues until it is idle.
///
/// A large put or get may be executed by the network in the peer's heap. Such a put still has a
/// number: a message with that number follows the data and is delivered like any other.
///
/// Every incoming operation is checked against this PE's heap before any access. A lost peer is
/// recorded (errc::peer_failed) and its operations end; those of other peers continue.
///
/// progress(): any thread; a second one is rejected. ping, announce, last_message_ns, idle, rests:
/// any thread. `state`, the rings' memory and the transport outlive the proxy.
class proxy final : public engine {
 public:
  struct options {
    std::uint64_t token = 0;  ///< the job's secret
    one_sided_sizes one_sided;
    /// Called when a peer reports that `pe` has failed. Called within progress(); must not call
    /// back.
    std::function<void(int pe, int reported_by, std::uint64_t how)> failure_reported;
    /// Called when the connection to `pe` broke; within progress(), must not call back. The
    /// callback determines the cause: operations with `pe` stay open until give_up(pe), or until
    /// this PE has any failure. If empty, a broken connection is a failure at once.
    std::function<void(int pe, const std::string& why)> connection_lost;
    trace_recorder* trace = nullptr;  ///< null: no trace
    gpu_pipeline* gpu = nullptr;      ///< null if the CPU can access all memory. Used by the proxy
                                      ///< only
    std::uint64_t gpu_bytes = 0;      ///< transport::gpu_bytes; 0: copies are used instead
    std::size_t trace_ring = 0;       ///< the first ring's number in the trace
    /// Null: none. Otherwise the rings after the first are those of the tenants, one each, in their
    /// order.
    tenant_table* tenants = nullptr;
  };
  /// `rings`: of the host, and of the kernels of a GPU if they have one.
  proxy(detail::device_state& state, std::span<const detail::ring_view> rings, transport& over,
        options opts);

  [[nodiscard]] std::string_view name() const noexcept override { return "proxy"; }
  bool progress(unsigned budget) noexcept override {
    // A lost increment is harmless: the reader only compares with a threshold.
    polls_.store(polls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return drive(budget);
  }
  [[nodiscard]] bool idle() const noexcept override;
  /// True if only an event of the transport gives it work: nothing has been posted since the last
  /// turn, in which there was nothing to do. Any thread.
  [[nodiscard]] bool rests() const noexcept;
  /// True while a thread is in drive() or prepare_to_sleep(). Any thread.
  [[nodiscard]] bool is_driven() const noexcept { return busy_.test(std::memory_order_relaxed); }
  /// The receiver for the transport.
  [[nodiscard]] receiver& as_receiver() noexcept { return receiver_; }

  /// progress() for the proxy's own thread, not counted by polls().
  bool drive(unsigned budget) noexcept;
  /// Number of calls of progress() by other threads.
  [[nodiscard]] std::uint64_t polls() const noexcept {
    return polls_.load(std::memory_order_relaxed);
  }
  /// Send what is due, then return whether the caller may sleep on the transport's events: if
  /// keeps_acks(), no longer than inbound::ack_patience_ns.
  bool prepare_to_sleep() noexcept;
  /// After prepare_to_sleep(): some acknowledgements are not due yet.
  [[nodiscard]] bool keeps_acks() const noexcept {
    return keeps_acks_.load(std::memory_order_relaxed);
  }

  /// The transport's route to `pe`. Any thread; waits while another thread drives the proxy.
  [[nodiscard]] std::string describe(int pe);

  // --- For watching peers. Any thread. ---
  void ping(int pe);
  /// Arrival time of the last message of `pe`, by the steady clock; 0 if there was none.
  [[nodiscard]] std::uint64_t last_message_ns(int pe) const noexcept {
    return links_.last_message_ns(pe);
  }
  /// Notify `to` that `failed` has failed; `how` is liveness's code.
  void announce(int to, int failed, std::uint64_t how);

  /// End all operations with `pe`, which will never answer, and send nothing more to it.
  void give_up(int pe);

  /// Send bye to all peers with which messages were exchanged: their connections may break
  /// afterwards. The other PEs have no requests any more. Returns when the messages are sent or no
  /// peer is left to receive them and, in order, when these peers' byes have arrived; at the latest
  /// after `timeout_ns`.
  void leave(departing how, std::uint64_t timeout_ns);

 private:
  void run_control_requests();
  void move(unsigned budget, bool& any);
  void take_by_ring(unsigned budget, bool& any);
  void take_by_share(unsigned budget, bool& any);
  void finish_copies(std::uint64_t until_ns) noexcept;
  void publish();

  detail::device_state& state_;
  transport& transport_;
  options options_;
  // Each part is built on those declared before it.
  std::vector<ring_consumer> rings_;
  std::optional<tenant_table::reader> tenants_;
  peer_links links_;
  gpu_memory gpu_;
  turn_clock clock_;
  reject_log rejects_;
  message_sender messages_;
  chunked_transfers chunked_;
  open_lists lists_;
  open_operations operations_;
  one_sided_transfers one_sided_;
  list_drain list_drain_;
  ring_drain drain_;
  receive_table receives_;
  operation_target target_;
  answer_receiver answers_;
  lost_peers lost_;
  message_receiver receiver_;
  control_requests requests_;
  std::atomic_flag busy_;
  std::atomic<bool> settled_{true};
  std::atomic<bool> rests_{false};  ///< after the last turn
  std::atomic<bool> keeps_acks_{false};
  std::atomic<std::uint64_t> polls_{0};
};

}  // namespace ark::proxy
