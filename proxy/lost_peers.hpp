// Lost PEs: ends the operations that are open with them.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <functional>
#include <string>

#include "link/peer_links.hpp"
#include "message_sender.hpp"
#include "one_sided.hpp"
#include "open_operations.hpp"
#include "receives.hpp"

namespace ark::proxy {

/// Only the thread that drives the proxy. The references outlive it.
class lost_peers {
 public:
  /// `connection_lost` is called for each connection that broke (proxy::options).
  lost_peers(detail::device_state& state, transport& over, peer_links& links,
             message_sender& messages, open_operations& operations, receive_table& receives,
             one_sided_transfers& one_sided,
             std::function<void(int pe, const std::string& why)> connection_lost)
      : state_(state),
        transport_(over),
        links_(links),
        messages_(messages),
        operations_(operations),
        receives_(receives),
        one_sided_(one_sided),
        connection_lost_(std::move(connection_lost)) {}
  ~lost_peers();
  lost_peers(const lost_peers&) = delete;
  lost_peers& operator=(const lost_peers&) = delete;

  /// A connection that breaks after this call is no loss: this PE leaves.
  void leave() noexcept { leaving_ = true; }
  void connection_broke(int pe, const std::string& why);
  /// End all operations with `pe`, which will never answer.
  void give_up(int pe);
  /// Called after a failure, which ends all waits: suspects are lost at once.
  void drop_suspects() {
    if (suspects_ != 0) [[unlikely]]
      drop_known_suspects();
  }

 private:
  bool disconnect(peer_link& gone);
  void abandon(peer_link& gone, int pe);
  void discard_held(peer_link& gone);
  void drop_known_suspects();

  detail::device_state& state_;
  transport& transport_;
  peer_links& links_;
  message_sender& messages_;
  open_operations& operations_;
  receive_table& receives_;
  one_sided_transfers& one_sided_;
  std::function<void(int pe, const std::string& why)> connection_lost_;
  bool leaving_ = false;
  unsigned suspects_ = 0;
};

}  // namespace ark::proxy
