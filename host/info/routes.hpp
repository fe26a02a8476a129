// The route of each feature to a peer, the rejected routes, and the reasons. Pure functions from
// facts to text. Must agree with device/ark/device/transfer/queue.hpp, which decides; a test
// compares them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "error/downgrade.hpp"
#include "info/facts.hpp"

namespace ark {

/// The decision about one route for one feature.
struct route_choice {
  std::string route;  ///< "inline", "queue", "proxy", "gpu sm engine" or "gpu copy engine"
  bool chosen = false;
  std::string sizes;  ///< of a chosen route: "every size", "up to 16384 bytes", ...
  std::string why;
  std::string change;  ///< how to change the decision
};

struct feature_routes {
  std::string feature;
  std::vector<route_choice> choices;  ///< chosen ones first
};

inline constexpr std::array<const char*, 6> route_features = {
    "put_small", "put_large", "get", "amo", "signal", "collectives"};

/// The remedy for PEs on GPUs without access to each other.
inline constexpr const char* gpu_pair_change =
    "one GPU for both PEs, or GPUs joined by NVLink (ARK_CUDA_DEVICE)";

/// The decisions about every feature and every route, for one peer.
[[nodiscard]] std::vector<feature_routes> decide_routes(const route_facts& facts,
                                                        const route_facts::peer& peer);

/// Facts of a peer at a place where this job has none.
[[nodiscard]] route_facts::peer imagined_peer(const route_facts& facts, peer_place place);

/// Report a downgrade if a forced route (ARK_ROUTE) is not available for a peer.
void check_forced_route(const route_facts& facts, downgrade_log& downgrades);

/// `transport_bytes`: transport::gpu_bytes of that transport. `obstacle`: the reason why the
/// transport must not access the GPU's memory, or empty.
[[nodiscard]] gpu_transfer_path choose_gpu_transfer_path(const std::string& transport,
                                                         std::uint64_t transport_bytes,
                                                         const std::string& obstacle);

/// Text of ark::route_report(): one line per peer.
[[nodiscard]] std::string route_lines(const route_facts& facts);

}  // namespace ark
