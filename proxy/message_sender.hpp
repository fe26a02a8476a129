// Sends messages, small ones in bundles, and acknowledgements.
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

/// Small messages to a peer within one iteration of the proxy are sent as one. Only the thread that
/// drives the proxy. The references outlive it.
class message_sender {
 public:
  /// `token`: the job's secret. `trace` null: no trace.
  message_sender(int pe, std::uint64_t token, transport& over, peer_links& links, turn_clock& clock,
                 trace_recorder* trace)
      : pe_(pe), token_(token), transport_(over), links_(links), clock_(clock), trace_(trace) {}

  /// Data of at most bundler::small_bytes is copied, and the transfer complete. Larger data: see
  /// transport::send.
  transfer send(int pe, message header, std::span<const std::byte> data, std::uint64_t cookie,
                memory_kind kind = memory_kind::host);
  /// Send all bundles.
  void send_bundles();
  /// The transport has read a bundle.
  void release_bundle(std::size_t number) { bundles_.release(number); }
  /// Discard the bundle of a lost peer.
  void drop_bundle(peer_link& gone);
  [[nodiscard]] bool has_bundles() const noexcept { return !bundling_.empty(); }
  /// True if bundles must be sent in this iteration, which every send() requires.
  [[nodiscard]] bool urgent() const noexcept { return urgent_; }
  void set_urgent(bool urgent) noexcept { urgent_ = urgent; }

  /// Note that one more operation of `pe` is delivered here.
  void queue_ack(int pe, peer_link& to);
  [[nodiscard]] bool has_pending_acks() const noexcept { return !pending_acks_.empty(); }
  /// Send the acknowledgements that are due, or all.
  void send_pending_acks(bool all);
  /// Note that an operation is open with `pe`.
  void note_open(int pe, peer_link& to);
  /// Called when a thread begins to wait for operations that were already sent: requests
  /// acknowledgements from the PEs that hold them.
  void request_acks();

  // For the trace.
  void note_received(const message& header, std::uint64_t bytes) noexcept;
  void note_one_sided(int pe, bool put, std::uint64_t bytes) noexcept {
    if (trace_ != nullptr) trace_->one_sided(pe, put, bytes);
  }
  /// Record data sent from GPU memory (`sent`), or received into it, without a copy.
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
  std::vector<int> sending_;       ///< PEs with which operations may be open
};

}  // namespace ark::proxy
