// What each descriptor does at the other end, in which order, and when it counts as done.
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/device/transfer/queue.hpp>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>
#include <thread>

#include "pair.hpp"
#include "queue/ring_storage.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

std::vector<std::uint64_t> numbers(std::size_t count, std::uint64_t first = 1) {
  std::vector<std::uint64_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST(Proxy, MovesPutsGetsInlinePutsAndSignals) {
  job pes(2);
  const auto source = numbers(4096);
  std::vector<std::uint64_t> back(4096), few(4);
  ASSERT_TRUE(pes[0].post(
      make_put(1, 64, source.data(), 4096 * 8).with_signal(0, signal_op::set, ~std::uint64_t{0})));
  ASSERT_TRUE(pes[0].post(make_fence()));
  ASSERT_TRUE(pes[0].post(make_get(1, 64, back.data(), 4096 * 8)));
  ASSERT_TRUE(pes[0].post(make_get(1, 64, few.data(), 32)));
  ASSERT_TRUE(pes[0].post(make_put_inline(1, 16, 3, 0x8877665544332211u)));
  ASSERT_TRUE(pes[0].post(make_signal(1, 8, signal_op::add, 5)));
  ASSERT_TRUE(pes[0].post(make_signal(1, 8, signal_op::add, 6)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(back, source);
  EXPECT_EQ(few, numbers(4));
  EXPECT_EQ(pes[1].heap[0], ~std::uint64_t{0});
  EXPECT_EQ(pes[1].heap[1], 11u);
  EXPECT_EQ(pes[1].heap[2], 0x332211u);
  EXPECT_TRUE(pes[0].served->idle());
  pes.expect_no_failure();
}

struct amo_case {
  amo_op op;
  std::uint64_t after;
};

TEST(Proxy, EveryAtomicInBothWidths) {
  const std::uint64_t old = 0xf0f0f0f0, operand = 0x0ff00ff1;
  const amo_case cases[] = {{amo_op::add, 0x100e100e1},
                            {amo_op::bit_and, old & operand},
                            {amo_op::bit_or, old | operand},
                            {amo_op::bit_xor, old ^ operand},
                            {amo_op::swap, operand},
                            {amo_op::compare_swap, operand},
                            {amo_op::fetch, old}};
  for (const amo_case& one : cases) {
    for (const std::uint64_t width : {4, 8}) {
      job pes(2);
      pes[1].heap[3] = old;
      std::uint64_t found = 0;
      ASSERT_TRUE(pes[0].post(make_amo_fetch(1, one.op, width, 24, operand, old, &found)));
      ASSERT_TRUE(pes.drain());
      EXPECT_EQ(found, old);
      const std::uint64_t mask = width == 8 ? ~std::uint64_t{0} : 0xffffffffu;
      EXPECT_EQ(pes[1].heap[3], one.after & mask) << "op " << static_cast<int>(one.op);
      ASSERT_TRUE(pes[0].post(make_amo(1, amo_op::add, width, 24, 2, 0)));
      ASSERT_TRUE(pes.drain());
      EXPECT_EQ(pes[1].heap[3], (one.after + 2) & mask);
      pes.expect_no_failure();
    }
  }
}

TEST(Proxy, CompareSwapThatDoesNotMatchChangesNothing) {
  job pes(2);
  pes[1].heap[3] = 7;
  std::uint64_t found = 0;
  ASSERT_TRUE(pes[0].post(make_amo_fetch(1, amo_op::compare_swap, 8, 24, 1, 8, &found)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(found, 7u);
  EXPECT_EQ(pes[1].heap[3], 7u);
}

// A source may be written again long before its data is delivered: the two counts differ.
TEST(Proxy, SourceIsReusableBeforeDelivery) {
  job pes(2);
  std::uint64_t word = 42;
  ASSERT_TRUE(pes[0].post(make_put(1, 0, &word, 8)));
  pes[0].served->progress(8);
  EXPECT_EQ(pes[0].reusable(), 1u);
  EXPECT_EQ(pes[0].ring.done(), 0u);
  word = 43;
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(pes[1].heap[0], 42u);
}

// The same for data that the receiver fetches: not reusable before that.
TEST(Proxy, RendezvousSourceIsNotReusableBeforeItIsRead) {
  job pes(2, nullptr, {.eager_bytes = 64});
  auto source = numbers(4096);
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), 4096 * 8)));
  for (int i = 0; i < 10; ++i) pes[0].served->progress(8);
  EXPECT_EQ(pes[0].reusable(), 0u);
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(pes[0].reusable(), 1u);
  EXPECT_EQ(std::memcmp(pes[1].heap.data(), source.data(), 4096 * 8), 0);
}

// A signal that was posted before a large transfer does not travel behind all its parts.
TEST(Proxy, ASmallMessageLeavesBeforeALargeOneThatFollows) {
  const fault_plan none;
  job pes(2, &none, {.part_bytes = 32 * 1024});
  const auto source = numbers(16 * 1024);
  ASSERT_TRUE(pes[0].post(make_signal(1, 8 * 20'000, signal_op::set, 5)));
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), source.size() * 8)));
  ASSERT_TRUE(pes.drain());
  const std::vector<message_kind>& sent = pes.fault(0).kinds_sent();
  ASSERT_GE(sent.size(), 5u);
  EXPECT_EQ(sent[0], message_kind::signal);
  EXPECT_EQ(sent[1], message_kind::put);
  EXPECT_EQ(pes[1].heap[20'000], 5u);
  pes.expect_no_failure();
}

// The caller of a put may reuse its source at once, and then waits: one message does for both.
TEST(Proxy, APutStaysForTheWaitThatFollows) {
  enum class waiter { none, poster, outsider };
  for (const waiter who : {waiter::none, waiter::poster, waiter::outsider}) {
    job pes(2);
    const std::uint64_t value = 5;
    ASSERT_TRUE(pes[0].post(make_put(1, 0, &value, 8)));
    pes[0].served->progress(8);
    EXPECT_EQ(pes[0].reusable(), 1u);
    pes[1].served->progress(8);
    EXPECT_EQ(pes[1].heap[0], 0u) << "it has not left";
    if (who == waiter::poster) pes[0].ring.await_mark(1);
    if (who == waiter::outsider) pes[0].ring.await_mark(1, true);
    pes[0].served->progress(8);
    pes[1].served->progress(8);
    EXPECT_EQ(pes[1].heap[0], 5u) << "it leaves in the next turn, whoever waits";
    pes[0].served->progress(8);
    EXPECT_EQ(pes[0].ring.done(), who == waiter::none ? 0u : 1u)
        << "acknowledged at once if somebody waits";
    ASSERT_TRUE(pes.drain());
  }
}

// CPU and GPU may lose each other's exchanges of one word of the host's memory.
TEST(Proxy, AWaitOfTheHostForItsKernelsHasAWordOfItsOwn) {
  ring_storage own(8), kernels(8);
  ring_view rings[] = {own.view(), kernels.view()};
  device_state state;
  state.rings = rings;
  state.host_ring_count = state.kernel_ring_count = 1;
  for (unsigned i : {0, 1}) {
    host_ring(rings[i]).publish_done(1);
    EXPECT_EQ(device::queue::wait_done(state, i, 1, op_kind::quiet, -1), errc::ok);
    EXPECT_EQ(host_ring(rings[i]).awaited(), 1u);
  }
  EXPECT_EQ(rings[0].counters->awaited_outside.value, 0u);
  EXPECT_EQ(rings[1].counters->awaited.value, 0u);
}

TEST(Proxy, APutWithASignalIsSentAtOnceWithAnEarlierPut) {
  job pes(2);
  const std::uint64_t value = 5;
  ASSERT_TRUE(pes[0].post(make_put(1, 64, &value, 8)));
  pes[0].served->progress(8);
  ASSERT_TRUE(pes[0].post(make_put(1, 128, &value, 8).with_signal(0, signal_op::set, 1)));
  pes[0].served->progress(8);
  pes[1].served->progress(8);
  EXPECT_EQ(pes[1].heap[8], 5u);
  EXPECT_EQ(pes[1].heap[16], 5u);
  EXPECT_EQ(pes[1].heap[0], 1u);
  ASSERT_TRUE(pes.drain());
}

// More than a link, a window and a ring hold at once.
TEST(Proxy, ManyMoreOperationsThanFitAtOnce) {
  job pes(2);
  constexpr std::uint64_t count = 20000;
  std::uint64_t posted = 0;
  ASSERT_TRUE(pes.drive([&] {
    while (posted < count && pes[0].post(make_amo(1, amo_op::add, 8, 8, posted + 1, 0))) ++posted;
    return posted == count && pes[0].drained();
  }));
  EXPECT_EQ(pes[1].heap[1], count * (count + 1) / 2);
  pes.expect_no_failure();
}

TEST(Proxy, ABadDescriptorIsRecordedAndLaterOnesAreExecuted) {
  job pes(2);
  std::uint64_t word = 1;
  ASSERT_TRUE(pes[0].post(make_put(1, heap_words * 8, &word, 8)));
  ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
  ASSERT_TRUE(pes.drain());
  EXPECT_EQ(pes[1].heap[0], 1u);
  const failure_record record = pes[0].failure();
  EXPECT_EQ(record.code, errc::bad_descriptor);
  EXPECT_STREQ(record.engine, "proxy");
  EXPECT_NE(std::string(record.detail).find("range outside the heap"), std::string::npos);
}

/// One PE whose ring has reply slots.
TEST(Proxy, DescriptorsWithoutAReplyHaveNoReplySlot) {
  detail::peer_view self;
  self.route = detail::peer_route::proxy;
  detail::device_state state;
  state.peers = &self;
  state.heap_bytes = 64;
  std::uint64_t word = 1;
  const auto refusal = [&](descriptor d, bool reply_slots) {
    d.set(detail::field::checksum, detail::descriptor_checksum(d));
    const detail::descriptor_fault why =
        detail::descriptor_refusal(state, d, self.route, reply_slots);
    return std::string(why == detail::descriptor_fault::none ? "" : fault_words(why));
  };
  const descriptor fetch = make_amo_fetch(0, amo_op::add, 8, 0, 1, 0, &word);
  EXPECT_EQ(refusal(make_get(0, 0, &word, 16).with_reply(), true), "");
  EXPECT_EQ(refusal(fetch.with_reply(), true), "");
  EXPECT_EQ(refusal(fetch.with_reply(), false), "unknown flags");
  EXPECT_EQ(refusal(make_get(0, 0, &word, 17).with_reply(), true),
            "reply slot of more than 16 bytes");
  EXPECT_EQ(refusal(make_put(0, 0, &word, 8).with_reply(), true), "reply slot without an answer");
}

TEST(Proxy, PingIsAnsweredAndFailuresAreAnnounced) {
  job pes(3);
  EXPECT_EQ(pes[0].served->last_message_ns(1), 0u);
  pes[0].served->ping(1);
  ASSERT_TRUE(pes.drive([&] { return pes[0].served->last_message_ns(1) != 0; }));
  EXPECT_NE(pes[1].served->last_message_ns(0), 0u);
  EXPECT_EQ(pes[0].served->last_message_ns(2), 0u);
  pes[0].served->announce(1, 2, 77);
  ASSERT_TRUE(pes.drive([&] { return !pes[1].heard.empty(); }));
  EXPECT_EQ(pes[1].heard[0].failed, 2);
  EXPECT_EQ(pes[1].heard[0].reported_by, 0);
  EXPECT_EQ(pes[1].heard[0].how, 77u);
}

// Nobody waits, nothing goes the other way: the acknowledgement comes by itself all the same.
TEST(Proxy, AnUnrequestedAcknowledgementIsSentAfterADelay) {
  job pes(2);
  ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
  EXPECT_TRUE(pes.drive([&] { return pes[0].drained(); }));
}

TEST(Proxy, RestsUntilSomethingIsPostedOrAwaited) {
  job pes(2);
  proxy& served = *pes[0].served;
  const auto settle = [&] {
    while (served.progress(8)) {
    }
  };
  settle();
  EXPECT_TRUE(served.rests());
  ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
  EXPECT_FALSE(served.rests()) << "a descriptor is waiting";
  settle();
  EXPECT_FALSE(served.idle()) << "nothing is acknowledged";
  EXPECT_TRUE(served.rests());
  pes[0].ring.await_mark(1);
  EXPECT_FALSE(served.rests()) << "a request to acknowledge is to be sent";
  settle();
  EXPECT_TRUE(served.rests());
  EXPECT_TRUE(pes.drive([&] { return pes[0].drained(); }));
}

TEST(Proxy, SleepsForShortIfAnAcknowledgementIsNotDue) {
  std::optional<job> pes;
  bool keeps = false;
  std::uint64_t took_ns = inbound::ack_patience_ns;
  // Again if this thread stood still for so long.
  for (int attempt = 0; attempt < 50 && !keeps && took_ns >= inbound::ack_patience_ns; ++attempt) {
    pes.emplace(2);
    proxy &from = *(*pes)[0].served, &to = *(*pes)[1].served;
    ASSERT_TRUE((*pes)[0].post(make_signal(1, 0, signal_op::add, 1)));
    EXPECT_FALSE(from.prepare_to_sleep()) << "a descriptor is waiting";
    from.progress(8);
    EXPECT_FALSE(to.prepare_to_sleep()) << "a message is waiting";
    const std::uint64_t begun = clock_ns();
    to.progress(8);
    EXPECT_TRUE(to.prepare_to_sleep());
    keeps = to.keeps_acks();
    took_ns = clock_ns() - begun;
  }
  EXPECT_TRUE(keeps);
  std::this_thread::sleep_for(std::chrono::nanoseconds(inbound::ack_patience_ns));
  EXPECT_TRUE((*pes)[1].served->prepare_to_sleep());
  EXPECT_FALSE((*pes)[1].served->keeps_acks());
  (*pes)[0].served->progress(8);
  EXPECT_TRUE((*pes)[0].drained());
}

}  // namespace
}  // namespace ark::proxy
