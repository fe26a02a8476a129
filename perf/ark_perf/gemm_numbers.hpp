// How large a GEMM is, in tiles of C and in waves of blocks on a GPU; and whether a product is
// right, at the cost of three matrix-vector products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ark_perf {

constexpr unsigned gemm_tile = 64;  ///< rows and columns of C that a block computes

/// Of n rows and columns; n: a multiple of gemm_tile.
constexpr unsigned gemm_blocks(unsigned n) { return (n / gemm_tile) * (n / gemm_tile); }

/// The smallest number of rows and columns whose blocks fill a GPU that runs `blocks_at_once` for
/// four waves or more, and the last of them nearly: 97 % of the places of all waves. What a
/// slowdown is measured with: room in the last wave would hide what others take, and a block too
/// many for it would be a wave of its own.
unsigned gemm_size_for(unsigned blocks_at_once);

/// n * n small whole numbers, so that fp32 sums of their products are exact; another `seed`, other
/// numbers.
std::vector<float> gemm_matrix(unsigned n, std::uint64_t seed);

/// Rows of C that are not A B: C r against A (B r) for a vector r of pseudo-random numbers, in
/// exact arithmetic. Every element takes part; a row with one wrong element is always found, one
/// with more but for a chance of some 2^-16.
std::uint64_t gemm_wrong_rows(const std::vector<float>& a, const std::vector<float>& b,
                              const std::vector<float>& c, unsigned n);

}  // namespace ark_perf
