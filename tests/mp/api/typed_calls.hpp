// Calls of the typed names whose results are known, from a kernel or from the host. Entries of the
// tables are chosen by constants: a GPU has no others.
#pragma once

#include "typed_names.hpp"

namespace ark_mp {

// --- Atomics. Each PE works on a word of its neighbour, so that values are known.

template <class A>
ARK_HOST_DEVICE void extended_names(typename A::type* word, typename A::type* out, int pe) {
  using T = typename A::type;
  A::set(word, T{5}, pe);
  ark_quiet();
  out[0] = A::fetch(word, pe);
  out[1] = A::swap(word, T{9}, pe);
  A::fetch_nbi(out + 2, word, pe);
  ark_quiet();
  A::swap_nbi(out + 3, word, T{11}, pe);
  ark_quiet();
  out[4] = A::fetch(word, pe);
}
template <class A>
ARK_HOST_DEVICE void standard_names(typename A::type* word, typename A::type* out, int pe) {
  using T = typename A::type;
  A::set(word, T{5}, pe);
  ark_quiet();
  out[0] = A::compare_swap(word, T{4}, T{6}, pe);  // fails
  out[1] = A::compare_swap(word, T{5}, T{6}, pe);
  A::compare_swap_nbi(out + 2, word, T{6}, T{7}, pe);
  ark_quiet();
  A::inc(word, pe);
  ark_quiet();
  out[3] = A::fetch_inc(word, pe);
  A::fetch_inc_nbi(out + 4, word, pe);
  ark_quiet();
  A::add(word, T{10}, pe);
  ark_quiet();
  out[5] = A::fetch_add(word, T{100}, pe);
  A::fetch_add_nbi(out + 6, word, static_cast<T>(-1), pe);
  ark_quiet();
  out[7] = A::fetch(word, pe);
}
inline constexpr int standard_results[] = {5, 5, 6, 8, 9, 20, 120, 119};
inline constexpr int extended_results[] = {5, 5, 9, 9, 11};

template <class A, int Op>
ARK_HOST_DEVICE void bitwise_names_of(typename A::type* word, typename A::type* out, int pe) {
  using T = typename A::type;
  ark::atomic_set(word, T{0b1100}, pe);
  ark_quiet();
  A::posts[Op](word, T{0b1010}, pe);
  ark_quiet();
  out[4 * Op] = ark::atomic_fetch(word, pe);
  out[4 * Op + 1] = A::fetching[Op](word, T{0b0110}, pe);
  A::deferred[Op](out + 4 * Op + 2, word, T{0b0011}, pe);
  ark_quiet();
  out[4 * Op + 3] = ark::atomic_fetch(word, pe);
}
template <class A>
ARK_HOST_DEVICE void bitwise_names(typename A::type* word, typename A::type* out, int pe) {
  bitwise_names_of<A, 0>(word, out, pe);
  bitwise_names_of<A, 1>(word, out, pe);
  bitwise_names_of<A, 2>(word, out, pe);
}
inline constexpr int bitwise_results[] = {0b1000, 0b1000, 0b0000, 0b0000, 0b1110, 0b1110,
                                          0b1110, 0b1111, 0b0110, 0b0110, 0b0000, 0b0011};

// --- Elements, alone and strided.

template <class N>
ARK_HOST_DEVICE void move_elements(typename N::type* array, typename N::type value,
                                   typename N::type* result, int pe) {
  constexpr std::ptrdiff_t dest_stride = 3, source_stride = 2;
  constexpr std::size_t count = 5;
  N::p(array, value, pe);
  ark_quiet();
  result[0] = N::g(array, pe);
  N::iput(array + 8, result + 32, dest_stride, source_stride, count, pe);
  ark_quiet();
  N::iget(result + 8, array + 8, source_stride, dest_stride, count, pe);
}

}  // namespace ark_mp
