// Splits that cannot be made: all members of the parent hear why, and none waits for another. The
// PEs go on: what the host refuses is not a failure of the PE.
#include <string>
#include <utility>
#include <vector>

#include "team_shapes.hpp"

namespace ark_mp {
namespace {

class TeamRefusal : public testing::Test {
 protected:
  void SetUp() override {
    ark::init({{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "20s"}, {"ARK_LOG", "error"}});
    me_ = ark_my_pe();
    n_ = ark_n_pes();
  }
  void TearDown() override {
    EXPECT_EQ(ark_status(), 0);
    ark_team_t all = ARK_TEAM_INVALID;
    EXPECT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &all), 0)
        << "and a right one still works: " << ark::last_error();
    EXPECT_EQ(ark_team_sync(all), 0);
    ark::finalize();
  }
  void expect_refused(int start, int stride, int size, const std::string& why) {
    ark_team_t made = 5;
    EXPECT_NE(ark_team_split_strided(ARK_TEAM_WORLD, start, stride, size, nullptr, 0, &made), 0);
    EXPECT_EQ(made, ARK_TEAM_INVALID);
    EXPECT_NE(ark::last_error().find(why), std::string::npos) << ark::last_error();
  }

  int me_ = 0;
  int n_ = 1;
};

TEST_F(TeamRefusal, MembersThatTheParentLacks) {
  const std::string pes = "which has " + std::to_string(n_) + " PEs";
  expect_refused(0, 1, n_ + 1, "start 0, stride 1, size " + std::to_string(n_ + 1) + ": accepted");
  expect_refused(n_, 1, 1, pes);
  expect_refused(-1, 1, 1, "start -1, stride 1, size 1: accepted 1 or more different members");
  expect_refused(0, -1, 2, "start 0, stride -1, size 2");
  expect_refused(0, 0, 2, "start 0, stride 0, size 2");
  expect_refused(0, 1, 0, "start 0, stride 1, size 0");
  expect_refused(1, 2147483647, 2, "stride 2147483647");
}

TEST_F(TeamRefusal, ARowWithoutPes) {
  ark_team_t x = 5, y = 5;
  EXPECT_NE(ark_team_split_2d(ARK_TEAM_WORLD, 0, nullptr, 0, &x, nullptr, 0, &y), 0);
  EXPECT_EQ(x, ARK_TEAM_INVALID);
  EXPECT_EQ(y, ARK_TEAM_INVALID);
  EXPECT_NE(ark::last_error().find("xrange 0: accepted 1 or more"), std::string::npos)
      << ark::last_error();
}

TEST_F(TeamRefusal, ArgumentsThatDifferBetweenTheMembers) {
  ark_team_t made = 5;
  const int size = me_ == n_ - 1 ? 1 : n_;
  EXPECT_NE(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, size, nullptr, 0, &made), 0);
  EXPECT_EQ(made, ARK_TEAM_INVALID);
  const std::string text = ark::last_error();
  EXPECT_NE(text.find("PE " + std::to_string(me_) + " called with 0, 1, " + std::to_string(size)),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("must call with the same arguments"), std::string::npos) << text;
}

TEST_F(TeamRefusal, AParentThatIsNoTeam) {
  ark_team_t made = 5;
  EXPECT_NE(ark_team_split_strided(40, 0, 1, 1, nullptr, 0, &made), 0);
  EXPECT_EQ(made, ARK_TEAM_INVALID);
  EXPECT_NE(ark::last_error().find("parent team 40: accepted ARK_TEAM_WORLD"), std::string::npos)
      << ark::last_error();
}

