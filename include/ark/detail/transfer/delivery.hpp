// The memory accesses of an operation. Used by the CPU engine and the SM engine for mapped peers,
// by atomics of the inline path, and by the proxy for operations from other hosts.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/cache_policy.hpp>
#include <ark/detail/platform/half_bits.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ark::delivery {

/// Execute `op` on a word; returns the old value. Acquire. Not a release on a GPU: the caller
/// executes a fence first if earlier operations must be ordered before the atomic.
template <class Word>
ARK_HOST_DEVICE inline Word amo_on(detail::amo_op op, Word* word, Word operand, Word condition) {
  switch (op) {
    case detail::amo_op::add:
      return detail::fetch_add_acquire(word, operand);
    case detail::amo_op::bit_and:
      return detail::fetch_and_acquire(word, operand);
    case detail::amo_op::bit_or:
      return detail::fetch_or_acquire(word, operand);
    case detail::amo_op::bit_xor:
      return detail::fetch_xor_acquire(word, operand);
    case detail::amo_op::swap:
      return detail::exchange_acquire(word, operand);
    case detail::amo_op::compare_swap:
      return detail::compare_exchange_acquire(word, condition, operand);
    case detail::amo_op::fetch:
      return detail::load_acquire(word);
  }
  return 0;
}

template <class Word>
ARK_HOST_DEVICE inline bool copy_word(std::byte* dest, const std::byte* source,
                                      std::uint64_t bytes) {
  if (bytes != sizeof(Word) || reinterpret_cast<std::uintptr_t>(dest) % sizeof(Word) != 0) {
    return false;
  }
  Word word;
  if (reinterpret_cast<std::uintptr_t>(source) % sizeof(Word) == 0) {
    word = detail::load_acquire(reinterpret_cast<const Word*>(source));
  } else {
    std::memcpy(&word, source, sizeof word);
  }
#if ARK_DEVICE_PASS
  detail::store_relaxed(reinterpret_cast<Word*>(dest), word);
#else
  detail::store_release(reinterpret_cast<Word*>(dest), word);
#endif
  return true;
}

/// A transfer of one aligned word of 1, 2, 4 or 8 bytes is one store: a thread that polls the word
/// never sees half of it. An aligned source is read with one load. The store is a release and pairs
/// with the acquire of a wait on this word: everything delivered before, across a fence, is visible
/// to a thread that sees the word. On a GPU, where a release costs more than the transfer itself,
/// the store is relaxed, and the caller makes a fence if one is needed. The load is an acquire:
/// everything ordered before the word that a get reads is visible to its reader. False if the
/// transfer is not such a word.
ARK_HOST_DEVICE inline bool copy_one_word(std::byte* dest, const std::byte* source,
                                          std::uint64_t bytes) {
  return copy_word<std::uint64_t>(dest, source, bytes) ||
         copy_word<std::uint32_t>(dest, source, bytes) ||
         copy_word<std::uint16_t>(dest, source, bytes) ||
         copy_word<std::uint8_t>(dest, source, bytes);
}

/// Copy `bytes` by the calling thread. A single word is one store; see copy_one_word.
ARK_HOST_DEVICE inline void copy(std::byte* dest, const std::byte* source, std::uint64_t bytes) {
  if (copy_one_word(dest, source, bytes)) return;
#if ARK_DEVICE_PASS
  if (bytes != 0) std::memcpy(dest, source, bytes);
#else
  detail::copy_plain(dest, source, bytes);
#endif
}

namespace add_detail {

/// The data of a message may be unaligned; the source of a descriptor is aligned.
template <class T>
ARK_HOST_DEVICE inline T element_at(const std::byte* source) {
#if ARK_DEVICE_PASS
  return *reinterpret_cast<const T*>(source);
#else
  T value;
  std::memcpy(&value, source, sizeof value);
  return value;
#endif
}

template <class T, bool Release>
ARK_HOST_DEVICE inline void add_elements(std::byte* dest, const std::byte* source,
                                         std::uint64_t bytes) {
  T* to = reinterpret_cast<T*>(dest);
  if (Release && bytes == sizeof(T)) {
    detail::add_release(to, element_at<T>(source));
    return;
  }
  ARK_NO_UNROLL
  for (std::uint64_t at = 0; at < bytes; at += sizeof(T))
    detail::add_relaxed(to++, element_at<T>(source + at));
}

}  // namespace add_detail

/// Add one bfloat16 or one IEEE binary16 given as bits. Relaxed on a GPU, release on a CPU.
ARK_HOST_DEVICE inline void add_half(bool bfloat, std::uint16_t* word, std::uint16_t value) {
  if (bfloat) {
    detail::add_relaxed(reinterpret_cast<detail::bfloat16_bits*>(word), {value});
  } else {
    detail::add_relaxed(reinterpret_cast<detail::float16_bits*>(word), {value});
  }
}

/// Add whole elements to those at `dest`, each atomically, by the calling thread. `Release`: a
/// single element is added with release, as copy_one_word stores its word on a CPU.
template <bool Release>
ARK_HOST_DEVICE inline void add_each(detail::element_kind kind, std::byte* dest,
                                     const std::byte* source, std::uint64_t bytes) {
  switch (kind) {
    case detail::element_kind::int32:
      return add_detail::add_elements<std::uint32_t, Release>(dest, source, bytes);
    case detail::element_kind::int64:
      return add_detail::add_elements<std::uint64_t, Release>(dest, source, bytes);
    case detail::element_kind::float32:
      return add_detail::add_elements<float, Release>(dest, source, bytes);
    case detail::element_kind::float64:
      return add_detail::add_elements<double, Release>(dest, source, bytes);
    case detail::element_kind::float16:
    case detail::element_kind::bfloat16:
#if ARK_DEVICE_PASS
      if (Release && bytes == 2) detail::fence_release();
#endif
      ARK_NO_UNROLL
      for (std::uint64_t at = 0; at < bytes; at += 2)
        add_half(kind == detail::element_kind::bfloat16,
                 reinterpret_cast<std::uint16_t*>(dest + at),
                 add_detail::element_at<std::uint16_t>(source + at));
      return;
  }
}
ARK_HOST_DEVICE ARK_NOINLINE inline void add(detail::element_kind kind, std::byte* dest,
                                             const std::byte* source, std::uint64_t bytes) {
  add_each<true>(kind, dest, source, bytes);
}

/// Execute `op` on the word of `width` (4 or 8) bytes at `word`; returns the old value.
ARK_HOST_DEVICE inline std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t width,
                                         std::uint64_t operand, std::uint64_t condition) {
  if (width == 8) return amo_on(op, reinterpret_cast<std::uint64_t*>(word), operand, condition);
  return amo_on(op, reinterpret_cast<std::uint32_t*>(word), static_cast<std::uint32_t>(operand),
                static_cast<std::uint32_t>(condition));
}

/// Release: pairs with the acquire of the target's wait; the data of the same operation was written
/// before.
ARK_HOST_DEVICE inline void signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) {
  switch (op) {
    case detail::signal_op::none:
      break;
    case detail::signal_op::set:
      detail::store_release(word, value);
      break;
    case detail::signal_op::add:
      detail::add_release(word, value);
      break;
  }
}

}  // namespace ark::delivery
