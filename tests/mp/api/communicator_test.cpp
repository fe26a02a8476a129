// ark beside MPI: teams from communicators, communicators from teams, and windows over symmetric
// memory.
#include <functional>
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class Communicator : public pe_test {
 protected:
  /// As MPI_Comm_split of all PEs.
  [[nodiscard]] MPI_Comm split(int color, int key) const {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split(communicator(), color, key, &made);
    return made;
  }
  [[nodiscard]] static int rank_in(MPI_Comm of) {
    int rank = -1;
    MPI_Comm_rank(of, &rank);
    return rank;
  }
};

ARK_GLOBAL void sum_in_kernel(ark_team_t team, int* sum, const int* source) {
  ark_int_sum_reduce(team, sum, source, 1);
}

TEST_F(Communicator, MemberOfItsTeamIsTheRank) {
  const sym<int> source(1), sum(1);
  source[0] = 1 << me_;
  MPI_Comm half = split(me_ % 2, -me_);  // the last PE is rank 0
  const ark_team_t team = ark::team_of(half);
  EXPECT_EQ(ark_team_my_pe(team), rank_in(half));
  EXPECT_EQ(ark_team_translate_pe(team, 0, ARK_TEAM_WORLD), n_ - 1 - (n_ - 1 - me_) % 2);
  int expected = 0;
  for (int pe = me_ % 2; pe < n_; pe += 2) expected |= 1 << pe;
  EXPECT_EQ(ark_team_sync(team), 0);
  run_kernel(1, 1, sum_in_kernel, team, sum.get(), source.get());
  EXPECT_EQ(sum[0], expected);
  ark_team_destroy(team);
  MPI_Comm_free(&half);
  ark_barrier_all();
}

TEST_F(Communicator, NoneIsNoTeam) {
  MPI_Comm some = split(me_ == 0 ? 0 : MPI_UNDEFINED, 0);
  const ark_team_t team = ark::team_of(some);
  EXPECT_EQ(ark_team_n_pes(team), me_ == 0 ? 1 : -1);
  EXPECT_EQ(team == ARK_TEAM_INVALID, me_ != 0);
  EXPECT_EQ(ark::communicator_of(ARK_TEAM_INVALID), MPI_COMM_NULL);
  ark_team_destroy(team);
  if (some != MPI_COMM_NULL) MPI_Comm_free(&some);
  ark_barrier_all();
}

TEST_F(Communicator, RankOfATeamsCommunicatorIsTheMember) {
  ark_team_t backwards = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, n_ - 1, -1, n_ - 1, nullptr, 0, &backwards), 0);
  MPI_Comm without_first = ark::communicator_of(backwards);  // PE 0 is no member
  ASSERT_EQ(without_first == MPI_COMM_NULL, me_ == 0);
  if (me_ != 0) {
    EXPECT_EQ(rank_in(without_first), n_ - 1 - me_);
    int sum = 0;
    MPI_Allreduce(&me_, &sum, 1, MPI_INT, MPI_SUM, without_first);
    EXPECT_EQ(sum, n_ * (n_ - 1) / 2);
    const ark_team_t again = ark::team_of(without_first);
    EXPECT_EQ(ark_team_translate_pe(again, 0, backwards), 0);
    ark_team_destroy(again);
    MPI_Comm_free(&without_first);
  }
  ark_team_destroy(backwards);
  ark_barrier_all();
}

TEST_F(Communicator, OfAllPesIsTheirs) {
  MPI_Comm all = ark::communicator_of(ARK_TEAM_WORLD);
  int same = MPI_UNEQUAL;
  MPI_Comm_compare(communicator(), all, &same);
  EXPECT_EQ(same, MPI_CONGRUENT);
  MPI_Errhandler usual = MPI_ERRHANDLER_NULL, its = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &usual);
  MPI_Comm_get_errhandler(all, &its);
  EXPECT_EQ(its, usual);
  MPI_Errhandler_free(&usual);
  MPI_Errhandler_free(&its);
  MPI_Comm_free(&all);
}

TEST_F(Communicator, TeamsInARowOfOneCommunicator) {
  std::vector<ark_team_t> teams;
  for (int i = 0; i < 20; ++i) teams.push_back(ark::team_of(communicator()));
  for (std::size_t i = 0; i < teams.size(); ++i) {
    EXPECT_EQ(ark_team_n_pes(teams[i]), n_);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(teams[i], teams[j]);
    ark_team_destroy(teams[i]);
  }
}

