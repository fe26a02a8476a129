// How large a GEMM is, in tiles of C and in waves of blocks on a GPU.
#pragma once

namespace ark_perf {

constexpr unsigned gemm_tile = 64;  ///< rows and columns of C that a block computes

/// Of n rows and columns; n: a multiple of gemm_tile.
constexpr unsigned gemm_blocks(unsigned n) { return (n / gemm_tile) * (n / gemm_tile); }

/// The smallest number of rows and columns whose blocks fill a GPU that runs `blocks_at_once` for
/// four waves or more, and the last of them nearly: 97 % of the places of all waves. What a
/// slowdown is measured with: room in the last wave would hide what others take, and a block too
/// many for it would be a wave of its own.
unsigned gemm_size_for(unsigned blocks_at_once);

}  // namespace ark_perf
