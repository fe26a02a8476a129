// The scope and the order of each access to the shared words of a descriptor ring.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// Accesses to a ring whose producers and consumer synchronise at scope S: device for threads of
/// one GPU or of one process, system where a CPU drains a ring that a GPU posts to.
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
  /// Store two adjacent words, unordered with respect to each other: one store on a GPU.
  ARK_HOST_DEVICE static void store_pair_relaxed(std::uint64_t* words, std::uint64_t first,
                                                 std::uint64_t second) {
    detail::store_pair_relaxed<S>(words, first, second);
  }
  /// Store two adjacent words with release: after all earlier writes.
  ARK_HOST_DEVICE static void store_pair_release(std::uint64_t* words, std::uint64_t first,
                                                 std::uint64_t second) {
    detail::store_pair_release<S>(words, first, second);
  }
  /// Called before the words of a descriptor are stored.
  ARK_HOST_DEVICE static void before_words() {}
#if ARK_DEVICE_PASS
  ARK_DEVICE static void load_pair_relaxed(const std::uint64_t* words, std::uint64_t& first,
                                           std::uint64_t& second) {
    detail::load_pair_relaxed<S>(words, first, second);
  }
  ARK_DEVICE static void fence_acquire() { detail::fence_acquire<S>(); }
  ARK_DEVICE static void fence_release() { detail::fence_release<S>(); }
#endif
  template <class T>
  ARK_HOST_DEVICE static T fetch_add_relaxed(T* word, T value) {
    return detail::fetch_add_relaxed<among_producers>(word, value);
  }
  /// Set the word to `value` if that is more. Release, on a GPU by the caller's fence.
  ARK_HOST_DEVICE static void raise(std::uint64_t* word, std::uint64_t value) {
#if ARK_DEVICE_PASS
    atomicMax(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
#else
    detail::raise<S>(word, value);
#endif
  }
  template <class T>
  ARK_HOST_DEVICE static T compare_exchange(T* word, T expected, T desired) {
    return detail::compare_exchange<among_producers>(word, expected, desired);
  }

 private:
  /// The scope of read-modify-writes on a GPU. Only threads of one GPU make them on a given word,
  /// and CUDA promises no atomicity beyond that GPU in the host's memory.
  static constexpr scope among_producers =
#if ARK_DEVICE_PASS
      S == scope::system ? scope::device : S;
#else
      S;
#endif
};
using ring_atomics = scoped_ring_atomics<scope::device>;

#if ARK_DEVICE_PASS
/// Accesses of a poster to a ring whose consumer, a CPU or a GPU, is known at run time only. Only
/// the release of a descriptor is cheaper towards the poster's own GPU.
struct poster_ring_atomics : scoped_ring_atomics<scope::system> {
  bool outside = true;  ///< the consumer is a CPU

  /// Release store to a word that only posters read, all on one GPU.
  template <class T>
  ARK_DEVICE static void store_release(T* word, T value) {
    detail::store_release<scope::device>(word, value);
  }
  /// The release of a descriptor, before all of its words: they may follow in any order, as each
  /// has the phase. Not after a branch, where two registers of the access would be set up anew.
  ARK_DEVICE void before_words() const {
    outside ? detail::fence_release<scope::system>() : detail::fence_release<scope::device>();
  }
  ARK_DEVICE static void store_pair_release(std::uint64_t* words, std::uint64_t first,
                                            std::uint64_t second) {
    store_pair_relaxed(words, first, second);
  }
};
#endif

}  // namespace ark::detail
