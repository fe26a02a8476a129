// The host proxy: delivers what no engine on the device can, to PEs that are not mapped.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers.hpp"
#include "gpu/memory/pipeline.hpp"
#include "link/chunked_transfers.hpp"
#include "link/control_requests.hpp"
#include "link/gpu_memory.hpp"
#include "link/peer_links.hpp"
#include "link/ring_consumer.hpp"
#include "link/turn_clock.hpp"
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
#include "trace/recorder.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Drains one PE's host rings into a transport, and carries out what other PEs' proxies ask of this
/// PE's heap.
///
/// Every operation gets a number per peer. The peer delivers it (data, then signal), once all that
/// a fence put before it is delivered there, and acknowledges numbers in order, on traffic that
/// goes the other way if there is any. A fence costs no round trip: it travels as `message::after`.
/// Atomics are done by the target's CPU, so that they are atomic with those of its own kernels; on
/// a heap in GPU memory by its GPU.
///
/// With a GPU, what is in its memory goes through pinned buffers of the host, and nothing waits for
/// the driver: an operation whose bytes are on their way there goes on when they have arrived. A
/// transport that takes the GPU's memory is given it for what is large, and what it has put there
/// counts once the GPU sees it.
///
/// Small messages to a peer that come up in one call of progress() travel as one; a put without a
/// signal stays for the next call, if nothing else is with it. The thread that drives the proxy
/// goes on until it is idle.
///
/// A large put or get may be carried out by the network in the peer's heap. A put so placed still
/// has its number: a message of that number follows the data, and is delivered as others are.
///
/// Everything that arrives is checked against this PE's heap before a byte is touched. A lost peer
/// is recorded (errc::peer_failed), its operations end, and the rest goes on.
///
/// progress(): any thread; a second one is rejected. ping, announce, last_message_ns, idle: any
/// thread. `state`, the rings' memory and the transport outlive the proxy.
class proxy final : public engine {
 public:
  struct options {
    std::uint64_t token = 0;  ///< the job's secret
    one_sided_sizes one_sided;
    /// A peer says that `pe` has failed. Called within progress(); must not call back.
    std::function<void(int pe, int reported_by, std::uint64_t how)> failure_reported;
    /// The connection to `pe` broke. As above. The callback finds out what that means: what is
    /// open with `pe` stays so until give_up(pe), or until this PE has any failure. If empty, it
    /// is a failure at once.
    std::function<void(int pe, const std::string& why)> connection_lost;
    trace_recorder* trace = nullptr;  ///< null: nothing is traced
    gpu_pipeline* gpu = nullptr;      ///< where the CPU cannot touch all memory. The proxy's alone
    std::uint64_t gpu_bytes = 0;      ///< transport::gpu_bytes, or 0: copies go in its place
    std::size_t trace_ring = 0;       ///< the first ring's number there; others are not traced
  };
  /// `rings`: of the host, and of the kernels of a GPU if they have one.
  proxy(detail::device_state& state, std::span<const detail::ring_view> rings, transport& over,
        options opts);

  [[nodiscard]] std::string_view name() const noexcept override { return "proxy"; }
  bool progress(unsigned budget) noexcept override {
    // Two at once may count as one: the reader asks whether there were many.
    polls_.store(polls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return drive(budget);
  }
  [[nodiscard]] bool idle() const noexcept override;

  /// For the transport.
  [[nodiscard]] receiver& as_receiver() noexcept { return receiver_; }

  /// progress() of the proxy's own thread, which polls() does not count.
  bool drive(unsigned budget) noexcept;
  /// How often others have called progress().
  [[nodiscard]] std::uint64_t polls() const noexcept {
    return polls_.load(std::memory_order_relaxed);
  }
  /// Acknowledge everything now, then say whether the caller may sleep on the transport's events.
  bool prepare_to_sleep() noexcept;

  /// What carries messages to `pe`. Any thread; waits while another drives the proxy.
  [[nodiscard]] std::string describe(int pe);

  // --- For watching peers. Any thread. ---
  void ping(int pe);
  /// When the last message of `pe` came, by the steady clock; 0 if none has.
  [[nodiscard]] std::uint64_t last_message_ns(int pe) const noexcept {
    return links_.last_message_ns(pe);
  }
  /// Tell `to` that `failed` has failed; `how` is the teller's code.
  void announce(int to, int failed, std::uint64_t how);

  /// `pe` will never answer: what is open with it ends, and nothing more is sent to it.
  void give_up(int pe);

  /// Send bye to all peers that had messages: their connections may break now. The other PEs
  /// have no requests any more. Returns when the messages are sent or nobody is left to
  /// hear them, at the latest after `timeout_ns`.
  void leave(std::uint64_t timeout_ns);

 private:
  void run_control_requests();
  void move(unsigned budget, bool& any);
  void finish_copies(std::uint64_t until_ns) noexcept;
  void publish();

  detail::device_state& state_;
  transport& transport_;
  options options_;
  // Each part is built on those above it.
  std::vector<ring_consumer> rings_;
  peer_links links_;
  gpu_memory gpu_;
  turn_clock clock_;
  reject_log rejects_;
  message_sender messages_;
  chunked_transfers parted_;
  open_operations operations_;
  one_sided_transfers one_sided_;
  ring_drain drain_;
  receive_table receives_;
  operation_target target_;
  answer_receiver answers_;
  lost_peers lost_;
  message_receiver receiver_;
  control_requests requests_;
  std::atomic_flag busy_;
  std::atomic<bool> settled_{true};
  std::atomic<std::uint64_t> polls_{0};
};

}  // namespace ark::proxy
