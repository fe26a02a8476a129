// The symmetric allocator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "heap/symmetric_heap.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <class Call>
std::string message_of(errc code, Call&& call) {
  try {
    call();
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), code);
    return problem.what();
  }
  return "no error";
}

TEST(SymmetricHeap, SameCallsGiveTheSameOffsets) {
  symmetric_heap first(1 << 20), second(1 << 20);
  std::mt19937 random(7);
  std::vector<std::uint64_t> live;
  for (int i = 0; i < 2000; ++i) {
    if (live.size() > 20 && random() % 2 == 0) {
      const std::size_t victim = random() % live.size();
      first.free(live[victim]);
      second.free(live[victim]);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(victim));
    } else {
      const std::uint64_t bytes = 1 + random() % 5000;
      const auto a = first.try_allocate(bytes, 64), b = second.try_allocate(bytes, 64);
      ASSERT_EQ(a, b);
      if (a) live.push_back(*a);
    }
  }
}

TEST(SymmetricHeap, FreedNeighboursJoin) {
  symmetric_heap heap(1024);
  const auto a = heap.allocate(256, 64), b = heap.allocate(256, 64), c = heap.allocate(512, 64);
  EXPECT_FALSE(heap.try_allocate(64, 64).has_value());
  heap.free(a);
  heap.free(c);
  heap.free(b);
  EXPECT_EQ(heap.query().largest_free, 1024u);
  EXPECT_EQ(heap.query().used, 0u);
  EXPECT_EQ(heap.query().peak, 1024u);
}

TEST(SymmetricHeap, AlignmentIsKeptAndTheGapStaysUsable) {
  symmetric_heap heap(1 << 16);
  (void)heap.allocate(64, 64);
  const auto aligned = heap.allocate(100, 4096);
  EXPECT_EQ(aligned % 4096, 0u);
  EXPECT_EQ(heap.allocate(4096 - 128, 64), 128u) << "the gap before the aligned range";
}

TEST(SymmetricHeap, AMillionSmallBlocksLeaveNoGaps) {
  constexpr std::uint64_t count = 1'000'000;
  symmetric_heap heap(2 * count * symmetric_heap::unit);
  std::vector<std::uint64_t> blocks(count);
  for (std::uint64_t& block : blocks) block = heap.allocate(8, detail::cache_line);
  EXPECT_EQ(heap.query().largest_free, count * symmetric_heap::unit) << "gaps between the blocks";
  for (std::uint64_t i = 1; i < count; i += 2) heap.free(blocks[i]);
  // Of the half million gaps none fits: a search through all of them would take minutes.
  for (int i = 0; i < 1000; ++i) (void)heap.allocate(8, 2 * symmetric_heap::unit);
  for (int i = 0; i < 1000; ++i) (void)heap.allocate(symmetric_heap::unit + 8, 4096);
  EXPECT_EQ(heap.query().used, (count / 2 + 3000) * symmetric_heap::unit);
}

TEST(SymmetricHeap, AlignedRangeIsFoundBehindManyThatDoNotFit) {
  symmetric_heap heap(64 * symmetric_heap::unit);
  std::vector<std::uint64_t> blocks(64);
  for (std::uint64_t& block : blocks) block = heap.allocate(8, symmetric_heap::unit);
  for (std::size_t i = 1; i < 60; i += 2) heap.free(blocks[i]);  // all begin at odd units
  EXPECT_EQ(heap.try_allocate(8, 2 * symmetric_heap::unit), std::nullopt);
  heap.free(blocks[62]);
  EXPECT_EQ(heap.try_allocate(8, 2 * symmetric_heap::unit), blocks[62]);
}

TEST(SymmetricHeap, OutOfMemoryNamesRequestUseAndLargestRange) {
  symmetric_heap heap(1024);
  (void)heap.allocate(512, 64);
  EXPECT_THAT(
      message_of(errc::out_of_memory, [&] { (void)heap.allocate(600, 64); }),
      AllOf(HasSubstr("600"), HasSubstr("512 of 1024"), HasSubstr("largest free range 512")));
}

