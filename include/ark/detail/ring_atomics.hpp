// How a descriptor ring reaches the words that its parties share: scope and order of each access.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// The accesses of a ring whose parties see each other at scope S: device for threads of one GPU or
/// of one process, system where a CPU drains what a GPU has posted.
template <scope S>
struct scoped_ring_atomics {
  template <class T>
  ARK_HOST_DEVICE static T load_relaxed(const T* word) {
    return detail::load_relaxed<S>(word);
  }
  template <class T>
  ARK_HOST_DEVICE static T load_acquire(const T* word) {
    return detail::load_acquire<S>(word);
  }
  template <class T>
  ARK_HOST_DEVICE static void store_relaxed(T* word, T value) {
    detail::store_relaxed<S>(word, value);
  }
  template <class T>
  ARK_HOST_DEVICE static void store_release(T* word, T value) {
    detail::store_release<S>(word, value);
  }
  /// Two adjacent words, in no order between them: one store on a GPU.
  ARK_HOST_DEVICE static void store_pair_relaxed(std::uint64_t* words, std::uint64_t first,
                                                 std::uint64_t second) {
    detail::store_pair_relaxed<S>(words, first, second);
  }
  /// The same after all earlier writes.
  ARK_HOST_DEVICE static void store_pair_release(std::uint64_t* words, std::uint64_t first,
                                                 std::uint64_t second) {
    detail::store_pair_release<S>(words, first, second);
  }
  template <class T>
  ARK_HOST_DEVICE static T fetch_add_relaxed(T* word, T value) {
    return detail::fetch_add_relaxed<among_producers>(word, value);
  }
  template <class T>
  ARK_HOST_DEVICE static T compare_exchange(T* word, T expected, T desired) {
    return detail::compare_exchange<among_producers>(word, expected, desired);
  }

 private:
  /// Words that are read and written in one are the producers' among themselves, who are on one
  /// GPU; in the host's memory CUDA promises no atomicity beyond that GPU.
  static constexpr scope among_producers =
#if ARK_DEVICE_PASS
      S == scope::system ? scope::device : S;
#else
      S;
#endif
};
using ring_atomics = scoped_ring_atomics<scope::device>;

#if ARK_DEVICE_PASS
/// Of a poster that finds out at run time who the consumer is. Of the accesses it makes only a
/// release is cheaper towards the own GPU.
struct poster_ring_atomics : scoped_ring_atomics<scope::system> {
  bool outside = true;  ///< the consumer is a CPU

  template <class T>
  ARK_DEVICE void store_release(T* word, T value) const {
    release();
    detail::store_relaxed<scope::system>(word, value);
  }
  ARK_DEVICE void store_pair_release(std::uint64_t* words, std::uint64_t first,
                                     std::uint64_t second) const {
    release();
    detail::store_pair_relaxed<scope::system>(words, first, second);
  }

 private:
  ARK_DEVICE void release() const {
    outside ? fence_acq_rel<scope::system>() : fence_acq_rel<scope::device>();
  }
};
#endif

}  // namespace ark::detail
