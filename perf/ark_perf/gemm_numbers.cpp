#include "gemm_numbers.hpp"

namespace ark_perf {

namespace {

std::uint64_t mixed(std::uint64_t value) {
  value = (value + 1) * 0x9E3779B97F4A7C15u;
  return (value ^ (value >> 29)) * 0xBF58476D1CE4E5B9u >> 32;
}

/// Exact as long as the sums are whole numbers below 2^53.
std::vector<double> times(const std::vector<float>& matrix, const std::vector<double>& vector) {
  const std::size_t n = vector.size();
  std::vector<double> product(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) product[i] += double{matrix[i * n + j]} * vector[j];
  }
  return product;
}

}  // namespace

std::vector<float> gemm_matrix(unsigned n, std::uint64_t seed) {
  std::vector<float> matrix(std::size_t{n} * n);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = static_cast<float>(mixed(seed << 40 | i) % 7) - 3;  // -3 to 3
  }
  return matrix;
}

std::uint64_t gemm_wrong_rows(const std::vector<float>& a, const std::vector<float>& b,
                              const std::vector<float>& c, unsigned n) {
  std::vector<double> r(n);
  for (unsigned i = 0; i < n; ++i) r[i] = static_cast<double>(1 + mixed(i) % 65536);
  const std::vector<double> expected = times(a, times(b, r)), found = times(c, r);
  std::uint64_t wrong = 0;
  for (unsigned i = 0; i < n; ++i) wrong += expected[i] == found[i] ? 0 : 1;  // NaN is wrong, too
  return wrong;
}

unsigned gemm_size_for(unsigned blocks_at_once) {
  for (unsigned n = gemm_tile;; n += gemm_tile) {
    const unsigned blocks = gemm_blocks(n);
    const unsigned waves = (blocks + blocks_at_once - 1) / blocks_at_once;
    const bool nearly_full = blocks * 100 >= waves * blocks_at_once * 97;
    if (blocks >= 4 * blocks_at_once && nearly_full) return n;
  }
}

}  // namespace ark_perf
