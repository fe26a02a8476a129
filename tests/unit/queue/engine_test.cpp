// The CPU engine: atomics, which transfers take turns, and whom a fence holds. What it has in
// common with other engines: any_engine_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "engine/cpu_engine.hpp"
#include "engine/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;

constexpr std::size_t heap_size = 1 << 18;

/// Two PEs' heaps in one process, one ring.
class Engine : public ::testing::Test {
 protected:
  Engine() : storage_(256), view_(storage_.view()), shared_(view_) {
    for (int pe = 0; pe < 2; ++pe) {
      heaps_[pe].assign(heap_size / 8, 0);
      peers_[pe] = {reinterpret_cast<std::uint64_t>(heaps_[pe].data()), peer_route::mapped, 0};
    }
    state_.n_pes = 2;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_.data();
    state_.heap_bytes = heap_size;
    source_.resize(heap_size / 8);
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = i + 1;
  }
  void start(const cpu_engine_options& options = {}) {
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
  void post(const descriptor& d) { ASSERT_EQ(shared_.try_push(d).code, errc::ok); }
  void drain() {
    for (int i = 0; i < 1'000'000 && shared_.done() < shared_.head(); ++i) engine_->progress(64);
    ASSERT_EQ(shared_.done(), shared_.head());
  }

  ring_storage storage_;
  ring_view view_;
  ring shared_;
  device_state state_;
  std::array<peer_view, 2> peers_;
  std::array<std::vector<std::uint64_t>, 2> heaps_;
  std::vector<std::uint64_t> source_;
  std::unique_ptr<cpu_engine> engine_;
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

TEST_F(Engine, FenceHoldsItsPeAndNoOther) {
  start({.chunk_bytes = 1024});
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_fence());
  post(make_put_inline(1, 128 * 1024, 8, 7));
  post(make_put_inline(0, 0, 8, 7));
  for (int i = 0; i < 8; ++i) engine_->progress(1);
  EXPECT_EQ(heaps_[0][0], 7u);
  EXPECT_EQ(heaps_[1][16 * 1024], 0u);
  EXPECT_EQ(heaps_[1][8191], 0u);
  drain();
  EXPECT_EQ(heaps_[1][16 * 1024], 7u);
}

TEST_F(Engine, RefusesZeroSizes) {
  EXPECT_THROW(start({.chunk_bytes = 0}), error);
  EXPECT_THROW(start({.max_in_flight = 0}), error);
}

}  // namespace
}  // namespace ark
