// Traces of PEs in processes of their own: a file each, on one clock.
#include <mpi.h>

#include <memory>

#include "api_test.hpp"
#include "trace_file.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t words = 512;
constexpr int rounds = 20;

ARK_GLOBAL void send_around(std::uint64_t* data, std::uint64_t* source, std::uint64_t* signal) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    ark::put_signal_nbi(data, source, words, signal, round, ARK_SIGNAL_SET, next);
    ark_signal_wait_until(signal, ARK_CMP_GE, round);
    ark_quiet();
  }
}

/// A prefix that all ranks know and rank 0 makes.
class shared_place {
 public:
  shared_place() {
    if (rank() == 0) owner_ = std::make_unique<ark::trace_place>();
    char text[4096] = {};
    if (owner_) owner_->prefix().copy(text, sizeof text - 1);
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, communicator());
    prefix_ = text;
  }
  ~shared_place() { meet(); }  // nobody reads any more
  [[nodiscard]] const std::string& prefix() const { return prefix_; }
  [[nodiscard]] ark_json::json_value read(int pe) const {
    return ark_json::json_value::read(prefix_ + "." + std::to_string(pe) + ".json");
  }

 private:
  std::unique_ptr<ark::trace_place> owner_;
  std::string prefix_;
};

/// What a PE counted, and whose heap it had in its address space.
struct outcome {
  ark::trace_report report;
  bool next_is_mapped = false, previous_is_mapped = false;
};

/// init, send around, finalize; what this PE counted before finalize.
outcome run(const std::string& trace, const char* route, const char* one_sided = "never") {
  ark::init({{"ARK_TRACE", trace}, {"ARK_ROUTE", route}, {"ARK_ONE_SIDED", one_sided}});
  outcome seen;
  {
    const sym<std::uint64_t> memory(2 * words + 1);
    run_kernel(1, 1, send_around, memory.get(), memory.get() + words, memory.get() + 2 * words);
    const int me = ark_my_pe(), n = ark_n_pes();
    seen = {ark::trace_counters(), mapped((me + 1) % n), mapped((me + n - 1) % n)};
    ark_barrier_all();
  }
  ark::finalize();
  meet();
  return seen;
}

TEST(Trace, EveryDescriptorOnceAndOneClockForAllPes) {
  const shared_place place;
  run("timeline:" + place.prefix(), "queue");
  const int next = (rank() + 1) % size();
  const auto mine = place.read(rank()), theirs = place.read(next);
  EXPECT_EQ(mine["otherData"]["dropped_events"], 0);
  int puts = 0;
  for (const auto& [id, span] : ark::trace_spans(mine, "descriptor")) {
    EXPECT_TRUE(span.whole()) << id;
    if (span.arguments["bytes"] != words * 8) continue;  // a barrier's
    ++puts;
    EXPECT_EQ(span.arguments["pe"], next);
  }
  EXPECT_EQ(puts, rounds);
  const std::vector<std::int64_t> posted = ark::trace_posted(mine, words * 8);
  EXPECT_EQ(ark::trace_seen_after(theirs, posted), std::size_t{rounds});
  for (const auto& [id, span] : ark::trace_spans(mine, "kernel")) EXPECT_TRUE(span.whole()) << id;
  EXPECT_EQ(ark::trace_spans(mine, "kernel").size(), 1u);
}

TEST(Trace, CountersOfEachRouteByApiAndInTheFile) {
  for (const char* route : {"inline", "queue", "proxy"}) {
    SCOPED_TRACE(route);
    if (!ARK_TRACE_TEST_UCX && std::string(route) == "proxy") continue;
    const shared_place place;
    const auto [report, next_is_mapped, previous_is_mapped] =
        run("counters:" + place.prefix(), route);
    const std::string taken = next_is_mapped ? route : "proxy";
    const auto file = place.read(rank());
    const std::uint64_t bytes = rounds * words * 8;
    EXPECT_GE(file["routes"][taken]["operations"].number(), rounds);
    EXPECT_GE(file["routes"][taken]["bytes"].number(), bytes);
    EXPECT_EQ(report.inline_route.bytes >= bytes, taken == "inline");
    EXPECT_EQ(report.rings.at(0).bytes >= bytes, taken == "queue");
    EXPECT_EQ(report.rings.back().proxy && report.rings.back().bytes >= bytes, taken == "proxy");
    const bool proxied = taken == "proxy";
    if (proxied || previous_is_mapped) {  // else it acknowledges, as often as it likes
      EXPECT_EQ(report.proxy.sent >= static_cast<unsigned>(rounds), proxied);
    }
  }
}

TEST(Trace, OneSidedTransfersAreCounted) {
  if (!ARK_TRACE_TEST_UCX) GTEST_SKIP() << "without UCX there are none between processes";
  for (const bool wanted : {false, true}) {
    const shared_place place;
    const ark::trace_report report =
        run("counters:" + place.prefix(), "proxy", wanted ? "1k" : "never").report;
    // The first goes by message; the window may come after the next ones have gone, too.
    EXPECT_EQ(report.proxy.one_sided_puts > rounds / 2, wanted) << report.proxy.one_sided_puts;
    EXPECT_LT(report.proxy.one_sided_puts, static_cast<unsigned>(rounds));
    EXPECT_EQ(place.read(rank())["messages"]["one_sided_puts"], report.proxy.one_sided_puts);
  }
}

}  // namespace
}  // namespace ark_mp
