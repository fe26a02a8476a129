// Which thread moves which word of a copy: every byte once, by an aligned word, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/transfer/copy_walk.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ark::detail {
namespace {

constexpr std::size_t most_bytes = 4096;
constexpr std::array<unsigned, 7> scope_sizes = {1, 2, 3, 7, 32, 33, 128};

/// Calls body(dest, source, bytes) for addresses of every kind modulo 16, every size to 4096.
template <class Body>
void for_every_copy(Body&& body) {
  for (std::uint64_t dest = 0; dest < 16; ++dest) {
    for (std::uint64_t source = 0; source < 16; ++source) {
      for (std::size_t bytes = 0; bytes <= most_bytes; ++bytes)
        body(4096 + dest, 8192 + source, bytes);
    }
  }
}

TEST(CopyCut, CoversEveryCopyInAlignedWords) {
  for_every_copy([](std::uint64_t dest, std::uint64_t source, std::size_t bytes) {
    const copy_cut cut = cut_copy(dest, source, bytes);
    const unsigned width = cut.word_bytes;
    ASSERT_EQ(cut.head + cut.body_bytes() + cut.tail, bytes);
    ASSERT_TRUE(cut.head < width && cut.tail < width) << bytes;
    if (cut.words == 0 && cut.tail == 0) return;  // may end before the first boundary
    ASSERT_EQ((dest + cut.head) % width, 0u) << dest << ' ' << source << ' ' << bytes;
    ASSERT_EQ((source + cut.head) % width, 0u) << dest << ' ' << source << ' ' << bytes;
  });
}

TEST(CopyCut, WordsAreAsWideAsTheAddressesAllow) {
  for_every_copy([](std::uint64_t dest, std::uint64_t source, std::size_t bytes) {
    if (bytes < 16) return;  // no room to get to a boundary
    unsigned widest = 16;
    while (dest % widest != source % widest) widest /= 2;
    ASSERT_EQ(cut_copy(dest, source, bytes).word_bytes, widest) << dest << ' ' << source;
  });
}

struct piece {
  std::size_t offset;
  unsigned bytes;
};

struct piece_recorder {
  std::vector<piece>* pieces;
  std::size_t at;
  unsigned word;

  template <class Word>
  Word load(std::size_t offset) const {
    return offset;
  }
  void store(std::size_t offset, std::uint64_t loaded) const {
    if (loaded == offset) pieces->push_back({at + offset, word});
  }
};

/// Everything but the words of 16 bytes, each byte once, by words of 1 to 8 bytes that are aligned
/// on both sides.
std::string rest_fault(std::uint64_t dest, std::uint64_t source, std::size_t bytes,
                       std::vector<piece>& pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const piece& a, const piece& b) { return a.offset < b.offset; });
  const copy_cut cut = cut_copy(dest, source, bytes);
  const bool wide = cut.word_bytes == widest_word;
  const std::size_t body = cut.head, behind = cut.head + cut.body_bytes();
  std::size_t at = 0;
  for (const piece& one : pieces) {
    if (wide && at == body) at = behind;
    if (one.offset != at) return "a byte is left out or moved twice";
    if (one.bytes > 8) return "a word is too wide";
    if ((dest + one.offset) % one.bytes != 0) return "dest is not aligned";
    if ((source + one.offset) % one.bytes != 0) return "source is not aligned";
    at += one.bytes;
  }
  if (wide && at == body) at = behind;
  return at == bytes ? "" : "the end is not reached";
}

std::vector<piece> rest_of(std::uint64_t dest, std::uint64_t source, std::size_t bytes,
                           unsigned size) {
  std::vector<piece> pieces;
  for (unsigned rank = 0; rank < size; ++rank) {
    walk_edges<2>(dest, source, bytes, rank, size, [&](std::size_t at, unsigned word) {
      return piece_recorder{&pieces, at, word};
    });
  }
  return pieces;
}

TEST(CopyWalk, TheRestIsMovedOnceInAlignedWords) {
  for_every_copy([&](std::uint64_t dest, std::uint64_t source, std::size_t bytes) {
    // Small sizes, a few between, and every end of more than one turn of 32 threads, 512 bytes.
    if (bytes >= 608 || (bytes > 100 && bytes < 592 && bytes % 61 != 0)) return;
    for (const unsigned size : {1u, 3u, 32u}) {
      std::vector<piece> pieces = rest_of(dest, source, bytes, size);
      ASSERT_EQ(rest_fault(dest, source, bytes, pieces), "")
          << dest << ' ' << source << ' ' << bytes << ", " << size << " threads";
    }
  });
}

TEST(CopyWalk, ElementsAreNotCutIntoBytes) {
  for (const unsigned element : {2u, 4u, 8u}) {
    for (unsigned shift = 0; shift < 16; shift += element) {
      for (const piece& one : rest_of(4096 + element, 8192 + shift, 100 * element, 1))
        ASSERT_GE(one.bytes, element) << shift;
    }
  }
}

TEST(CopyWalk, ControlALostAndARepeatedPieceAreDetected) {
  std::vector<piece> pieces = rest_of(4097, 8193, 100, 1);
  ASSERT_EQ(rest_fault(4097, 8193, 100, pieces), "");
  std::vector<piece> lost(pieces.begin(), pieces.end() - 1), twice = pieces;
  twice.push_back(pieces.front());
  EXPECT_NE(rest_fault(4097, 8193, 100, lost), "");
  EXPECT_NE(rest_fault(4097, 8193, 100, twice), "");
  EXPECT_NE(rest_fault(4098, 8193, 100, pieces), "");
}

