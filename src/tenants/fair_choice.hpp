// Chooses the tenant that is served next: by priority, then by share.
#pragma once

#include <array>
#include <cstdint>

#include "tenants/tenant_limits.hpp"

namespace ark {

/// Set of tenants: bit i is tenant i.
using tenant_set = std::uint32_t;
static_assert(most_tenants < 32);

/// A token bucket for each tenant, filled by the service that the backlogged tenants of its
/// priority receive, in proportion to the shares, and emptied by its own service. The tenant with
/// the fullest bucket, relative to its share, is served. There is no clock: without backlogged
/// competitors a tenant receives all service, and incurs no debt by that (work-conserving). A
/// tenant that had nothing to do keeps at most `burst` tokens.
///
/// A bucket is stored as the virtual time at which it was, or will be, empty: tokens = share *
/// (virtual time of the priority - empty_at). Amounts: bytes, or nanoseconds. One thread.
class fair_choice {
 public:
  static constexpr unsigned none = ~0u;

  void set(unsigned tenant, const tenant_limits& to) {
    state& one = tenants_[tenant];
    const double now = virtual_time_[to.priority];
    // A change of the share keeps the tokens.
    const double tokens = one.share * (virtual_time_[one.priority] - one.empty_at);
    one.empty_at = now - tokens / to.share;
    one.share = to.share;
    one.burst = static_cast<double>(to.burst);
    one.priority = to.priority;
  }

  /// The tenant of `backlogged` to serve; none if that is empty. charge() follows the service.
  [[nodiscard]] unsigned choose(tenant_set backlogged) {
    unsigned best = none;
    for (unsigned i = 0; i <= most_tenants; ++i) {
      if ((backlogged >> i & 1) == 0) continue;
      state& one = tenants_[i];
      if ((backlogged_ >> i & 1) == 0) {
        const double oldest = virtual_time_[one.priority] - one.burst / one.share;
        if (one.empty_at < oldest) one.empty_at = oldest;
      }
      if (best == none || one.priority > tenants_[best].priority ||
          (one.priority == tenants_[best].priority && one.empty_at < tenants_[best].empty_at))
        best = i;
    }
    backlogged_ = backlogged;
    return best;
  }

  /// `tenant`, which choose() has returned, has received this service.
  void charge(unsigned tenant, std::uint64_t amount) {
    state& one = tenants_[tenant];
    double& now = virtual_time_[one.priority];
    if (now < one.empty_at) now = one.empty_at;
    one.empty_at += static_cast<double>(amount) / one.share;
  }

 private:
  struct state {
    double empty_at = 0, share = 1, burst = 0;
    unsigned priority = 0;
  };

  std::array<state, most_tenants + 1> tenants_{};
  std::array<double, most_priority + 1> virtual_time_{};  ///< start of the last service, at least
  tenant_set backlogged_ = 0;                             ///< at the last choice
};

}  // namespace ark
