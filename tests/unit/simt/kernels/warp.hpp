// Warp operations.
#pragma once

#include <ark/simt.hpp>

namespace portable {

inline constexpr unsigned all_lanes = 0xffffffffu;

template <class T>
struct shuffles {
  T index, up, down, exclusive;
};

/// One shuffle of each kind, of `of(lane)`, for a width and an operand.
template <class T>
ARK_GLOBAL void shuffle(shuffles<T>* out, int operand, int width) {
  const unsigned i = threadIdx.x;
  const T mine = static_cast<T>(i) * static_cast<T>(3) + static_cast<T>(1);
  const unsigned delta = static_cast<unsigned>(operand);
  out[i] = {__shfl_sync(all_lanes, mine, operand, width),
            __shfl_up_sync(all_lanes, mine, delta, width),
            __shfl_down_sync(all_lanes, mine, delta, width),
            __shfl_xor_sync(all_lanes, mine, operand, width)};
}

/// Butterfly sum with the default width.
ARK_GLOBAL void butterfly_sum(double* out) {
  double sum = threadIdx.x;
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(all_lanes, sum, distance);
  }
  out[threadIdx.x] = sum;
}

/// Small types become int, as CUDA's overloads make them.
ARK_GLOBAL void shuffle_small(int* out) {
  const short mine = static_cast<short>(-static_cast<int>(threadIdx.x));
  const bool odd = threadIdx.x % 2 == 1;
  out[threadIdx.x] = __shfl_sync(all_lanes, mine, 7) * 10 + __shfl_sync(all_lanes, odd, 3);
}

struct votes {
  unsigned ballot, own_half, active;
  int all_true, all_but_one, any_false, any_one;
};

/// Votes of the whole warp, and of each half from its own side of a branch.
ARK_GLOBAL void vote(votes* out) {
  const unsigned i = threadIdx.x;
  votes mine;
  mine.ballot = __ballot_sync(all_lanes, i % 2 == 1 ? -4 : 0);
  if (i < 16) {
    mine.own_half = __ballot_sync(0x0000ffffu, i < 3);
  } else {
    mine.own_half = __ballot_sync(0xffff0000u, i >= 30);
  }
  mine.active = __activemask();
  mine.all_true = __all_sync(all_lanes, 256) != 0;
  mine.all_but_one = __all_sync(all_lanes, i != 9) != 0;
  mine.any_false = __any_sync(all_lanes, 0) != 0;
  mine.any_one = __any_sync(all_lanes, i == 9 ? 1 << 20 : 0) != 0;
  out[i] = mine;
}

template <class T>
struct matches {
  unsigned any, all, none;
  int all_flag, none_flag;
};

template <class T>
ARK_GLOBAL void match(matches<T>* out) {
  const unsigned i = threadIdx.x;
  matches<T> mine;
  mine.any = __match_any_sync(all_lanes, static_cast<T>(i % 4));
  mine.all = __match_all_sync(all_lanes, static_cast<T>(42), &mine.all_flag);
  mine.none = __match_all_sync(all_lanes, static_cast<T>(i), &mine.none_flag);
  out[i] = mine;
}

struct reductions {
  unsigned add, least, greatest, conjunction, disjunction, parity;
  int signed_add, signed_least, signed_greatest;
};

/// Of the lanes of `mask` only; the others leave the kernel.
ARK_GLOBAL void reduce(reductions* out, unsigned mask) {
  const unsigned i = threadIdx.x;
  if ((mask >> i & 1u) == 0) return;
  const int below = -static_cast<int>(i);
  out[i] = {__reduce_add_sync(mask, i),
            __reduce_min_sync(mask, i + 0x80000000u),
            __reduce_max_sync(mask, i + 0x80000000u),
            __reduce_and_sync(mask, i | 64u),
            __reduce_or_sync(mask, i),
            __reduce_xor_sync(mask, i),
            __reduce_add_sync(mask, below),
            __reduce_min_sync(mask, below),
            __reduce_max_sync(mask, below)};
}

/// A tree over shared memory inside a warp: right only because of __syncwarp.
ARK_GLOBAL void warp_tree(int* out) {
  ARK_SHARED(int[32], cell);
  const unsigned i = threadIdx.x;
  cell[i] = static_cast<int>(i);
  __syncwarp();
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const int other = i < distance ? cell[i + distance] : 0;
    __syncwarp(all_lanes);
    if (i < distance) cell[i] += other;
    __syncwarp();
  }
  out[i] = cell[0];
}

}  // namespace portable
