// Point-to-point synchronisation on words of the calling PE's own heap, generic forms. The typed
// names are in api/wait.hpp.
//
// Callable: kernels and host threads; one thread.
// words: symmetric, of 4 or 8 bytes. cmp: ARK_CMP_*. excluded: an array of `count` flags, or null;
//   elements with a non-zero flag are excluded. values: an array of `count` values, one for each
//   element, or null: `value` for all.
// Completion: acquire. Data that the sender ordered before its update of the word is visible on
//   return.
// Progress: waits at most ARK_TIMEOUT. Other lanes and the DMA engines make progress meanwhile.
// Errors: recorded: timeout, or the error that ended the wait early. The record contains the first
//   word that does not satisfy the comparison: its offset, the expected value and the last value.
//   After a failure the _any forms return SIZE_MAX and the _some forms 0.
#pragma once

#include <ark/device/transfer/wait.hpp>

namespace ark {

template <class T>
ARK_HOST_DEVICE errc wait_until(const T* word, int cmp, T value) {
  T last{};
  return device::wait_word(detail::op_kind::wait_until, word, cmp, value, &last,
                           device::call_of<T>("ark_wait_until"));
}

/// Wait until all elements satisfy the comparison.
template <class T>
ARK_HOST_DEVICE errc wait_until_all(const T* words, std::size_t count, const int* excluded, int cmp,
                                    T value, const T* values = nullptr) {
  const device::word_set<T> set{
      words, count, excluded, cmp, value, values, &device::context("ark_wait_until_all")};
  return device::wait_set(
      set, [&] { return set.all(); }, device::call_of<T>("ark_wait_until_all", count));
}

/// Wait until one element satisfies the comparison. Returns its index, or SIZE_MAX if all elements
/// are excluded. Each call begins its search at a different element, so that a series of calls
/// returns every element that satisfies the comparison.
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

/// Wait until at least one element satisfies the comparison. Writes the indices of all elements
/// that satisfy it to `indices`, and returns their number.
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

/// The test functions evaluate the comparison once and never wait.
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
