// A record's line, read back by a JSON library; order statistics.
#include "record.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "json_value.hpp"

namespace ark_probe {
namespace {

using json = ark_json::json_value;

TEST(ProbeRecord, ReadsBackAsWritten) {
  record line;
  line.text("name", "a copy").integer("bytes", -3).number("us", 1.5).flag("held", true);
  EXPECT_EQ(line.json(), R"({"name":"a copy","bytes":-3,"us":1.5,"held":true})");
  EXPECT_EQ(json::parse(line.json())["bytes"], -3);
}

TEST(ProbeRecord, EscapesTextForJson) {
  const std::string nasty = "say \"no\" \\ to\ttabs\nand \x01 controls";
  record line;
  line.text(nasty, nasty);
  const json read = json::parse(line.json());
  EXPECT_EQ(read[nasty], nasty);
  EXPECT_EQ(line.json().find('\n'), std::string::npos) << "one record is one line";
}

TEST(ProbeRecord, KeyThatIsSetAgainChangesItsValueInPlace) {
  record line;
  line.verdict("measured").integer("bytes", 1).verdict("timed_out", "after 5 ms");
  EXPECT_EQ(line.json(), R"({"verdict":"timed_out","bytes":1,"note":"after 5 ms"})");
}

TEST(ProbeRecord, NumberThatIsNoneBecomesNull) {
  record line;
  line.number("rate", std::numeric_limits<double>::infinity())
      .number("mean", std::numeric_limits<double>::quiet_NaN());
  const json read = json::parse(line.json());
  EXPECT_EQ(read["rate"], json());
  EXPECT_EQ(read["mean"], json());
}

TEST(ProbeRecord, KeepsLargeIntegersAndNineDigits) {
  record line;
  line.integer("most", std::numeric_limits<std::int64_t>::max()).number("ns", 123456789.4);
  const json read = json::parse(line.json());
  EXPECT_EQ(read["most"], std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read["ns"], 123456789.0);
}

TEST(ProbeRecord, DistributionHoldsOrderStatistics) {
  record line;
  line.distribution("ns", {3, 1, 2});
  EXPECT_EQ(json::parse(line.json()), json::parse(R"({"unit":"ns","samples":3,"min":1,"median":2,
                                                       "p99":3,"max":3})"));
}

TEST(ProbeRecord, ADistributionWithoutSamplesHasZeroSamples) {
  record line;
  line.distribution("ns", {});
  EXPECT_EQ(line.json(), R"({"unit":"ns","samples":0})");
}

TEST(ProbeReport, WritesOneLineAtOnceThatNamesItsProbe) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  report out(stream, "gate");
  out.write(out.begin("result").text("name", "x"));
  // Before the stream is closed: a crash later must not lose it.
  EXPECT_EQ(std::string(text, size), "{\"record\":\"result\",\"probe\":\"gate\",\"name\":\"x\"}\n");
  std::fclose(stream);
  std::free(text);
}

TEST(ProbeStatistics, OneSampleIsAllOfThem) {
  const summary all = summarize({7});
  EXPECT_EQ(all.min, 7);
  EXPECT_EQ(all.median, 7);
  EXPECT_EQ(all.p99, 7);
  EXPECT_EQ(all.max, 7);
}

TEST(ProbeStatistics, MedianOfAnEvenCountIsTheMeanOfTheMiddle) {
  EXPECT_EQ(summarize({4, 1, 3, 2}).median, 2.5);
  EXPECT_EQ(summarize({4, 1, 3}).median, 3);
}

TEST(ProbeStatistics, NinetyNineOfHundredLieAtOrBelowP99) {
  std::vector<double> samples(100);
  std::iota(samples.rbegin(), samples.rend(), 1);
  EXPECT_EQ(summarize(samples).p99, 99);
  samples.push_back(101);
  EXPECT_EQ(summarize(samples).p99, 100);
  EXPECT_EQ(summarize({1, 2, 3}).p99, 3) << "with few samples it is the greatest";
}

TEST(ProbeStatistics, OrderOfTheSamplesDoesNotMatter) {
  const summary all = summarize({5, -1, 3, 3});
  EXPECT_EQ(all.min, -1);
  EXPECT_EQ(all.max, 5);
  EXPECT_EQ(all.median, 3);
}

}  // namespace
}  // namespace ark_probe
