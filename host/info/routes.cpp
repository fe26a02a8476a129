#include "info/routes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace ark {

namespace {

using detail::peer_route;
using detail::route_policy;

constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

/// A feature, the sizes in which it comes, and whether it is an atomic.
struct feature_info {
  const char* name;
  std::size_t least, most;
  bool atomic;
};
constexpr feature_info features[] = {
    {"put_small", 1, 8, false}, {"put_large", 1 << 20, endless, false},
    {"get", 1, endless, false}, {"amo", 4, 8, true},
    {"signal", 8, 8, true},     {"collectives", 1, endless, false},
};
static_assert(std::size(features) == route_features.size());

/// Sizes of a feature up to `last` (inline), or above it (queue); empty if there are none.
std::string sizes_up_to(const feature_info& feature, std::size_t last) {
  if (last >= feature.most) return "every size";
  return last < feature.least ? std::string() : fmt::format("up to {} bytes", last);
}
std::string sizes_above(const feature_info& feature, std::size_t last) {
  if (last < feature.least) return "every size";
  return last >= feature.most ? std::string() : fmt::format("above {} bytes", last);
}

/// The largest transfer that is inline.
std::size_t inline_limit(const route_facts& facts) {
  if (!facts.no_queue.empty()) return endless;
  switch (facts.policy) {
    case route_policy::automatic:
      return facts.inline_bytes;
    case route_policy::inline_only:
      return endless;
    case route_policy::queue_only:
      return 0;
  }
  return 0;
}

std::string why_not_mapped(const route_facts& facts, const route_facts::peer& peer) {
  if (peer.place == peer_place::other_host) return "the peer is on another host";
  if (!peer.apart.empty()) return peer.apart;
  return facts.proxy_everywhere ? "ARK_ROUTE=proxy keeps mapped memory out of use"
                                : "the peer's memory is not mapped";
}

std::string change_to_map(const route_facts& facts, const route_facts::peer& peer) {
  if (!peer.apart.empty()) return gpu_pair_change;
  return peer.place == peer_place::other_host || !facts.proxy_everywhere
             ? "place both PEs on one host"
             : "ARK_ROUTE=auto";
}

route_choice inline_choice(const route_facts& facts, const route_facts::peer& peer,
                           const feature_info& feature) {
  route_choice choice{"inline", false, "", "", ""};
  if (peer.route != peer_route::mapped) {
    choice.why = why_not_mapped(facts, peer);
    choice.change = change_to_map(facts, peer);
    return choice;
  }
  choice.sizes = sizes_up_to(feature, inline_limit(facts));
  choice.chosen = !choice.sizes.empty();
  if (!choice.chosen) {
    choice.why = facts.policy == route_policy::queue_only
                     ? std::string("ARK_ROUTE=queue")
                     : fmt::format("only up to {} bytes (ARK_INLINE_BYTES)", facts.inline_bytes);
    choice.change = facts.policy == route_policy::queue_only
                        ? "ARK_ROUTE=auto or inline"
                        : "ARK_ROUTE=inline, or a larger ARK_INLINE_BYTES";
    return choice;
  }
  choice.why = fmt::format("{} by the caller on mapped memory, {}",
                           feature.atomic ? "atomics" : "loads and stores", facts.memory);
  choice.change = !facts.no_queue.empty() ? "kernels that take ark::engine_blocks"
                  : facts.policy == route_policy::inline_only
                      ? "ARK_ROUTE=auto or queue"
                      : "ARK_ROUTE=queue, or a smaller ARK_INLINE_BYTES";
  return choice;
}

route_choice queue_choice(const route_facts& facts, const route_facts::peer& peer,
                          const feature_info& feature) {
  route_choice choice{"queue", false, "", "", ""};
  if (peer.route != peer_route::mapped) {
    choice.why = why_not_mapped(facts, peer) + ", where engine " + facts.engine + " does not reach";
    choice.change = change_to_map(facts, peer);
    return choice;
  }
  if (!facts.no_queue.empty()) {
    choice.why = facts.no_queue;
    choice.change = "kernels that take ark::engine_blocks";
    return choice;
  }
  choice.sizes = sizes_above(feature, inline_limit(facts));
  choice.chosen = !choice.sizes.empty();
  if (choice.chosen) {
    choice.why = fmt::format(
        "engine {} copies it asynchronously{}", facts.engine,
        facts.awaited_stores ? "; host threads and calls that wait copy it themselves" : "");
    choice.change = facts.policy == route_policy::queue_only
                        ? "ARK_ROUTE=auto or inline"
                        : "ARK_ROUTE=inline, or a larger ARK_INLINE_BYTES";
  } else {
    choice.why = facts.policy == route_policy::inline_only
                     ? std::string("ARK_ROUTE=inline")
                     : fmt::format("not used up to {} bytes", facts.inline_bytes);
    choice.change = facts.policy == route_policy::inline_only
                        ? "ARK_ROUTE=auto or queue"
                        : "ARK_ROUTE=queue, or a smaller ARK_INLINE_BYTES";
  }
  return choice;
}

route_choice proxy_choice(const route_facts& facts, const route_facts::peer& peer) {
  route_choice choice{"proxy", peer.route == peer_route::proxy, "", "", ""};
  if (choice.chosen) {
    choice.sizes = "every size";
    choice.why = fmt::format("{}; over {}", why_not_mapped(facts, peer), peer.carrier);
    choice.change = change_to_map(facts, peer);
  } else if (peer.route == peer_route::unreachable) {
    choice.why = facts.no_outside;
    choice.change = facts.no_outside_change;
  } else if (peer.place == peer_place::self) {
    choice.why = "it is this PE itself";
    choice.change = "nothing: a PE always reaches itself directly";
  } else {
    choice.why = "the peer's memory is mapped, which is faster";
    choice.change = "ARK_ROUTE=proxy";
  }
  return choice;
}

route_choice gpu_engine_choice(const char* engine, const route_facts& facts,
                               const feature_info& feature) {
  const bool never = feature.atomic && std::string_view(engine) == "gpu copy engine";
  if (never) return {engine, false, "", "copy engines do no atomics and no signals", "nothing"};
  if (facts.plans.on_gpu && facts.plans.engine == engine) {
    return {engine, false, "", fmt::format("for plans only; {}", facts.plans.verdict),
            facts.plans.change};
  }
  return {
      engine, false, "", facts.no_gpu,
      facts.no_queue.empty() ? "nothing in this version" : "kernels that take ark::engine_blocks"};
}

}  // namespace

