// ark::atomic_ref.
#pragma once

#include <ark/atomic_ref.hpp>
#include <ark/simt.hpp>

namespace portable {

/// Every thread of the grid applies each member function once, to a word of its own per operation.
template <class T>
struct ref_words {
  T sum, difference, conjunction, disjunction, parity, least, greatest, swapped, increments;
};

template <class T, ark::thread_scope Scope>
ARK_GLOBAL void ref_integers(ref_words<T>* words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const T mine = static_cast<T>(i);
  const T bit = static_cast<T>(static_cast<T>(1) << (i % 31));
  using ref = ark::atomic_ref<T, Scope>;
  ref(words->sum).fetch_add(mine, ark::memory_order_relaxed);
  ref(words->difference).fetch_sub(mine);
  ref(words->conjunction).fetch_and(static_cast<T>(~bit), ark::memory_order_acq_rel);
  ref(words->disjunction).fetch_or(bit, ark::memory_order_release);
  ref(words->parity).fetch_xor(mine, ark::memory_order_acquire);
  ref(words->least).fetch_min(mine);
  ref(words->greatest).fetch_max(mine);
  ++ref(words->increments);
  ref(words->increments)++;
  ref(words->increments) += 3;
  --ref(words->increments);
  ref(words->increments)--;
  ref(words->increments) -= 1;
  const ref swapped(words->swapped);
  T seen = swapped.load(ark::memory_order_relaxed);
  while (!swapped.compare_exchange_weak(seen, static_cast<T>(seen + 1), ark::memory_order_acq_rel,
                                        ark::memory_order_relaxed)) {
  }
}

/// The words are exact sums of small numbers, so the order of the additions does not matter.
template <class T>
ARK_GLOBAL void ref_floats(T* words) {
  const T mine = static_cast<T>(threadIdx.x);
  const ark::atomic_ref<T, ark::thread_scope_device> sum(words[0]);
  sum.fetch_add(mine);
  ark::atomic_ref<T, ark::thread_scope_system>(words[1]).fetch_sub(mine, ark::memory_order_relaxed);
}

template <class T>
struct ref_results {
  T loaded, converted, assigned, exchanged, expected_after_failure;
  bool failed, succeeded;
};

/// What one thread sees of a word of its own. Starts at 0.
template <class T>
ARK_GLOBAL void ref_alone(T* word, ref_results<T>* out) {
  const ark::atomic_ref<T, ark::thread_scope_block> ref(*word);
  ref.store(static_cast<T>(1), ark::memory_order_release);
  out->loaded = ref.load(ark::memory_order_acquire);
  out->assigned = (ref = static_cast<T>(2));
  out->converted = ref;
  out->exchanged = ref.exchange(static_cast<T>(3), ark::memory_order_acq_rel);
  T expected = static_cast<T>(9);
  out->failed = !ref.compare_exchange_strong(expected, static_cast<T>(10));
  out->expected_after_failure = expected;
  out->succeeded = ref.compare_exchange_strong(
      expected, static_cast<T>(4), ark::memory_order_seq_cst, ark::memory_order_relaxed);
}

/// Bits through the compound forms; one thread.
ARK_GLOBAL void ref_compound(unsigned* word, unsigned* results) {
  const ark::atomic_ref<unsigned, ark::thread_scope_thread> ref(*word);
  results[0] = (ref |= 0xf0u);
  results[1] = (ref &= 0x3cu);
  results[2] = (ref ^= 0xffu);
}

}  // namespace portable
