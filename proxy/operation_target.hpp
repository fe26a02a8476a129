// Executes peers' operations in this PE's heap.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "link/gpu_memory.hpp"
#include "link/peer_links.hpp"
#include "link/turn_clock.hpp"
#include "message_sender.hpp"
#include "proxy_failure.hpp"
#include "receives.hpp"

namespace ark::proxy {

/// Delivers operations (data, then signal) once all operations before their fence are delivered,
/// and counts them. Everything is checked against the heap before any access. Only the thread that
/// drives the proxy. The references outlive it.
class operation_target {
 public:
  operation_target(detail::device_state& state, transport& over, peer_links& links, gpu_memory& gpu,
                   turn_clock& clock, message_sender& messages, receive_table& receives,
                   reject_log& rejects)
      : state_(state),
        transport_(over),
        links_(links),
        gpu_(gpu),
        clock_(clock),
        messages_(messages),
        receives_(receives),
        rejects_(rejects) {}

  /// Handle an operation of a peer, with its data or with a rendezvous for it.
  void arrived(peer_link& from, const message& header, const payload& behind);
  /// Handle the data of an operation, which has been fetched.
  void received(const open_receive& got);

 private:
  [[nodiscard]] const char* refusal(const message& header, const payload& behind) const;
  void refuse(const message& header, const payload& behind, const char* why);
  void execute(peer_link& from, const message& header, const payload& behind);
  void write(peer_link& from, const message& header, const std::byte* data);
  void land(peer_link& from, const open_receive& got);
  void store(const message& header, std::size_t staged);
  void add(const message& header, std::size_t staged);
  void signal(const message& header, std::uint64_t* word);
  [[nodiscard]] const char* list_refusal(message& header, const std::byte* table) const;
  void list(peer_link& from, const message& header, const std::byte* data);
  void amo(peer_link& from, const message& header);
  void amo_done(peer_link& from, const message& header, std::uint64_t before);
  void answer_get(peer_link& from, const message& header);
  void delivered(peer_link& from, const message& header);
  void counted(peer_link& from, const message& header);
  void release_held(peer_link& from);
  [[nodiscard]] bool lands_by_gpu(const message& header, const std::byte* into) const;
  [[nodiscard]] std::byte* local(std::uint64_t offset) const {
    return reinterpret_cast<std::byte*>(state_.heap_base + offset);
  }
  [[nodiscard]] peer_link& sender_of(const message& header) {
    return links_[static_cast<int>(header.from)];
  }

  detail::device_state& state_;
  transport& transport_;
  peer_links& links_;
  gpu_memory& gpu_;
  turn_clock& clock_;
  message_sender& messages_;
  receive_table& receives_;
  reject_log& rejects_;
  std::vector<std::byte> packed_;  ///< the answer to a get_list
};

}  // namespace ark::proxy