TEST(SymmetricHeap, ForeignInnerAndDoubleFreesNameTheAllocation) {
  symmetric_heap heap(4096);
  const auto a = heap.allocate(200, 64);
  EXPECT_THAT(message_of(errc::invalid_argument, [&] { heap.free(a + 64); }),
              HasSubstr("64 bytes inside the allocation of 200 bytes at 0x0"));
  EXPECT_THAT(message_of(errc::invalid_argument, [&] { heap.free(2048); }), HasSubstr("0x800"));
  heap.free(a);
  EXPECT_THAT(message_of(errc::invalid_argument, [&] { heap.free(a); }), HasSubstr("freed before"));
}

TEST(SymmetricHeap, ResizeGrowsIntoFreeSpaceAndShrinksBack) {
  symmetric_heap heap(1024);
  const auto a = heap.allocate(128, 64);
  const auto b = heap.allocate(128, 64);
  EXPECT_FALSE(heap.resize(a, 256)) << "b is in the way";
  EXPECT_EQ(heap.size_of(a), 128u);
  heap.free(b);
  EXPECT_TRUE(heap.resize(a, 1024));
  EXPECT_EQ(heap.size_of(a), 1024u);
  EXPECT_TRUE(heap.resize(a, 1));
  EXPECT_EQ(heap.query().used, 128u);
  EXPECT_EQ(heap.query().largest_free, 896u);
}

TEST(SymmetricHeap, SizesThatRoundBeyond64BitsAreNotHad) {
  symmetric_heap heap(1024);
  const auto a = heap.allocate(128, 64);
  for (const std::uint64_t bytes : {~std::uint64_t{0}, ~std::uint64_t{0} - symmetric_heap::unit}) {
    EXPECT_FALSE(heap.resize(a, bytes));
    EXPECT_EQ(heap.try_allocate(bytes, 64), std::nullopt);
  }
  EXPECT_EQ(heap.size_of(a), 128u);
  EXPECT_EQ(heap.query().used, 128u);
}

TEST(SymmetricHeap, ExtendJoinsTheNewRange) {
  symmetric_heap heap(1024);
  (void)heap.allocate(512, 64);
  heap.extend(4096);
  EXPECT_EQ(heap.query().largest_free, 3584u);
}

TEST(SymmetricHeap, AgreesWithAModelOver100000Operations) {
  constexpr std::uint64_t capacity = 1 << 18;
  symmetric_heap heap(capacity);
  std::map<std::uint64_t, std::uint64_t> model;  // begin -> end
  std::mt19937_64 random(42);
  for (int i = 0; i < 100'000; ++i) {
    if (!model.empty() && random() % 5 < 2) {
      auto victim = model.lower_bound(random() % capacity);
      if (victim == model.end()) victim = model.begin();
      heap.free(victim->first);
      model.erase(victim);
      continue;
    }
    const std::uint64_t bytes = 1 + random() % 3000;
    const std::uint64_t alignment = std::uint64_t{64} << random() % 4;
    const auto offset = heap.try_allocate(bytes, alignment);
    if (!offset) continue;
    ASSERT_EQ(*offset % alignment, 0u);
    ASSERT_LE(*offset + bytes, capacity);
    const auto next = model.lower_bound(*offset);
    ASSERT_TRUE(next == model.end() || *offset + bytes <= next->first)
        << "overlaps the allocation behind";
    ASSERT_TRUE(next == model.begin() || std::prev(next)->second <= *offset)
        << "overlaps the allocation before";
    model[*offset] = *offset + bytes;
  }
  for (const auto& [begin, end] : model) heap.free(begin);
  EXPECT_EQ(heap.query().used, 0u);
  EXPECT_EQ(heap.query().largest_free, capacity);
}

}  // namespace
}  // namespace ark
