// What the CPU engine does with each descriptor, in which order, and what it refuses.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "posting.hpp"
#include "queue/cpu_engine.hpp"
#include "two_pes.hpp"

namespace ark {
namespace {

using namespace detail;

using testing::heap_bytes;

TEST(OperationTable, HandsOutEachSlotOnceAndUsedOnesFirst) {
  operation_table table(2);
  EXPECT_FALSE(table.full());
  const std::uint32_t first = table.acquire({}), second = table.acquire({});
  EXPECT_NE(first, second);
  EXPECT_TRUE(table.full());
  table.release(first);
  EXPECT_FALSE(table.full());
  operation next;
  next.ticket = 7;
  EXPECT_EQ(table.acquire(next), first);
  EXPECT_EQ(table[first].ticket, 7u);
  EXPECT_TRUE(table.full());
}

class EngineRules : public ::testing::Test, protected testing::two_pes {
 protected:
  void start(const cpu_engine_options& options = {}) {
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
};

TEST_F(EngineRules, MovesPutsGetsInlinePutsAndSignals) {
  start({.chunk_bytes = 1000, .small_bytes = 1000});
  expect_puts_gets_and_signals([this](const descriptor& d) { post(d); }, [this] { drain(); });
  EXPECT_TRUE(engine_->idle());
}

/// Under the random order: how many of 200 seeds show the flag before the data, and the put's own
/// signal before it? `fenced`: the flag is posted as behind a fence, once the data is done.
class EngineReorders : public EngineRules {
 protected:
  int seeds_with_reordering(bool fenced, bool own_signal) {
    int seen = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
      const ring_storage storage(256);
      view_ = storage.view();
      shared_ = ring(view_);
      start({.order = engine_order::random, .seed = seed});
      descriptor data = make_put(1, 0, source_.data(), 64 * 8);
      if (own_signal) data = data.with_signal(4096, signal_op::set, 1);
      post(data);
      if (fenced) drain();
      if (!own_signal) post(make_put_inline(1, 4096, 8, 1));
      bool early = false;
      for (int i = 0; i < 10'000 && shared_.done() < shared_.head(); ++i) {
        engine_->progress(1);
        for (int w = 0; w < 64 && heaps_[1][512] == 1; ++w) early |= heaps_[1][w] != source_[w];
      }
      EXPECT_EQ(shared_.done(), shared_.head()) << "seed " << seed;
      seen += early;
    }
    return seen;
  }
};

TEST_F(EngineReorders, DoneDescriptorsAreDelivered) {
  EXPECT_EQ(seeds_with_reordering(true, false), 0);
}
TEST_F(EngineReorders, ControlWithoutAWaitReorderingIsSeen) {
  EXPECT_GT(seeds_with_reordering(false, false), 0);
}
TEST_F(EngineReorders, SignalComesAfterItsOwnData) {
  EXPECT_EQ(seeds_with_reordering(false, true), 0);
}

TEST_F(EngineRules, RefusesEachBadDescriptorByName) {
  std::uint64_t local = 0;
  descriptor flagged = make_fence(), unknown = make_fence(),
             odd_signal = make_signal(1, 0, signal_op::add, 1);
  const auto no_policy = static_cast<cache_policy>(cache_policy_count);
  flagged.set(field::flags, 8);  // the first behind the cache policy
  unknown.set(field::op, descriptor_op_count);
  odd_signal.set(field::signal_kind, signal_op_count);
  peers_[0].route = peer_route::proxy;
  const std::vector<std::pair<descriptor, std::string>> cases = {
      {flagged, "unknown flags"},
      {unknown, "unknown operation"},
      {make_fence(), "unknown operation"},  // the proxy alone keeps an order
      {make_put(1, 0, &local, 8, no_policy), "unknown cache policy"},
      {make_get(1, 0, &local, 8, no_policy), "unknown cache policy"},
      {testing::with_cache(make_put_inline(1, 0, 8, 1), cache_policy::keep),
       "cache policy without a transfer"},
      {testing::with_cache(make_fence(), cache_policy::streaming),
       "cache policy without a transfer"},
      {odd_signal, "unknown signal operation"},
      {make_put(2, 0, &local, 8), "PE out of range"},
      {make_put(0, 0, &local, 8), "PE not mapped"},
      {make_put(1, heap_bytes - 4, &local, 8), "range outside the heap"},
      {make_put(1, 0, nullptr, 8), "null source"},
      {make_get(1, 0, nullptr, 8), "null destination"},
      {make_put(1, 0, &local, 8).with_signal(heap_bytes, signal_op::set, 1),
       "signal outside the heap"},
      {make_put(1, 0, &local, 8).with_signal(4, signal_op::set, 1), "signal not aligned"},
      {make_signal(1, 0, signal_op::none, 1), "signal without an operation"},
      {make_get(1, 0, &local, 8).with_signal(8, signal_op::set, 1), "signal of a get"},
      {make_put_inline(1, 0, 9, 1), "inline length"},
      {make_put_inline(1, 0, 0, 1), "inline length"},
      {make_amo(1, static_cast<amo_op>(amo_op_count), 8, 0, 1, 0), "unknown atomic"},
      {make_amo(1, amo_op::add, 2, 0, 1, 0), "atomic width"},
      {make_amo(1, amo_op::add, 8, 4, 1, 0), "atomic not aligned"},
      {make_amo_fetch(1, amo_op::add, 8, 0, 1, 0, nullptr), "result address"},
      {make_put_add(1, static_cast<element_kind>(element_kind_count), 0, &local, 8),
       "unknown element"},
      {make_put_add(1, element_kind::int64, 0, &local, 4), "not whole elements"},
      {make_put_add(1, element_kind::float64, 4, &local, 8), "elements not aligned"},
      {make_put_add(1, element_kind::int32, 2, &local, 4), "elements not aligned"},
      {make_put_add(1, element_kind::float16, 0, &local, 3), "not whole elements"},
      {make_put_add(1, element_kind::bfloat16, 1, &local, 2), "elements not aligned"},
      {make_put_add(1, element_kind::int32, 0, nullptr, 4), "null source"},
      {make_put_add(1, element_kind::float32, 0, reinterpret_cast<std::byte*>(&local) + 2, 4),
       "source not aligned"},
      {make_put_add(1, element_kind::int64, heap_bytes - 8, &local, 16), "range outside the heap"},
      {testing::with_cache(make_put_add(1, element_kind::int64, 0, &local, 8), cache_policy::keep),
       "cache policy without a transfer"},
  };
  start();
  for (const auto& [d, why] : cases) {
    state_.status = 0;
    state_.failure_count = 0;
    post(d);
    drain();
    EXPECT_EQ(static_cast<errc>(state_.status), errc::bad_descriptor) << why;
    EXPECT_NE(std::string(state_.failure.detail).find(why), std::string::npos)
        << state_.failure.detail;
  }
  for (const std::uint64_t word : heaps_[1])
    ASSERT_EQ(word, 0u) << "a refused descriptor touched memory";
}

TEST_F(EngineRules, CorruptedDescriptorsTouchNothing) {
  start();
  std::mt19937_64 random(20240611);
  int refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t ticket = shared_.head();
    post(make_put(1, 64, source_.data(), 64).with_signal(8, signal_op::add, 1));
    std::uint64_t* slot = view_.slots + (ticket & view_.mask) * descriptor_words;
    for (std::uint64_t flips = 1 + random() % 8; flips > 0; --flips) {
      slot[random() % descriptor_words] ^= std::uint64_t{1} << (random() % 63);
    }
    descriptor d;
    ASSERT_TRUE(shared_.peek(ticket, d));
    const std::uint64_t checksum = d.get(field::checksum);
    if (checksum == 0 ||
        checksum == descriptor_checksum(d)) {  // one in 4096: not this test's matter
      const descriptor harmless;
      for (unsigned w = 0; w < descriptor_words; ++w)
        slot[w] = (slot[w] & phase_bit) | harmless.word[w];
    }
    drain();
    ++refused;
  }
  EXPECT_GT(state_.failure_count, 99'000u) << refused;
  for (const auto& heap : heaps_) {
    for (const std::uint64_t word : heap) ASSERT_EQ(word, 0u);
  }
}

TEST_F(EngineRules, ManyCallersOfProgressDeliverEachOnce) {
  start();
  std::atomic<bool> stop{false};
  const auto drive = [&] {
    while (!stop) {
      if (!engine_->progress(16)) std::this_thread::yield();
    }
  };
  std::jthread first(drive), second(drive);
  constexpr std::uint64_t count = 20'000;
  bool all_in_time = true;
  for (std::uint64_t i = 0; i < count && all_in_time; ++i) {
    const auto posted =
        testing::post(shared_, make_signal(1, 0, signal_op::add, 1), testing::yield_until);
    all_in_time = posted.code == errc::ok;
  }
  EXPECT_TRUE(all_in_time && testing::eventually([&] { return shared_.done() == count; }));
  stop = true;
  first.join();
  second.join();
  EXPECT_EQ(heaps_[1][0], count);
}

}  // namespace
}  // namespace ark
