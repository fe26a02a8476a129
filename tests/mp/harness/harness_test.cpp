#include <gtest/gtest.h>

#include "mp_main.hpp"

namespace {

using ark_mp::any_rank;

TEST(Harness, RanksDiffer) {
  const int mine = ark_mp::rank();
  int sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, ark_mp::communicator());
  EXPECT_EQ(sum, ark_mp::size() * (ark_mp::size() - 1) / 2);
}

TEST(Harness, OneRankDecidesForAll) {
  EXPECT_TRUE(any_rank(ark_mp::rank() == ark_mp::size() - 1));
  EXPECT_FALSE(any_rank(false));
}

TEST(Harness, DISABLED_FailsOnRankOne) { EXPECT_NE(ark_mp::rank(), 1); }

TEST(Harness, DISABLED_SkipsOnAllRanks) {
  if (any_rank(ark_mp::rank() == 1)) GTEST_SKIP() << "rank 1 cannot";
  FAIL() << "the ranks did not agree to skip";
}

}  // namespace