TEST_F(TeamRefusal, OneTeamMoreThanThereAreSlots) {
  const int most = ark::detail::host_context().collectives->slots - ark::detail::first_free_team;
  ASSERT_GT(most, 61) << "the default heap has more than the least";
  std::vector<ark_team_t> teams(static_cast<std::size_t>(most));
  // The first PE is in all, so no slot is left for anybody who wants one with it.
  for (ark_team_t& team : teams)
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, 1, nullptr, 0, &team), 0);
  const std::string why =
      "no team slot is free on every member; a PE may be a member of " + std::to_string(most) +
      " created teams at a time with an ARK_SYMMETRIC_SIZE of 67108864 bytes and " +
      std::to_string(n_) + " PEs";
  expect_refused(0, 1, n_, why);
  ark_team_t without_first = ARK_TEAM_INVALID;
  EXPECT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 1, 1, n_ - 1, nullptr, 0, &without_first), 0)
      << "the first one's slots are nothing to a team of the others: " << ark::last_error();
  EXPECT_EQ(without_first == ARK_TEAM_INVALID, me_ == 0);
  ark_team_destroy(without_first);
  if (teams[7] != ARK_TEAM_INVALID) ark_team_destroy(teams[7]);
  ark_team_t x = 5, y = 5;
  EXPECT_NE(ark_team_split_2d(ARK_TEAM_WORLD, 1, nullptr, 0, &x, nullptr, 0, &y), 0)
      << "one slot for two teams";
  EXPECT_NE(ark::last_error().find(why), std::string::npos) << ark::last_error();
}

TEST(TeamSlots, FollowTheFirstSizeOfTheHeap) {
  for (const auto& [size, least] : {std::pair{"64k", 61}, {"256m", 1000}}) {
    ark::init({{"ARK_SYMMETRIC_SIZE", size}});
    const int made_of_one_pe = [&] {
      ark_team_t made = ARK_TEAM_INVALID;
      int count = 0;
      while (count < least &&
             ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, 1, nullptr, 0, &made) == 0)
        ++count;
      return count;
    }();
    EXPECT_EQ(made_of_one_pe, least) << size << ": " << ark::last_error();
    ark::finalize();
  }
}

TEST_F(TeamRefusal, DestructionOfPredefinedAndUnknownTeams) {
  for (const ark_team_t team : {0, 1, 50, 1 << 30, -7}) {
    ark_team_destroy(team);
    EXPECT_NE(ark::last_error().find("team " + std::to_string(team) +
                                     ": accepted ARK_TEAM_INVALID, or a team"),
              std::string::npos)
        << ark::last_error();
  }
  ark_team_destroy(ARK_TEAM_INVALID);
  EXPECT_EQ(ark::last_error(), "");
}

TEST_F(TeamRefusal, DestroyedTeams) {
  for (const bool replaced : {false, true}) {
    ark_team_t team = ARK_TEAM_INVALID, next = ARK_TEAM_INVALID, made = 5;
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
    ark_team_destroy(team);
    if (replaced) ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &next);
    const std::string words = "team " + std::to_string(team) + ": this team was destroyed; ";
    ark_team_destroy(team);
    EXPECT_NE(ark::last_error().find(words), std::string::npos) << ark::last_error();
    EXPECT_NE(ark_team_split_strided(team, 0, 1, 1, nullptr, 0, &made), 0);
    EXPECT_NE(ark::last_error().find("parent " + words), std::string::npos) << ark::last_error();
    EXPECT_EQ(ark_team_my_pe(team), -1);
    EXPECT_EQ(ark_team_translate_pe(team, 0, ARK_TEAM_WORLD), -1);
    if (replaced) {
      EXPECT_EQ(ark_team_sync(next), 0) << "the team in its slot is another one";
      ark_team_destroy(next);
    }
  }
}

TEST_F(TeamRefusal, MembersOfDifferentPastsAgreeOnAHandle) {
  // PE 0 has had teams of its own in the slots that the next one may get.
  for (int i = 0; i < 5; ++i) {
    ark_team_t own = ARK_TEAM_INVALID;
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, 1, nullptr, 0, &own), 0);
    ark_team_destroy(own);
  }
  ark_team_t row = ARK_TEAM_INVALID, column = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_2d(ARK_TEAM_WORLD, n_, nullptr, 0, &row, nullptr, 0, &column), 0);
  int of_all[2] = {row, -row};
  MPI_Allreduce(MPI_IN_PLACE, of_all, 2, MPI_INT, MPI_MAX, communicator());
  EXPECT_EQ(of_all[0], row);
  EXPECT_EQ(of_all[1], -row);
  EXPECT_EQ(ark_team_sync(row), 0);
  ark_team_destroy(row);
  ark_team_destroy(column);
}

}  // namespace
}  // namespace ark_mp
