// The CPU engine: atomics, and which transfers take turns. Each descriptor's own rules:
// engine_rules_test.cpp.
#include <gtest/gtest.h>

#include <memory>
#include <span>

#include "queue/cpu_engine.hpp"
#include "two_pes.hpp"

namespace ark {
namespace {

using namespace detail;

class Engine : public ::testing::Test, protected testing::two_pes {
 protected:
  void start(const cpu_engine_options& options = {}) {
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
};

template <class Word>
Word amo_expected(amo_op op, Word old, Word operand, Word condition) {
  switch (op) {
    case amo_op::add:
      return old + operand;
    case amo_op::bit_and:
      return old & operand;
    case amo_op::bit_or:
      return old | operand;
    case amo_op::bit_xor:
      return old ^ operand;
    case amo_op::swap:
      return operand;
    case amo_op::compare_swap:
      return old == condition ? operand : old;
    case amo_op::fetch:
      return old;
  }
  return 0;
}

TEST_F(Engine, AtomicsOfAllOpsAndWidthsUseAllBits) {
  start();
  const std::uint64_t old = 0xf00ff00f12345678u, operand = 0xdeadbeefcafef00du;
  for (unsigned i = 0; i < amo_op_count; ++i) {
    for (const std::uint64_t condition : {old, ~old}) {
      const auto op = static_cast<amo_op>(i);
      std::uint64_t wide = 0;
      std::uint32_t narrow = 0;
      heaps_[1][1] = heaps_[1][2] = old;
      post(make_amo_fetch(1, op, 8, 8, operand, condition, &wide));
      post(make_amo_fetch(1, op, 4, 16, operand, condition, &narrow));
      drain();
      EXPECT_EQ(wide, old) << "op " << i;
      EXPECT_EQ(narrow, static_cast<std::uint32_t>(old)) << "op " << i;
      EXPECT_EQ(heaps_[1][1], amo_expected<std::uint64_t>(op, old, operand, condition))
          << "op " << i;
      const auto low = amo_expected<std::uint32_t>(op, static_cast<std::uint32_t>(old),
                                                   static_cast<std::uint32_t>(operand),
                                                   static_cast<std::uint32_t>(condition));
      EXPECT_EQ(heaps_[1][2], (old & ~std::uint64_t{0xffffffff}) | low) << "op " << i;
    }
  }
}

TEST_F(Engine, AddsElementsOfAllKinds) {
  start({.chunk_bytes = 1000, .small_bytes = 256});
  expect_put_adds_of_all_kinds([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(Engine, AddsElementsAFewAtATime) {
  start({.order = engine_order::random, .seed = 7});
  expect_put_adds_of_all_kinds([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(Engine, SmallOvertakesLargeAndDoneStaysInOrder) {
  start({.chunk_bytes = 1024});
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_put(1, 128 * 1024, source_.data(), 8));
  for (int i = 0; i < 4 && heaps_[1][16 * 1024] == 0; ++i) engine_->progress(1);
  EXPECT_EQ(heaps_[1][16 * 1024], 1u);
  EXPECT_EQ(heaps_[1][8191], 0u) << "the large one cannot be through";
  EXPECT_EQ(shared_.done(), 0u);
  drain();
  EXPECT_EQ(heaps_[1][8191], 8192u);
}

TEST_F(Engine, LargeTransfersTakeTurns) {
  start({.chunk_bytes = 1024});
  post(make_put(1, 0, source_.data(), 32 * 1024));
  post(make_put(1, 64 * 1024, source_.data(), 8 * 1024));
  for (int i = 0; i < 20; ++i) engine_->progress(1);
  EXPECT_EQ(heaps_[1][8 * 1024 + 1023], 1024u) << "the shorter one is through";
  EXPECT_EQ(heaps_[1][4095], 0u) << "the longer one is not";
  drain();
}

TEST_F(Engine, RefusesZeroSizesAndChunksThatCutElements) {
  EXPECT_THROW(start({.chunk_bytes = 0}), error);
  EXPECT_THROW(start({.chunk_bytes = 100}), error);
  EXPECT_THROW(start({.max_in_flight = 0}), error);
}

}  // namespace
}  // namespace ark
