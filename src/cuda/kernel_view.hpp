// What a PE's kernels on a GPU are to know. No header of CUDA's.
#pragma once

#include <ark/detail/device_state.hpp>
#include <span>

namespace ark {

struct kernel_view {
  const detail::device_state& host;  ///< the host's: PE, heap, deadlines are the kernels' too
  std::span<const detail::peer_view> peers;
  detail::workspace_layout workspace;  ///< the kernels' own words, apart from the host's
  bool kernels_wait = true;
  bool check = false;  ///< checked mode
};

}  // namespace ark