const char* peer_place_name(peer_place place) noexcept {
  switch (place) {
    case peer_place::self:
      return "self";
    case peer_place::same_process:
      return "same process";
    case peer_place::same_host:
      return "same host";
    case peer_place::other_host:
      return "other host";
  }
  return "unknown";
}

std::vector<feature_routes> decide_routes(const route_facts& facts, const route_facts::peer& peer) {
  std::vector<feature_routes> all;
  for (const feature_info& feature : features) {
    feature_routes one{
        feature.name,
        {inline_choice(facts, peer, feature), queue_choice(facts, peer, feature),
         proxy_choice(facts, peer), gpu_engine_choice("gpu sm engine", facts, feature),
         gpu_engine_choice("gpu copy engine", facts, feature)}};
    std::stable_sort(one.choices.begin(), one.choices.end(),
                     [](const auto& a, const auto& b) { return a.chosen && !b.chosen; });
    all.push_back(one);
  }
  return all;
}

route_facts::peer imagined_peer(const route_facts& facts, peer_place place) {
  route_facts::peer peer{-1, place, peer_route::mapped, "", ""};
  if (place != peer_place::other_host && !facts.proxy_everywhere) return peer;
  peer.route = facts.outside.empty() ? peer_route::unreachable : peer_route::proxy;
  peer.carrier = facts.outside;
  return peer;
}

void check_forced_route(const route_facts& facts, downgrade_log& downgrades) {
  if (facts.policy == route_policy::automatic) return;
  const auto refused = std::count_if(facts.peers.begin(), facts.peers.end(), [](const auto& peer) {
    return peer.route != peer_route::mapped;
  });
  if (refused == 0) return;
  downgrades.downgrade("ARK_ROUTE", facts.policy == route_policy::inline_only ? "inline" : "queue",
                       fmt::format("proxy used to {} of {} PEs", refused, facts.peers.size()),
                       "their memory is not mapped here: they are on other hosts, or on GPUs apart",
                       "place all PEs on one host, or set ARK_ROUTE=auto");
}

gpu_transfer_path choose_gpu_transfer_path(const std::string& transport,
                                           std::uint64_t transport_bytes,
                                           const std::string& obstacle) {
  if (transport_bytes == 0) {
    return {0, fmt::format("{} takes no memory of a GPU", transport),
            "ARK_TRANSPORT=ucx with a UCX that has CUDA (ucx_info -d lists cuda_copy), and a "
            "UCX_TLS that does not leave it out"};
  }
  if (!obstacle.empty()) return {0, obstacle, "another GPU or driver"};
  return {transport_bytes, fmt::format("{} takes the GPU's memory itself", transport),
          "UCX_TLS=^cuda stages it"};
}

std::string route_lines(const route_facts& facts) {
  std::string sizes = fmt::format(
      "inline up to {} bytes (ARK_INLINE_BYTES), then queue, engine {}{}", facts.inline_bytes,
      facts.engine,
      facts.awaited_stores ? "; host threads and calls that wait: inline at every size" : "");
  if (facts.policy == route_policy::inline_only) sizes = "inline at every size (ARK_ROUTE=inline)";
  if (facts.policy == route_policy::queue_only) {
    sizes = fmt::format("queue at every size (ARK_ROUTE=queue), engine {}", facts.engine);
  }
  if (!facts.no_queue.empty()) sizes = "inline at every size: " + facts.no_queue;
  std::string text;
  for (const auto& peer : facts.peers) {
    text += fmt::format("PE {} -> PE {}: {}\n", facts.pe, peer.pe,
                        peer.route == peer_route::proxy
                            ? fmt::format("proxy over {}", peer.carrier)
                            : fmt::format("shared memory ({}); {}", facts.memory, sizes));
  }
  return text;
}

}  // namespace ark
