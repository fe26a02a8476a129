// Where the kernel of a leased engine runs.
#pragma once

#include <ark/detail/sm_workspace.hpp>
#include <ark/errc.hpp>
#include <cstdint>

namespace ark {

/// A stream of its own on the CPU executor or on a GPU. One caller at a time. All members throw
/// ark::error. Destroyed when what it has started has ended.
class lease_site {
 public:
  lease_site() = default;
  virtual ~lease_site() = default;
  lease_site(const lease_site&) = delete;
  lease_site& operator=(const lease_site&) = delete;

  /// Behind what it has started before.
  virtual void start(const detail::sm_lease_request& wanted, unsigned blocks) = 0;
  /// Leases up to `number` are to leave.
  virtual void ask(std::uint64_t number) = 0;
  /// True if nothing that it has started runs or is to run.
  [[nodiscard]] virtual bool ended() = 0;
  /// Wait for that; timeout if it is not so in time, or the code that the kernel ended with.
  [[nodiscard]] virtual errc wait(std::uint64_t timeout_ns) = 0;
  /// Descriptors that leases have taken.
  [[nodiscard]] virtual std::uint64_t served() = 0;
};

}  // namespace ark
