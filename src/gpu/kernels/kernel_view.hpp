// The state of a PE that is copied to its GPU for kernels. Includes no header of CUDA.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <span>

namespace ark {

struct kernel_view {
  const detail::device_state& host;  ///< the host's; PE, heap and deadlines also hold for kernels
  std::span<const detail::peer_view> peers;
  detail::workspace_layout workspace;  ///< the kernels' own words, separate from the host's
  bool kernels_wait = true;
  bool check = false;  ///< checked mode
  std::uint64_t inline_max_bytes = 0;
  bool proxied = false;        ///< has a ring for the host's proxy
  std::size_t ring_slots = 0;  ///< for every ring; a power of two
};

}  // namespace ark
