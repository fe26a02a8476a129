// This PE's operations from their number to their end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link/chunked_transfers.hpp"
#include "link/gpu_memory.hpp"
#include "link/open_lists.hpp"
#include "link/peer_links.hpp"
#include "link/ring_consumer.hpp"
#include "message_sender.hpp"

namespace ark::proxy {

/// Numbers operations for each peer, sends them, and reports to their rings which sources were read
/// and which operations have ended. Only the thread that drives the proxy. The references outlive
/// it.
class open_operations {
 public:
  open_operations(std::vector<ring_consumer>& rings, peer_links& links, gpu_memory& gpu,
                  message_sender& messages, chunked_transfers& chunked, open_lists& lists)
      : rings_(rings),
        links_(links),
        gpu_(gpu),
        messages_(messages),
        chunked_(chunked),
        lists_(lists) {}

  /// A fence of a ring: later operations are delivered after those that have begun.
  void fence() noexcept { ++fences_; }
  /// Make operations to that peer obey all fences so far.
  void order(peer_link& to) noexcept { to.out.fence(fences_); }
  /// Number an operation, and request its acknowledgement if a thread waits for it.
  void begin(peer_link& to, int pe, message& header, const sent_operation& operation);
  /// Begin an operation and send it. `source`: of a put.
  void issue(peer_link& to, int pe, message header, const sent_operation& operation,
             const std::byte* source);

  /// The source of operation `sequence` to `pe` may be written again.
  void source_read(int pe, std::uint64_t sequence);
  /// `pe` has delivered all operations up to `sequence`. False if that number was never sent to it.
  [[nodiscard]] bool acknowledge(peer_link& to, std::uint64_t sequence);
  /// The answer to `operation` is stored.
  void answered(peer_link& to, sent_operation& operation);
  /// End all operations, because the peer is lost. The transport may still access their buffers.
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
  chunked_transfers& chunked_;
  open_lists& lists_;
  std::uint64_t fences_ = 0;
};

}  // namespace ark::proxy
