// The watch of conditions on a heap of its own: a delivery at any time around the begin of a watch.
#include "condition_watch.hpp"

#include <gtest/gtest.h>

#include <ark/detail/platform/clock.hpp>
#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

namespace ark {
namespace {

/// A PE without rings whose heap holds a doorbell and a word.
struct small_pe {
  struct heap_words {
    std::uint64_t nothing[16] = {};
    detail::doorbell bell;
    alignas(8) std::uint64_t word = 0;
  };
  small_pe() {
    peer.heap_base = state.heap_base = reinterpret_cast<std::uint64_t>(heap.get());
    state.heap_bytes = sizeof *heap;
    state.peers = &peer;
    state.workspace.doorbell = offsetof(heap_words, bell);
  }
  /// As the thread of another PE.
  void deliver(std::uint64_t value) {
    detail::store_release(&heap->word, value);
    detail::note_signal(state, 0, &heap->word);
  }
  std::unique_ptr<heap_words> heap = std::make_unique<heap_words>();
  detail::peer_view peer;
  detail::device_state state;
};

TEST(ConditionWatch, NoDeliveryIsMissedAtTheBeginOfAWatch) {
  std::mt19937 random(1);
  int missed = 0;
  for (int round = 0; round < 200; ++round) {
    small_pe pe;
    condition_watch watch(pe.state);
    const auto wait = std::chrono::microseconds(random() % 300);
    std::thread deliverer([&] {
      std::this_thread::sleep_for(wait);
      pe.deliver(1);
    });
    std::atomic<int> code{-1};
    awaited_condition what;
    what.word = &pe.heap->word;
    what.value = 1;
    what.within_ns = 500'000'000;
    what.then = [&](errc how, std::uint64_t) { code = static_cast<int>(how); };
    // A missed delivery is found by the check at the deadline, which is late.
    const std::uint64_t begin = detail::clock_ns();
    watch.attach(std::move(what));
    while (code == -1) std::this_thread::sleep_for(std::chrono::microseconds(50));
    deliverer.join();
    EXPECT_EQ(code, static_cast<int>(errc::ok));
    if (detail::clock_ns() - begin >= 500'000'000) ++missed;
    if (missed > 2) break;
  }
  EXPECT_LE(missed, 0) << "deliveries";
}

TEST(ConditionWatch, ABitThatNoWordNeedsLeavesTheFilter) {
  small_pe pe;
  condition_watch watch(pe.state);
  std::atomic<int> completed{0};
  awaited_condition what;
  what.word = &pe.heap->word;
  what.value = 1;
  what.then = [&](errc, std::uint64_t) { ++completed; };
  watch.attach(what);
  for (int i = 0; i < 10'000 && detail::load_relaxed(&pe.heap->bell.filter) != 0; ++i) {
    pe.deliver(1);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  EXPECT_EQ(completed, 1);
  EXPECT_EQ(detail::load_relaxed(&pe.heap->bell.filter), 0u);
  watch.attach(what);
  EXPECT_EQ(completed, 2);
}

TEST(ConditionWatch, AListenerHearsEverySignalUntilItLeaves) {
  small_pe pe;
  condition_watch watch(pe.state);
  awaited_condition what;
  what.word = &pe.heap->word;
  what.value = 2;
  what.then = [](errc, std::uint64_t) {};
  const std::uint64_t attached = watch.attach(std::move(what));
  static_cast<void>(watch.listen_to_all());
  EXPECT_EQ(pe.heap->bell.filter, ~std::uint64_t{0});
  const std::uint32_t before = std::atomic_ref(pe.heap->bell.count).load();
  for (int i = 0; i < 20; ++i) detail::note_signal(pe.state, 0, &pe.heap->nothing[i % 16]);
  EXPECT_EQ(std::atomic_ref(pe.heap->bell.count).load(), before + 20);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the watch has checked its lists
  EXPECT_EQ(pe.heap->bell.filter, ~std::uint64_t{0}) << "a futile ring removes nothing";
  watch.stop_listening();
  EXPECT_EQ(pe.heap->bell.filter, detail::doorbell_bit(&pe.heap->word));
  EXPECT_TRUE(watch.detach(attached));
}

}  // namespace
}  // namespace ark
