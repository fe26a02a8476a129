// __syncthreads and the warp operations of a block's lanes.
#pragma once

#include "executor/grid.hpp"

namespace ark::executor {

/// Initialise a block's rendezvous state. Its lanes and their number are set.
void rendezvous_reset(thread_block& block);

/// Account for a lane's end: exited lanes count as arrived in all barriers, as on a GPU since
/// sm_70.
void lane_exit(worker& home, thread_block& block, const lane& ended);

}  // namespace ark::executor
