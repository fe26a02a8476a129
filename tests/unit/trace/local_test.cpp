// The trace of whole PEs, several in one process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>

#include "trace_file.hpp"

namespace ark {
namespace {

constexpr std::size_t words = 64;
constexpr int rounds = 5;

/// Every PE sends to the next and waits for the one before.
ARK_GLOBAL void send_around(std::uint64_t* data, std::uint64_t* source, std::uint64_t* signal) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    ark::put_signal(data, source, words, signal, round, ARK_SIGNAL_SET, next);
    ark_signal_wait_until(signal, ARK_CMP_GE, round);
  }
}

void run_around() {
  auto* memory = static_cast<std::uint64_t*>(ark_calloc(2 * words + 1, 8));
  ASSERT_NE(memory, nullptr);
  launch({1, 1, 0, nullptr, true}, send_around, memory, memory + words, memory + 2 * words);
  device_sync();
}

/// Runs send_around on two PEs; what each counted.
std::vector<trace_report> traced(settings values) {
  std::vector<trace_report> reports(2);
  values.insert({"ARK_TIMEOUT", "30s"});
  local_run(
      2,
      [&](int pe) {
        run_around();
        reports[static_cast<std::size_t>(pe)] = trace_counters();
        EXPECT_EQ(json_value::parse(trace_json())["enabled"],
                  reports[static_cast<std::size_t>(pe)].enabled);
      },
      values);
  return reports;
}

TEST(LocalTrace, OffCountsNothingAndIsReportedAsOff) {
  for (const trace_report& report : traced({})) {
    EXPECT_FALSE(report.enabled);
    EXPECT_EQ(report.inline_route.operations, 0u);
    EXPECT_TRUE(report.rings.empty());
  }
}

TEST(LocalTrace, InlineRoute) {
  const trace_place place;
  for (const trace_report& report :
       traced({{"ARK_TRACE", "counters:" + place.prefix()}, {"ARK_ROUTE", "inline"}})) {
    EXPECT_TRUE(report.enabled);
    EXPECT_EQ(report.inline_route.operations, static_cast<unsigned>(rounds));
    EXPECT_EQ(report.inline_route.bytes, rounds * words * 8);
    EXPECT_EQ(report.rings.at(0).descriptors, 0u);
  }
}

TEST(LocalTrace, QueueRoute) {
  const trace_place place;
  for (const trace_report& report :
       traced({{"ARK_TRACE", "counters:" + place.prefix()}, {"ARK_ROUTE", "queue"}})) {
    EXPECT_EQ(report.inline_route.operations, 0u);
    EXPECT_EQ(report.rings.at(0).descriptors, static_cast<unsigned>(rounds));
    EXPECT_EQ(report.rings.at(0).delivered, static_cast<unsigned>(rounds));
    EXPECT_EQ(report.rings.at(0).bytes, rounds * words * 8);
  }
  EXPECT_EQ(place.read(1)["routes"]["queue"]["operations"], rounds);
}

/// Twenty puts of one worker block by its launch's engine.
ARK_GLOBAL void put_by_engine(std::uint64_t* dest, const std::uint64_t* source) {
  const engine_scope engine(1);
  if (engine.served() || threadIdx.x != 0) return;
  for (int i = 0; i < 20; ++i) ark_uint64_put_nbi(dest, source, words, 0);
  ark_quiet();
}

TEST(LocalTrace, SmEngineRoute) {
  const trace_place place;
  trace_report report;
  local_run(1,
            [&](int) {
              auto* dest = static_cast<std::uint64_t*>(ark_calloc(words, 8));
              auto* source = static_cast<std::uint64_t*>(ark_calloc(words, 8));
              launch({1, 64, 0, nullptr, false, 1}, put_by_engine, dest, source);
              device_sync();
              report = trace_counters();
            },
            {{"ARK_TRACE", "counters:" + place.prefix()}, {"ARK_ROUTE", "queue"}});
  ASSERT_EQ(report.rings.size(), 2u);
  EXPECT_EQ(report.rings[0].descriptors, 0u);
  EXPECT_EQ(report.rings[1].descriptors, 20u);
  EXPECT_EQ(report.rings[1].delivered, 20u);
  EXPECT_EQ(report.rings[1].bytes, 20 * words * 8);
  EXPECT_FALSE(report.rings[1].proxy);
  EXPECT_EQ(place.read(0)["routes"]["queue"]["operations"], 20);
}

TEST(LocalTrace, ProxyRoute) {
  const trace_place place;
  for (const trace_report& report :
       traced({{"ARK_TRACE", "counters:" + place.prefix()}, {"ARK_ROUTE", "proxy"}})) {
    ASSERT_EQ(report.rings.size(), 3u);
    EXPECT_TRUE(report.rings[2].proxy);
    EXPECT_EQ(report.rings[2].descriptors, static_cast<unsigned>(rounds));
    EXPECT_EQ(report.rings[2].bytes, rounds * words * 8);
    EXPECT_GE(report.proxy.sent, static_cast<unsigned>(rounds));
    EXPECT_GE(report.proxy.received, static_cast<unsigned>(rounds));
  }
}

TEST(LocalTrace, TimelineOfASmallProgram) {
  const trace_place place;
  traced({{"ARK_TRACE", "timeline:" + place.prefix()}, {"ARK_ROUTE", "queue"}});
  for (int pe = 0; pe < 2; ++pe) {
    const auto mine = place.read(pe), theirs = place.read(1 - pe);
    const auto kernels = trace_spans(mine, "kernel");
    ASSERT_EQ(kernels.size(), 1u);
    const trace_span& kernel = kernels.begin()->second;
    EXPECT_TRUE(kernel.whole());
    const auto descriptors = trace_spans(mine, "descriptor");
    ASSERT_EQ(descriptors.size(), static_cast<unsigned>(rounds));
    for (const auto& [id, span] : descriptors) {
      EXPECT_TRUE(span.whole()) << id;
      EXPECT_EQ(span.name, "put");
      EXPECT_EQ(span.arguments["bytes"], words * 8);
      EXPECT_EQ(span.arguments["pe"], 1 - pe);
      EXPECT_LE(kernel.started_ns, span.begun_ns) << id;
    }
    // One clock for both: what one PE has sent, the other sees after it was posted.
    EXPECT_EQ(trace_seen_after(theirs, trace_posted(mine, words * 8)), std::size_t{rounds});
  }
}

TEST(LocalTrace, AFileThatCannotBeMadeFailsInit) {
  try {
    local_run(1, [](int) { FAIL() << "ran"; }, {{"ARK_TRACE", "counters:/nonexistent/x"}});
    FAIL() << "init went well";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::system_error);
    EXPECT_THAT(problem.what(), testing::HasSubstr("/nonexistent/x.0.json"));
  }
}

TEST(LocalTrace, WithoutAPeItIsRefused) {
  EXPECT_THROW((void)trace_counters(), error);
  EXPECT_THROW((void)trace_json(), error);
}

}  // namespace
}  // namespace ark
