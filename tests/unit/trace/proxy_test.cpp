// What the proxy tells the trace.
#include <gtest/gtest.h>

#include <numeric>

#include "pair.hpp"
#include "trace_file.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

std::uint64_t sum(const trace_histogram& h) {
  return std::accumulate(h.buckets.begin(), h.buckets.end(), std::uint64_t{0});
}

/// PE 0 of a job is traced; PE 1 is not.
TEST(ProxyTrace, CountsDescriptorsMessagesBundlesAndAcks) {
  const trace_place place;
  test_pe me(0, 2, std::make_unique<loopback>()), other(1, 2, std::make_unique<loopback>());
  trace_recorder recorder({trace_mode::timeline, place.prefix()}, 0, std::span(&me.view, 1), 1);
  proxy::options options;
  options.token = job_token;
  options.trace = &recorder;
  me.served.reset();
  me.served = std::make_unique<proxy>(me.state, std::span(&me.view, 1), *me.over, options);
  std::vector<std::vector<std::byte>> addresses{me.over->address(), other.over->address()};
  me.over->connect(addresses, me.served->as_receiver());
  other.over->connect(addresses, other.served->as_receiver());
  const host_ring ring(me.view);
  constexpr unsigned small = 40;
  for (unsigned i = 0; i < small; ++i) {
    ASSERT_TRUE(me.post(make_put(1, 8 * i, me.heap.data(), 8)));
  }
  ASSERT_TRUE(me.post(make_fence()));
  std::uint64_t got[4] = {};
  ASSERT_TRUE(me.post(make_get(1, 0, got, sizeof got)));
  ASSERT_TRUE(me.post(make_put(1, heap_words * 8, me.heap.data(), 8)));
  ring.await_mark(ring.head());
  for (int i = 0; i < 1'000'000 && ring.done() < ring.head(); ++i) {
    me.served->progress(8);
    other.served->progress(8);
  }
  ASSERT_EQ(ring.done(), ring.head());

  const trace_report report = recorder.report();
  ASSERT_EQ(report.rings.size(), 1u);
  EXPECT_TRUE(report.rings[0].proxy);
  EXPECT_EQ(report.rings[0].descriptors, small + 1);
  EXPECT_EQ(report.rings[0].fences, 1u);
  EXPECT_EQ(report.rings[0].refused, 1u);
  EXPECT_EQ(report.rings[0].delivered, small + 3);
  EXPECT_EQ(report.rings[0].bytes, 8 * small + sizeof got);
  EXPECT_EQ(sum(report.rings[0].delivery_ns), small + 1);
  EXPECT_GE(report.proxy.sent, small + 1);
  EXPECT_GT(report.proxy.bundles_sent, 0u);
  EXPECT_LT(report.proxy.bundles_sent, small);
  EXPECT_GE(report.proxy.received, 1u);  // the get's answer, and acknowledgements

  recorder.write();
  const auto file = place.read(0);
  const auto spans = trace_spans(file, "descriptor");
  EXPECT_EQ(spans.size(), small + 3);
  unsigned refused = 0;
  for (const auto& [id, span] : spans) {
    EXPECT_TRUE(span.whole()) << id;
    refused += span.arguments["refused"].flag() ? 1 : 0;
  }
  EXPECT_EQ(refused, 1u);
  std::uint64_t sent = 0, received = 0, answers = 0;
  for (const auto& event : file["traceEvents"]) {
    sent += is_of(event, "sent") && event["name"] != "bundle" ? 1 : 0;
    received += is_of(event, "received") && event["name"] != "bundle" ? 1 : 0;
    answers += is_of(event, "received") && event["name"] == "data" ? 1 : 0;
  }
  EXPECT_EQ(sent, report.proxy.sent);
  EXPECT_EQ(received, report.proxy.received);
  EXPECT_EQ(answers, 1u);
  me.served.reset();  // before the recorder that it tells
}

}  // namespace
}  // namespace ark::proxy
