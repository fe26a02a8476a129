// Puts and gets that the network executes in the peer's memory, without its CPU.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "link/slot_pool.hpp"
#include "open_operations.hpp"

namespace ark::proxy {

/// Minimum sizes of one-sided transfers, if the transport supports them; 0: never.
struct one_sided_sizes {
  std::uint64_t put = 0, get = 0;
};

/// Only the thread that drives the proxy. The references outlive it.
///
/// A one-sided put still has a number: a message with that number follows the data and is delivered
/// like any other. A get has none: the target does not deliver it, and a fence does not order
/// reads.
class one_sided_transfers {
 public:
  one_sided_transfers(detail::device_state& state, transport& over, const one_sided_sizes& sizes,
                      std::vector<ring_consumer>& rings, peer_links& links, gpu_memory& gpu,
                      message_sender& messages, open_operations& operations)
      : state_(state),
        transport_(over),
        sizes_(sizes),
        rings_(rings),
        links_(links),
        gpu_(gpu),
        messages_(messages),
        operations_(operations) {}

  /// True if the get has begun, or is complete.
  [[nodiscard]] bool read(int pe, const message& header, const sent_operation& get);
  /// The window for a put, or null: then the put is sent as a message. The peer is ordered
  /// (open_operations::order).
  [[nodiscard]] const window* window_for_put(int pe, const message& header,
                                             const std::byte* source);
  void write(const window& there, int pe, message header, const sent_operation& operation,
             std::span<const std::byte> data);
  /// The transport has ended the transfer in `slot`.
  void done(std::size_t slot);

  /// A peer requests access to this PE's heap from an offset on.
  void give_windows(const message& header);
  /// A peer has granted access; returns the reason for a refusal, or null.
  [[nodiscard]] const char* take_window(const message& header, const payload& behind);
  /// End the transfers of `pe`, which is lost.
  void abandon(int pe);

 private:
  /// Part of this PE's heap that peers may write and read.
  struct exposed {
    std::uint64_t offset, bytes;
    std::vector<std::byte> key;
  };
  /// A transfer that has begun: a get of a ring, or a put and the message that follows it.
  struct open_transfer {
    int pe = 0;
    unsigned ring = 0;
    std::uint64_t ticket = 0;
    message header;

    [[nodiscard]] bool is_put() const noexcept { return header.kind == message_kind::put_complete; }
  };
  [[nodiscard]] const window* window_for(int pe, std::uint64_t offset, std::uint64_t bytes);

  detail::device_state& state_;
  transport& transport_;
  one_sided_sizes sizes_;
  std::vector<ring_consumer>& rings_;
  peer_links& links_;
  gpu_memory& gpu_;
  message_sender& messages_;
  open_operations& operations_;
  slot_pool<open_transfer> transfers_;
  std::vector<exposed> exposed_;
};

}  // namespace ark::proxy
