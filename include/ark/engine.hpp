// The SM engine: extra blocks of a launch that carry out what its other blocks queue.
// docs/gpu-engines.md.
#pragma once

#include <ark/device/sm/engine.hpp>
#include <ark/simt.hpp>

namespace ark {

/// In a kernel whose launch has `engine_blocks` (launch_config), the first thing every thread does:
///
///     ark::engine_scope engine(engine_blocks);
///     if (engine.served()) return;
///     ... engine.block_index() of engine.block_count() ...
///
/// The first `engine_blocks` blocks of the grid serve until all others have left: the constructor
/// returns then. For the others queued operations go to them instead of to the PE's other engine,
/// until the scope ends. With 0 blocks the scope does nothing.
///
/// Callable: kernels with a grid of one dimension, all threads of all blocks, the same number.
/// Completion: what a block has issued when its scope ends is delivered before the grid ends.
/// Progress: an engine block waits for workers; twice ARK_TIMEOUT without a sign of one fails.
/// Errors, as the PE's status: invalid_argument (no worker is left over, or the grid has more
///   dimensions), unsupported (the PE has no rings for this engine), out_of_memory (too many
///   launches with an engine at once), timeout, or the code of an earlier failure. An engine block
///   of a failed PE leaves at once, and its rings are closed.
class engine_scope {
 public:
  ARK_DEVICE explicit engine_scope(unsigned engine_blocks)
      : engine_blocks_(engine_blocks), served_(device::sm::enter(engine_blocks)) {}
  ARK_DEVICE ~engine_scope() {
    if (!served_) device::sm::leave();
  }
  engine_scope(const engine_scope&) = delete;
  engine_scope& operator=(const engine_scope&) = delete;

  /// True for a block that has served: it has nothing left to do.
  [[nodiscard]] ARK_DEVICE bool served() const { return served_; }
  /// The calling worker block among the workers, and how many there are. The grid's first
  /// dimension.
  [[nodiscard]] ARK_DEVICE unsigned block_index() const { return blockIdx.x - engine_blocks_; }
  [[nodiscard]] ARK_DEVICE unsigned block_count() const { return gridDim.x - engine_blocks_; }

 private:
  unsigned engine_blocks_;
  bool served_;
};

}  // namespace ark

/// The same by hand: 1 for a block that has served and must return, 0 for a worker, which calls
/// ark_engine_leave() when it posts nothing more, all of its threads together. `engine_blocks`
/// below 0 counts as 0.
ARK_DEVICE inline int ark_engine_enter(int engine_blocks) {
  return ark::device::sm::enter(engine_blocks < 0 ? 0u : static_cast<unsigned>(engine_blocks)) ? 1
                                                                                               : 0;
}
ARK_DEVICE inline void ark_engine_leave() { ark::device::sm::leave(); }
