// The PEs of the job by process and host.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "heap/placement.hpp"

namespace ark {

/// From the view of one PE.
struct job_layout {
  std::vector<placement> members;                     ///< [n_pes]
  unsigned process_pes = 1;                           ///< PEs of the job in this process
  unsigned process_index = 0;                         ///< index of this PE among them
  std::vector<detail::device_state*> process_states;  ///< of these PEs, by place
  /// Equal for the PEs of a process, which form a launch group, and unique to them.
  std::uint64_t process_group = 0;
  /// Address space available on every PE for the heap of each PE of its host.
  std::uint64_t heap_room = UINT64_MAX;
  int host_index = 0;  ///< index of this PE among those of its host

  /// True if other processes of `rank`'s host have PEs.
  [[nodiscard]] bool shares_host(int rank) const;
  [[nodiscard]] int hosts() const;  ///< number of hosts of the job
  [[nodiscard]] bool several_hosts() const { return hosts() > 1; }
  [[nodiscard]] bool one_process() const { return process_pes == members.size(); }
};

/// Collective, first of all calls: exchanges the location of every PE, and the settings that must
/// be equal everywhere. `mine`: the state of this PE. Throws asymmetric naming variable, values and
/// PEs.
[[nodiscard]] job_layout exchange_layout(bootstrap& boot, const config& values,
                                         detail::device_state& mine);

}  // namespace ark
