// The division of work among PEs, and the order in which a PE computes it.
#pragma once

#include <ark/simt.hpp>

namespace ark::fused {

/// `count` items in `parts` contiguous parts: the first count % parts parts have one more item. In
/// 32 bits: a GPU divides 64-bit numbers in software.
///
/// Callable: kernels and host threads. parts: 1 or more.
struct even_split {
  unsigned base = 0;   ///< items of each part
  unsigned extra = 0;  ///< parts with one more

  even_split() = default;
  ARK_HOST_DEVICE even_split(unsigned count, int parts)
      : base(count / static_cast<unsigned>(parts)), extra(count % static_cast<unsigned>(parts)) {}

  [[nodiscard]] ARK_HOST_DEVICE unsigned size(int part) const {
    return base + (static_cast<unsigned>(part) < extra ? 1 : 0);
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned begin(int part) const {
    const auto index = static_cast<unsigned>(part);
    return index * base + (index < extra ? index : extra);
  }
  [[nodiscard]] ARK_HOST_DEVICE unsigned largest() const { return base + (extra > 0 ? 1 : 0); }
};

/// The order in which PE `pe` computes the tiles of its destinations: the other PEs first, so that
/// their data travels while the PE computes its own tiles. The order is rotated by PE: in each step
/// every PE has a different destination.
///
/// Callable: kernels and host threads.
struct tile_order {
  int pe = 0;
  int pes = 1;
  bool remote_first = true;  ///< false: every PE begins with PE 0, for comparison

  /// The destination of step `step`, 0 <= step < pes.
  [[nodiscard]] ARK_HOST_DEVICE int destination(int step) const {
    if (!remote_first) return step;
    const int next = pe + 1 + step;
    return next < pes ? next : next - pes;
  }
};

/// The tiles of one block: in each destination it takes every `gridDim.x`-th tile. The numbering
/// continues from one destination to the next, so that the numbers of tiles of two blocks differ by
/// at most one.
///
///     ark::fused::tile_turn turn;
///     for (int pe = 0; pe < pes; ++pe)
///       for (unsigned tile = turn.first(tiles); tile < tiles; tile += gridDim.x) work(pe, tile);
///
/// Callable: kernels; every block with the same series of `tiles`.
class tile_turn {
 public:
  /// The first of the next `tiles` tiles that belongs to the calling block; `tiles` or more: none.
  [[nodiscard]] ARK_DEVICE unsigned first(unsigned tiles) {
    const unsigned blocks = gridDim.x;
    const unsigned mine =
        blockIdx.x >= before_ ? blockIdx.x - before_ : blockIdx.x + blocks - before_;
    before_ = (before_ + tiles) % blocks;
    return mine;
  }

 private:
  unsigned before_ = 0;  ///< tiles of earlier destinations, modulo the number of blocks
};

}  // namespace ark::fused
