// The books that two PEs keep of each other.
#include <gtest/gtest.h>

#include "link/inbound.hpp"
#include "link/outbound.hpp"

namespace ark::proxy {
namespace {

sent_operation plain(std::uint64_t ticket) {
  sent_operation operation;
  operation.ticket = ticket;
  operation.source_read = true;
  return operation;
}

message numbered(std::uint64_t sequence, std::uint64_t after = 0) {
  message header;
  header.sequence = sequence;
  header.after = after;
  return header;
}

TEST(Outbound, AcknowledgementEndsOperationsThatAwaitNothingElse) {
  outbound link;
  std::vector<std::uint64_t> ended;
  const auto end = [&](const sent_operation& o) { ended.push_back(o.ticket); };
  sent_operation wants_answer = plain(11);
  wants_answer.answered = false;
  EXPECT_EQ(link.begin(plain(10)), 1u);
  EXPECT_EQ(link.begin(wants_answer), 2u);
  EXPECT_EQ(link.begin(plain(12)), 3u);
  EXPECT_TRUE(link.acknowledge(3, end));
  EXPECT_EQ(ended, (std::vector<std::uint64_t>{10, 12}));
  EXPECT_EQ(link.find(1), nullptr);
  EXPECT_EQ(link.find(3), nullptr);
  ASSERT_NE(link.find(2), nullptr);
  link.find(2)->answered = true;
  link.settle(*link.find(2), end);
  EXPECT_EQ(ended.back(), 11u);
  EXPECT_TRUE(link.empty());
  EXPECT_EQ(link.begin(plain(13)), 4u);
}

TEST(Outbound, RefusesAnAcknowledgementOfUnsentOperations) {
  outbound link;
  const auto end = [](const sent_operation&) { FAIL() << "nothing may end"; };
  EXPECT_TRUE(link.acknowledge(0, end));
  EXPECT_FALSE(link.acknowledge(1, end));
  link.begin(plain(1));
  EXPECT_FALSE(link.acknowledge(2, end));
}

TEST(Outbound, FenceNamesTheLastOneBeforeIt) {
  outbound link;
  link.begin(plain(1));
  link.begin(plain(2));
  EXPECT_EQ(link.after(), 0u);
  link.fence(1);
  EXPECT_EQ(link.after(), 2u);
  link.begin(plain(3));
  link.fence(1);
  EXPECT_EQ(link.after(), 2u) << "the same fence moves nothing";
  link.fence(2);
  EXPECT_EQ(link.after(), 3u);
}

TEST(Outbound, LostPeerEndsEverythingOnce) {
  outbound link;
  for (int i = 0; i < 5; ++i) link.begin(plain(static_cast<std::uint64_t>(i)));
  int ended = 0;
  const auto end = [&](const sent_operation&) { ++ended; };
  link.acknowledge(2, end);
  link.abandon(end);
  EXPECT_EQ(ended, 5);
  EXPECT_TRUE(link.empty());
}

TEST(Inbound, CountsInOrderForAnyOrderOfArrival) {
  inbound link;
  link.deliver(numbered(2), 0);
  EXPECT_EQ(link.delivered(), 0u);
  link.deliver(numbered(1), 0);
  EXPECT_EQ(link.delivered(), 2u);
  EXPECT_FALSE(link.expects(2)) << "delivered already";
  EXPECT_TRUE(link.expects(3));
  EXPECT_FALSE(link.expects(3 + 4 * outbound::capacity)) << "too far ahead";
}

TEST(Inbound, HoldsBackOperationsBehindAFence) {
  inbound link;
  EXPECT_FALSE(link.ready(numbered(2, 1)));
  link.hold({numbered(2, 1), {}, nullptr});
  EXPECT_FALSE(link.next_ready().has_value());
  link.deliver(numbered(1), 0);
  const auto next = link.next_ready();
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->header.sequence, 2u);
}

TEST(Inbound, AcknowledgesOnRequestInBulkOrAfterADelay) {
  inbound patient;
  patient.deliver(numbered(1), 1000);
  EXPECT_TRUE(patient.ack_pending());
  EXPECT_FALSE(patient.ack_due(1000));
  EXPECT_FALSE(patient.ack_due(1'000'000)) << "a millisecond later";
  EXPECT_TRUE(patient.ack_due(3'000'000)) << "three milliseconds later";
  EXPECT_EQ(patient.take_ack(), 1u);
  EXPECT_FALSE(patient.ack_pending());

  inbound asked;
  message urgent = numbered(1);
  urgent.ack_wanted = 1;
  asked.deliver(urgent, 1000);
  EXPECT_TRUE(asked.ack_due(1000));

  inbound asked_later;
  asked_later.deliver(numbered(1), 1000);
  asked_later.want(1);
  EXPECT_TRUE(asked_later.ack_due(1000));

  inbound bulk;
  for (std::uint64_t i = 1; i <= 200; ++i) bulk.deliver(numbered(i), 1000);
  EXPECT_TRUE(bulk.ack_due(1000));

  inbound large;
  message data = numbered(1);
  data.kind = message_kind::put;
  data.bytes = 256 * 1024;
  large.deliver(data, 1000);
  EXPECT_TRUE(large.ack_due(1000));
}

}  // namespace
}  // namespace ark::proxy
