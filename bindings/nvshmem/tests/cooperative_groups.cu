// Cooperative groups of a block: tiles of every size, groups of run-time size, coalesced threads,
// reductions and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <utility>

#include "expect.hpp"

namespace {

namespace cg = cooperative_groups;

struct place {
  double value;
  int index;
};

template <unsigned Size>
__device__ void use_tile(int* failed) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  const int me = static_cast<int>(block.thread_rank()), first = me - me % static_cast<int>(Size);
  const int rank = me - first, last = static_cast<int>(Size) - 1;
  static_assert(decltype(tile)::size() == Size);
  EXPECT(tile.num_threads() == Size && tile.thread_rank() == static_cast<unsigned>(rank));
  EXPECT(tile.meta_group_rank() == me / Size);
  EXPECT(tile.meta_group_size() == block.size() / Size);
  EXPECT(tile.shfl(me, 0) == first && tile.shfl(me, last) == first + last);
  EXPECT(tile.shfl_down(me, 1) == (rank < last ? me + 1 : me));
  EXPECT(tile.shfl_up(me, 2) == (rank >= 2 ? me - 2 : me));
  EXPECT(tile.shfl_xor(me, last) == first + (rank ^ last));
  EXPECT(tile.any(rank == last) != 0 && (tile.all(rank == last) != 0) == (Size == 1));
  EXPECT(tile.ballot(rank == last) == 1u << last);
  EXPECT(tile.match_any(rank / 2) == (Size == 1 ? 1u : 3u << (rank & ~1)));
  int equal = 0;
  EXPECT(tile.match_all(first, equal) != 0 && equal != 0);
  EXPECT(tile.shfl(place{0.5 + me, me}, last).value == first + last + 0.5);
  tile.sync();
  const int sum = (2 * first + last) * static_cast<int>(Size) / 2;
  EXPECT(cg::reduce(tile, me, cg::plus<int>()) == sum);
  EXPECT(cg::reduce(tile, static_cast<double>(me), cg::plus<double>()) == sum);
  EXPECT(cg::reduce(tile, me, cg::less<int>()) == first);
  EXPECT(cg::reduce(tile, me, cg::greater<int>()) == first + last);
  EXPECT(cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) == (2u << last) - 1);
  EXPECT(cg::reduce(tile, me, [](int a, int b) { return a > b ? a : b; }) == first + last);
  EXPECT(cg::inclusive_scan(tile, 1) == rank + 1 && cg::exclusive_scan(tile, 2) == 2 * rank);
  EXPECT(cg::inclusive_scan(tile, -me, cg::greater<int>()) == -first);
  EXPECT(cg::exclusive_scan(tile, rank, cg::plus<int>()) == rank * (rank - 1) / 2);
}

__global__ void use_tiles(int* failed) {
  use_tile<1>(failed);
  use_tile<2>(failed);
  use_tile<4>(failed);
  use_tile<8>(failed);
  use_tile<16>(failed);
  use_tile<32>(failed);
  const auto whole = cg::tiled_partition<32>(cg::this_thread_block());
  const auto part = cg::tiled_partition<8>(whole);
  EXPECT(part.meta_group_size() == 4 && part.meta_group_rank() == threadIdx.x % 32 / 8);
  EXPECT(part.shfl(threadIdx.x, 0) == threadIdx.x / 8 * 8);
}

/// The sum of the values of any group, by halving, on rank 0.
__device__ int sum_of(cg::thread_group group, int* scratch, int value) {
  const auto rank = static_cast<int>(group.thread_rank());
  for (int half = static_cast<int>(group.size()) / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half) value += scratch[rank + half];
    group.sync();
  }
  return value;
}

__global__ void use_groups(int* scratch, int* failed) {
  const auto block = cg::this_thread_block();
  const int me = static_cast<int>(threadIdx.x);
  int sum = sum_of(block, scratch, me);
  EXPECT(me != 0 || sum == 64 * 63 / 2);
  const cg::thread_group part = cg::tiled_partition(block, 16);
  sum = sum_of(part, scratch + me / 16 * 16, me);
  EXPECT(part.size() == 16 && part.thread_rank() == static_cast<unsigned>(me % 16));
  EXPECT(me % 16 != 0 || sum == 16 * me + 120);
  const cg::thread_group less = cg::tiled_partition(part, 4);
  EXPECT(less.size() == 4 && less.thread_rank() == static_cast<unsigned>(me % 4));
  cg::sync(less);
  cg::sync(block);

  // Whoever is together: the sum of the groups' sizes counts each thread once.
  if (me % 3 == 0) {
    const cg::coalesced_group together = cg::coalesced_threads();
    const int ones = cg::reduce(together, 1, cg::plus<int>());
    EXPECT(ones == static_cast<int>(together.size()));
    if (together.thread_rank() == 0) atomicAdd(scratch + 64, ones);
    const auto cut = cg::tiled_partition(together, 1);
    EXPECT(cut.size() == 1 && cut.shfl(me, 0) == me && together.shfl_up(me, 40) == me);
  }
  cg::invoke_one(block, [&] { scratch[65] = 7; });
  block.sync();
  const auto tile = cg::tiled_partition<32>(block);
  EXPECT(cg::invoke_one_broadcast(tile, [&] { return scratch[65] + me; }) == 7 + me / 32 * 32);

  // Halves of a warp by a predicate, and thirds by a label.
  const unsigned lane = threadIdx.x % 32;
  const bool is_odd = lane % 2 != 0;
  const auto half = cg::binary_partition(tile, is_odd);
  EXPECT(half.size() == 16 && half.thread_rank() == lane / 2 && half.meta_group_size() == 2);
  EXPECT(half.meta_group_rank() == (is_odd ? 1u : 0u) &&
         half.shfl(me, 3) == me / 32 * 32 + 6 + is_odd);
  const auto whole = cg::binary_partition(tile, true);
  EXPECT(whole.size() == 32 && whole.meta_group_size() == 1);
  const auto third = cg::labeled_partition(tile, 7 * (lane % 3));
  EXPECT(third.size() == (lane % 3 == 2 ? 10u : 11u) && third.thread_rank() == lane / 3);
  EXPECT(third.meta_group_rank() == lane % 3 && third.meta_group_size() == 3);
  const auto quarter = cg::labeled_partition(half, lane / 16);
  EXPECT(quarter.size() == 8 && quarter.any(lane == 17) == (is_odd && lane >= 16));

  scratch[me] = me;
  auto arrival = block.barrier_arrive();
  block.barrier_wait(std::move(arrival));
  EXPECT(scratch[63 - me] == 63 - me);
  EXPECT(block.group_dim().x == blockDim.x && block.dim_threads().y == 1);
}

/// A block that ends within a warp: the lanes that are there.
__global__ void use_part_of_warp(int* failed) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  EXPECT(cg::reduce(tile, 1, cg::plus<int>()) == (threadIdx.x < 32 ? 32 : 8));
  EXPECT(cg::tiled_partition(cg::this_thread_block(), 32).size() == (threadIdx.x < 32 ? 32 : 8));
}

}  // namespace

int main() {
  start();
  int* failed = failures;
  int* scratch = nullptr;
  EXPECT(cudaMallocManaged(&scratch, 66 * sizeof(int)) == cudaSuccess);
  scratch[64] = 0;
  run(use_tiles, failures);
  run(use_groups, scratch, failures);
  EXPECT(scratch[64] == 22);
  ark::launch({1, 40}, use_part_of_warp, failures);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && cudaFree(scratch) == cudaSuccess);
  return finish();
}
