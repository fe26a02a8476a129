// Puts and gets that the network carries out in the peer's memory: windows, order, and failures.
#include <ark/detail/queue/descriptor.hpp>

#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

constexpr std::size_t words = 512;

/// Two PEs whose transfers of 64 bytes or more are one-sided, and a buffer at PE 0.
struct one_sided_pair {
  explicit one_sided_pair(const fault_plan& faults = {})
      : plan(faults), pes(2, &plan, {.one_sided = true}, 64), buffer(words, 1) {}

  [[nodiscard]] bool put(std::uint64_t offset) {
    return pes[0].post(make_put(1, offset, buffer.data(), words * 8));
  }
  /// PE 0 may write to PE 1 from now on.
  void open_window() {
    ASSERT_TRUE(put(0));
    ASSERT_TRUE(pes.drain());
    ASSERT_TRUE(pes.drive([] { return false; }, 100) == false);
    ASSERT_EQ(transfers(), 0u) << "the first goes by message, and asks";
  }
  [[nodiscard]] std::uint64_t transfers() { return pes.fault(0).one_sided_transfers(); }
  /// PE 1 does nothing: as if it were busy.
  void drive_first(int rounds = 50) {
    for (int i = 0; i < rounds; ++i) pes[0].served->progress(8);
  }

  fault_plan plan;
  job pes;
  std::vector<std::uint64_t> buffer;
};

TEST(OneSided, DataArrivesWithoutTheTargetAndCountsAfterItsCompletionMessage) {
  one_sided_pair two;
  two.open_window();
  two.buffer.assign(words, 2);
  ASSERT_TRUE(two.pes[0].post(
      make_put(1, 0, two.buffer.data(), words * 8).with_signal(words * 8, signal_op::add, 5)));
  two.drive_first();
  EXPECT_EQ(two.transfers(), 1u);
  EXPECT_EQ(two.pes[1].heap[words - 1], 2u) << "nobody drove PE 1";
  EXPECT_EQ(two.pes[1].heap[words], 0u) << "the signal is its to set";
  EXPECT_EQ(two.pes[0].reusable(), two.pes[0].ring.head());
  EXPECT_FALSE(two.pes[0].drained());
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.pes[1].heap[words], 5u);
  two.pes.expect_no_failure();
}

TEST(OneSided, GetNeedsNothingOfTheTarget) {
  one_sided_pair two;
  two.open_window();
  two.pes[1].heap[words - 1] = 77;
  ASSERT_TRUE(two.pes[0].post(make_get(1, 0, two.buffer.data(), words * 8)));
  two.drive_first();
  EXPECT_TRUE(two.pes[0].drained());
  EXPECT_EQ(two.buffer[words - 1], 77u);
  EXPECT_EQ(two.buffer[0], 1u);
}

TEST(OneSided, SmallOnesGoByMessage) {
  one_sided_pair two;
  two.open_window();
  ASSERT_TRUE(two.pes[0].post(make_put(1, 0, two.buffer.data(), 56)));
  ASSERT_TRUE(two.pes[0].post(make_get(1, 0, two.buffer.data(), 56)));
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.transfers(), 0u);
}

/// PE 0 adds to a word, then puts; returns what PE 1, which has done nothing yet, has of the put.
std::uint64_t put_seen_before_the_atomic(bool fenced) {
  one_sided_pair two;
  two.open_window();
  two.buffer.assign(words, 9);
  EXPECT_TRUE(two.pes[0].post(make_amo(1, amo_op::add, 8, words * 8, 1, 0)));
  if (fenced) {
    EXPECT_TRUE(two.pes[0].post(make_fence()));
  }
  EXPECT_TRUE(two.put(0));
  two.drive_first();
  EXPECT_EQ(two.pes[1].heap[words], 0u);
  const std::uint64_t seen = two.pes[1].heap[0];
  EXPECT_TRUE(two.pes.drain());
  EXPECT_EQ(two.pes[1].heap[0], 9u);
  EXPECT_EQ(two.pes[1].heap[words], 1u);
  return seen;
}

TEST(OneSided, APutBeforeAFenceComesBeforeALaterAtomic) {
  EXPECT_EQ(put_seen_before_the_atomic(true), 1u) << "the put has overtaken";
}

// The control: without the fence it does overtake.
TEST(OneSided, WithoutAFenceItOvertakes) { EXPECT_EQ(put_seen_before_the_atomic(false), 9u); }

