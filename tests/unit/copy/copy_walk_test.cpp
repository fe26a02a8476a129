// Which thread moves which word of a copy: every byte once, by an aligned word, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/copy_walk.hpp>
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

struct edge_recorder {
  std::vector<piece>* pieces;
  template <unsigned Bytes>
  void move(std::size_t offset) const {
    pieces->push_back({offset, Bytes});
  }
};

/// The bytes in front of and behind the body, each once, by words aligned on both sides.
std::string edge_fault(std::uint64_t dest, std::uint64_t source, const copy_cut& cut,
                       std::vector<piece>& pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const piece& a, const piece& b) { return a.offset < b.offset; });
  std::size_t at = 0;
  const std::size_t body = cut.head, behind = cut.head + cut.body_bytes();
  for (const piece& one : pieces) {
    if (at == body) at = behind;
    if (one.offset != at) return "a byte is left out or moved twice";
    if ((dest + one.offset) % one.bytes != 0) return "dest is not aligned";
    if ((source + one.offset) % one.bytes != 0) return "source is not aligned";
    at += one.bytes;
  }
  if (at == body) at = behind;
  return at == behind + cut.tail ? "" : "the end is not reached";
}

TEST(CopyWalk, EdgesAreMovedOnceInAlignedWords) {
  std::vector<piece> pieces;
  for_every_copy([&](std::uint64_t dest, std::uint64_t source, std::size_t bytes) {
    const copy_cut cut = cut_copy(dest, source, bytes);
    for (const unsigned size : {1u, 3u, 32u}) {
      pieces.clear();
      for (unsigned rank = 0; rank < size; ++rank)
        walk_edges(cut, rank, size, edge_recorder{&pieces});
      ASSERT_EQ(edge_fault(dest, source, cut, pieces), "")
          << dest << ' ' << source << ' ' << bytes << ", " << size << " threads";
    }
  });
}

TEST(CopyWalk, ControlEdgesOfAWrongCutAreNoticed) {
  copy_cut cut = cut_copy(std::uint64_t{4097}, std::uint64_t{8193}, 100);
  ASSERT_EQ(cut.head, 15u);
  cut.head = 14;
  std::vector<piece> pieces;
  walk_edges(cut, 0, 1, edge_recorder{&pieces});
  EXPECT_NE(edge_fault(4097, 8193, cut, pieces), "");
}

/// Words that know their own place, and what was done with each.
struct word_recorder {
  std::vector<unsigned> loads, stores;
  unsigned loaded = 0, most_loaded = 0;
  bool wrong = false;

  explicit word_recorder(std::size_t words) : loads(words), stores(words) {}
  template <class Word>
  Word load(std::size_t index) {
    ++loads.at(index);  // throws beyond the end
    most_loaded = std::max(most_loaded, ++loaded);
    return static_cast<Word>(index);
  }
  template <class Word>
  void store(std::size_t index, const Word& word) {
    ++stores.at(index);
    --loaded;
    wrong |= word != index;
  }
};

template <unsigned Unroll>
void check_words(std::size_t words, unsigned size) {
  word_recorder memory(words);
  for (unsigned rank = 0; rank < size; ++rank) {
    walk_words<Unroll, std::uint64_t>(words, rank, size, memory);
    ASSERT_EQ(memory.loaded, 0u);
  }
  const auto once = [](unsigned count) { return count == 1; };
  ASSERT_TRUE(std::all_of(memory.loads.begin(), memory.loads.end(), once))
      << words << " words, " << size << " threads";
  ASSERT_TRUE(std::all_of(memory.stores.begin(), memory.stores.end(), once));
  ASSERT_FALSE(memory.wrong);
  const std::size_t share = (words + size - 1) / size;
  ASSERT_EQ(memory.most_loaded, std::min<std::size_t>(share, Unroll))
      << "loads under way: " << words << " words, " << size << " threads";
}

TEST(CopyWalk, WordsAreMovedOnceWithSeveralLoadsUnderWay) {
  for (const unsigned size : scope_sizes) {
    for (std::size_t words = 0; words <= 1200; ++words) {
      check_words<4>(words, size);
      check_words<8>(words, size);
    }
  }
}

/// The words that one thread moves, in its order.
struct sequence_recorder {
  std::vector<std::size_t> loads;
  template <class Word>
  Word load(std::size_t index) {
    loads.push_back(index);
    return {};
  }
  template <class Word>
  void store(std::size_t, const Word&) {}
};

TEST(CopyWalk, NeighbouringThreadsMoveNeighbouringWords) {
  constexpr unsigned size = 32;
  std::array<sequence_recorder, size> threads;
  for (unsigned rank = 0; rank < size; ++rank)
    walk_words<4, std::uint64_t>(1000, rank, size, threads[rank]);
  for (std::size_t step = 0; step < 1000 / size; ++step) {
    for (unsigned rank = 0; rank < size; ++rank)
      ASSERT_EQ(threads[rank].loads[step], threads[0].loads[step] + rank);
  }
}

// The same code at compile time: it is plain arithmetic for both compilers.
static_assert(cut_copy(std::uint64_t{4097}, std::uint64_t{8193}, 100).head == 15);
static_assert(cut_copy(std::uint64_t{4096}, std::uint64_t{8200}, 100).word_bytes == 8);
static_assert(cut_copy(std::uint64_t{4097}, std::uint64_t{8193}, 5).word_bytes == 4);

}  // namespace
}  // namespace ark::detail
