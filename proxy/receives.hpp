// Data that a peer has announced and that is being fetched from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "link/gpu_memory.hpp"
#include "link/slot_pool.hpp"
#include "message_sender.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// A rendezvous that is being received: for an operation of a peer, for an answer, or for a bundle.
struct open_receive {
  message header;
  std::vector<std::byte> buffer;  ///< for a bundle, segments of lists, or elements to be added
  std::size_t staged = gpu_pipeline::no_buffer;  ///< or a staging buffer, for GPU memory
  bool by_network = false;                       ///< or the data goes directly to GPU memory
};

/// Only the thread that drives the proxy. The references outlive it. The functions that fetch
/// return the data if it is complete; otherwise the transport reports completion (release()), or
/// the loss of the peer.
class receive_table {
 public:
  receive_table(transport& over, gpu_memory& gpu, message_sender& messages)
      : transport_(over), gpu_(gpu), messages_(messages) {}

  /// Fetch `bytes` to `into`, or to a buffer if that is null or the transport cannot write there.
  /// `by_gpu`: the destination is GPU memory.
  [[nodiscard]] std::optional<open_receive> fetch(const message& header, rendezvous* waiting,
                                                  std::byte* into, std::uint64_t bytes,
                                                  bool by_gpu);
  /// Fetch a bundle that the transport did not send eagerly, of at most bundler::most_bytes.
  [[nodiscard]] std::optional<open_receive> fetch_bundle(const message& outer,
                                                         const payload& behind);
  /// The transport has ended the receive in `slot`.
  [[nodiscard]] open_receive release(std::size_t slot) { return receives_.release(slot); }
  /// End the receives from `pe`, which is lost.
  void abandon(int pe) {
    receives_.drop_if(
        [pe](const open_receive& one) { return static_cast<int>(one.header.from) == pe; });
  }

 private:
  transport& transport_;
  gpu_memory& gpu_;
  message_sender& messages_;
  slot_pool<open_receive> receives_;
};

}  // namespace ark::proxy