TEST(OneSided, OnceTheFenceIsReachedItIsOneSidedAgain) {
  one_sided_pair two;
  two.open_window();
  ASSERT_TRUE(two.pes[0].post(make_fence()));
  ASSERT_TRUE(two.put(0));
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.transfers(), 1u) << "all before the fence had been acknowledged";
}

TEST(OneSided, AHeapThatGrowsGetsAnotherWindow) {
  one_sided_pair two;
  const std::uint64_t all = two.pes[0].state.heap_bytes, half = all / 2;
  for (int pe = 0; pe < 2; ++pe) two.pes[pe].state.heap_bytes = half;
  two.open_window();
  for (int pe = 0; pe < 2; ++pe) two.pes[pe].state.heap_bytes = all;
  ASSERT_TRUE(two.put(half));
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.transfers(), 0u) << "asks again";
  ASSERT_TRUE(two.pes.drive([&] { return two.pes[0].drained(); }, 100));
  two.drive_first();
  ASSERT_TRUE(two.put(half));
  ASSERT_TRUE(two.put(0));
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.transfers(), 2u);
  ASSERT_TRUE(two.put(half - 8));
  ASSERT_TRUE(two.pes.drain());
  EXPECT_EQ(two.transfers(), 2u) << "in two windows: by message";
  EXPECT_EQ(two.pes[1].heap[half / 8 - 1], 1u);
  two.pes.expect_no_failure();
}

TEST(OneSided, APeerThatExposesNothingIsServedByMessage) {
  const auto make = [](int pe) {
    return std::make_unique<test_pe>(
        pe, 2, std::make_unique<loopback>(loopback::options{.one_sided = pe == 0}), 1024, false,
        64);
  };
  const auto first = make(0), second = make(1);
  for (const auto* one : {&first, &second}) {
    (*one)->over->connect({first->over->address(), second->over->address()},
                          (*one)->served->as_receiver());
  }
  std::vector<std::uint64_t> source(words, 3);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(first->post(make_put(1, 0, source.data(), words * 8)));
    first->ring.await_mark(first->ring.head());
    for (int round = 0; round < 100; ++round) {
      first->served->progress(8);
      if (round < 50) {
        EXPECT_FALSE(first->drained()) << "it needs PE 1";
        EXPECT_EQ(second->heap[0], i == 0 ? 0u : 3u + static_cast<unsigned>(i) - 1);
      } else {
        second->served->progress(8);
      }
    }
    EXPECT_TRUE(first->drained());
    source.assign(words, 4 + static_cast<std::uint64_t>(i));
  }
  EXPECT_EQ(second->heap[0], 5u);
}

TEST(OneSided, ALostPeerEndsOpenTransfers) {
  for (const bool read : {false, true}) {
    SCOPED_TRACE(read ? "get" : "put");
    one_sided_pair two({.delay = 1000, .fail_write = 2});
    two.open_window();
    const auto post = [&] {
      return two.pes[0].post(read ? make_get(1, 0, two.buffer.data(), words * 8)
                                  : make_put(1, 0, two.buffer.data(), words * 8));
    };
    ASSERT_TRUE(post());
    two.drive_first(1);
    ASSERT_EQ(two.transfers(), 1u);
    EXPECT_FALSE(two.pes[0].drained());
    ASSERT_TRUE(post());
    two.drive_first(1);
    EXPECT_TRUE(two.pes[0].drained()) << "both";
    EXPECT_EQ(two.pes[0].failure().code, errc::peer_failed);
    EXPECT_EQ(two.pes[0].failure().peer, 1);
  }
}

TEST(OneSided, OfACutPeerTheyStayOpenUntilItIsGivenUp) {
  one_sided_pair two;
  two.open_window();
  two.pes.fault(0).cut(1);
  ASSERT_TRUE(two.put(0));
  ASSERT_TRUE(two.pes[0].post(make_get(1, 0, two.buffer.data(), words * 8)));
  two.drive_first(1000);
  EXPECT_FALSE(two.pes[0].drained());
  EXPECT_EQ(two.pes[0].failure().code, errc::ok);
  two.pes[0].served->give_up(1);
  two.drive_first();
  EXPECT_TRUE(two.pes[0].drained());
  EXPECT_EQ(two.pes[0].failure().code, errc::peer_failed);
}

}  // namespace
}  // namespace ark::proxy
