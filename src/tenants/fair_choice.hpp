// Chooses the tenant that is served next: by priority, then by share.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
///
/// Shares alone give a tenant that uses less than its share the priority of a tenant that uses
/// more, also where there is service for both. With choose(backlogged, first) and charge_credit() a
/// tenant has a credit of `burst` too, whole again each time that nobody has work; tenants with
/// credit are served in the order of their work, before those without.
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
    const double burst = static_cast<double>(to.burst);
    if (burst != one.burst) one.credit = burst;
    one.burst = burst;
    one.priority = to.priority;
  }

  /// The tenant of `backlogged` to serve; none if that is empty. charge() follows the service.
  [[nodiscard]] unsigned choose(tenant_set backlogged) {
    unsigned best = none;
    for_each(backlogged, [&](unsigned i) {
      state& one = tenants_[i];
      if ((backlogged_ >> i & 1) == 0) {
        const double oldest = virtual_time_[one.priority] - one.burst / one.share;
        if (one.empty_at < oldest) one.empty_at = oldest;
      }
      if (best == none || one.priority > tenants_[best].priority ||
          (one.priority == tenants_[best].priority && one.empty_at < tenants_[best].empty_at))
        best = i;
    });
    backlogged_ = backlogged;
    return best;
  }
  /// choose(), but in the order of the work where tenants have credit. `first(tenants)`: the one
  /// of several whose work came first.
  template <class First>
  [[nodiscard]] unsigned choose(tenant_set backlogged, const First& first) {
    if (backlogged == 0 && backlogged_ != 0)
      for (state& one : tenants_) one.credit = one.burst;
    const unsigned best = choose(backlogged);
    tenant_set with_credit = 0;
    for_each(backlogged, [&](unsigned i) {
      if (tenants_[i].credit > 0 && tenants_[i].priority == tenants_[best].priority)
        with_credit |= tenant_set{1} << i;
    });
    if (with_credit == 0) return best;
    return std::has_single_bit(with_credit) ? lowest(with_credit) : first(with_credit);
  }

  /// `tenant`, which choose() has returned, has received this service.
  void charge(unsigned tenant, std::uint64_t amount) {
    state& one = tenants_[tenant];
    double& now = virtual_time_[one.priority];
    if (now < one.empty_at) now = one.empty_at;
    one.empty_at += static_cast<double>(amount) / one.share;
  }
  /// charge() of the credit: `tenant` pays, and those with work share the payment.
  void charge_credit(unsigned tenant, std::uint64_t amount) {
    const auto service = static_cast<double>(amount);
    const unsigned priority = tenants_[tenant].priority;
    tenants_[tenant].credit -= service;
    double shares = 0;
    for_each(backlogged_, [&](unsigned i) {
      if (tenants_[i].priority == priority) shares += tenants_[i].share;
    });
    for_each(backlogged_, [&](unsigned i) {
      state& one = tenants_[i];
      if (one.priority == priority)
        one.credit = std::clamp(one.credit + service * one.share / shares, 0.0, one.burst);
    });
  }

 private:
  static unsigned lowest(tenant_set set) { return static_cast<unsigned>(std::countr_zero(set)); }
  template <class Body>
  static void for_each(tenant_set set, const Body& body) {
    for (; set != 0; set &= set - 1) body(lowest(set));
  }

  struct state {
    double empty_at = 0, share = 1, burst = 0, credit = 0;
    unsigned priority = 0;
  };

  std::array<state, most_tenants + 1> tenants_{};
  std::array<double, most_priority + 1> virtual_time_{};  ///< start of the last service, at least
  tenant_set backlogged_ = 0;                             ///< at the last choice
};

}  // namespace ark
