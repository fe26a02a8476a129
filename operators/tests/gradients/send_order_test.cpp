// What a PE sends next, by policy and credit.
#include "send_order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ark::gradients {
namespace {

/// `tensors` of `chunks` chunks of `bytes` each, behind one another, for one owner.
chunk_list tensors_of(std::size_t tensors, std::size_t chunks, std::size_t bytes) {
  chunk_list list;
  for (std::size_t t = 0; t < tensors; ++t) {
    list.first_of.push_back(list.all.size());
    for (std::size_t k = 0; k < chunks; ++k)
      list.all.push_back({t, k * bytes, bytes, 0, list.all.size() * bytes, !list.all.empty()});
  }
  list.first_of.push_back(list.all.size());
  return list;
}

/// The first chunk of each message that can be sent, as often as it has chunks.
std::vector<std::size_t> chunks_sent(send_order& order, double now_us = 0) {
  std::vector<std::size_t> sent;
  while (const auto next = order.next(now_us, [](std::size_t, bool) { return std::size_t{1}; }))
    sent.insert(sent.end(), next->count, next->first);
  return sent;
}
using list = std::vector<std::size_t>;

/// Tensors 2, 1 and 0 with the chunks 4 and 5, 2 and 3, 0 and 1 of 100 bytes, ready in this order.
class Backward {
 public:
  Backward(policy how, std::uint64_t credit)
      : order({.order = how, .credit_bytes = credit}, chunks_) {
    for (std::size_t t = 3; t-- > 0;) {
      for (std::size_t k = 0; k < 2; ++k) order.add(2 * t + k, false, 2 - t);
    }
  }

 private:
  const chunk_list chunks_ = tensors_of(3, 2, 100);

