// Sums, products and scans of complex elements, under OpenSHMEM's names. Not included by
// <ark/ark.hpp>.
//
//   ark_complexd_sum_reduce(team, dest, source, count);  // std::complex<double>*
//
// The parameters, completion, errors and callers are those of the other types: <ark/collective.hpp>
// and <ark/on_stream.hpp>. A product is (ac - bd, ad + bc), without the rules for infinities of C's
// Annex G. C's complex types, cuFloatComplex and cuda::std::complex have the layout of
// std::complex: a pointer to them can be cast.
#pragma once

#include <ark/collective.hpp>
#include <ark/on_stream.hpp>
#include <complex>

namespace ark::detail {

/// A complex number for calculations in kernels: nvcc compiles the operators of std::complex for
/// the host only. may_alias: the program accesses the same memory as std::complex.
template <class T>
struct [[gnu::may_alias]] complex_element {
  T real, imag;

  friend ARK_HOST_DEVICE complex_element operator+(const complex_element& a,
                                                   const complex_element& b) {
    return {a.real + b.real, a.imag + b.imag};
  }
  friend ARK_HOST_DEVICE complex_element operator*(const complex_element& a,
                                                   const complex_element& b) {
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
  }
};

template <class T>
ARK_HOST_DEVICE complex_element<T>* elements_of(std::complex<T>* numbers) {
  static_assert(sizeof(std::complex<T>) == sizeof(complex_element<T>));
  return reinterpret_cast<complex_element<T>*>(numbers);
}
template <class T>
ARK_HOST_DEVICE const complex_element<T>* elements_of(const std::complex<T>* numbers) {
  return reinterpret_cast<const complex_element<T>*>(numbers);
}

}  // namespace ark::detail

#include <ark/api/complex.hpp>
