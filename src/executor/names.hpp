// Texts for lanes, blocks and grids, for logs and dumps.
#pragma once

#include <string>
#include <unordered_map>

#include "executor/grid.hpp"

namespace ark::executor {

/// "thread [1,0,0] of block [3,0,0] of grid 7 (my_kernel)".
std::string lane_name(const lane& named);
std::string block_name(const thread_block& named);
std::string grid_name(const grid& named);
/// Kernels' names, each looked up once: the dynamic linker takes microseconds, and a signal handler
/// must not call it. Callers hold the executor's mutex.
class kernel_names {
 public:
  /// Valid as long as this object.
  const std::string& of(const detail::kernel_call& call);

 private:
  std::unordered_map<const void*, std::string> known_;
};
/// "0-3,7" for the set bits, as linear thread indexes of warp `warp_index`.
std::string lane_list(std::uint32_t bits, unsigned warp_index);
/// "31 lanes in __syncthreads (0-30); 1 lane in __syncwarp with mask ffffffff (31)".
std::string stuck_text(const thread_block& block);
/// One paragraph about the state of each of the block's lanes.
std::string block_text(const thread_block& block);
std::string wait_text(const detail::wait_info& info);

void report_failure(errc code, const std::string& text);

}  // namespace ark::executor
