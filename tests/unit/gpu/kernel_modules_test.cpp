// Translation units with kernels for GPUs: which are told what, and how a launch says whose it is.
#include "gpu/kernels/kernel_modules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/state/device_state.hpp>
#include <ark/device/launch/launch_grid.hpp>
#include <ark/errc.hpp>
#include <string>
#include <vector>

namespace ark {
namespace {

using detail::cuda_context_table;
using detail::cuda_unit;
using ::testing::HasSubstr;

std::vector<cuda_context_table> told;
const char* tell(const cuda_context_table& table) {
  told.push_back(table);
  return nullptr;
}
const char* refuse(const cuda_context_table&) { return "no kernel image is available"; }

class CudaProgram : public ::testing::Test {
 protected:
  void SetUp() override { told.clear(); }
  void TearDown() override { cuda_program_set(0, 1, 0, {}); }
  detail::device_state one_, two_;
};

TEST_F(CudaProgram, IsOneAsLongAsItHasAUnit) {
  EXPECT_FALSE(cuda_program());
  {
    const cuda_unit unit(&tell, true);
    EXPECT_TRUE(cuda_program());
  }
  EXPECT_FALSE(cuda_program());
}

TEST_F(CudaProgram, EveryUnitIsUpdatedOncePerDeviceAndAgainAfterAChange) {
  const cuda_unit unit(&tell, true), another(&tell, false);
  EXPECT_EQ(cuda_program_unchecked(), 1u);
  cuda_program_set(0, 2, 3, {&one_});
  cuda_program_set(1, 2, 3, {&two_});
  cuda_program_write(0);
  cuda_program_write(0);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].count, 2u);
  EXPECT_EQ(told[0].last_pe, 3u);
  EXPECT_EQ(told[0].of[2], &one_);
  EXPECT_EQ(told[0].of[detail::cuda_contexts_max], nullptr);
  EXPECT_EQ(told[0].of[0], &one_);
  EXPECT_EQ(told[0].of[1], &two_);
  cuda_program_write(1);
  EXPECT_EQ(told.size(), 4u);
  cuda_program_set(1, 2, 3, {});
  cuda_program_write(1);
  ASSERT_EQ(told.size(), 6u);
  EXPECT_EQ(told[5].of[1], nullptr);
}

TEST_F(CudaProgram, TheConstantsOfAnOnlyPeGrowWithItsHeap) {
  const cuda_unit unit(&tell, true);
  detail::cuda_stores stores{};
  stores.peers = 1;
  cuda_program_set(0, 1, 0, {&one_, stores, 1 << 20, 4096});
  cuda_program_write(0);
  cuda_program_grow(&two_, 1 << 16);  // of another PE: not told
  cuda_program_write(0);
  cuda_program_grow(&one_, 8192);
  cuda_program_write(0);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].stores.peers, 1u);
  EXPECT_EQ(told[0].stores.heap_bytes, 4096u);
  EXPECT_EQ(told[0].stores.most_bytes, 4096u);
  EXPECT_EQ(told[1].stores.heap_bytes, 8192u);
  EXPECT_EQ(told[1].stores.most_bytes, 8192u);
}

TEST_F(CudaProgram, SeveralPesOfAProcessHaveNoConstants) {
  const cuda_unit unit(&tell, true);
  detail::cuda_stores stores{};
  stores.peers = 1;
  cuda_program_set(0, 2, 1, {&one_, stores, 1 << 20, 4096});
  cuda_program_set(1, 2, 1, {&two_, stores, 1 << 20, 4096});
  cuda_program_grow(&one_, 8192);
  cuda_program_write(0);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].stores.peers, 0u);
}

TEST_F(CudaProgram, ALateUnitIsUpdatedAlone) {
  const cuda_unit early(&tell, true);
  cuda_program_set(0, 1, 0, {&one_});
  cuda_program_write(0);
  const cuda_unit late(&tell, true);
  cuda_program_write(0);
  EXPECT_EQ(told.size(), 2u);
}

TEST_F(CudaProgram, AFailedUpdateOfAUnitIsAnErrorWithCudasText) {
  const cuda_unit unit(&refuse, true);
  cuda_program_set(0, 1, 0, {&one_});
  try {
    cuda_program_write(3);
    FAIL() << "told";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::system_error);
    EXPECT_THAT(problem.what(), HasSubstr("on device 3"));
    EXPECT_THAT(problem.what(), HasSubstr("no kernel image is available"));
  }
}

