#include <ark/ark.hpp>
#include <ark/complex.hpp>

extern "C" __global__ void complex_sum(ark_team_t team, std::complex<double>* dest,
                                       const std::complex<double>* source, std::size_t count) {
  ark_complexd_sum_reduce_block(team, dest, source, count);
}
