#include "gemm_size.hpp"

namespace ark_perf {

unsigned gemm_size_for(unsigned blocks_at_once) {
  for (unsigned n = gemm_tile;; n += gemm_tile) {
    const unsigned blocks = gemm_blocks(n);
    const unsigned waves = (blocks + blocks_at_once - 1) / blocks_at_once;
    const bool nearly_full = blocks * 100 >= waves * blocks_at_once * 97;
    if (blocks >= 4 * blocks_at_once && nearly_full) return n;
  }
}

}  // namespace ark_perf