/// Words that know their own place, and what was done with each.
struct word_recorder {
  std::vector<unsigned> loads, stores;
  unsigned loaded = 0, most_loaded = 0;
  bool wrong = false;

  explicit word_recorder(std::size_t words) : loads(words), stores(words) {}
  template <class Word>
  Word load(std::size_t offset) {
    wrong |= offset % sizeof(Word) != 0;
    ++loads.at(offset / sizeof(Word));  // throws beyond the end
    most_loaded = std::max(most_loaded, ++loaded);
    return static_cast<Word>(offset);
  }
  template <class Word>
  void store(std::size_t offset, const Word& word) {
    ++stores.at(offset / sizeof(Word));
    --loaded;
    wrong |= word != offset;
  }
};

/// Every word loaded and stored once by `walk(rank, memory)` of all ranks, and as many loads under
/// way in a rank as `most`.
template <class Walk>
void check_words(std::size_t words, unsigned size, std::size_t most, const Walk& walk) {
  word_recorder memory(words);
  for (unsigned rank = 0; rank < size; ++rank) {
    walk(rank, memory);
    ASSERT_EQ(memory.loaded, 0u);
  }
  const auto once = [](unsigned count) { return count == 1; };
  ASSERT_TRUE(std::all_of(memory.loads.begin(), memory.loads.end(), once))
      << words << " words, " << size << " threads";
  ASSERT_TRUE(std::all_of(memory.stores.begin(), memory.stores.end(), once));
  ASSERT_FALSE(memory.wrong);
  ASSERT_EQ(memory.most_loaded, most)
      << "loads under way: " << words << " words, " << size << " threads";
}

template <unsigned Unroll>
void check_strided(std::size_t words, unsigned size) {
  const std::size_t share = (words + size - 1) / size;
  check_words(words, size, std::min<std::size_t>(share, Unroll),
              [&](unsigned rank, word_recorder& memory) {
                walk_words<Unroll, std::uint64_t>(words * 8, 8, rank, size, memory);
              });
}

TEST(CopyWalk, WordsAreMovedOnceWithSeveralLoadsUnderWay) {
  for (const unsigned size : scope_sizes) {
    for (std::size_t words = 0; words <= 1200; ++words) {
      check_strided<4>(words, size);
      check_strided<8>(words, size);
    }
  }
}

/// The offsets of a copy with a head, which somebody else moves.
struct behind_head {
  static constexpr std::size_t bytes = 5;
  word_recorder& memory;

  template <class Word>
  Word load(std::size_t offset) {
    return memory.load<Word>(offset - bytes);
  }
  void store(std::size_t offset, std::uint64_t word) { memory.store(offset - bytes, word); }
};

/// Also with a tail of less than a word, which nobody moves.
template <unsigned Lanes>
void check_chunks(std::size_t words, unsigned size) {
  constexpr unsigned unroll = 4;
  const std::size_t rows = (words + Lanes - 1) / Lanes;
  check_words(
      words, size, std::min<std::size_t>(rows, unroll), [&](unsigned rank, word_recorder& memory) {
        walk_chunks<Lanes, unroll, std::uint64_t>(behind_head::bytes,
                                                  behind_head::bytes + words * 8 + words % 8, rank,
                                                  size, behind_head{memory});
      });
}

TEST(CopyWalk, ChunksAreMovedOnceWithSeveralLoadsUnderWay) {
  for (std::size_t words = 0; words <= 1200; ++words) {
    check_chunks<1>(words, 1);
    // Less than a warp, whole warps, and some with a part of one.
    for (const unsigned size : {1u, 7u, 31u, 32u, 33u, 64u, 100u}) check_chunks<32>(words, size);
  }
}

/// The words that one thread moves, in its order.
struct sequence_recorder {
  std::vector<std::size_t> loads;
  template <class Word>
  Word load(std::size_t offset) {
    loads.push_back(offset);
    return {};
  }
  template <class Word>
  void store(std::size_t, const Word&) {}
};

TEST(CopyWalk, NeighbouringThreadsMoveNeighbouringWords) {
  constexpr unsigned size = 32;
  std::array<sequence_recorder, size> threads;
  for (unsigned rank = 0; rank < size; ++rank)
    walk_words<4, std::uint64_t>(8000, 8, rank, size, threads[rank]);
  for (std::size_t step = 0; step < 1000 / size; ++step) {
    for (unsigned rank = 0; rank < size; ++rank)
      ASSERT_EQ(threads[rank].loads[step], threads[0].loads[step] + std::size_t{8} * rank);
  }
  std::array<sequence_recorder, size> lanes;
  for (unsigned rank = 0; rank < size; ++rank)
    walk_chunks<32, 4, std::uint64_t>(0, 8000, rank, size, lanes[rank]);
  for (unsigned rank = 0; rank < size; ++rank) {
    for (std::size_t row = 0; row < lanes[rank].loads.size(); ++row)
      ASSERT_EQ(lanes[rank].loads[row], row * size * 8 + std::size_t{8} * rank);
  }
}

// The same code at compile time: it is plain arithmetic for both compilers.
static_assert(cut_copy(std::uint64_t{4097}, std::uint64_t{8193}, 100).head == 15);
static_assert(cut_copy(std::uint64_t{4096}, std::uint64_t{8200}, 100).word_bytes == 8);
static_assert(cut_copy(std::uint64_t{4097}, std::uint64_t{8193}, 5).head == 5);

}  // namespace
}  // namespace ark::detail
