#include <ark/ark.hpp>

extern "C" __global__ void collectives(ark_team_t team, double* dest, const double* source,
                                       std::size_t count) {
  ark_double_sum_reduce_block(team, dest, source, count);
  ark_double_broadcast_block(team, dest, source, count, 0);
  ark_double_alltoall_block(team, dest, source, count);
}
