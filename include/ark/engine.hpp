// The SM engine: additional blocks of a launch that execute the operations queued by its other
// blocks. See docs/gpu-engines.md.
#pragma once

#include <ark/device/engine/engine.hpp>
#include <ark/device/launch/launch_grid.hpp>
#include <ark/simt.hpp>

namespace ark {

/// The first statement of every thread of a kernel with engine blocks:
///
///     ARK_GLOBAL void kernel(ark::engine_blocks engine_blocks, double* values) {
///       ark::engine_scope engine(engine_blocks);
///       if (engine.served()) return;
///       work(values, engine.block_index(), engine.block_count());
///     }
///
/// ark::launch passes the number: that of launch_config or, by default, the number of blocks that
/// fit on the GPU beside the grid, at most one for each 16 multiprocessors. Without this parameter
/// the program passes the number itself, equal to that in launch_config. The first `engine_blocks`
/// blocks of the grid are engine blocks: in the constructor they execute queued operations, and it
/// returns after all other blocks (workers) have ended their scope. Operations that a worker queues
/// before its scope ends go to the engine blocks instead of the PE's other engine. With 0 blocks
/// the scope has no effect.
///
/// Callable: kernels with a grid of one dimension; all threads of all blocks, with the same number.
/// Completion: operations that a block issues before its scope ends are delivered before the grid
/// ends.
/// Progress: an engine block waits for the workers without a deadline: they may compute. A wait of
///   a worker that times out ends it.
/// Errors, as the PE's status: invalid_argument (no worker remains, the grid has more dimensions,
///   or on a GPU a block has less than 32 threads), unsupported (the PE has no ring for this
///   engine), out_of_memory (too many concurrent launches with an engine), or the code of an
///   earlier failure. If the PE has failed, an engine block closes its ring and returns at once.
class engine_scope {
 public:
  ARK_DEVICE explicit engine_scope(unsigned engine_blocks)
      : engine_blocks_(engine_blocks), served_(device::sm::enter(engine_blocks)) {}
  ARK_DEVICE ~engine_scope() {
    if (!served_) device::sm::leave();
  }
  engine_scope(const engine_scope&) = delete;
  engine_scope& operator=(const engine_scope&) = delete;

  /// True if the block must return: an engine block, or any block of a rejected launch.
  [[nodiscard]] ARK_DEVICE bool served() const { return served_; }
  /// The index of the calling worker block among the workers, and the number of workers, in the
  /// first dimension of the grid.
  [[nodiscard]] ARK_DEVICE unsigned block_index() const { return blockIdx.x - engine_blocks_; }
  [[nodiscard]] ARK_DEVICE unsigned block_count() const { return gridDim.x - engine_blocks_; }

 private:
  unsigned engine_blocks_;
  bool served_;
};

}  // namespace ark

/// ark::engine_scope without an object. Returns 1 if the block must return (as served()), 0 for a
/// worker. All threads of a worker together call ark_engine_leave() after their last post; on the
/// CPU executor a worker that ends without it fails the PE with invalid_argument. `engine_blocks`
/// below 0 counts as 0.
ARK_DEVICE inline int ark_engine_enter(int engine_blocks) {
  return ark::device::sm::enter(engine_blocks < 0 ? 0u : static_cast<unsigned>(engine_blocks)) ? 1
                                                                                               : 0;
}
ARK_DEVICE inline void ark_engine_leave() { ark::device::sm::leave(); }
