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

/// A rendezvous that is being received: for an operation of a peer, as an answer, or a bundle.
struct open_receive {
  message header;
  std::vector<std::byte> buffer;                 ///< where a bundle goes, or what is to be added
  std::size_t staged = gpu_pipeline::no_buffer;  ///< or what is for a GPU
  bool by_network = false;                       ///< or it is in the GPU's memory
};

/// Called by the thread that drives the proxy only. The references outlive it. Each begins to
/// receive, and returns what has arrived if that is all; else the transport says when (release()),
/// or the peer is lost.
class receive_table {
 public:
  receive_table(transport& over, gpu_memory& gpu, message_sender& messages)
      : transport_(over), gpu_(gpu), messages_(messages) {}

  /// `bytes` for `into`, by way of a buffer where the transport cannot write what is to land:
  /// `by_gpu` says that it lands in a GPU's memory.
  [[nodiscard]] std::optional<open_receive> fetch(const message& header, rendezvous* waiting,
                                                  std::byte* into, std::uint64_t bytes,
                                                  bool by_gpu);
  /// A bundle that the transport did not send eagerly, of at most bundler::most_bytes.
  [[nodiscard]] std::optional<open_receive> fetch_bundle(const message& outer,
                                                         const payload& behind);
  /// The transport has ended that one.
  [[nodiscard]] open_receive release(std::size_t slot) { return receives_.release(slot); }
  /// `pe` is lost.
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
