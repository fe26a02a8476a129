// Peers' answers to this PE's requests: data of gets, old values of atomics, refusals.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>

#include "link/gpu_memory.hpp"
#include "link/peer_links.hpp"
#include "open_operations.hpp"
#include "proxy_failure.hpp"
#include "receives.hpp"

namespace ark::proxy {

/// Only the thread that drives the proxy. The references outlive it.
class answer_receiver {
 public:
  answer_receiver(detail::device_state& state, transport& over, peer_links& links, gpu_memory& gpu,
                  open_operations& operations, open_lists& lists, receive_table& receives,
                  reject_log& rejects)
      : state_(state),
        transport_(over),
        links_(links),
        gpu_(gpu),
        operations_(operations),
        lists_(lists),
        receives_(receives),
        rejects_(rejects) {}

  /// Handle an answer, with its data or with a rendezvous for it.
  void arrived(const message& header, const payload& behind);
  /// Handle the data of an answer, which has been fetched.
  void received(const open_receive& got);

 private:
  void refused(const message& header);
  void write(const message& header, sent_operation& operation, const std::byte* data);
  void store(int pe, std::uint64_t sequence, std::size_t staged);
  void complete(int pe, std::uint64_t sequence);

  detail::device_state& state_;
  transport& transport_;
  peer_links& links_;
  gpu_memory& gpu_;
  open_operations& operations_;
  open_lists& lists_;
  receive_table& receives_;
  reject_log& rejects_;
};

}  // namespace ark::proxy
