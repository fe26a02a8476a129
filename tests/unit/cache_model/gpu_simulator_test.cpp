// Traces whose times and traffic were computed by hand. A load that misses everywhere: 40 to L2, 14
// to open the row, 14 + 4 for the data, 60 back.
#include "gpu_simulator.hpp"

#include <gtest/gtest.h>

namespace ark::cache_model {
namespace {

const policy uncached{"uncached"}, cached_reads{"read", true}, cached{"read-write", true, true};
constexpr cycle miss = 40 + 14 + 18 + 60, open_row = 40 + 18 + 60, l1_hit = 24, l2_hit = 40 + 60;
constexpr std::uint32_t far_row = 17 * 32;

gpu_shape one_unit() {
  gpu_shape shape;
  shape.units = shape.channels = 1;
  return shape;
}

counts run(const gpu_shape& shape, const policy& how, const std::vector<access>& accesses,
           unsigned waves = 1) {
  return gpu_simulator(shape, how).run({waves, 1, [&](unsigned, std::vector<access>& out) {
                                          out = accesses;
                                        }});
}

access load(std::uint32_t line, bool wait = false, std::uint16_t think = 0) {
  return {line, all_words, 0, false, wait, false, think};
}
access store(std::uint32_t line, word_mask words = all_words, std::uint16_t think = 0) {
  return {line, words, 1, true, false, false, think};
}

TEST(GpuSimulator, LoadThatMissesTakesThePathToDram) {
  for (const policy& how : {uncached, cached_reads, cached})
    EXPECT_EQ(run(one_unit(), how, {load(3)}).cycles, miss) << how.name;
}

TEST(GpuSimulator, SecondLoadHitsL1OnlyIfReadsAreCached) {
  const std::vector<access> twice = {load(3), load(3, true)};
  EXPECT_EQ(run(one_unit(), cached_reads, twice).cycles, miss + l1_hit);
  const counts past = run(one_unit(), uncached, twice);
  EXPECT_EQ(past.cycles, miss + open_row);
  EXPECT_EQ(past.dram.reads, 2);
}

TEST(GpuSimulator, AnotherUnitHitsL2) {
  gpu_shape shape = one_unit();
  shape.units = 2;
  // The second wave's unit computes until the line is there.
  const launch both{2, 1, [](unsigned wave, std::vector<access>& out) {
                      out = {load(3, false, wave == 0 ? 0 : 1000)};
                    }};
  const counts found = gpu_simulator(shape, cached_reads).run(both);
  EXPECT_EQ(found.cycles, 1000 + l2_hit);
  EXPECT_EQ(found.l2_hits, 1);
  EXPECT_EQ(found.dram.reads, 1);
}

TEST(GpuSimulator, LoadsInFlightMergeWithoutACache) {
  const counts found = run(one_unit(), uncached, {load(3), load(3)});
  EXPECT_EQ(found.cycles, miss);
  EXPECT_EQ(found.merged, 1);
  EXPECT_EQ(found.dram.reads, 1);
}

TEST(GpuSimulator, ComputationWaitsForLoadsOrRunsBesideThem) {
  access after = load(3, true, 500);
  EXPECT_EQ(run(one_unit(), cached_reads, {load(3), after}).cycles, miss + 500 + l1_hit);
  after.ahead = true;
  EXPECT_EQ(run(one_unit(), cached_reads, {load(3), after}).cycles, 500 + l1_hit);
}

TEST(GpuSimulator, FullSetStallsAndBypassDoesNot) {
  gpu_shape shape = one_unit();
  shape.l1_sets = shape.l1_ways = 1;
  const std::vector<access> two = {load(0), load(1)};
  const counts stalled = run(shape, cached_reads, two);
  EXPECT_EQ(stalled.cycles, miss + open_row);
  EXPECT_EQ(stalled.l1_stalled, miss - 1);
  policy bypass = cached_reads;
  bypass.bypass = true;
  const counts passed = run(shape, bypass, two);
  EXPECT_EQ(passed.cycles, miss + 4);  // the next burst of the row
  EXPECT_EQ(passed.bypassed, 1);
  EXPECT_EQ(passed.l1_stalled, 0);
}

TEST(GpuSimulator, FullMissTableStalls) {
  gpu_shape shape = one_unit();
  shape.l1_misses = 1;
  EXPECT_EQ(run(shape, uncached, {load(0), load(1)}).cycles, miss + open_row);
}

TEST(GpuSimulator, WaveHasSoManyAccessesInFlight) {
  gpu_shape shape = one_unit();
  shape.in_flight = 1;
  EXPECT_EQ(run(shape, uncached, {load(0), load(1)}).cycles, miss + open_row);
}

TEST(GpuSimulator, HalvesOfALineAreOneWriteOnlyInL2) {
  const std::vector<access> halves = {store(3, 0x00ff), store(3, 0xff00, 1000)};
  EXPECT_EQ(run(one_unit(), cached, halves).dram.writes, 1);
  EXPECT_EQ(run(one_unit(), cached_reads, halves).dram.writes, 2);
  EXPECT_EQ(run(one_unit(), uncached, halves).dram.writes, 2);
}

TEST(GpuSimulator, LoadOfAHalfWrittenLineReadsAndKeepsIt) {
  const counts found =
      run(one_unit(), cached, {store(3, 0x00ff), load(3, false, 1000), load(4, true)});
  EXPECT_EQ(found.dram.reads, 2);
  EXPECT_EQ(found.dram.writes, 1);
  EXPECT_EQ(run(one_unit(), cached, {store(3), load(3, false, 1000)}).dram.reads, 0);
}

TEST(GpuSimulator, RinseWritesARowOnce) {
  gpu_shape shape = one_unit();
  shape.l2_sets = 2;
  shape.l2_ways = 1;
  // Dirty lines 0 and 1 of row 0 are evicted one after the other, by lines of another row of the
  // bank.
  const std::vector<access> evicting = {store(0), store(1), load(far_row, false, 1000),
                                        load(far_row + 1, true, 1000)};
  policy rinse = cached;
  rinse.rinse = true;
  EXPECT_EQ(run(shape, cached, evicting).dram.activates, 4);
  EXPECT_EQ(run(shape, rinse, evicting).dram.activates, 3);
  EXPECT_EQ(run(shape, rinse, evicting).dram.writes, 2);
}

TEST(GpuSimulator, SiteWithoutReuseLeavesL2ToTheOther) {
  gpu_shape shape = one_unit();
  shape.l1_sets = shape.l1_ways = 1;
  shape.l2_sets = 16;
  shape.l2_ways = 4;
  std::vector<access> mixed;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    access again = load(i % 48, true);
    again.site = 2;
    mixed.push_back(again);
    mixed.push_back(load(1000 + i, true));
  }
  policy by_site = cached;
  by_site.by_site = true;
  const auto missed = [&](const policy& how) { return run(shape, how, mixed).dram.reads - 20000; };
  EXPECT_GT(missed(cached), 5000U);
  EXPECT_LT(missed(by_site), 2500U);
}

/// Lines of site 1 are stored once each, beside loads of site 2 from 48 lines.
TEST(GpuSimulator, StoresOfWholeLinesWithoutReusePassL2) {
  gpu_shape shape = one_unit();
  shape.l1_sets = shape.l1_ways = 1;
  shape.l2_sets = 16;
  shape.l2_ways = 4;
  policy by_site = cached;
  by_site.by_site = true;
  const auto missed = [&](const policy& how, word_mask words) {
    std::vector<access> mixed;
    for (std::uint32_t i = 0; i < 20000; ++i) {
      access again = load(i % 48, true);
      again.site = 2;
      mixed.push_back(again);
      mixed.push_back(store(1000 + i, words));
    }
    return run(shape, how, mixed).dram.reads;
  };
  EXPECT_GT(missed(cached, all_words), 5000U);
  EXPECT_LT(missed(by_site, all_words), 2500U);
  // A part of a line allocates: a later store may complete it.
  EXPECT_GT(missed(by_site, 0x00ff), 5000U);
}

TEST(GpuSimulator, EveryLineHasAPlace) {
  const gpu_shape shape;
  for (std::uint32_t line = 0; line < 1 << 26; line += 997) {
    const gpu_simulator::place where = gpu_simulator::place_of(shape, line);
    ASSERT_LT(where.channel, shape.channels);
    ASSERT_EQ(gpu_simulator::line_at(shape, where), line);
  }
}

TEST(GpuSimulator, RunsAreTheSame) {
  const std::vector<access> some = {load(0), store(9), load(77, true), load(1), store(2)};
  EXPECT_EQ(run(gpu_shape{}, cached, some, 64).cycles, run(gpu_shape{}, cached, some, 64).cycles);
}

}  // namespace
}  // namespace ark::cache_model
