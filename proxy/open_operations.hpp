// This PE's operations from their number to their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link/chunked_transfers.hpp"
#include "link/gpu_memory.hpp"
#include "link/peer_links.hpp"
#include "link/ring_consumer.hpp"
#include "message_sender.hpp"

namespace ark::proxy {

/// Numbers operations for each peer, sends them, and tells their rings what has been read and what
/// has ended. Called by the thread that drives the proxy only. The references outlive it.
class open_operations {
 public:
  open_operations(std::vector<ring_consumer>& rings, peer_links& links, gpu_memory& gpu,
                  message_sender& messages, chunked_transfers& parted)
      : rings_(rings), links_(links), gpu_(gpu), messages_(messages), parted_(parted) {}

  /// A fence of a ring: what comes later is delivered after what has begun.
  void fence() noexcept { ++fences_; }
  /// Operations to that peer are behind all fences so far.
  void order(peer_link& to) noexcept { to.out.fence(fences_); }
  /// Number an operation: its place in the order, and whether its end is waited for.
  void begin(peer_link& to, int pe, message& header, const sent_operation& operation);
  /// Begin and send it. `source`: of a put.
  void issue(peer_link& to, int pe, message header, const sent_operation& operation,
             const std::byte* source);

  /// The source of operation `sequence` to `pe` may be written again.
  void source_read(int pe, std::uint64_t sequence);
  /// `pe` has delivered all up to `sequence`. False if it has never been sent that.
  [[nodiscard]] bool acknowledge(peer_link& to, std::uint64_t sequence);
  /// What `operation` asked for is in place.
  void answered(peer_link& to, sent_operation& operation);
  /// The peer is lost: all end. The transport may still hold their buffers.
  void abandon(peer_link& gone);

 private:
  void send(int pe, const message& header, std::span<const std::byte> data, memory_kind kind);
  void read_and_send(int pe, const message& header, const std::byte* source);
  void end(const sent_operation& operation);
  void drop(const sent_operation& operation);

  std::vector<ring_consumer>& rings_;
  peer_links& links_;
  gpu_memory& gpu_;
  message_sender& messages_;
  chunked_transfers& parted_;
  std::uint64_t fences_ = 0;
};

}  // namespace ark::proxy
