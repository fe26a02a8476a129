// The descriptor: every field keeps its extremes, alone and beside the others.
#include <gtest/gtest.h>

#include <ark/detail/queue/descriptor.hpp>
#include <array>
#include <cstdint>

namespace ark::detail {
namespace {

constexpr std::array all_fields = {field::op,          field::flags,      field::pe,
                                   field::amo,         field::width_log2, field::dest,
                                   field::source,      field::length,     field::signal_offset,
                                   field::signal_kind, field::value_low,  field::value_high,
                                   field::word2_high,  field::word4_high, field::ticket,
                                   field::checksum};
constexpr std::array<std::uint64_t, 5> extremes = {0, 1, std::uint64_t{1} << 63, ~std::uint64_t{0},
                                                   0x8123456789abcdefu};

TEST(Descriptor, FieldsShareNoBitAndLeaveThePhaseAlone) {
  std::array<std::uint64_t, descriptor_words> used{};
  for (const bit_field f : all_fields) {
    const std::uint64_t bits = f.mask() << f.shift;
    EXPECT_EQ(used[f.word] & bits, 0u) << "word " << f.word << " shift " << f.shift;
    EXPECT_EQ(bits & phase_bit, 0u) << "word " << f.word << " shift " << f.shift;
    used[f.word] |= bits;
  }
}

TEST(Descriptor, EveryFieldKeepsItsExtremesBesideFullNeighbours) {
  for (const bit_field f : all_fields) {
    descriptor full;
    for (std::uint64_t& word : full.word) word = ~std::uint64_t{0};
    full.set(f, 0);
    EXPECT_EQ(full.get(f), 0u);
    for (const bit_field other : all_fields) {
      if (other.word == f.word && other.shift == f.shift) continue;
      EXPECT_EQ(full.get(other), other.mask()) << "word " << other.word;
    }
    descriptor empty;
    empty.set(f, f.mask());
    EXPECT_EQ(empty.get(f), f.mask());
  }
}

TEST(Descriptor, SixtyFourBitValuesRoundTrip) {
  for (const std::uint64_t bits : extremes) {
    EXPECT_EQ(make_signal(1, 8, signal_op::set, bits).value(), bits);
    EXPECT_EQ(make_put_inline(1, 8, 8, bits).payload(), bits);
    const descriptor amo = make_amo(1, amo_op::compare_swap, 8, 8, bits, ~bits);
    EXPECT_EQ(amo.value(), bits);
    EXPECT_EQ(amo.condition(), ~bits);
  }
}

TEST(Descriptor, PutWithSignalHoldsAllItsParts) {
  const auto* source = reinterpret_cast<const void*>((std::uint64_t{1} << 57) - 8);
  constexpr int last_pe = (1 << 20) - 1;
  const descriptor d =
      make_put(last_pe, (std::uint64_t{1} << 57) - 1, source, max_transfer_bytes)
          .with_signal((std::uint64_t{1} << 57) - 8, signal_op::add, ~std::uint64_t{0});
  EXPECT_EQ(d.op(), descriptor_op::put);
  EXPECT_EQ(d.pe(), last_pe);
  EXPECT_EQ(d.bytes(), max_transfer_bytes);
  EXPECT_EQ(d.get(field::dest), (std::uint64_t{1} << 57) - 1);
  EXPECT_EQ(d.get(field::source), (std::uint64_t{1} << 57) - 8);
  EXPECT_EQ(d.get(field::signal_offset), (std::uint64_t{1} << 57) - 8);
  EXPECT_EQ(d.get(field::signal_kind), static_cast<std::uint64_t>(signal_op::add));
  EXPECT_EQ(d.value(), ~std::uint64_t{0});
}

TEST(Descriptor, TheCachePolicyIsPartOfTheFlagsAndChangesNothingElse) {
  const auto* source = reinterpret_cast<const void*>(4096);
  for (unsigned value = 0; value < cache_policy_count; ++value) {
    const auto policy = static_cast<cache_policy>(value);
    const descriptor d = make_put(3, 64, source, 100, policy).with_signal(128, signal_op::add, 5);
    EXPECT_EQ(d.cache(), policy);
    EXPECT_EQ(d.get(field::flags), value);
    descriptor without = d;
    without.set(field::flags, 0);
    const descriptor plain = make_put(3, 64, source, 100).with_signal(128, signal_op::add, 5);
    for (unsigned i = 0; i < descriptor_words; ++i) EXPECT_EQ(without.word[i], plain.word[i]);
  }
}

TEST(Descriptor, ChecksumIgnoresPhasesAndSeesEveryOtherBit) {
  const descriptor d = make_put(3, 64, reinterpret_cast<const void*>(4096), 100);
  const std::uint64_t sum = descriptor_checksum(d);
  int unseen = 0;
  for (unsigned bit = 0; bit < 512; ++bit) {
    if (bit / 64 == 7 && bit % 64 >= 48 && bit % 64 < 60) continue;  // the checksum itself
    descriptor flipped = d;
    flipped.word[bit / 64] ^= std::uint64_t{1} << (bit % 64);
    if (bit % 64 == 63) {
      EXPECT_EQ(descriptor_checksum(flipped), sum) << "phase of word " << bit / 64;
    } else {
      unseen += descriptor_checksum(flipped) == sum;
    }
  }
  EXPECT_LE(unseen, 2) << "12 bits: one flip in 4096 may pass";
}

}  // namespace
}  // namespace ark::detail
