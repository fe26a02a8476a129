// Times computed by hand: activate 14, precharge 14, access 14, burst 4, turnaround 12.
#include "dram_channel.hpp"

#include <gmock/gmock.h>

namespace ark::cache_model {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t row_lines = 32, same_bank = 17 * row_lines;  // rows 0 and 17 share bank 0

struct answer {
  std::uint32_t tag;
  cycle at;
  bool operator==(const answer&) const = default;
};
void PrintTo(const answer& one, std::ostream* out) { *out << one.tag << " at " << one.at; }

/// Serves until nothing is left; the replies to reads, in their order.
std::vector<answer> drained(dram_channel& channel, cycle now = 0) {
  std::vector<answer> found;
  for (; now != never; now = channel.serve(now)) {
    for (const dram_reply& one : channel.replies()) {
      if (one.read) found.push_back({one.tag, one.at});
    }
    channel.replies().clear();
  }
  return found;
}

TEST(DramChannel, ReadOpensItsRow) {
  dram_channel channel{dram_shape{}};
  channel.read(0, 7, 0);
  EXPECT_THAT(drained(channel), ElementsAre(answer{7, 14 + 14 + 4}));
  EXPECT_EQ(channel.counts().activates, 1);
}

TEST(DramChannel, OpenRowCostsABurstOnly) {
  dram_channel channel{dram_shape{}};
  channel.read(0, 0, 0);
  channel.read(1, 1, 0);
  EXPECT_THAT(drained(channel), ElementsAre(answer{0, 32}, answer{1, 36}));
  EXPECT_EQ(channel.counts().activates, 1);
}

TEST(DramChannel, AnotherRowOfTheBankWaitsForPrecharge) {
  dram_channel channel{dram_shape{}};
  channel.read(0, 0, 0);
  channel.read(same_bank, 1, 0);
  // The first has its data until 18; then 14 + 14 for the row, 14 + 4 for the data.
  EXPECT_THAT(drained(channel), ElementsAre(answer{0, 32}, answer{1, 18 + 28 + 18}));
  EXPECT_EQ(channel.counts().activates, 2);
}

TEST(DramChannel, RowHitsOvertake) {
  dram_channel channel{dram_shape{}};
  channel.read(0, 0, 0);
  channel.read(same_bank, 1, 0);
  channel.read(1, 2, 0);
  EXPECT_THAT(drained(channel), ElementsAre(answer{0, 32}, answer{2, 36}, answer{1, 22 + 28 + 18}));
}

TEST(DramChannel, BanksOpenRowsBesideData) {
  dram_channel channel{dram_shape{}};
  channel.read(0, 0, 0);
  channel.read(row_lines, 1,
               0);  // bank 1: opens one cycle later, ready at 15, the bus is free at 18
  EXPECT_THAT(drained(channel), ElementsAre(answer{0, 32}, answer{1, 36}));
}

TEST(DramChannel, WritesMergeAndServeReads) {
  dram_channel channel{dram_shape{}};
  channel.write(5, nobody, 0);
  channel.write(5, nobody, 0);
  channel.read(5, 3, 0);
  EXPECT_THAT(drained(channel), ElementsAre(answer{3, 14}));
  EXPECT_EQ(channel.counts().reads, 0);
  EXPECT_EQ(channel.counts().writes, 1);
}

TEST(DramChannel, WritesWaitForReadsUntilTheyAreTooMany) {
  for (const bool many : {false, true}) {
    dram_shape shape;
    dram_channel channel{shape};
    const unsigned writes = many ? shape.write_high : shape.write_high - 1;
    for (unsigned i = 0; i < writes; ++i) channel.write(i, nobody, 0);
    channel.read(same_bank, 0, 0);
    // Many: the bus turns (12), row 0 opens (14), writes until write_low are left, the bus turns,
    // and the read changes the row.
    const cycle written = 12 + 14 + cycle{4} * (writes - shape.write_low);
    EXPECT_THAT(drained(channel), ElementsAre(answer{0, many ? written + 12 + 28 + 18 : 32}))
        << writes;
    EXPECT_EQ(channel.counts().writes, writes);
  }
}

TEST(DramChannel, WriteBeyondTheQueueIsAnsweredLater) {
  dram_shape shape;
  dram_channel channel{shape};
  for (unsigned i = 0; i <= shape.write_queue; ++i) channel.write(i, i, 0);
  EXPECT_EQ(channel.replies().size(), shape.write_queue);
  channel.replies().clear();
  EXPECT_EQ(channel.serve(0), 12);
  EXPECT_EQ(channel.serve(12), 13);  // the writes are of two banks
  EXPECT_EQ(channel.serve(13), 26);
  channel.serve(26);
  ASSERT_EQ(channel.replies().size(), 1);
  EXPECT_EQ(channel.replies()[0].tag, shape.write_queue);
  EXPECT_EQ(channel.replies()[0].at, 26);
}

}  // namespace
}  // namespace ark::cache_model
