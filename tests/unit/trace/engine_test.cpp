// What the CPU engine tells the trace.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <vector>

#include "error/failure_report.hpp"
#include "executor/sanitizer.hpp"
#include "queue/cpu_engine.hpp"
#include "queue/posting.hpp"
#include "queue/ring_storage.hpp"
#include "trace_file.hpp"

namespace ark {
namespace {

using namespace detail;

std::uint64_t sum(const trace_histogram& h) {
  return std::accumulate(h.buckets.begin(), h.buckets.end(), std::uint64_t{0});
}

class EngineTrace : public ::testing::TestWithParam<engine_order> {
 protected:
  static constexpr std::size_t words = 1 << 15;
  void start(const trace_options& options) {
    view_ = storage_.view();
    recorder_ = std::make_unique<trace_recorder>(options, 0, std::span(&view_, 1), 0);
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = state_.heap_reserved = words * 8;
    cpu_engine_options how;
    how.chunk_bytes = 1000;
    how.order = GetParam();
    how.trace = recorder_.get();
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), how);
  }
  void post(const descriptor& d) {
    const detail::ring ring(view_);
    const auto serve_until = [&](auto&& ready) {
      while (!ready()) engine_->progress(8);
      return errc::ok;
    };
    ASSERT_EQ(testing::post(ring, d, serve_until).code, errc::ok);
  }
  void drain() {
    const detail::ring ring(view_);
    for (int i = 0; i < 1'000'000 && ring.done() < ring.head(); ++i) engine_->progress(64);
    ASSERT_EQ(ring.done(), ring.head());
  }
  /// 3 puts, one of them large, an atomic, a signal.
  void post_some() {
    post(make_put(0, 0, source_.data(), 64));
    post(make_put(0, 64, source_.data(), 50'000));
    post(make_amo(0, amo_op::add, 8, 0, 1, 0));
    post(make_signal(0, 8, signal_op::add, 1));
    post(make_put(0, 128, source_.data(), 32).with_signal(8, signal_op::add, 1));
  }

  ring_storage storage_{64};
  ring_view view_;
  std::vector<std::uint64_t> heap_ = std::vector<std::uint64_t>(words);
  std::vector<std::uint64_t> source_ = std::vector<std::uint64_t>(words);
  peer_view peer_;
  device_state state_;
  std::unique_ptr<trace_recorder> recorder_;
  std::unique_ptr<cpu_engine> engine_;
};

TEST_P(EngineTrace, CountsPostedDescriptors) {
  start({trace_mode::counters, ""});
  post_some();
  drain();
  const trace_ring ring = recorder_->report().rings.at(0);
  EXPECT_FALSE(ring.proxy);
  EXPECT_EQ(ring.descriptors, 5u);
  EXPECT_EQ(ring.fences, 0u);
  EXPECT_EQ(ring.delivered, 5u);
  EXPECT_EQ(ring.bytes, 64u + 50'000u + 8u + 0u + 32u);
  EXPECT_EQ(sum(ring.queue_wait_ns), 5u);
  EXPECT_EQ(sum(ring.delivery_ns), 5u);
}

TEST_P(EngineTrace, ARefusedDescriptorCountsAsRefusedOnly) {
  start({trace_mode::counters, ""});
  post(make_put(0, words * 8, source_.data(), 64));  // beyond the heap
  drain();
  const trace_ring ring = recorder_->report().rings.at(0);
  EXPECT_EQ(ring.refused, 1u);
  EXPECT_EQ(ring.descriptors, 0u);
  EXPECT_EQ(ring.bytes, 0u);
  EXPECT_EQ(sum(ring.delivery_ns), 0u);
}

TEST_P(EngineTrace, CountersAreExactBeyondTheTimedSamples) {
  start({trace_mode::counters, ""});
  constexpr unsigned many = 20'000;
  for (unsigned i = 0; i < many; ++i) post(make_put(0, 0, source_.data(), 8));
  drain();
  const trace_ring ring = recorder_->report().rings.at(0);
  EXPECT_EQ(ring.descriptors, many);
  EXPECT_EQ(ring.bytes, 8u * many);
  EXPECT_EQ(sum(ring.queue_wait_ns), sum(ring.delivery_ns));
  EXPECT_LT(sum(ring.delivery_ns), many / 10);
  EXPECT_GT(sum(ring.delivery_ns), 1024u);
}

TEST_P(EngineTrace, EveryDescriptorIsOnceInTheTimelineInOrder) {
  const trace_place place;
  start({trace_mode::timeline, place.prefix()});
  constexpr int rounds = executor::built_with_tsan ? 60 : 400;  // laps of the ring
  for (int i = 0; i < rounds; ++i) post_some();
  drain();
  recorder_->write();
  const auto spans = trace_spans(place.read(0), "descriptor");
  ASSERT_EQ(spans.size(), 5u * rounds);
  for (int ticket = 0; ticket < 5 * rounds; ++ticket) {
    const auto found = spans.find("r0t" + std::to_string(ticket));
    ASSERT_NE(found, spans.end()) << ticket;
    const trace_span& span = found->second;
    const char* names[] = {"put", "put", "amo", "signal", "put"};
    EXPECT_TRUE(span.whole()) << ticket << ": " << span.begun_ns << " " << span.started_ns << " "
                              << span.ended_ns;
    EXPECT_EQ(span.name, names[ticket % 5]) << ticket;
  }
}

/// What the test above must notice: a time of another lap.
TEST_P(EngineTrace, AnOldPostingTimeWouldBeSeen) {
  const trace_place place;
  start({trace_mode::timeline, place.prefix()});
  post(make_put(0, 0, source_.data(), 8));
  view_.posted_ns[0] = clock_ns() + 1'000'000'000'000;  // as if the next lap's were there
  drain();
  recorder_->write();
  EXPECT_FALSE(trace_spans(place.read(0), "descriptor").at("r0t0").whole());
}

INSTANTIATE_TEST_SUITE_P(Orders, EngineTrace,
                         ::testing::Values(engine_order::fifo, engine_order::random),
                         [](const auto& order) {
                           return order.param == engine_order::fifo ? "fifo" : "random";
                         });

}  // namespace
}  // namespace ark
