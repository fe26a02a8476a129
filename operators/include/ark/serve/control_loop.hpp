// Holds a latency goal for each tenant of a server by the size of its batches and its share:
// GSLICE's control loop. Decisions only: no clock, no queue, no tenants. docs/serve.md.
#pragma once

#include <ark/errc.hpp>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace ark::serve {

/// What a tenant is promised, and the range of its settings.
struct tenant_goal {
  double latency_s = 0;      ///< of a request; positive. A mean or a percentile, as it is measured
  unsigned most_batch = 32;  ///< at least 1
  double least_share = 0.01, most_share = 1;  ///< 0 < least_share <= most_share <= 1
};

/// A tenant in the last period. Rates in requests per second. Nothing has arrived and nothing has
/// ended: the tenant is idle, and keeps its settings.
struct tenant_measured {
  double latency_s = 0;
  double throughput = 0;  ///< requests that have ended
  double arrivals = 0;    ///< requests that have arrived
};

struct tenant_setting {
  unsigned batch = 1;  ///< maximum number of requests in a batch
  double share = 0;    ///< part of the whole, as tenant_limits::share
  friend bool operator==(const tenant_setting&, const tenant_setting&) = default;
};

/// In each period, for each tenant with goal g, latency l, and the headroom (g - l) / g:
///
/// - headroom from 0 to 10 %, and all arrivals served: no change
/// - the goal is missed: the share grows and the batch shrinks by |g - l| / l, at most by half
/// - the throughput is more than 5 % below the arrivals: share and batch grow by the shortfall
/// - more headroom: the batch grows by (g - l) / l, at least by 1, if a latency in proportion to it
///   keeps the goal; otherwise the share shrinks by (g - l) / g less 5 %
///
/// The steps of a tenant whose direction turns are halved until they are a sixteenth, and grow
/// again while the direction is kept: an oscillation dies out. The share does not fall below the
/// knee, the share from which on a larger one did not lower the latency; it is found from the
/// latencies of one batch size at different shares. A larger share than the knee is given only for
/// throughput. If the shares add up to more than 1, all are reduced in proportion, down to
/// least_share.
///
/// One thread.
class ARK_API control_loop {
 public:
  /// One goal and one first setting for each tenant. Throws ark::error{invalid_argument} that names
  /// the tenant, the value and the accepted range.
  control_loop(std::vector<tenant_goal> goals, std::vector<tenant_setting> first);

  /// The settings of the next period. `last`: one for each tenant, not negative. Throws
  /// ark::error{invalid_argument}.
  std::span<const tenant_setting> step(std::span<const tenant_measured> last);
  [[nodiscard]] std::span<const tenant_setting> settings() const { return settings_; }
  /// 0: not found yet.
  [[nodiscard]] double knee(std::size_t tenant) const { return states_.at(tenant).knee; }

 private:
  struct state {
    std::vector<std::pair<double, double>> latencies;  ///< by share, ascending; of one batch size
    unsigned batch = 0;                                ///< of `latencies`
    double knee = 0, flat_from = 0;                    ///< 0: not found
    double step = 1;                                   ///< factor of the next change
    int direction = 0;  ///< of the last change: 1 more resources, -1 fewer
  };
  void note(std::size_t tenant, double latency_s);
  void decide(std::size_t tenant, const tenant_measured& last);
  void fit();

  std::vector<tenant_goal> goals_;
  std::vector<tenant_setting> settings_;
  std::vector<state> states_;
};

}  // namespace ark::serve
