// Barriers against what CUDA documents.
#include "kernels/barrier.hpp"

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

std::vector<int> rotated(unsigned blocks, unsigned threads) {
  std::vector<int> expected;
  for (unsigned i = 0; i < blocks * threads; ++i) {
    expected.push_back(static_cast<int>(10 * ((i % threads + 1) % threads)));
  }
  return expected;
}

TEST(Barrier, OrdersWritesBeforeReads) {
  for (const unsigned threads : {1u, 31u, 128u, 1024u}) {
    EXPECT_EQ(results({3, threads}, portable::rotate), rotated(3, threads)) << threads;
  }
}

#if !defined(__SANITIZE_THREAD__)
// The control: a kernel without its barrier is seen to read too early.
TEST(Barrier, ControlWithoutABarrierReadsAreTooEarly) {
  EXPECT_THAT(results({3, 128}, portable::rotate_without_barrier), ::testing::Contains(-1));
}
#endif

TEST(Barrier, PredicatesCountOnlyWhetherTheyAreZero) {
  for (const portable::barrier_votes& seen : results({1, 100}, portable::barrier_predicates)) {
    EXPECT_EQ(seen.count, 34);
    EXPECT_EQ(seen.all_of_all, 1);
    EXPECT_EQ(seen.all_but_one, 0);
    EXPECT_EQ(seen.any_of_none, 0);
    EXPECT_EQ(seen.any_of_one, 1);
  }
}

TEST(Barrier, ThreadsThatReturnedAreNotWaitedFor) {
  executor::executor on(executor::options{});
  std::vector<int> seen(70, -1);
  ASSERT_EQ(run(on, {1, 70}, portable::early_return, 40u, seen.data()), errc::ok);
  for (int i = 0; i < 70; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i < 40 ? -1 : 30) << i;
}

TEST(Barrier, TheLastBlockSeesAllParts) {
  executor::executor on(with_workers(2));
  for (int round = 0; round < 20; ++round) {
    std::vector<unsigned> parts(40);
    unsigned tickets = 0;
    unsigned total = 0;
    ASSERT_EQ(run(on, {40, 8}, portable::last_block_sums, parts.data(), &tickets, &total),
              errc::ok);
    EXPECT_EQ(total, 820u);
  }
}

TEST(Barrier, FencesLetStoresThrough) {
  EXPECT_THAT(results(
                  {1, 4},
                  +[](int* out) {
                    if (threadIdx.x == 0) portable::fences(out);
                  }),
              ::testing::Each(1));
}

}  // namespace
}  // namespace ark::simt_test
