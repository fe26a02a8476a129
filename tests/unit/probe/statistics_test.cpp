// Order statistics of the probes.
#include <gtest/gtest.h>

#include <numeric>

#include "record.hpp"

namespace ark_probe {
namespace {

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
