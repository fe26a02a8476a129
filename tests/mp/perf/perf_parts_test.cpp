// The parts of ark_perf that need no library: command line, statistics, checks, lengths, rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "ark_perf_options.hpp"
#include "atomic_ops.hpp"
#include "check_pattern.hpp"
#include "gradients_replay.hpp"
#include "loop.hpp"
#include "report.hpp"
#include "result.hpp"
#include "size_text.hpp"
#include "test_table.hpp"

namespace {

using namespace ark_perf;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

// --- Checks
// ---------------------------------------------------------------------------------------

class Pattern : public testing::Test {
 protected:
  static constexpr std::size_t count = 1000, guard = 64;
  static constexpr std::uint64_t seed = 42;
  std::vector<std::byte> bytes_ = std::vector<std::byte>(count + guard);
};

TEST_F(Pattern, MatchesItself) {
  pattern_poison(bytes_.data(), bytes_.size(), seed);
  pattern_fill(bytes_.data(), count, seed);
  EXPECT_EQ(pattern_errors(bytes_.data(), count, seed), 0u);
  EXPECT_EQ(pattern_overrun(bytes_.data(), count, guard, seed), 0u);
}

TEST_F(Pattern, FindsEachCorruptedByte) {
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}, count / 2, count - 1}) {
    pattern_fill(bytes_.data(), count, seed);
    bytes_[at] ^= std::byte{1};
    EXPECT_EQ(pattern_errors(bytes_.data(), count, seed), 1u) << "byte " << at;
  }
}

TEST_F(Pattern, PoisonIsWrongEverywhere) {
  pattern_poison(bytes_.data(), count, seed);
  EXPECT_EQ(pattern_errors(bytes_.data(), count, seed), count);
}

TEST_F(Pattern, FindsAByteWrittenBehindTheMessage) {
  pattern_poison(bytes_.data(), bytes_.size(), seed);
  pattern_fill(bytes_.data(), count + 1, seed);
  EXPECT_EQ(pattern_overrun(bytes_.data(), count, guard, seed), 1u);
}

TEST_F(Pattern, AnotherSenderCallerOrRoundIsWrong) {
  const std::uint64_t right = pattern_seed(0, 0, 1);
  pattern_fill(bytes_.data(), count, right);
  for (const std::uint64_t other :
       {pattern_seed(1, 0, 1), pattern_seed(0, 1, 1), pattern_seed(0, 0, 2)}) {
    EXPECT_GT(pattern_errors(bytes_.data(), count, other), count / 2);
  }
}

TEST_F(Pattern, DataAtTheWrongPlaceIsWrong) {
  pattern_fill(bytes_.data(), bytes_.size(), seed);
  EXPECT_GT(pattern_errors(bytes_.data() + 8, count, seed), count / 2);
}

