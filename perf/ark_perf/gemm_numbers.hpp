// Whether a product of matrices is right, at the cost of three matrix-vector products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ark_perf {

/// n * n small whole numbers, so that fp32 sums of their products are exact; another `seed`, other
/// numbers.
std::vector<float> gemm_matrix(unsigned n, std::uint64_t seed);

/// Rows of C that are not A B: C r against A (B r) for a vector r of pseudo-random numbers, in
/// exact arithmetic. Every element takes part; a row with one wrong element is always found, one
/// with more but for a chance of some 2^-16.
std::uint64_t gemm_wrong_rows(const std::vector<float>& a, const std::vector<float>& b,
                              const std::vector<float>& c, unsigned n);

}  // namespace ark_perf
