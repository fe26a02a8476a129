// Order and failure when the transport delays, reorders, fails, drops and cuts.
#include <ark/detail/queue/descriptor.hpp>
#include <chrono>
#include <map>
#include <thread>

#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

constexpr std::uint64_t flag_offset = 0, data_offset = 64;
constexpr std::size_t data_words = 4096;  // more than a bundle takes and loopback sends eagerly

/// PE 0 writes `step` to all data words, then to the flag, as two operations with or without a
/// fence between them. Returns how often PE 1 saw the flag before the data.
std::uint64_t overtakings(std::uint64_t seed, bool fenced, bool in_one,
                          const loopback::options& how) {
  const fault_plan plan{.seed = seed, .delay = 20, .reorder = true};
  job pes(2, &plan, how, how.one_sided ? 1 : 0);
  std::vector<std::uint64_t> source(data_words);
  std::uint64_t violations = 0;
  for (std::uint64_t step = 1; step <= 20; ++step) {
    std::fill(source.begin(), source.end(), step);
    const descriptor data = make_put(1, data_offset, source.data(), data_words * 8);
    if (in_one) {
      EXPECT_TRUE(pes[0].post(data.with_signal(flag_offset, signal_op::set, step)));
    } else {
      EXPECT_TRUE(pes[0].post(data));
      if (fenced) {
        EXPECT_TRUE(pes[0].post(make_fence()));
      }
      EXPECT_TRUE(pes[0].post(make_signal(1, flag_offset, signal_op::set, step)));
    }
    bool seen = false;
    EXPECT_TRUE(pes.drive([&] {
      if (!seen && pes[1].heap[0] == step) {
        seen = true;
        const std::uint64_t* words = pes[1].heap.data() + data_offset / 8;
        if (!std::all_of(words, words + data_words, [&](auto w) { return w == step; })) {
          ++violations;
        }
      }
      return pes[0].drained();
    }));
    EXPECT_TRUE(seen);
  }
  pes.expect_no_failure();
  EXPECT_EQ(pes.fault(0).one_sided_transfers() > 10, how.one_sided);
  return violations;
}

/// As one message, in parts, and written by the network.
const std::map<const char*, loopback::options> carriers = {
    {"whole", {}}, {"in parts", {.part_bytes = 1000}}, {"one-sided", {.one_sided = true}}};

TEST(Fault, SignalNeverOvertakesItsData) {
  for (const auto& [name, how] : carriers) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      EXPECT_EQ(overtakings(seed, false, true, how), 0u) << name << ", seed " << seed;
    }
  }
}

TEST(Fault, FenceHoldsBackLaterOperations) {
  for (const auto& [name, how] : carriers) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      EXPECT_EQ(overtakings(seed, true, false, how), 0u) << name << ", seed " << seed;
    }
  }
}

// The control of both: without a fence the flag does overtake.
TEST(Fault, WithoutAFenceTheFlagOvertakes) {
  for (const auto& [name, how] : carriers) {
    std::uint64_t seen = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) seen += overtakings(seed, false, false, how);
    EXPECT_GT(seen, 0u) << name;
  }
}

TEST(Fault, FailedSendNamesThePeerAndEndsItsOperations) {
  const fault_plan plan{.fail_send = 3};
  job pes(3, &plan);
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
    pes[0].served->progress(1);  // a message of its own
  }
  ASSERT_TRUE(pes[0].post(make_signal(2, 0, signal_op::add, 1)));
  ASSERT_TRUE(pes.drive([&] { return pes[0].drained(); }));
  const failure_record record = pes[0].failure();
  EXPECT_EQ(record.code, errc::peer_failed);
  EXPECT_EQ(record.peer, 1);
  EXPECT_NE(std::string(record.detail).find("fault transport fails"), std::string::npos);
  EXPECT_EQ(pes[1].heap[0], 2u) << "what left before is delivered";
  EXPECT_EQ(pes[2].heap[0], 1u) << "other peers go on";
  EXPECT_EQ(pes[0].state.failure_count, 3u) << "one for the peer, one for each later operation";
}

// A cut cable says nothing: the operation stays open, and it is the waiter's deadline that ends it.
TEST(Fault, CutLinkLeavesOperationsOpenUntilItIsRestored) {
  const fault_plan plan;
  job pes(2, &plan);
  pes.fault(1).cut(0);
  ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
  EXPECT_FALSE(pes.drive([&] { return pes[0].drained(); }, 2000));
  EXPECT_EQ(pes[0].failure().code, errc::ok);
  EXPECT_EQ(pes[0].ring.done(), 0u);
}

TEST(Fault, DroppedMessageIsNeverCountedAsDelivered) {
  const fault_plan plan{.drop_send = 2};
  job pes(2, &plan);
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::add, 1)));
    pes[0].served->progress(1);  // a message of its own
  }
  EXPECT_FALSE(pes.drive([&] { return pes[0].drained(); }, 5000));
  EXPECT_EQ(pes[1].heap[0], 3u);
  std::this_thread::sleep_for(std::chrono::nanoseconds(2 * inbound::ack_patience_ns));
  EXPECT_FALSE(pes.drive([&] { return pes[0].drained(); }, 5000));
  EXPECT_EQ(pes[0].ring.done(), 1u) << "counted up to the hole";
}

