// Point-to-point synchronisation on words of one's own heap, generic forms. The typed names are in
// api/wait.hpp.
//
// Callable: kernels and host threads; one thread. words: symmetric, of 4 or 8 bytes. cmp:
// ARK_CMP_*. excluded: an array of `count` flags, or null; elements whose flag is not zero take no
// part. Acquire: what its sender ordered before the word's change is visible afterwards. Progress:
// waits at most ARK_TIMEOUT; other lanes and the DMA engines run meanwhile. Errors: timeout and
// what ended the wait early are recorded: the record names the first word that was missing, its
// offset, what was expected and what was seen. After a failure indices are SIZE_MAX or 0 found.
#pragma once

#include <ark/device/wait.hpp>

namespace ark {

template <class T>
ARK_HOST_DEVICE errc wait_until(const T* word, int cmp, T value) {
  T last{};
  return device::wait_word(detail::op_kind::wait_until, word, cmp, value, &last,
                           device::call_of<T>("ark_wait_until"));
}

/// Wait for all elements.
template <class T>
ARK_HOST_DEVICE errc wait_until_all(const T* words, std::size_t count, const int* excluded, int cmp,
                                    T value, const T* values = nullptr) {
  const device::word_set<T> set{
      words, count, excluded, cmp, value, values, &device::context("ark_wait_until_all")};
  return device::wait_set(
      set, [&] { return set.all(); }, device::call_of<T>("ark_wait_until_all", count));
}

/// Wait for one element; its index, or SIZE_MAX if none takes part. A series of calls returns every
/// element that holds: each begins to look at another place.
template <class T>
ARK_HOST_DEVICE std::size_t wait_until_any(const T* words, std::size_t count, const int* excluded,
                                           int cmp, T value, const T* values = nullptr) {
  const device::word_set<T> set{
      words, count, excluded, cmp, value, values, &device::context("ark_wait_until_any")};
  const std::size_t begin = set.first_of_any();
  std::size_t found = static_cast<std::size_t>(-1);
  device::wait_set(
      set, [&] { return (found = set.any(begin)) != static_cast<std::size_t>(-1); },
      device::call_of<T>("ark_wait_until_any", count));
  return found;
}

/// Wait for at least one element; the indices of all that hold are written to `indices`, their
/// number is returned.
template <class T>
ARK_HOST_DEVICE std::size_t wait_until_some(const T* words, std::size_t count, std::size_t* indices,
                                            const int* excluded, int cmp, T value,
                                            const T* values = nullptr) {
  const device::word_set<T> set{
      words, count, excluded, cmp, value, values, &device::context("ark_wait_until_some")};
  std::size_t found = 0;
  device::wait_set(
      set, [&] { return (found = set.some(indices)) != 0; },
      device::call_of<T>("ark_wait_until_some", count));
  return found;
}

/// The test family looks once and never waits.
template <class T>
ARK_HOST_DEVICE int test(const T* word, int cmp, T value) {
  device::loop_hint();
  if (!device::testable(device::call_of<T>("ark_test"), word, cmp)) return 0;
  return device::compare(device::read_word(device::context(), word), cmp, value) ? 1 : 0;
}
template <class T>
ARK_HOST_DEVICE int test_all(const T* words, std::size_t count, const int* excluded, int cmp,
                             T value, const T* values = nullptr) {
  device::loop_hint();
  if (!device::testable(device::call_of<T>("ark_test_all", count), words, cmp)) return 0;
  return device::word_set<T>{words, count, excluded, cmp, value, values, &device::context()}.all()
             ? 1
             : 0;
}
template <class T>
ARK_HOST_DEVICE std::size_t test_any(const T* words, std::size_t count, const int* excluded,
                                     int cmp, T value, const T* values = nullptr) {
  device::loop_hint();
  if (!device::testable(device::call_of<T>("ark_test_any", count), words, cmp))
    return static_cast<std::size_t>(-1);
  const device::word_set<T> set{words, count, excluded, cmp, value, values, &device::context()};
  return set.any(set.first_of_any());
}
template <class T>
ARK_HOST_DEVICE std::size_t test_some(const T* words, std::size_t count, std::size_t* indices,
                                      const int* excluded, int cmp, T value,
                                      const T* values = nullptr) {
  device::loop_hint();
  if (!device::testable(device::call_of<T>("ark_test_some", count), words, cmp)) return 0;
  return device::word_set<T>{words, count, excluded, cmp, value, values, &device::context()}.some(
      indices);
}

}  // namespace ark
