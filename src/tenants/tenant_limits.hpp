// The limits of a tenant, as the components that serve tenants read them.
#pragma once

#include <cstdint>

namespace ark {

/// Tenants are numbered from 1; number 0 stands for everything without a tenant.
inline constexpr unsigned most_tenants = 15;
inline constexpr unsigned most_priority = 7;

struct tenant_limits {
  double share = 1;         ///< positive; relative to the other tenants
  std::uint64_t burst = 0;  ///< tokens that a tenant without work keeps
  unsigned priority = 0;    ///< at most most_priority; higher is served first
  bool capped = false;      ///< on the executor: no more workers than its share of them
};

}  // namespace ark