 public:
  send_order order;
};

list sent_backward(policy how, std::uint64_t credit) {
  Backward one(how, credit);
  return chunks_sent(one.order);
}

TEST(SendOrder, FifoSendsWholeTensorsAsTheyBecameReady) {
  EXPECT_EQ(sent_backward(policy::fifo, 10'000), (list{4, 4, 2, 2, 0, 0}));
}
TEST(SendOrder, P3SendsTheChunksOfTheTensorThatIsNeededFirst) {
  EXPECT_EQ(sent_backward(policy::p3, 10'000), (list{0, 1, 2, 3, 4, 5}));
}
TEST(SendOrder, ProphetSendsWhatFollowsEachOtherInOneMessageOfHalfTheCredit) {
  EXPECT_EQ(sent_backward(policy::prophet, 10'000), (list{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(sent_backward(policy::prophet, 800), (list{0, 0, 0, 0, 4, 4}));
}
TEST(SendOrder, BytesSchedulersMessagesAndCreditAreThoseOfTheWindow) {
  Backward one(policy::bytescheduler, 10'000);
  one.order.set({200, 300});
  EXPECT_EQ(chunks_sent(one.order), (list{0, 0})) << "no more than 300 in flight";
  one.order.arrived(200, 0);
  one.order.set({100, 300});
  EXPECT_EQ(chunks_sent(one.order), (list{2, 3, 4}));
}
TEST(SendOrder, AMoreUrgentTensorOvertakesWhatIsNotPosted) {
  const chunk_list chunks = tensors_of(5, 2, 1);
  send_order order({.credit_bytes = 1}, chunks);
  order.add(8, false, 0);
  order.add(9, false, 0);
  EXPECT_EQ(chunks_sent(order), (list{8}));
  order.add(0, true, 1);
  order.arrived(1, 0);
  EXPECT_EQ(chunks_sent(order), (list{0}));
  order.arrived(2, 0);
  EXPECT_EQ(chunks_sent(order), (list{9}));
}
TEST(SendOrder, NoMoreThanTheCreditIsInFlight) {
  Backward one(policy::p3, 250);
  EXPECT_EQ(chunks_sent(one.order).size(), 2u);
  EXPECT_EQ(one.order.in_flight(), 200u);
  one.order.arrived(50, 0);
  EXPECT_EQ(chunks_sent(one.order).size(), 1u);
  one.order.arrived(300, 0);
  EXPECT_EQ(one.order.in_flight(), 0u);
  EXPECT_FALSE(one.order.idle());
  EXPECT_EQ(chunks_sent(one.order).size(), 2u);
}
TEST(SendOrder, WhatIsLongerThanTheCreditGoesAlone) {
  Backward one(policy::p3, 50);
  EXPECT_EQ(chunks_sent(one.order), (list{0}));
  one.order.arrived(100, 0);
  EXPECT_EQ(chunks_sent(one.order), (list{1}));
}
TEST(SendOrder, AMessageThatCostsTimeDelaysTheNextOne) {
  const chunk_list chunks = tensors_of(1, 3, 1);
  send_order order({.message_us = 10}, chunks);
  order.set({1, 100});
  for (std::size_t c = 0; c < 3; ++c) order.add(c, c == 1, 0);
  const auto next = [&](double now_us) {
    return order.next(now_us, [](std::size_t, bool is_result) { return is_result ? 3 : 1; });
  };
  EXPECT_TRUE(next(100).has_value());
  EXPECT_FALSE(next(109).has_value());
  EXPECT_TRUE(next(110).has_value()) << "the result, which is three messages";
  EXPECT_FALSE(next(139).has_value());
  EXPECT_TRUE(next(140).has_value());
}

TEST(Bursts, AreSeparatedByGapsLongerThanTheMean) {
  // Backward: 5 and 4 at once, 3 to 1 after 10, 0 after 4 more.
  const burst_plan plan = find_bursts({14, 10.2, 10.1, 10, 0.1, 0}, 1);
  EXPECT_EQ(plan.burst_of, (std::vector<std::size_t>{2, 1, 1, 1, 0, 0}));
  EXPECT_EQ(plan.tensors, (std::vector<std::size_t>{2, 3, 1}));
  ASSERT_EQ(plan.gap_us.size(), 3u);
  EXPECT_NEAR(plan.gap_us[0], 9.9, 1e-9);
  EXPECT_NEAR(plan.gap_us[1], 3.8, 1e-9);
  EXPECT_EQ(plan.gap_us[2], 0);
  EXPECT_EQ(find_bursts({14, 10.2, 10.1, 10, 0.1, 0}, 2).tensors.size(), 2u);
  EXPECT_EQ(find_bursts({7}, 2).tensors, (std::vector<std::size_t>{1}));
  EXPECT_TRUE(find_bursts({}, 2).tensors.empty());
}
TEST(Bursts, DriftIsAShareOfTheGaps) {
  const burst_plan plan = find_bursts({30, 10, 0}, 0.4);
  EXPECT_FALSE(has_drifted(plan, find_bursts({33, 11, 0}, 0.4), 0.25));
  EXPECT_TRUE(has_drifted(plan, find_bursts({60, 20, 0}, 0.4), 0.25));
  EXPECT_TRUE(has_drifted(plan, find_bursts({30, 0, 0}, 0.4), 0.25)) << "other bursts";
}
TEST(Bursts, TheRateIsAHighQuantileOfTheLastSamples) {
  rate_window window;
  EXPECT_EQ(window.rate(), 0);
  for (int i = 0; i < 10; ++i) window.add(i);
  EXPECT_EQ(window.rate(), 9);
  for (int i = 0; i < 64; ++i) window.add(1);
  EXPECT_EQ(window.rate(), 1) << "what is long ago does not count";
}

/// Tensors 3 and 2 at 0, 1 and 0 at 10,000 us, a chunk of 1,000 bytes each, on a link of 0.1 bytes
/// per us. Iterations are 100,000 us long.
class ProphetOrder : public ::testing::Test {
 protected:
  void ready(std::size_t tensor, double at_us) {
    now_us_ = iteration_ * 100'000 + at_us;
    order_.ready(tensor, now_us_);
    order_.add(tensor, false, turn_++);
  }
  [[nodiscard]] std::vector<std::size_t> sent(double at_us) {
    now_us_ = iteration_ * 100'000 + at_us;
    return chunks_sent(order_, now_us_);
  }
  /// The link has delivered what was sent, at its rate.
  void deliver(std::uint64_t bytes) {
    for (std::uint64_t k = 0; k < bytes / 500; ++k) {
      if (is_checked_between_) order_.arrived(delivered_, now_us_ + 2500);
      now_us_ += 5000;
      order_.arrived(delivered_ += 500, now_us_);
    }
  }
  void profile() {
    order_.arrived(0, 1);
    for (const std::size_t t : {3, 2}) ready(t, t == 3 ? 1 : 2);
    EXPECT_EQ(sent(3), (list{2, 2})) << "without a plan by priority";
    for (const std::size_t t : {1, 0}) ready(t, t == 1 ? 10'000 : 10'001);
    EXPECT_EQ(sent(10'002), (list{0, 0}));
    deliver(4000);
    ++iteration_;
  }
  const chunk_list chunks_ = tensors_of(4, 1, 1000);
  send_order order_{{.order = policy::prophet, .credit_bytes = 100'000}, chunks_};
  double now_us_ = 0;
  int iteration_ = 0;
  std::uint64_t turn_ = 0, delivered_ = 0;
  bool is_checked_between_ = false;  ///< for longer than a sample of the rate, and nothing arrives
};

TEST_F(ProphetOrder, SendsOfABurstWhatTheLinkCarriesBeforeTheNextOne) {
  profile();
  ready(3, 1);
  EXPECT_TRUE(sent(2).empty()) << "the burst is not complete";
  ready(2, 3);
  EXPECT_EQ(sent(4), (std::vector<std::size_t>{2})) << "1,000 bytes in 10,000 us";
  ready(1, 9'000);
  EXPECT_TRUE(sent(9'000).empty()) << "the block is sent, and the next burst not complete";
  ready(0, 9'001);
  EXPECT_EQ(sent(9'001), (list{0, 0, 3})) << "by priority, and without a limit";
}
TEST_F(ProphetOrder, MeasuresTheRateOfMessagesThatAreLongerThanASample) {
  is_checked_between_ = true;
  profile();
  ready(3, 1);
  ready(2, 3);
  EXPECT_EQ(sent(4), (list{2})) << "1,000 bytes in 10,000 us";
}
TEST_F(ProphetOrder, DoesNotLeaveALinkIdleThatIsFasterThanPlanned) {
  profile();
  ready(3, 1);
  ready(2, 3);
  EXPECT_EQ(sent(4), (list{2}));
  order_.arrived(delivered_ + 1000, now_us_ + 2000);
  EXPECT_EQ(sent(2'500), (list{3})) << "the block is sent, and has arrived";
}
TEST_F(ProphetOrder, ALateBurstDoesNotHoldWhatIsReady) {
  profile();
  ready(3, 1);
  EXPECT_TRUE(sent(9'000).empty());
  EXPECT_EQ(sent(11'000), (std::vector<std::size_t>{3})) << "tensor 2 is later than the next burst";
  ready(2, 11'001);
  EXPECT_EQ(sent(30'000), (std::vector<std::size_t>{2})) << "the gap is over";
}
TEST_F(ProphetOrder, TakesTheBurstsAnewWhenTheyDrift) {
  profile();
  for (const std::size_t t : {3, 2, 1, 0}) ready(t, 10'000 * (3 - static_cast<double>(t)));
  EXPECT_EQ(sent(40'000).size(), 4u);
  deliver(4000);
  ++iteration_;
  ready(3, 1);
  EXPECT_EQ(sent(2), (std::vector<std::size_t>{3})) << "a burst of its own now";
}

}  // namespace
}  // namespace ark::gradients
