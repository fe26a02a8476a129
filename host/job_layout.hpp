// Which PEs of the job share a process, and which a host.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "heap/placement.hpp"

namespace ark {

/// Seen from one PE.
struct job_layout {
  std::vector<placement> members;                     ///< [n_pes] host and process of each
  unsigned process_pes = 1;                           ///< PEs of the job in this process
  unsigned process_index = 0;                         ///< this PE's place among them
  std::vector<detail::device_state*> process_states;  ///< theirs, by place
  /// The same for the PEs of a process, and only they are in a launch group.
  std::uint64_t process_group = 0;
  /// Address space that every PE has for the heap of each PE of its host.
  std::uint64_t heap_room = UINT64_MAX;
  int host_index = 0;  ///< this PE's place among those of its host

  /// True if other processes of `rank`'s host have PEs.
  [[nodiscard]] bool shares_host(int rank) const;
  [[nodiscard]] int hosts() const;  ///< of the job
  [[nodiscard]] bool several_hosts() const { return hosts() > 1; }
  [[nodiscard]] bool one_process() const { return process_pes == members.size(); }
};

/// Collective, first of all calls: every PE says where it is, and the settings that must be the
/// same everywhere. `mine`: the state of this PE. Throws asymmetric naming variable, values and
/// PEs.
[[nodiscard]] job_layout exchange_layout(bootstrap& boot, const config& values,
                                         detail::device_state& mine);

}  // namespace ark