ARK_GLOBAL void put_and_signal(int* dest, std::uint64_t* signal, int pe) {
  ark_int_p(dest, 40 + pe, pe);
  ark_fence();
  ark_signal_add(signal, 1, pe);
}

TEST_F(Communicator, AWindowOverSymmetricMemory) {
  if (!mapped(next_) || !mapped(previous_))
    GTEST_SKIP() << "Open MPI has no windows over tcp alone (osc)";
  const sym<int> words(2);
  const sym<std::uint64_t> signal(1);
  MPI_Win window = MPI_WIN_NULL;
  ASSERT_EQ(MPI_Win_create(words.get(), 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, communicator(),
                           &window),
            MPI_SUCCESS);
  MPI_Win_fence(0, window);
  const int value = 70 + me_;
  MPI_Put(&value, 1, MPI_INT, next_, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  run_kernel(1, 1, put_and_signal, words + 1, signal.get(), next_);
  EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_GE, 1), 1u);
  EXPECT_EQ(words[0], 70 + previous_);
  EXPECT_EQ(words[1], 40 + me_);
  EXPECT_EQ(ark_int_g(words, next_), 70 + me_) << "a get sees what MPI has put";
  MPI_Win_free(&window);
  ark_barrier_all();
}

class CommunicatorRefusal : public Communicator {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", short_timeout}, {"ARK_LOG", "error"}};
  }
  static void expect_refused(const std::function<void()>& call, ark::errc code,
                             const std::string& why) {
    try {
      call();
      ADD_FAILURE() << "not refused; expected: " << why;
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), code) << problem.what();
      EXPECT_NE(std::string(problem.what()).find(why), std::string::npos) << problem.what();
    }
  }
};

TEST_F(CommunicatorRefusal, NoSlotIsLeft) {
  // The first PE is in all others.
  std::vector<ark_team_t> teams(
      static_cast<std::size_t>(ark::detail::host_context().collectives->slots));
  std::size_t made = 0;
  while (ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, 1, nullptr, 0, &teams[made]) == 0) ++made;
  expect_refused([] { (void)ark::team_of(communicator()); }, ark::errc::out_of_memory,
                 "no team slot is free on every member; a PE may be a member of " +
                     std::to_string(made) + " created teams");
  ark_team_destroy(std::exchange(teams[made / 2], ARK_TEAM_INVALID));
  ark_team_t last = ARK_TEAM_INVALID;
  EXPECT_NO_THROW(last = ark::team_of(communicator())) << "of the slot that is free again";
  EXPECT_EQ(ark_team_n_pes(last), n_);
  ark_team_destroy(last);
  for (const ark_team_t team : teams) ark_team_destroy(team);
  ark_barrier_all();
}

TEST_F(CommunicatorRefusal, NoSuchTeam) {
  expect_refused([] { (void)ark::communicator_of(40); }, ark::errc::invalid_argument,
                 "team 40: accepted ARK_TEAM_WORLD");
}

TEST_F(CommunicatorRefusal, AMissingRankIsNamed) {
  MPI_Comm all = split(0, me_);
  if (me_ != n_ - 1) {
    expect_refused([&] { (void)ark::team_of(all); }, ark::errc::timeout,
                   "PE " + std::to_string(n_ - 1));
  }
  meet();
  MPI_Comm_free(&all);
}

TEST(CommunicatorOfNoJob, BeforeInit) {
  EXPECT_THROW((void)ark::team_of(communicator()), ark::error);
  EXPECT_THROW((void)ark::communicator_of(ARK_TEAM_WORLD), ark::error);
}

TEST(CommunicatorOfNoJob, AJobOfEachHalf) {
  int rank = 0, size = 0;
  MPI_Comm_rank(communicator(), &rank);
  MPI_Comm_size(communicator(), &size);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(communicator(), rank < size / 2 ? 0 : 1, rank, &half);
  ark::init(half);
  EXPECT_THROW((void)ark::team_of(communicator()), ark::error) << "PEs of two jobs";
  MPI_Comm whole = ark::communicator_of(ark::team_of(half));
  int same = MPI_UNEQUAL;
  MPI_Comm_compare(half, whole, &same);
  EXPECT_EQ(same, MPI_CONGRUENT);
  MPI_Comm_free(&whole);
  ark::finalize();
  MPI_Comm_free(&half);
}

}  // namespace
}  // namespace ark_mp
