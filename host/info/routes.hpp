// Which route a feature takes to a peer, which it does not take, and why. Pure: facts in, words
// out. What it says must agree with device/ark/device/transfer/queue.hpp, which decides; a test
// counts what the queue gets.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "error/downgrade.hpp"
#include "info/facts.hpp"

namespace ark {

/// What one route does for one feature.
struct route_choice {
  std::string route;  ///< "inline", "queue", "proxy", "gpu sm engine" or "gpu copy engine"
  bool chosen = false;
  std::string sizes;  ///< of a chosen route: "every size", "up to 16384 bytes", ...
  std::string why;
  std::string change;  ///< what would turn the decision
};

struct feature_routes {
  std::string feature;
  std::vector<route_choice> choices;  ///< chosen ones first
};

inline constexpr std::array<const char*, 6> route_features = {
    "put_small", "put_large", "get", "amo", "signal", "collectives"};

/// What brings PEs of GPUs apart together.
inline constexpr const char* gpu_pair_change =
    "one GPU for both PEs, or GPUs joined by NVLink (ARK_CUDA_DEVICE)";

/// Every feature and every route, for one peer.
[[nodiscard]] std::vector<feature_routes> decide_routes(const route_facts& facts,
                                                        const route_facts::peer& peer);

/// How a PE that this job does not have would be reached from here.
[[nodiscard]] route_facts::peer imagined_peer(const route_facts& facts, peer_place place);

/// A forced route (ARK_ROUTE) that some peer cannot have is a downgrade.
void check_forced_route(const route_facts& facts, downgrade_log& downgrades);

/// `transport_bytes`: transport::gpu_bytes of the transport of that name. `obstacle`: why the GPU's
/// memory must not be given to it all the same, or empty.
[[nodiscard]] gpu_transfer_path choose_gpu_transfer_path(const std::string& transport,
                                                         std::uint64_t transport_bytes,
                                                         const std::string& obstacle);

/// ark::route_report(): one line per peer.
[[nodiscard]] std::string route_lines(const route_facts& facts);

}  // namespace ark
