// The arithmetic of a copy by several threads: the words that each thread moves. The same code
// moves memory on the GPU and, in tests, records the moves.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

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
#if ARK_DEVICE_PASS
  return static_cast<unsigned>(__popc(bytes - 1));
#else
  return static_cast<unsigned>(std::popcount(bytes - 1));
#endif
}

/// The widest power of two up to `most` that divides `bits`.
ARK_HOST_DEVICE constexpr unsigned word_for(std::uint64_t bits, unsigned most) {
  const unsigned low = static_cast<unsigned>(bits) | most;
  return low & (~low + 1);
}

/// Divide a copy of `bytes` so that every word is naturally aligned on both sides. A word is as
/// wide as the addresses allow, which must be equal modulo its width. A copy that ends before the
/// first boundary is all head.
ARK_HOST_DEVICE constexpr copy_cut cut_copy(std::uint64_t dest, std::uint64_t source,
                                            std::size_t bytes) {
  copy_cut cut;
  cut.word_bytes = word_for(dest ^ source, widest_word);
  const unsigned to_boundary = (~static_cast<unsigned>(dest) + 1) & (cut.word_bytes - 1);
  cut.head = to_boundary < bytes ? to_boundary : static_cast<unsigned>(bytes);
  // Shifts and masks: a GPU calls a function to divide 64 bits.
  const std::size_t inner = bytes - cut.head;
  cut.words = inner >> log2_of_word(cut.word_bytes);
  cut.tail = static_cast<unsigned>(inner) & (cut.word_bytes - 1);
  return cut;
}

ARK_HOST_DEVICE inline copy_cut cut_copy(const void* dest, const void* source, std::size_t bytes) {
  return cut_copy(reinterpret_cast<std::uint64_t>(dest), reinterpret_cast<std::uint64_t>(source),
                  bytes);
}

/// Move `bytes`, a multiple of `word`, in words of `word` bytes: the words with the indices rank,
/// rank + size, ... Neighbouring ranks move neighbouring words. Each rank starts up to `Unroll`
/// loads before its first store. `memory` has load<Word>(offset) and store(offset, word).
template <unsigned Unroll, class Word, class Memory>
ARK_HOST_DEVICE constexpr void walk_words(std::size_t bytes, unsigned word, unsigned rank,
                                          unsigned size, Memory&& memory) {
  const std::size_t step = std::size_t{word} * size;
  ARK_NO_UNROLL
  for (std::size_t at = std::size_t{word} * rank; at < bytes; at += step * Unroll) {
    Word held[Unroll] = {};
    for (unsigned i = 0; i < Unroll; ++i) {
      if (at + i * step < bytes) held[i] = memory.template load<Word>(at + i * step);
    }
    for (unsigned i = 0; i < Unroll; ++i) {
      if (at + i * step < bytes) memory.store(at + i * step, held[i]);
    }
  }
}

/// Move the words at `at`, at + Row, ... that end within `left` bytes from `at`: at most as many as
/// there are I. `memory` as for walk_words().
template <class Word, unsigned Row, class Memory, unsigned... I>
ARK_HOST_DEVICE constexpr void move_rows(Memory& memory, std::size_t at, unsigned left,
                                         std::integer_sequence<unsigned, I...>) {
  const auto has = [left](unsigned i) { return left >= i * Row + sizeof(Word); };
  Word held[sizeof...(I)] = {};
  ((has(I) ? void(held[I] = memory.template load<Word>(at + I * Row)) : void()), ...);
  ((has(I) ? memory.store(at + I * Row, held[I]) : void()), ...);
}

/// Move the words from `begin` that end at `end` or before, in chunks of `Unroll` rows of `Lanes`
/// words; each team of `Lanes` ranks moves one chunk after the other. The offsets within a chunk
/// are constants, and only the last chunk has conditions: less than half of the instructions of
/// walk_words(). Ranks beyond the last whole team move nothing; if there is no whole team, each
/// rank acts for several lanes. `memory` as for walk_words().
template <unsigned Lanes, unsigned Unroll, class Word, class Memory>
ARK_HOST_DEVICE constexpr void walk_chunks(std::size_t begin, std::size_t end, unsigned rank,
                                           unsigned size, Memory&& memory) {
  constexpr unsigned row = Lanes * sizeof(Word), chunk = row * Unroll;
  // With so many bytes left from its first word on, a lane has a word in every row.
  constexpr std::ptrdiff_t full = row * (Unroll - 1) + sizeof(Word);
  const unsigned teams = size < Lanes ? 1 : size / Lanes, team = rank / Lanes;
  if (team >= teams) return;
  const std::size_t step = std::size_t{chunk} * teams;
  ARK_NO_UNROLL
  for (unsigned lane = rank % Lanes; lane < Lanes; lane += size) {
    std::size_t at = begin + std::size_t{chunk} * team + sizeof(Word) * lane;
    ARK_NO_UNROLL
    for (; static_cast<std::ptrdiff_t>(end - at) >= full; at += step) {
      Word held[Unroll] = {};
      for (unsigned i = 0; i < Unroll; ++i) held[i] = memory.template load<Word>(at + i * row);
      for (unsigned i = 0; i < Unroll; ++i) memory.store(at + i * row, held[i]);
    }
    if (at < end)
      move_rows<Word, row>(memory, at, static_cast<unsigned>(end - at),
                           std::make_integer_sequence<unsigned, Unroll - 1>{});
  }
}

/// Move everything but words of 16 bytes: the head, the tail, and the body of a narrower cut, each
/// in words of 1 to 8 bytes, as wide as its addresses and its size allow. `memory(at, word)`: the
/// memory that walk_words accesses at `at`, in words of `word` bytes.
template <unsigned Unroll, class Memory>
ARK_HOST_DEVICE constexpr void walk_edges(std::uint64_t dest, std::uint64_t source,
                                          std::size_t bytes, unsigned rank, unsigned size,
                                          Memory&& memory) {
  const copy_cut cut = cut_copy(dest, source, bytes);
  const std::size_t body = bytes - cut.head - cut.tail;
  std::size_t at = 0;
  ARK_NO_UNROLL
  for (unsigned part = 0; part < 3; ++part) {
    std::size_t count = part == 0 ? cut.head : part == 1 ? body : cut.tail;
    const std::size_t next = at + count;
    if (part == 1 && cut.word_bytes == widest_word) count = 0;
    const unsigned word = word_for((dest + at) | (source + at) | count, 8);
    walk_words<Unroll, std::uint64_t>(count, word, rank, size, memory(at, word));
    at = next;
  }
}

}  // namespace ark::detail
