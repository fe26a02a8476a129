// The arithmetic of a copy by several threads: the words that each thread moves. The same code
// moves memory on the GPU and, in tests, records the moves.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

inline constexpr unsigned widest_word = 16;

/// A copy, divided into bytes before the first whole word, words, and bytes after the last one.
struct copy_cut {
  unsigned word_bytes = 1;  ///< size of a word: 1 to 16, a power of two
  unsigned head = 0;        ///< bytes, less than a word; end on a word boundary
  unsigned tail = 0;        ///< bytes, less than a word
  std::size_t words = 0;

  ARK_HOST_DEVICE constexpr std::size_t body_bytes() const { return words * word_bytes; }
};

/// `bytes`: 1, 2, 4, 8 or 16.
ARK_HOST_DEVICE constexpr unsigned log2_of_word(unsigned bytes) {
  return unsigned{bytes > 1} + unsigned{bytes > 2} + unsigned{bytes > 4} + unsigned{bytes > 8};
}

/// Divide a copy of `bytes` so that every word is naturally aligned on both sides. A word is as
/// wide as the two addresses allow, which are equal modulo its width, and as the size allows.
ARK_HOST_DEVICE constexpr copy_cut cut_copy(std::uint64_t dest, std::uint64_t source,
                                            std::size_t bytes) {
  const std::uint64_t unlike = (dest ^ source) | widest_word;
  copy_cut cut;
  cut.word_bytes = static_cast<unsigned>(unlike & (~unlike + 1));
  // Shifts and masks: a GPU calls a function to divide 64 bits.
  const std::uint64_t to_boundary = ~dest + 1;
  while ((to_boundary & (cut.word_bytes - 1)) > bytes) cut.word_bytes /= 2;
  cut.head = static_cast<unsigned>(to_boundary & (cut.word_bytes - 1));
  cut.words = (bytes - cut.head) >> log2_of_word(cut.word_bytes);
  cut.tail = static_cast<unsigned>(bytes - cut.head - cut.body_bytes());
  return cut;
}

ARK_HOST_DEVICE inline copy_cut cut_copy(const void* dest, const void* source, std::size_t bytes) {
  return cut_copy(reinterpret_cast<std::uint64_t>(dest), reinterpret_cast<std::uint64_t>(source),
                  bytes);
}

namespace walk_detail {
/// True if rank `rank` of `size` moves piece `piece` of the edges.
ARK_HOST_DEVICE constexpr bool mine(unsigned piece, unsigned rank, unsigned size) {
  return rank == (piece < size ? piece : 0);
}
}  // namespace walk_detail

/// Move the head and the tail, each in at most four naturally aligned words of 1 to 8 bytes,
/// divided among the ranks. `memory` has move<Bytes>(offset).
template <class Memory>
ARK_HOST_DEVICE constexpr void walk_edges(const copy_cut& cut, unsigned rank, unsigned size,
                                          Memory&& memory) {
  using walk_detail::mine;
  // The head ends on a word boundary, so its narrow words come first. The tail begins on one, so
  // its wide words come first.
  if (cut.head & 1 && mine(0, rank, size)) memory.template move<1>(0);
  if (cut.head & 2 && mine(1, rank, size)) memory.template move<2>(cut.head & 1);
  if (cut.head & 4 && mine(2, rank, size)) memory.template move<4>(cut.head & 3);
  if (cut.head & 8 && mine(3, rank, size)) memory.template move<8>(cut.head & 7);
  const std::size_t tail = cut.head + cut.body_bytes();
  if (cut.tail & 8 && mine(4, rank, size)) memory.template move<8>(tail);
  if (cut.tail & 4 && mine(5, rank, size)) memory.template move<4>(tail + (cut.tail & 8));
  if (cut.tail & 2 && mine(6, rank, size)) memory.template move<2>(tail + (cut.tail & 12));
  if (cut.tail & 1 && mine(7, rank, size)) memory.template move<1>(tail + (cut.tail & 14));
}

/// Move the words rank, rank + size, ...: neighbouring ranks move neighbouring words. Each rank
/// starts `Unroll` loads before its first store. `memory` has load<Word>(index) and store(index,
/// word).
template <unsigned Unroll, class Word, class Memory>
ARK_HOST_DEVICE constexpr void walk_words(std::size_t words, unsigned rank, unsigned size,
                                          Memory&& memory) {
  const std::size_t step = size, ahead = step * (Unroll - 1);
  std::size_t at = rank;
  for (; at + ahead < words; at += step * Unroll) {
    Word held[Unroll];
    for (unsigned i = 0; i < Unroll; ++i) held[i] = memory.template load<Word>(at + i * step);
    for (unsigned i = 0; i < Unroll; ++i) memory.store(at + i * step, held[i]);
  }
  // Fewer than Unroll words are left for each rank. Again all loads come first, so that a short
  // copy waits for memory once.
  Word held[Unroll] = {};
  for (unsigned i = 0; i < Unroll; ++i) {
    if (at + i * step < words) held[i] = memory.template load<Word>(at + i * step);
  }
  for (unsigned i = 0; i < Unroll; ++i) {
    if (at + i * step < words) memory.store(at + i * step, held[i]);
  }
}

}  // namespace ark::detail
