// Puts and gets in parts: what the ring, the signal and a failure make of them.
#include <ark/detail/queue/descriptor.hpp>

#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

constexpr std::size_t large_words = 4096;
const loopback::options in_parts{.part_bytes = 1000};  // the last of 768 bytes, if all words go

TEST(Parts, EveryByteArrivesAndTheRingCountsOneOperation) {
  job pes(2, nullptr, in_parts);
  std::vector<std::uint64_t> source(large_words), back(large_words);
  for (std::size_t i = 0; i < large_words; ++i) source[i] = i + 1;
  ASSERT_TRUE(pes[0].post(
      make_put(1, 8, source.data(), large_words * 8).with_signal(0, signal_op::add, 3)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(pes[0].ring.done(), 1u);
  EXPECT_EQ(pes[0].reusable(), 1u);
  EXPECT_EQ(pes[1].heap[0], 3u) << "once, not with every part";
  EXPECT_TRUE(std::equal(source.begin(), source.end(), pes[1].heap.begin() + 1));
  EXPECT_EQ(pes[1].heap[large_words + 1], 0u);
  ASSERT_TRUE(pes[0].post(make_get(1, 8, back.data(), large_words * 8)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(back, source);
  EXPECT_EQ(pes[0].ring.done(), 2u);
}

TEST(Parts, LaterDescriptorsArriveAfterAllPartsOfAPut) {
  job pes(2, nullptr, in_parts);
  std::vector<std::uint64_t> source(large_words, 5);
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), large_words * 8)));
  ASSERT_TRUE(pes[0].post(make_fence()));
  ASSERT_TRUE(pes[0].post(make_put_inline(1, (large_words - 1) * 8, 8, 6)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(pes[1].heap[large_words - 1], 6u);
  EXPECT_EQ(pes[1].heap[large_words - 2], 5u);
}

// More parts than a peer may have open: they wait for acknowledgements, and nothing is lost.
TEST(Parts, MoreThanAPeerMayHaveOpen) {
  job pes(2, nullptr, {.part_bytes = 16});
  std::vector<std::uint64_t> source(large_words, 7);
  static_assert(large_words * 8 / 16 > outbound::capacity);
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), large_words * 8)));
  for (int i = 0; i < 1000; ++i) pes[0].served->progress(8);
  EXPECT_FALSE(pes[0].drained());
  EXPECT_EQ(pes[0].reusable(), 0u) << "not all of it has been read";
  ASSERT_TRUE(pes.drain());
  EXPECT_TRUE(std::equal(source.begin(), source.end(), pes[1].heap.begin()));
}

TEST(Parts, TheProxySleepsOnlyWhileTheyWaitForThePeer) {
  job pes(2, nullptr, {.part_bytes = 16});
  std::vector<std::uint64_t> source(large_words, 7);
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), large_words * 8)));
  pes[0].served->progress(8);
  EXPECT_FALSE(pes[0].served->prepare_to_sleep()) << "parts are left, and could go";
  for (int i = 0; i < 1000; ++i) pes[0].served->progress(8);
  EXPECT_TRUE(pes[0].served->prepare_to_sleep());
  ASSERT_TRUE(pes.drain());
}

TEST(Parts, ALostPeerEndsThemAllWhereverTheyAre) {
  struct {
    bool get;
    std::uint64_t at;
  } const cases[] = {{false, 1}, {false, 5}, {false, 14}, {true, 1}};
  for (const auto& [get, at] : cases) {
    SCOPED_TRACE(::testing::Message() << (get ? "get" : "put") << " lost at send " << at);
    const fault_plan plan{.fail_send = at};
    job pes(2, &plan, {.part_bytes = 20'000});  // 14, each a message of its own
    std::vector<std::uint64_t> buffer(heap_words, 9);
    ASSERT_TRUE(pes[0].post(get ? make_get(1, 0, buffer.data(), buffer.size() * 8)
                                : make_put(1, 0, buffer.data(), buffer.size() * 8)));
    for (int i = 0; i < 40; ++i) pes[0].served->progress(1);
    EXPECT_TRUE(pes[0].drained());
    EXPECT_EQ(pes[0].failure().code, errc::peer_failed);
    EXPECT_EQ(pes[0].failure().peer, 1);
  }
}

}  // namespace
}  // namespace ark::proxy
