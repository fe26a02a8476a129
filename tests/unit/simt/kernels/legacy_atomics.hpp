// atomicAdd and the like, in all types and scopes.
#pragma once

#include <ark/simt.hpp>

namespace portable {

/// One word per operation. Every thread of the grid applies each once.
template <class T>
struct integer_words {
  T least, greatest, conjunction, disjunction, parity;
};

template <class T>
ARK_GLOBAL void legacy_integers(integer_words<T>* words, T bias) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const T mine = static_cast<T>(i) + bias;
  const T bit = static_cast<T>(static_cast<T>(1) << (i % 31));
  atomicMin(&words[0].least, mine);
  atomicMax(&words[0].greatest, mine);
  atomicAnd(&words[0].conjunction, static_cast<T>(~bit));
  atomicOr(&words[0].disjunction, bit);
  atomicXor(&words[0].parity, mine);
  atomicMin_block(&words[1].least, mine);
  atomicMax_block(&words[1].greatest, mine);
  atomicAnd_block(&words[1].conjunction, static_cast<T>(~bit));
  atomicOr_block(&words[1].disjunction, bit);
  atomicXor_block(&words[1].parity, mine);
  atomicMin_system(&words[2].least, mine);
  atomicMax_system(&words[2].greatest, mine);
  atomicAnd_system(&words[2].conjunction, static_cast<T>(~bit));
  atomicOr_system(&words[2].disjunction, bit);
  atomicXor_system(&words[2].parity, mine);
}

template <class T>
ARK_GLOBAL void legacy_sums(T* sums) {
  const T mine = static_cast<T>(threadIdx.x);
  atomicAdd(&sums[0], mine);
  atomicAdd_block(&sums[1], mine);
  atomicAdd_system(&sums[2], mine);
  atomicAdd(&sums[3], 1);  // the value converts, as for CUDA's
}

template <class T>
ARK_GLOBAL void legacy_differences(T* words) {
  const T mine = static_cast<T>(threadIdx.x);
  atomicSub(&words[0], mine);
  atomicSub_block(&words[1], mine);
  atomicSub_system(&words[2], mine);
}

/// Every thread leaves its number and takes what was there: the numbers are neither lost nor
/// doubled.
template <class T>
ARK_GLOBAL void legacy_exchanges(T* word, T* taken) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T mine = atomicExch(word, static_cast<T>(i + 1));
  mine = atomicExch_block(word, mine);
  taken[i] = atomicExch_system(word, mine);
}

/// Adds one by compare and swap, in a loop.
template <class T>
ARK_GLOBAL void legacy_compare_and_swap(T* words) {
  T seen = atomicCAS(&words[0], static_cast<T>(0), static_cast<T>(0));  // reads
  for (T old = static_cast<T>(seen + 1); old != seen;) {
    old = seen;
    seen = atomicCAS(&words[0], old, static_cast<T>(old + 1));
  }
  atomicCAS_block(&words[1], static_cast<T>(threadIdx.x), static_cast<T>(threadIdx.x + 1));
  atomicCAS_system(&words[2], static_cast<T>(5), static_cast<T>(6));
}

/// seen[i] holds what the i-th turn returned; one thread only.
ARK_GLOBAL void legacy_wraps(unsigned* words, unsigned limit, unsigned turns, unsigned* up,
                             unsigned* down) {
  for (unsigned i = 0; i < turns; ++i) {
    up[i] = atomicInc(&words[0], limit);
    down[i] = atomicDec(&words[1], limit);
    atomicInc_block(&words[2], limit);
    atomicInc_system(&words[2], limit);
    atomicDec_block(&words[3], limit);
    atomicDec_system(&words[3], limit);
  }
}

/// Many threads count round the clock.
ARK_GLOBAL void legacy_wraps_together(unsigned* words, unsigned limit) {
  atomicInc(&words[0], limit);
  atomicDec(&words[1], limit);
}

}  // namespace portable
