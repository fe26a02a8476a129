#include <gtest/gtest.h>

#include "mp_main.hpp"

namespace {

using ark_test::any_rank;

TEST(Harness, RanksDiffer) {
  const int mine = ark_test::rank();
  int sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, ark_test::communicator());
  EXPECT_EQ(sum, ark_test::size() * (ark_test::size() - 1) / 2);
}

TEST(Harness, OneRankDecidesForAll) {
  EXPECT_TRUE(any_rank(ark_test::rank() == ark_test::size() - 1));
  EXPECT_FALSE(any_rank(false));
}

TEST(Harness, DISABLED_FailsOnRankOne) { EXPECT_NE(ark_test::rank(), 1); }

TEST(Harness, DISABLED_SkipsOnAllRanks) {
  if (any_rank(ark_test::rank() == 1)) GTEST_SKIP() << "rank 1 cannot";
  FAIL() << "the ranks did not agree to skip";
}

}  // namespace
