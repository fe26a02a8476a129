// Everything that leaves: messages, small ones in bundles, and acknowledgements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link/bundler.hpp"
#include "link/peer_links.hpp"
#include "link/turn_clock.hpp"
#include "trace/recorder.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Small messages to a peer that come up in one turn of the proxy travel as one. Called by the
/// thread that drives the proxy only. The references outlive it.
class message_sender {
 public:
  /// `token`: the job's secret. `trace` null: nothing is traced.
  message_sender(int pe, std::uint64_t token, transport& over, peer_links& links, turn_clock& clock,
                 trace_recorder* trace)
      : pe_(pe), token_(token), transport_(over), links_(links), clock_(clock), trace_(trace) {}

  /// Data of at most bundler::small_bytes is copied, and the transfer complete. As transport::send
  /// else.
  transfer send(int pe, message header, std::span<const std::byte> data, std::uint64_t cookie,
                memory_kind kind = memory_kind::host);
  /// What has been gathered leaves.
  void send_bundles();
  /// The transport has read a bundle.
  void release_bundle(std::size_t number) { bundles_.release(number); }
  /// Nothing is sent to a lost peer: its bundle neither.
  void drop_bundle(peer_link& gone);
  [[nodiscard]] bool has_bundles() const noexcept { return !bundling_.empty(); }
  /// True if what is in the bundles must leave in this turn: every send() makes it so.
  [[nodiscard]] bool urgent() const noexcept { return urgent_; }
  void set_urgent(bool urgent) noexcept { urgent_ = urgent; }

  /// `pe` has one operation more delivered here.
  void queue_ack(int pe, peer_link& to);
  [[nodiscard]] bool has_pending_acks() const noexcept { return !pending_acks_.empty(); }
  /// Those that are due, or all.
  void send_pending_acks(bool all);
  /// An operation is open with `pe`.
  void note_open(int pe, peer_link& to);
  /// A thread has begun to wait after its operations had left: notify the PEs that hold them.
  void request_acks();

  // For the trace.
  void note_received(const message& header, std::uint64_t bytes) noexcept;
  void note_one_sided(int pe, bool put, std::uint64_t bytes) noexcept {
    if (trace_ != nullptr) trace_->one_sided(pe, put, bytes);
  }
  /// Data that leaves a GPU's memory, or else comes to it, without a copy.
  void note_direct(bool sent) noexcept {
    if (trace_ != nullptr) trace_->gpu_direct(sent);
  }

 private:
  void send_bundle(int pe);
  void note_sent(int pe, const message& header, std::uint64_t bytes) noexcept;

  int pe_;
  std::uint64_t token_;
  transport& transport_;
  peer_links& links_;
  turn_clock& clock_;
  trace_recorder* trace_;
  bundler bundles_;
  bool urgent_ = false;
  std::vector<int> bundling_;      ///< PEs with a bundle that is being filled
  std::vector<int> pending_acks_;  ///< PEs to which an acknowledgement may be due
  std::vector<int> sending_;       ///< PEs to which something may be open
};

}  // namespace ark::proxy
