// What a PE sends next, by policy and credit.
#include "send_order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ark::gradients {
namespace {

std::vector<std::size_t> chunks_sent(send_order& order, std::uint64_t bytes_each) {
  std::vector<std::size_t> sent;
  while (const auto next = order.next([&](const transfer&) { return bytes_each; }))
    sent.push_back(next->chunk);
  return sent;
}

/// Tensors 2, 1 and 0 with the chunks 4 and 5, 2 and 3, 0 and 1, ready in this order.
send_order backward(policy how, std::uint64_t credit) {
  send_order order(how, credit);
  for (std::size_t t = 3; t-- > 0;) {
    for (std::size_t k = 0; k < 2; ++k) order.add({2 * t + k, false}, t, 2 - t);
  }
  return order;
}

TEST(SendOrder, FifoSendsWholeTensorsAsTheyBecameReady) {
  send_order order = backward(policy::fifo, 100);
  EXPECT_EQ(chunks_sent(order, 1), (std::vector<std::size_t>{4, 5, 2, 3, 0, 1}));
}
TEST(SendOrder, P3SendsTheTensorThatIsNeededFirst) {
  send_order order = backward(policy::p3, 100);
  EXPECT_EQ(chunks_sent(order, 1), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}
TEST(SendOrder, AMoreUrgentTensorOvertakesWhatIsNotPosted) {
  send_order order(policy::p3, 1);
  order.add({8, false}, 4, 0);
  order.add({9, false}, 4, 0);
  EXPECT_EQ(chunks_sent(order, 1), (std::vector<std::size_t>{8}));
  order.add({0, true}, 0, 1);
  order.arrived(1);
  EXPECT_EQ(chunks_sent(order, 1), (std::vector<std::size_t>{0}));
  order.arrived(2);
  EXPECT_EQ(chunks_sent(order, 1), (std::vector<std::size_t>{9}));
}
TEST(SendOrder, NoMoreThanTheCreditIsUnderWay) {
  send_order order = backward(policy::fifo, 5);
  EXPECT_EQ(chunks_sent(order, 2).size(), 2u);
  EXPECT_EQ(order.in_flight(), 4u);
  order.arrived(1);
  EXPECT_EQ(chunks_sent(order, 2).size(), 1u);
  order.arrived(6);
  EXPECT_EQ(order.in_flight(), 0u);
  EXPECT_FALSE(order.idle());
  EXPECT_EQ(chunks_sent(order, 2).size(), 2u);
}
TEST(SendOrder, WhatIsLongerThanTheCreditGoesAlone) {
  send_order order = backward(policy::fifo, 5);
  EXPECT_EQ(chunks_sent(order, 20), (std::vector<std::size_t>{4}));
  order.arrived(20);
  EXPECT_EQ(chunks_sent(order, 20), (std::vector<std::size_t>{5}));
}

}  // namespace
}  // namespace ark::gradients
