// __syncthreads and the warp operations: where lanes of a block meet.
#pragma once

#include "executor/grid.hpp"

namespace ark::executor {

/// Starts a block's meeting places afresh. Its lanes and their number are set.
void rendezvous_reset(thread_block& block);

/// What follows from a lane's end: exited lanes count as arrived everywhere, as on a GPU since
/// sm_70.
void lane_exit(worker& home, thread_block& block, const lane& ended);

}  // namespace ark::executor
