// Facts of a job that no machine has to be.
#pragma once

#include <vector>

#include "info/facts.hpp"

namespace ark::made {

inline route_facts::peer peer(int pe, peer_place place) {
  const bool mapped = place != peer_place::other_host;
  return {pe, place, mapped ? detail::peer_route::mapped : detail::peer_route::proxy,
          mapped ? "" : "fault 1.0; messages", ""};
}

/// PE `me` with a peer at each of `places`, in the order of the PEs.
inline pe_facts pe(int me, const std::vector<peer_place>& places) {
  pe_facts all;
  all.runtime.pe = me;
  all.runtime.n_pes = static_cast<int>(places.size());
  all.routes.pe = me;
  all.routes.inline_bytes = 1000;
  all.routes.memory = "memory M";
  all.routes.engine = "E";
  all.routes.outside = "T 1.0";
  all.routes.no_gpu = "no GPU here";
  for (std::size_t i = 0; i < places.size(); ++i) {
    all.routes.peers.push_back(peer(static_cast<int>(i), places[i]));
  }
  return all;
}

}  // namespace ark::made
