// Puts and gets that are sent in chunks, each an operation of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "link/outbound.hpp"
#include "link/ring_consumer.hpp"
#include "link/slot_pool.hpp"
#include "transport/message.hpp"

namespace ark::proxy {

struct chunked_transfer {
  unsigned ring = 0;
  std::uint64_t ticket = 0;
  int pe = 0;
  message whole;
  const std::byte* source = nullptr;  ///< of a put
  std::byte* into = nullptr;          ///< of a get
  std::uint64_t part_bytes = 0;
  std::uint64_t begun = 0;      ///< bytes of chunks that have begun
  unsigned open = 0;            ///< chunks that have begun and not ended
  unsigned unread = 0;          ///< chunks of a put whose source has not been read
  bool source_counted = false;  ///< the ring has counted the source as read

  [[nodiscard]] bool all_begun() const noexcept { return begun == whole.bytes; }
};

/// Counts chunks, and with the last one ends the transfer in its ring. Only the thread that drives
/// the proxy; the rings outlive it.
class chunked_transfers {
 public:
  explicit chunked_transfers(std::vector<ring_consumer>& rings) : rings_(rings) {}

  [[nodiscard]] std::size_t add(chunked_transfer&& transfer) {
    transfer.source_counted = transfer.into != nullptr;
    if (transfer.source_counted) rings_[transfer.ring].source_read(transfer.ticket);
    return open_.acquire(std::move(transfer));
  }
  [[nodiscard]] chunked_transfer& operator[](std::size_t number) { return open_[number]; }

  /// Record that the source of one more chunk has been read.
  void part_read(std::size_t number) {
    chunked_transfer& transfer = open_[number];
    if (--transfer.unread != 0 || !transfer.all_begun()) return;
    transfer.source_counted = true;
    rings_[transfer.ring].source_read(transfer.ticket);
  }
  void part_ended(const sent_operation& part) {
    if (!part.source_read) part_read(part.part_of);
    --open_[part.part_of].open;
    end_if_complete(part.part_of);
  }
  void end_if_complete(std::size_t number) {
    const chunked_transfer& transfer = open_[number];
    if (!transfer.all_begun() || transfer.open != 0) return;
    ring_consumer& from = rings_[transfer.ring];
    if (!transfer.source_counted) from.source_read(transfer.ticket);
    from.end(transfer.ticket);
    open_.drop(number);
  }

 private:
  std::vector<ring_consumer>& rings_;
  slot_pool<chunked_transfer> open_;
};

}  // namespace ark::proxy
