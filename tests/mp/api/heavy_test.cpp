// As many lanes as a large GPU has, on every PE at once: each sends, each is counted, blocks meet
// in barriers.
#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned blocks = 132, threads = 128;

ARK_GLOBAL void everybody_sends(std::uint64_t* counter, int* dest, const int* source,
                                std::uint64_t* arrivals) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  const std::size_t mine = blockIdx.x * blockDim.x + threadIdx.x;
  ark_uint64_atomic_add(counter, 1, static_cast<int>(mine % static_cast<unsigned>(ark_n_pes())));
  ark_int_put_nbi(dest + mine, source + mine, 1, next);
  __syncthreads();
  if (threadIdx.x == 0) {
    ark_fence();
    ark_signal_add(arrivals, 1, next);
    ark_signal_wait_until(arrivals, ARK_CMP_GE,
                          gridDim.x);  // every block of the neighbour has sent
  }
  __syncthreads();
}

class Heavy : public pe_test {};

TEST_F(Heavy, EveryLaneIsCounted) {
  constexpr std::size_t lanes = std::size_t{blocks} * threads;
  const sym<std::uint64_t> counter(1), total(1), arrivals(1);
  const sym<int> dest(lanes), source(lanes);
  for (std::size_t i = 0; i < lanes; ++i) source[i] = pattern<int>(me_, i);
  ark_barrier_all();
  run_kernel(blocks, threads, everybody_sends, counter.get(), dest.get(), source.get(),
             arrivals.get());
  ark_barrier_all();
  for (std::size_t i = 0; i < lanes; ++i)
    ASSERT_EQ(dest[i], pattern<int>(previous_, i)) << "lane " << i;
  EXPECT_EQ(arrivals[0], blocks);
  EXPECT_EQ(ark_uint64_sum_reduce(ARK_TEAM_WORLD, total, counter, 1), 0);
  EXPECT_EQ(total[0], lanes * static_cast<std::uint64_t>(n_));
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
