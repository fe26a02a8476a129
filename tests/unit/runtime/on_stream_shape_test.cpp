// How a stream-ordered transfer is divided among blocks and threads, on a GPU and here.
#include <gtest/gtest.h>

#include <ark/ark.hpp>

namespace ark::device {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

TEST(StreamShape, GpuThreadsAndBlocksGrowWithTheTransfer) {
  const auto shape = [](std::size_t bytes) { return shape_for(bytes, gpu_shape_rules); };
  EXPECT_EQ(shape(0).threads, 32u);
  EXPECT_EQ(shape(511).threads, 32u);
  EXPECT_EQ(shape(512).threads, 64u);
  EXPECT_EQ(shape(1 * MiB).threads, 256u);
  EXPECT_EQ(shape(32 * KiB - 1).blocks, 1u);
  EXPECT_EQ(shape(32 * KiB).blocks, 2u);
  EXPECT_EQ(shape(std::size_t{1} << 47).blocks, 128u);
}

TEST(StreamShape, LargeCollectivesOfAGpuHaveSeveralBlocks) {
  EXPECT_EQ(lanes_of_collective(128 * KiB - 1, 2), 1u);
  EXPECT_EQ(lanes_of_collective(128 * KiB, 2), 9u);
  EXPECT_EQ(lanes_of_collective(32 * KiB, 8), 9u);
  EXPECT_EQ(lanes_of_collective(256 * KiB, 1), 9u);
  EXPECT_EQ(lanes_of_collective(detail::too_many_bytes, 8), 128u);
  EXPECT_EQ(lanes_of_collective(128 * KiB, -1), 1u);  // of a team that is none
  EXPECT_EQ(lanes_of_reduction(64 * KiB - 1), 1u);
  EXPECT_EQ(lanes_of_reduction(64 * KiB), 9u);
  EXPECT_EQ(lanes_of_reduction(detail::too_many_bytes), 128u);
}

TEST(StreamShape, CpuHasOneLanePerBlock) {
  const auto shape = [](std::size_t bytes) { return shape_for(bytes, cpu_shape_rules); };
  for (const std::size_t bytes : {std::size_t{0}, 3 * KiB, 3 * MiB, 300 * MiB})
    EXPECT_EQ(shape(bytes).threads, 1u);
  EXPECT_EQ(shape(1 * MiB - 1).blocks, 1u);
  EXPECT_EQ(shape(1 * MiB).blocks, 2u);
  EXPECT_EQ(shape(300 * MiB).blocks, 4u);
}

// Every byte belongs to one part, and no part begins inside of an element.
TEST(StreamShape, PartsCoverEveryByteOnce) {
  for (unsigned count : {1u, 2u, 3u, 7u, 32u}) {
    for (std::size_t bytes = 0; bytes <= 6000; bytes += bytes < 300 ? 1 : 61) {
      std::size_t next = 0;
      for (unsigned index = 0; index < count; ++index) {
        const stream_part part = part_of(bytes, index, count);
        ASSERT_EQ(part.first, next) << bytes << " bytes, part " << index << " of " << count;
        ASSERT_TRUE(part.bytes == 0 || part.first % 128 == 0);
        next += part.bytes;
      }
      ASSERT_EQ(next, bytes) << count << " parts";
    }
  }
}

/// A PE whose only peer is mapped, and which has a ring.
class StreamShapeOfTransfer : public testing::Test {
 protected:
  StreamShapeOfTransfer() {
    peer.route = detail::peer_route::mapped;
    state.peers = &peer;
    state.ring_count = 1;
  }
  detail::peer_view peer;
  detail::device_state state;
};

TEST_F(StreamShapeOfTransfer, QueuedTransfersTakeOneThread) {
  state.inline_max_bytes = 4096;
  EXPECT_EQ(shape_of_transfer(state, 8 * MiB, 0).blocks, 1u);
  state.inline_max_bytes = detail::no_inline_limit;
  EXPECT_EQ(shape_of_transfer(state, 8 * MiB, 0).blocks, 4u);
  peer.route = detail::peer_route::proxy;
  EXPECT_EQ(shape_of_transfer(state, 8 * MiB, 0).blocks, 1u);
}

// With the heap in GPU memory the host's own limit is 0, and it has a ring: neither is the
// kernel's.
TEST_F(StreamShapeOfTransfer, OnAGpuManyThreadsStoreToAMappedPeer) {
  state.inline_max_bytes = 0;
  const stream_shape of_put = shape_of_transfer(state, 1 * MiB, 0, true);
  EXPECT_EQ(of_put.blocks, 33u);
  EXPECT_EQ(of_put.threads, 256u);
  EXPECT_EQ(shape_of_transfer(state, 8, 0, true).threads, 32u);
  EXPECT_EQ(shape_of_transfer(state, 1 * MiB, 0, false).threads, 1u) << "by the queue of a CPU";
  peer.route = detail::peer_route::proxy;
  EXPECT_EQ(shape_of_transfer(state, 1 * MiB, 0, true).threads, 1u) << "one descriptor";
}

}  // namespace
}  // namespace ark::device