TEST(Fault, DroppedCompletionKeepsTheSourceAndTheOperationOpen) {
  const fault_plan plan{.drop_sent = 1};
  job pes(2, &plan, {.eager_bytes = 64});
  std::vector<std::uint64_t> source(4096, 7);
  ASSERT_TRUE(pes[0].post(make_put(1, 0, source.data(), source.size() * 8)));
  EXPECT_FALSE(pes.drive([&] { return pes[0].drained(); }, 5000));
  EXPECT_EQ(pes[1].heap[4095], 7u) << "delivered";
  EXPECT_EQ(pes[0].reusable(), 0u) << "but nobody has said that the source was read";
}

// A broken connection may be what came of another PE's failure: nothing ends before somebody has
// found out.
TEST(Fault, OperationsToASuspectedPeerStayOpenUntilALossIsReported) {
  for (const bool of_another : {false, true}) {
    fault_plan plan{.fail_send = 1};
    test_pe one(0, 3, std::make_unique<fault_transport>(std::make_unique<loopback>(), plan), 1024,
                true);
    loopback second, third;
    one.over->connect({one.over->address(), second.address(), third.address()},
                      one.served->as_receiver());
    ASSERT_TRUE(one.post(make_signal(1, 0, signal_op::add, 1)));
    ASSERT_TRUE(one.post(make_signal(1, 0, signal_op::add, 1)));
    for (int i = 0; i < 100; ++i) one.served->progress(8);
    EXPECT_EQ(one.broken, std::vector<int>{1});
    EXPECT_EQ(one.failure().code, errc::ok) << "not yet";
    EXPECT_EQ(one.ring.done(), 0u);
    ASSERT_TRUE(one.post(make_signal(1, 0, signal_op::add, 1)));
    for (int i = 0; i < 100; ++i) one.served->progress(8);
    EXPECT_EQ(one.ring.done(), 0u) << "and what comes later waits too";
    if (of_another) {
      failure_record cause;
      cause.code = errc::peer_failed;
      cause.peer = 2;
      detail::failure_publish(one.state, cause);
    } else {
      one.served->give_up(1);
    }
    for (int i = 0; i < 100; ++i) one.served->progress(8);
    EXPECT_TRUE(one.drained());
    EXPECT_EQ(one.failure().code, errc::peer_failed);
    EXPECT_EQ(one.failure().peer, of_another ? 2 : 1);
  }
}

/// The second PE has sent a signal to the first one.
void connect_and_signal(test_pe& first, test_pe& second) {
  const std::vector<std::vector<std::byte>> addresses{first.over->address(),
                                                      second.over->address()};
  for (test_pe* pe : {&first, &second}) pe->over->connect(addresses, pe->served->as_receiver());
  ASSERT_TRUE(second.post(make_signal(0, 0, signal_op::add, 1)));
  for (test_pe* pe : {&second, &first}) pe->served->progress(8);
}

TEST(Fault, ADepartedPeerIsAFailureUnlessItSentGoodbye) {
  for (const bool says_goodbye : {false, true}) {
    auto first = std::make_unique<test_pe>(0, 2, std::make_unique<loopback>());
    auto second = std::make_unique<test_pe>(1, 2, std::make_unique<loopback>());
    connect_and_signal(*first, *second);
    if (says_goodbye) second->served->leave(departing::alone, 500'000'000);
    second.reset();
    first->served->progress(8);
    ASSERT_TRUE(first->post(make_signal(1, 0, signal_op::add, 1)));
    first->served->progress(8);
    EXPECT_TRUE(first->drained());
    EXPECT_EQ(first->failure().code, says_goodbye ? errc::ok : errc::peer_failed);
  }
}

/// What is for a peer that has left may never be sent: its side is not driven any more.
TEST(Fault, LeavingWaitsOnlyForPeersThatReceive) {
  for (const bool listens : {false, true}) {
    test_pe first(0, 2,
                  std::make_unique<fault_transport>(std::make_unique<loopback>(),
                                                    fault_plan{.never_flushed = true}));
    test_pe second(1, 2, std::make_unique<loopback>());
    connect_and_signal(first, second);
    if (!listens) second.served->leave(departing::alone, 500'000'000);
    first.served->progress(8);
    const std::uint64_t at_most_ns = listens ? 200'000'000 : 60'000'000'000;
    const std::uint64_t begin = detail::clock_ns();
    first.served->leave(departing::alone, at_most_ns);
    EXPECT_EQ(detail::clock_ns() - begin >= at_most_ns, listens);
  }
}

/// In order, a PE waits for the other's goodbye: it shows that neither connects any more.
TEST(Fault, LeavingInOrderWaitsForTheOthersGoodbye) {
  for (const auto& [how, others_bye, waits] :
       {std::tuple(departing::in_order, false, true), std::tuple(departing::in_order, true, false),
        std::tuple(departing::alone, false, false)}) {
    test_pe first(0, 2, std::make_unique<loopback>()), second(1, 2, std::make_unique<loopback>());
    connect_and_signal(first, second);
    if (others_bye) second.served->leave(departing::alone, 500'000'000);
    const std::uint64_t at_most_ns = waits ? 50'000'000 : 60'000'000'000;
    const std::uint64_t begin = detail::clock_ns();
    first.served->leave(how, at_most_ns);
    EXPECT_EQ(detail::clock_ns() - begin >= at_most_ns, waits);
  }
}

}  // namespace
}  // namespace ark::proxy
