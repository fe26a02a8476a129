#include "lost_peers.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <utility>

#include "proxy_failure.hpp"

namespace ark::proxy {

lost_peers::~lost_peers() {
  for (int pe = 0; pe < links_.size(); ++pe) {
    if (peer_link* one = links_.known(pe)) discard_held(*one);
  }
}

void lost_peers::discard_held(peer_link& gone) {
  for (const held_operation& held : gone.in.held()) {
    if (held.waiting != nullptr) transport_.discard(held.waiting);
  }
  gone.in.held().clear();
}

/// Stop sending to a peer. False if that was done before.
bool lost_peers::disconnect(peer_link& gone) {
  if (std::exchange(gone.lost, true)) return false;
  messages_.drop_bundle(gone);
  return true;
}

void lost_peers::connection_broke(int pe, const std::string& why) {
  peer_link& gone = links_[pe];
  if (!disconnect(gone)) return;
  if (!gone.departed && !leaving_) {
    if (connection_lost_) {
      gone.suspect = true;
      ++suspects_;
      return connection_lost_(pe, why);
    }
    failure_record record = proxy_failure(state_, errc::peer_failed, pe);
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "connection lost: {}", why);
    detail::failure_publish(state_, record);
  }
  abandon(gone, pe);
}

/// Always records a failure: waits for operations that end here must not count them as delivered.
void lost_peers::give_up(int pe) {
  if (!has_failed(state_)) {
    failure_record record = proxy_failure(state_, errc::peer_failed, pe);
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "given up");
    detail::failure_publish(state_, record);
  }
  peer_link& gone = links_[pe];
  disconnect(gone);
  abandon(gone, pe);
}

void lost_peers::abandon(peer_link& gone, int pe) {
  if (std::exchange(gone.suspect, false)) --suspects_;
  operations_.abandon(gone);
  discard_held(gone);
  receives_.abandon(pe);
  one_sided_.abandon(pe);
}

void lost_peers::drop_known_suspects() {
  if (!has_failed(state_)) return;
  for (int pe = 0; pe < links_.size(); ++pe) {
    peer_link* known = links_.known(pe);
    if (known != nullptr && known->suspect) abandon(*known, pe);
  }
}

}  // namespace ark::proxy