/// Burst by burst from the last gradient to the first one, each in its millisecond.
TEST(GradientsReplay, HasTheBurstsOfTheNetwork) {
  gradients_options how;
  how.images = 32;
  const replay run = replay_of(how);
  ASSERT_EQ(run.counts.size(), 161u);
  EXPECT_EQ(run.bytes(), 102'228'128u);
  EXPECT_EQ(run.counts.front(), 3u * 64 * 49);
  EXPECT_EQ(run.ready_us.back(), 0);
  EXPECT_EQ(run.backward_us, 98'000);
  EXPECT_NEAR(std::accumulate(run.forward_us.begin(), run.forward_us.end(), 0.0), 49'000, 1e-3);
  EXPECT_EQ(run.ready_us.front(), 98'000 - 2'500);
  EXPECT_TRUE(std::is_sorted(run.ready_us.rbegin(), run.ready_us.rend()));
  std::set<double> bursts(run.ready_us.begin(), run.ready_us.end());
  EXPECT_EQ(bursts.size(), 12u);
  how.scale_percent = 50;
  EXPECT_EQ(replay_of(how).counts[0], 3u * 64 * 49 / 2);
  how.network = "resnet152";
  EXPECT_EQ(replay_of(how).counts.size(), 467u);
  how.network = "inception-bn";
  how.scale_percent = 100;
  EXPECT_EQ(replay_of(how).counts.size(), 3u * 69 + 2);
  EXPECT_EQ(replay_of(how).counts[207], 1024u * 1000);
  EXPECT_NEAR(static_cast<double>(replay_of(how).bytes()), 4 * 11.3e6, 4 * 0.1e6);
}

TEST(Atomics, ExpectedValuesFollowTheOperations) {
  EXPECT_EQ(atomic_expected(atomic_op::fetch_inc, 7, 3), 8u);
  EXPECT_EQ(atomic_expected(atomic_op::add, 7, 3), 17u);
  EXPECT_EQ(atomic_expected(atomic_op::swap, 7, 3), 10u);
  EXPECT_EQ(atomic_expected(atomic_op::fetch, 7, 3), 7u);
  EXPECT_EQ(atomic_expected(atomic_op::bit_or, 1, 3), 9u);
  EXPECT_EQ(atomic_expected(atomic_op::bit_and, 15, 3), 7u);
  EXPECT_EQ(atomic_expected(atomic_op::fetch_xor, 8, 3), 0u);
  EXPECT_EQ(atomic_expected(atomic_op::compare_swap, 3, 3), 4u);
  EXPECT_EQ(atomic_expected(atomic_op::compare_swap, 5, 3), 5u);
}

TEST(Atomics, TableIsInTheOrderOfTheEnumeration) {
  int expected = 0;
  for (const atomic_name& each : atomic_names) EXPECT_EQ(static_cast<int>(each.op), expected++);
}

// --- Statistics
// -----------------------------------------------------------------------------------

TEST(Statistics, PercentilesAreNearestRanks) {
  std::vector<double> samples;
  for (int i = 1000; i >= 1; --i) samples.push_back(i);
  const distribution d = distribution_of(samples);
  EXPECT_EQ(d.min, 1);
  EXPECT_EQ(d.p50, 500);
  EXPECT_EQ(d.p90, 900);
  EXPECT_EQ(d.p99, 990);
  EXPECT_EQ(d.p999, 999);
  EXPECT_EQ(d.max, 1000);
}

TEST(Statistics, OneSampleIsEveryPercentile) {
  const distribution d = distribution_of({3});
  EXPECT_THAT((std::vector<double>{d.min, d.p50, d.p99, d.p999, d.max}), testing::Each(3));
}

TEST(Statistics, MedianOfEvenCountIsTheMeanOfTheMiddle) {
  EXPECT_EQ(median({1, 2, 4, 100}), 3);
  EXPECT_EQ(median({1, 2, 100}), 2);
}

// --- Rows
// -----------------------------------------------------------------------------------------

TEST(ResultRow, RatesCountAllMessagesOfAnIteration) {
  result_row row;
  row.bytes = 1000;
  row.messages_per_caller = 64;
  row.messages_per_round = 128;
  row.repeats_us = {64, 128, 256};
  EXPECT_DOUBLE_EQ(row.time_us(), 128);
  EXPECT_DOUBLE_EQ(mb_per_s(row, row.time_us()), 1000);
  EXPECT_DOUBLE_EQ(messages_per_s(row, row.time_us()), 1e6);
  EXPECT_DOUBLE_EQ(operation_us(row, row.time_us()), 2);
}

TEST(LoopLength, FollowsOsuUnlessGiven) {
  const test_info& latency = *test_find("put_latency");
  const test_info& bandwidth = *test_find("put_bw");
  options opts;
  EXPECT_EQ(length_of(latency, 8192, opts).iterations, 10'000u);
  EXPECT_EQ(length_of(latency, 8193, opts).iterations, 1'000u);
  EXPECT_EQ(length_of(bandwidth, 1, opts).iterations, 100u);
  EXPECT_EQ(length_of(bandwidth, 1 << 20, opts).warmup, 2u);
  opts.iterations = 5;
  EXPECT_EQ(length_of(latency, 1, opts).iterations, 5u);
  EXPECT_EQ(length_of(latency, 1, opts).warmup, 5u);
  opts.warmup = 0;
  EXPECT_EQ(length_of(latency, 1, opts).warmup, 0u);
}

TEST(Sizes, GoFromLeastToMostByTheFactor) {
  options opts;
  opts.min_bytes = 3;
  opts.max_bytes = 50;
  opts.factor = 4;
  EXPECT_THAT(sizes_of(*test_find("put_bw"), opts), ElementsAre(3, 12, 48));
  EXPECT_THAT(sizes_of(*test_find("queue_rate"), options{}), ElementsAre(8));
  opts = {};
  opts.min_bytes = std::size_t{8} << 20;
  EXPECT_THAT(sizes_of(*test_find("put_bw"), opts), ElementsAre(std::size_t{8} << 20));
}

TEST(IterationsWithin, AreBetweenOneAndTheRequestedNumber) {
  EXPECT_EQ(iterations_within(1'000'000, 10, 1000), 100u);
  EXPECT_EQ(iterations_within(1'000'000, 10, 50), 50u);
  EXPECT_EQ(iterations_within(1'000'000, 5000, 50), 1u);
}

result_row bandwidth_row(std::size_t bytes, double rate) {
  result_row row;
  row.bytes = bytes;
  row.repeats_us = {static_cast<double>(bytes) / rate};
  return row;
}

TEST(Saturation, IsTheSmallestMessageNearThePeak) {
  const auto found =
      saturation_of({bandwidth_row(8, 10), bandwidth_row(64, 940), bandwidth_row(512, 951),
                     bandwidth_row(4096, 1000), bandwidth_row(32768, 960)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bytes, 512u);
  EXPECT_EQ(found->peak_bytes, 4096u);
  EXPECT_DOUBLE_EQ(found->peak_mb_per_s, 1000);
}

TEST(Saturation, NeedsMoreThanOneSize) {
  EXPECT_FALSE(saturation_of({}));
  EXPECT_FALSE(saturation_of({bandwidth_row(8, 10)}));
}

// --- Reports
// --------------------------------------------------------------------------------------

/// What a report writes of a run without rows.
std::string report_of(format_kind format, const run_end& how) {
  char* text = nullptr;
  std::size_t bytes = 0;
  std::FILE* file = open_memstream(&text, &bytes);
  const auto out = make_report(format, file);
  out->begin();
  out->end(how);
  std::fclose(file);
  const std::string written(text, bytes);
  std::free(text);
  return written;
}

TEST(Reports, MarkAnIncompleteRun) {
  const run_end failed{0, run_failure{"put_bw", "a \"text\",\nof two lines\xff"}};
  EXPECT_THAT(report_of(format_kind::osu, failed),
              testing::EndsWith("# INCOMPLETE: put_bw failed: a \"text\", of two lines\xff\n"));
  EXPECT_EQ(report_of(format_kind::osu, {}), "");
  const std::string table = report_of(format_kind::csv, failed),
                    names = table.substr(0, table.find('\n'));
  EXPECT_EQ(names + "\n", report_of(format_kind::csv, {}));
  const std::string empty(std::count(names.begin(), names.end(), ','), ',');
  EXPECT_EQ(table, names + "\nput_bw" + empty + "\"a \"\"text\"\",\nof two lines\xff\"\n");
  EXPECT_THAT(report_of(format_kind::json, failed),
              AllOf(HasSubstr("\"complete\": false"), HasSubstr("\"test\": \"put_bw\""),
                    HasSubstr("of two lines\xef\xbf\xbd")));
  EXPECT_THAT(report_of(format_kind::json, {}),
              AllOf(HasSubstr("\"complete\": true"), testing::Not(HasSubstr("failure"))));
}

// --- Command line
// ---------------------------------------------------------------------------------

TEST(ByteText, ReadsSuffixes) {
  EXPECT_EQ(parse_bytes("-b", "7"), 7u);
  EXPECT_EQ(parse_bytes("-b", "8k"), 8192u);
  EXPECT_EQ(parse_bytes("-b", "4M"), 4u << 20);
  EXPECT_EQ(parse_bytes("-b", "1g"), 1u << 30);
}

TEST(ByteText, RefusesTextThatIsNoSize) {
  for (const char* text :
       {"", "k", "8kb", "-1", "0", "1.5", "8 k", "99999g", "99999999999999999999"}) {
    EXPECT_THROW(parse_bytes("--min", text), usage_error) << text;
  }
}

command parse(std::vector<std::string> arguments) { return parse_command(arguments); }

TEST(CommandLine, Defaults) {
  const command asked = parse({"put_latency"});
  ASSERT_TRUE(asked.run) << asked.text;
  EXPECT_THAT(asked.run->tests, ElementsAre(Field(&asked_test::name, "put_latency")));
  EXPECT_EQ(asked.run->callers(), 1u);
  EXPECT_FALSE(asked.run->route);
  EXPECT_EQ(asked.run->ops.size(), std::size(atomic_names));
}

TEST(CommandLine, OverlapTakesCollectives) {
  using ark::overlap::collective;
  EXPECT_THAT(parse({"overlap"}).run->collectives,
              ElementsAre(collective::fcollect, collective::alltoall));
  EXPECT_THAT(parse({"overlap", "--collective", "reduce,broadcast"}).run->collectives,
              ElementsAre(collective::reduce, collective::broadcast));
  EXPECT_EQ(parse({"overlap", "--collective", "all"}).run->collectives.size(),
            ark::overlap::all_collectives.size());
}

TEST(CommandLine, AcceptsSeveralTestsInOrder) {
  EXPECT_THAT(
      parse({"put_bw", "-n", "3", "put_latency"}).run->tests,
      ElementsAre(Field(&asked_test::name, "put_bw"), Field(&asked_test::name, "put_latency")));
}

TEST(CommandLine, ATestMayNameItsRoute) {
  const command asked = parse({"put_bw@proxy", "put_bw", "queue_rate", "--route", "inline"});
  EXPECT_FALSE(asked.run) << "queue_rate has a route of its own";
  const command mixed = parse({"put_bw@proxy", "put_bw", "queue_rate@queue", "--route", "inline"});
  ASSERT_TRUE(mixed.run) << mixed.text;
  EXPECT_THAT(mixed.run->tests, ElementsAre(Field(&asked_test::route, route_kind::proxy),
                                            Field(&asked_test::route, route_kind::inline_only),
                                            Field(&asked_test::route, route_kind::queue_only)));
}

options options_of(const char* test, std::optional<route_kind> route, unsigned engine_blocks) {
  options opts;
  opts.engine_blocks = engine_blocks;
  opts.shared_bytes = 4096;
  opts.scope = scope_kind::block;
  opts.threads = 64;
  return options_for(*test_find(test), route, opts);
}

TEST(OptionsFor, EngineBlocksServeOnlyTestsThatMayQueue) {
  EXPECT_EQ(options_of("put_bw", std::nullopt, 4).engine_blocks, 4u);
  EXPECT_EQ(options_of("put_bw", route_kind::queue_only, 4).engine_blocks, 4u);
  EXPECT_EQ(options_of("put_bw", route_kind::inline_only, 4).engine_blocks, 0u);
  EXPECT_EQ(options_of("put_bw", route_kind::proxy, 4).engine_blocks, 0u);
  EXPECT_EQ(options_of("plan_bw", std::nullopt, 4).engine_blocks, 0u);
}

TEST(OptionsFor, SharedMemoryIsThatOfLaunchesWithAnEngine) {
  EXPECT_EQ(options_of("put_bw", route_kind::queue_only, 4).shared_bytes, 4096u);
  EXPECT_EQ(options_of("put_bw", route_kind::queue_only, 0).shared_bytes, 0u);
  EXPECT_EQ(options_of("put_bw", route_kind::inline_only, 4).shared_bytes, 0u);
}

TEST(OptionsFor, PlansAndHostCopiesAreStartedByOneThread) {
  EXPECT_EQ(options_of("put_bw", std::nullopt, 0).threads, 64u);
  for (const char* test : {"plan_bw", "plan_latency", "host_latency"}) {
    EXPECT_EQ(options_of(test, std::nullopt, 0).threads, 1u) << test;
    EXPECT_EQ(options_of(test, std::nullopt, 0).scope, scope_kind::thread) << test;
    EXPECT_TRUE(parse({test, "put_bw", "-s", "block", "-B", "2"}).run) << test;
  }
}

std::string engine_of(const char* test, std::optional<route_kind> route, unsigned engine_blocks) {
  return engine_name(*test_find(test), options_of(test, route, engine_blocks));
}

TEST(EngineNames, NameTheEngineThatMovesTheBytes) {
  EXPECT_EQ(engine_of("put_bw", route_kind::inline_only, 4), "inline");
  EXPECT_EQ(engine_of("put_bw", route_kind::queue_only, 4), "SM engine");
  EXPECT_EQ(engine_of("put_bw", route_kind::queue_only, 0), "CPU engine");
  EXPECT_EQ(engine_of("put_bw", route_kind::proxy, 0), "proxy");
  EXPECT_EQ(engine_of("put_bw", std::nullopt, 4), "by size");
  EXPECT_EQ(engine_of("plan_bw", std::nullopt, 0), "plan");
  EXPECT_EQ(engine_of("host_latency", std::nullopt, 0), "host copy");
}

TEST(CommandLine, AcceptsTheLettersOfOsu) {
  const command asked = parse({"-m", "2:1k", "-i", "7", "-x", "3", "-W", "9", "-c", "-z99,90,50",
                               "-d", "cuda", "put_bw", "D", "D", "heap"});
  ASSERT_TRUE(asked.run) << asked.text;
  EXPECT_EQ(asked.run->min_bytes, 2u);
  EXPECT_EQ(asked.run->max_bytes, 1024u);
  EXPECT_EQ(asked.run->iterations, 7u);
  EXPECT_EQ(asked.run->warmup, 3u);
  EXPECT_EQ(asked.run->window, 9u);
  EXPECT_TRUE(asked.run->check);
  EXPECT_TRUE(asked.run->percentiles);
  EXPECT_EQ(asked.run->notes.size(), 4u);
}

TEST(CommandLine, OneNumberAfterMIsTheMost) {
  EXPECT_EQ(parse({"-m", "128", "put_bw"}).run->max_bytes, 128u);
  EXPECT_EQ(parse({"-m", "128", "put_bw"}).run->min_bytes, 0u);
  EXPECT_EQ(parse({"-m", "128:", "put_bw"}).run->min_bytes, 128u);
}

TEST(CommandLine, TheLastOfTwoCounts) {
  EXPECT_EQ(parse({"-n", "3", "put_bw", "-n", "4"}).run->iterations, 4u);
}

TEST(CommandLine, ThreadsFollowTheScope) {
  EXPECT_EQ(parse({"-s", "warp", "put_bw"}).run->threads, 32u);
  EXPECT_EQ(parse({"-s", "block", "put_bw"}).run->threads, 128u);
  EXPECT_EQ(parse({"-s", "warp", "-T", "64", "-B", "2", "put_bw"}).run->callers(), 4u);
  EXPECT_EQ(parse({"-T", "64", "-B", "2", "put_bw"}).run->callers(), 128u);
}

TEST(CommandLine, JsonAlwaysHasPercentiles) {
  EXPECT_TRUE(parse({"--format", "json", "put_bw"}).run->percentiles);
}

struct refusal {
  std::vector<std::string> arguments;
  std::vector<std::string> says;  ///< the value and the accepted form
};

/// In the tests' names, which would be made of addresses otherwise.
void PrintTo(const refusal& one, std::ostream* out) {
  for (const std::string& argument : one.arguments) *out << argument << ' ';
}

class Refusals : public testing::TestWithParam<refusal> {};

TEST_P(Refusals, NameValueAndAcceptedForm) {
  const command asked = parse_command(GetParam().arguments);
  EXPECT_FALSE(asked.run);
  EXPECT_EQ(asked.status, 2);
  for (const std::string& text : GetParam().says) EXPECT_THAT(asked.text, HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, Refusals,
    testing::Values(
        refusal{{}, {"no test", "put_latency"}},
        refusal{{"put_latncy"}, {"put_latncy", "put_latency"}},
        refusal{{"-b", "12q", "put_bw"}, {"--min", "12q", "k, m or g"}},
        refusal{{"-b", "8k", "-e", "4k", "put_bw"}, {"--min", "8192", "4096"}},
        refusal{{"-m", "1:x", "put_bw"}, {"--message-size", "x"}},
        refusal{{"-f", "1", "put_bw"}, {"--factor", "1", "2 to 1024"}},
        refusal{{"-n", "0", "put_bw"}, {"--iterations", "0", "1 to"}},
        refusal{{"-w", "-3", "put_bw"}, {"--warmup", "-3", "whole number"}},
        refusal{{"-W", "0", "put_bw"}, {"--window", "1 to 65536"}},
        refusal{{"--row-time", "2s", "put_bw"}, {"--row-time", "2s", "whole number"}},
        refusal{{"--from", "host", "fused_gemv"}, {"--from", "host", "kernel for fused_gemv"}},
        refusal{{"-z", "fused_gemv"}, {"--percentiles", "fused_gemv", "--repeat"}},
        refusal{{"-z", "put_latency", "overlap"}, {"--percentiles", "overlap", "--repeat"}},
        refusal{{"--check", "overlap"}, {"--check", "overlap", "verifies no data"}},
        refusal{{"--from", "host", "overlap"}, {"--from", "host", "kernel for overlap"}},
        refusal{{"-z", "gradients"}, {"--percentiles", "gradients", "--repeat"}},
        refusal{{"--check", "gradients"}, {"--check", "gradients", "verifies no data"}},
        refusal{{"--network", "vgg", "gradients"}, {"--network", "vgg", "resnet50, resnet152"}},
        refusal{{"--images", "0", "gradients"}, {"--images", "0", "1 to 4096"}},
        refusal{{"--scale", "2000", "gradients"}, {"--scale", "2000", "1 to 1000"}},
        refusal{{"--chunk", "100", "gradients"}, {"--chunk", "100", "a multiple of 64"}},
        refusal{{"--chunk", "4k", "--credit", "64", "gradients"},
                {"--credit", "64", "at least --chunk"}},
        refusal{{"--tables", "0", "fused_embedding"}, {"--tables", "0", "1 to 65536"}},
        refusal{{"--slice", "2k", "fused_gemv"}, {"--slice", "2k", "whole number"}},
        refusal{{"--repeat", "many", "put_bw"}, {"--repeat", "many"}},
        refusal{{"-s", "grid", "put_bw"}, {"--scope", "grid", "thread, warp, block"}},
        refusal{{"-T", "1025", "put_bw"}, {"--threads", "1025", "1 to 1024"}},
        refusal{{"-B", "0", "put_bw"}, {"--blocks", "0"}},
        refusal{{"--route", "fast", "put_bw"}, {"--route", "fast", "auto, inline, queue"}},
        refusal{{"put_bw@fast"}, {"put_bw@fast", "'fast'", "auto, inline, queue, proxy"}},
        refusal{{"--buffers", "two", "put_bw"}, {"--buffers", "two", "single, multiple"}},
        refusal{{"--format", "xml", "put_bw"}, {"--format", "xml", "osu, csv, json"}},
        refusal{{"--from", "moon", "put_bw"}, {"--from", "moon", "kernel, host, stream"}},
        refusal{{"--from", "stream", "plan_bw"},
                {"--from", "stream", "kernel or host for plan_bw"}},
        refusal{{"--from", "stream", "atomic_rate"}, {"--from", "stream", "atomic_rate"}},
        refusal{{"--from", "stream", "fused_gemv"}, {"--from", "stream", "kernel for fused_gemv"}},
        refusal{{"--from", "stream", "-T", "2", "put_bw"}, {"--threads", "2", "--from stream"}},
        refusal{{"--op", "mul", "atomic_rate"}, {"--op", "mul", "fetch_add"}},
        refusal{{"--collective", "reduce,scan", "overlap"},
                {"--collective", "scan", "fcollect,alltoall,broadcast,reduce"}},
        refusal{{"--pes", "0", "put_bw"}, {"--pes", "0", "1 to 64"}},
        refusal{{"--from", "host", "-s", "warp", "put_bw"}, {"--scope", "warp", "thread"}},
        refusal{{"--from", "host", "-B", "2", "put_bw"}, {"--blocks", "2"}},
        refusal{{"--from", "host", "-T", "2", "put_bw"}, {"--threads", "2"}},
        refusal{{"--from", "host", "-E", "1", "put_bw"}, {"--engine-blocks", "1"}},
        refusal{{"-E", "many", "put_bw"}, {"--engine-blocks", "many", "0 to 65535"}},
        refusal{{"--shared", "much", "put_bw"}, {"--shared", "much", "bytes"}},
        refusal{{"--from", "host", "--shared", "8k", "put_bw"}, {"--shared", "8192", "0"}},
        refusal{{"--shared", "48k", "put_bw"}, {"--shared", "49152", "0 without --engine-blocks"}},
        refusal{{"-E", "1", "-s", "block", "-T", "31", "put_bw"},
                {"--threads", "31", "32 or more", "--scope block"}},
        refusal{{"-E", "1", "-s", "warp", "-T", "8", "put_bw"}, {"--threads", "8", "32 or more"}},
        refusal{{"-s", "warp", "atomic_rate"}, {"--scope", "warp", "atomic_rate"}},
        refusal{{"-B", "2", "barrier"}, {"--blocks 2", "barrier needs 1"}},
        refusal{{"--route", "inline", "queue_rate"}, {"--route", "inline", "queue"}},
        refusal{{"--nonsense", "put_bw"}, {"--nonsense"}}));

TEST(CommandLine, BlocksOfALaunchWithAnEngineAreWholeWarps) {
  const options one = *parse({"-E", "1", "put_bw"}).run;
  EXPECT_EQ(one.callers(), 1u);
  loop all;
  all.threads = one.threads;
  EXPECT_EQ(block_threads(all), 1u);
  all.engine_blocks = one.engine_blocks;
  EXPECT_EQ(block_threads(all), 32u);
  all.threads = 48;
  EXPECT_EQ(block_threads(all), 48u);
}

TEST(CommandLine, HelpAndListNameEveryTest) {
  for (const char* option : {"--help", "--list"}) {
    const command asked = parse({option});
    EXPECT_EQ(asked.status, 0);
    for (const std::string& name : test_names()) EXPECT_THAT(asked.text, HasSubstr(name)) << option;
  }
}

}  // namespace
