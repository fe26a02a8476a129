// Histograms, the sampling rule, the counters' JSON, and the accepted forms of ARK_TRACE.
#include <gtest/gtest.h>

#include <ark/detail/queue/ring.hpp>
#include <ark/errc.hpp>
#include <thread>
#include <vector>

#include "config/config.hpp"
#include "json_value.hpp"
#include "trace/recorder.hpp"

namespace ark {
namespace {

TEST(TraceHistogram, BucketsArePowersOfTwo) {
  EXPECT_EQ(trace_buckets::bucket_of(0), 0u);
  EXPECT_EQ(trace_buckets::bucket_of(1), 1u);
  EXPECT_EQ(trace_buckets::bucket_of(2), 2u);
  EXPECT_EQ(trace_buckets::bucket_of(3), 2u);
  EXPECT_EQ(trace_buckets::bucket_of(4), 3u);
  EXPECT_EQ(trace_buckets::bucket_of(1023), 10u);
  EXPECT_EQ(trace_buckets::bucket_of(1024), 11u);
  EXPECT_EQ(trace_buckets::bucket_of(~std::uint64_t{0}), trace_histogram::bucket_count - 1);
}

TEST(TraceSampling, TimesTheFirstOnesAndOneInSixtyFour) {
  detail::ring_view view;
  view.timed_mask = 63;
  for (std::uint64_t t = 0; t < 1024; ++t) ASSERT_TRUE(view.is_timed(t));
  unsigned timed = 0;
  constexpr unsigned looked_at = 1 << 20;
  for (std::uint64_t t = 1024; t < 1024 + looked_at; ++t) timed += view.is_timed(t) ? 1 : 0;
  EXPECT_NEAR(timed, looked_at / 64, looked_at / 64 / 10);
  view.timed_mask = 0;
  for (std::uint64_t t = 0; t < 5000; ++t) ASSERT_TRUE(view.is_timed(t));
}

/// A program whose every period has the length of a power of two must not always hit the same
/// descriptor of the period.
TEST(TraceSampling, DoesNotBeatWithAPeriod) {
  detail::ring_view view;
  view.timed_mask = 63;
  std::vector<unsigned> hits(64);
  for (std::uint64_t t = 1024; t < 1024 + (1 << 20); ++t) hits[t % 64] += view.is_timed(t) ? 1 : 0;
  for (const unsigned hit : hits) EXPECT_GT(hit, 0u);
}

TEST(TraceInline, CountsOfManyThreadsAddUp) {
  trace_recorder recorder({trace_mode::counters, ""}, 0, {}, 0);
  constexpr unsigned threads = 80, calls = 1000;
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (unsigned k = 0; k < calls; ++k) detail::trace_count_inline(recorder, 3);
    });
  }
  for (std::thread& one : all) one.join();
  EXPECT_EQ(recorder.report().inline_route.operations, threads * calls);
  EXPECT_EQ(recorder.report().inline_route.bytes, 3u * threads * calls);
}

TEST(TraceInline, AThreadMayCountForSeveralPesInTurn) {
  trace_recorder first({trace_mode::counters, ""}, 0, {}, 0);
  trace_recorder second({trace_mode::counters, ""}, 1, {}, 0);
  for (unsigned k = 0; k < 1000; ++k) {
    detail::trace_count_inline(first, 1);
    detail::trace_count_inline(first, 2);
    detail::trace_count_inline(second, 5);
  }
  EXPECT_EQ(first.report().inline_route.operations, 2000u);
  EXPECT_EQ(first.report().inline_route.bytes, 3000u);
  EXPECT_EQ(second.report().inline_route.operations, 1000u);
  EXPECT_EQ(second.report().inline_route.bytes, 5000u);
}