TEST_F(CudaProgram, MorePesThanTheTableHoldsAreRefused) {
  try {
    cuda_program_set(0, detail::cuda_contexts_max + 1, 0, {&one_});
    FAIL() << "taken";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::unsupported);
    EXPECT_THAT(problem.what(), HasSubstr("64 PEs on GPUs in one process: at most 63"));
  }
}

TEST(CudaLauncher, APlaceIsRecoveredFromTheSharedMemoryOfALaunch) {
  for (const std::size_t wanted : {0, 1, 1023, 1024, 1025, 48 << 10}) {
    for (unsigned place = 0; place <= detail::cuda_group_place; ++place) {
      const std::size_t bytes = detail::cuda_launcher_bytes(wanted, place);
      EXPECT_GE(bytes, wanted);
      EXPECT_LT(bytes, wanted + 2 * detail::cuda_launcher_unit);
      EXPECT_EQ(detail::cuda_launcher_place(bytes), place);
    }
  }
}

TEST(CudaLauncher, AGroupNeedsRoomForAllOfItsBlocks) {
  detail::check_group_room(dim3(66, 2, 2), 2, 132);
  try {
    detail::check_group_room(dim3(66, 2, 2), 1, 132);
    FAIL() << "taken";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::out_of_memory);
    EXPECT_THAT(problem.what(), HasSubstr("2 PEs needs 264 blocks at once; possible on this GPU: "
                                          "132, 1 on each of 132 multiprocessors"));
  }
}

TEST(CudaLauncher, EngineBlocksHaveTheRoomThatTheGridLeaves) {
  const auto blocks = [](dim3 grid, unsigned shares, unsigned per_multiprocessor) {
    return detail::engine_in_room(grid, 64, shares, 132u * per_multiprocessor, 132);
  };
  EXPECT_EQ(blocks(64, 1, 1).engine_blocks, 8u) << "one for each 16 multiprocessors";
  EXPECT_EQ(blocks(130, 1, 1).engine_blocks, 2u);
  EXPECT_EQ(blocks(130, 1, 2).engine_blocks, 8u);
  EXPECT_EQ(blocks(60, 2, 1).engine_blocks, 6u) << "half of what two PEs leave";
  EXPECT_EQ(blocks(64, 1, 1).why, std::string("the room that the grid leaves"));
  for (const unsigned full : {132u, 133u, 2147483647u}) {
    EXPECT_EQ(blocks(full, 1, 1).engine_blocks, 0u);
    EXPECT_EQ(blocks(full, 1, 1).why, std::string("the grid leaves no room on the GPU"));
  }
  EXPECT_EQ(blocks(66, 2, 1).engine_blocks, 0u);
  EXPECT_EQ(blocks(dim3(8, 8), 1, 1).why, std::string("the grid has more than one dimension"));
  EXPECT_EQ(blocks(8, 0, 1).why, std::string("ARK_ROUTE=inline"));
  EXPECT_EQ(detail::engine_in_room(1, 64, 1, 20, 10).engine_blocks, 1u) << "a small GPU";
}

TEST(CudaLauncher, AGridBesideOthersGetsNoEngineUnlessItIsResident) {
  EXPECT_FALSE(detail::engine_beside_others(false, true).has_value());
  EXPECT_FALSE(detail::engine_beside_others(true, false).has_value());
  const std::optional<launch_result> beside = detail::engine_beside_others(false, false);
  ASSERT_TRUE(beside.has_value());
  EXPECT_EQ(beside->engine_blocks, 0u);
  EXPECT_EQ(beside->why, std::string("other kernels may run beside the grid"));
}

TEST(CudaLauncher, BlocksWithoutAWholeWarpGetNoEngine) {
  const auto of_blocks = [](dim3 block) { return detail::engine_in_room(8, block, 1, 132, 132); };
  EXPECT_EQ(of_blocks(31).engine_blocks, 0u);
  EXPECT_EQ(of_blocks(31).why, std::string("an engine block needs 32 threads"));
  EXPECT_EQ(of_blocks(dim3(2, 4, 4)).engine_blocks, 8u);
}

}  // namespace
}  // namespace ark