TEST(TraceInline, CountsAreExactBeyondAFullWord) {
  using detail::inline_tally;
  trace_recorder recorder({trace_mode::counters, ""}, 0, {}, 0);
  detail::trace_count_inline(recorder, 1);
  constexpr std::uint64_t most = (std::uint64_t{1} << 24) - 2;
  constexpr std::uint64_t bytes = most * (inline_tally::most_bytes - 1);
  detail::trace_counting.tally->recent = most << inline_tally::bytes_bits | bytes;
  std::uint64_t more = 1;
  for (unsigned k = 0; k < 3; ++k, more += inline_tally::most_bytes - 1)
    detail::trace_count_inline(recorder, inline_tally::most_bytes - 1);
  EXPECT_EQ(recorder.report().inline_route.operations, most + 4);
  EXPECT_EQ(recorder.report().inline_route.bytes, bytes + more);
  for (const std::uint64_t large : {inline_tally::most_bytes, std::uint64_t{1} << 50}) {
    detail::trace_count_inline(recorder, large);
    more += large;
  }
  EXPECT_EQ(recorder.report().inline_route.operations, most + 6);
  EXPECT_EQ(recorder.report().inline_route.bytes, bytes + more);
}

TEST(TraceText, IsJsonWithEveryCounter) {
  trace_report report;
  report.enabled = true;
  report.inline_route = {1, 2};
  report.rings.resize(2);
  report.rings[0].descriptors = 3;
  report.rings[0].bytes = 30;
  report.rings[0].queue_wait_ns.buckets[2] = 5;
  report.rings[1].proxy = true;
  report.rings[1].descriptors = 4;
  report.rings[1].refused = 6;
  report.proxy = {7, 8, 9, 10, 11, 12, 14, 15, 16, 17};
  report.dropped_events = 13;
  const auto json = ark_json::json_value::parse(trace_text(report));
  EXPECT_EQ(json["enabled"], true);
  EXPECT_EQ(json["routes"]["inline"]["bytes"], 2);
  EXPECT_EQ(json["routes"]["queue"]["operations"], 3);
  EXPECT_EQ(json["routes"]["queue"]["bytes"], 30);
  EXPECT_EQ(json["routes"]["proxy"]["operations"], 4);
  EXPECT_EQ(json["rings"][0]["queue_wait_ns"], (std::vector<int>{0, 0, 5}));
  EXPECT_EQ(json["rings"][0]["delivery_ns"], std::vector<int>());
  EXPECT_EQ(json["rings"][1]["route"], "proxy");
  EXPECT_EQ(json["rings"][1]["refused"], 6);
  EXPECT_EQ(json["messages"]["bundles_received"], 10);
  EXPECT_EQ(json["messages"]["acks_received"], 12);
  EXPECT_EQ(json["messages"]["one_sided_puts"], 14);
  EXPECT_EQ(json["messages"]["one_sided_gets"], 15);
  EXPECT_EQ(json["messages"]["gpu_direct_sent"], 16);
  EXPECT_EQ(json["messages"]["gpu_direct_received"], 17);
  EXPECT_EQ(json["dropped_events"], 13);
}

config read(const std::string& text) { return config_read(nullptr, {{"ARK_TRACE", text}}).values; }

TEST(TraceVariable, AcceptedForms) {
  EXPECT_EQ(config_read(nullptr, {}).values.trace, trace_mode::off);
  EXPECT_EQ(read("off").trace, trace_mode::off);
  EXPECT_EQ(read("counters").trace, trace_mode::counters);
  EXPECT_EQ(read("counters").trace_prefix, "");
  EXPECT_EQ(read("counters:a/b").trace_prefix, "a/b");
  EXPECT_EQ(read("timeline:c:d").trace, trace_mode::timeline);
  EXPECT_EQ(read("timeline:c:d").trace_prefix, "c:d");
}

TEST(TraceVariable, OthersAreRefusedWithTheAcceptedForms) {
  for (const char* text : {"", "on", "timeline", "timeline:", "counters:", "off:x", "Counters"}) {
    try {
      read(text);
      ADD_FAILURE() << "accepted: '" << text << "'";
    } catch (const error& problem) {
      EXPECT_EQ(problem.code(), errc::invalid_argument);
      const std::string what = problem.what();
      EXPECT_NE(what.find("ARK_TRACE='" + std::string(text) + "'"), std::string::npos) << what;
      EXPECT_NE(what.find("off, counters, counters:PREFIX or timeline:PREFIX"), std::string::npos)
          << what;
    }
  }
}

}  // namespace
}  // namespace ark
