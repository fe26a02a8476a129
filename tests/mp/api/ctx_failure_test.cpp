// Handles of no context, PEs that a context's team lacks, locks in the wrong state: recorded, and
// nothing is transferred.
#include <ark/ctx.hpp>
#include <ark/lock.hpp>
#include <string>

#include "api_test.hpp"

namespace ark_mp {
namespace {

class ContextRefusal : public testing::Test {
 protected:
  void SetUp() override {
    ark::init({{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", "20s"}, {"ARK_LOG", "error"}});
    me_ = ark_my_pe();
    n_ = ark_n_pes();
    word_ = zeroed<long>(1);
    ark_barrier_all();
  }
  void TearDown() override {
    MPI_Barrier(communicator());  // a PE that leaves is a failure of the others, too
    EXPECT_EQ(*word_, 0) << "nothing was transferred";
    EXPECT_NO_THROW(ark::finalize());
    MPI_Barrier(communicator());
  }
  static void expect_refusal(ark::errc code, const std::string& why) {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, code);
    const std::string text = ark::failure_text(record);
    EXPECT_NE(text.find(why), std::string::npos) << text;
  }

  int me_ = 0;
  int n_ = 1;
  long* word_ = nullptr;
};

TEST_F(ContextRefusal, AHandleOfNoContext) {
  ark_ctx_long_p(7, word_, 1, (me_ + 1) % n_);
  expect_refusal(ark::errc::invalid_argument,
                 "ctx = 7: accepted ARK_CTX_DEFAULT, or a context that was created here and whose "
                 "team exists");
}

TEST_F(ContextRefusal, AHandleOutOfRange) {
  ark_ctx_quiet(256);
  expect_refusal(ark::errc::invalid_argument, "ctx = 256: accepted");
}

TEST_F(ContextRefusal, AContextThatWasDestroyed) {
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_ctx_create(0, &ctx), 0);
  ark_ctx_destroy(ctx);
  ark_ctx_fence(ctx);
  expect_refusal(ark::errc::invalid_argument, "ctx = " + std::to_string(ctx) + ": accepted");
}

ARK_GLOBAL void add_out_of_team(ark_ctx_t ctx, long* word, int pe) {
  ark_ctx_long_atomic_add(ctx, word, 1, pe);
}

TEST_F(ContextRefusal, APeThatTheTeamLacks) {
  ark_team_t team = ARK_TEAM_INVALID;
  for (int pe = 0; pe < n_; ++pe) {  // of one PE each
    ark_team_t one = ARK_TEAM_INVALID;
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, pe, 1, 1, nullptr, 0, &one), 0);
    if (pe == me_) team = one;
  }
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_team_create_ctx(team, 0, &ctx), 0);
  ark_ctx_long_atomic_add(ctx, word_, 0, 0);
  EXPECT_EQ(ark_status(), 0);
  ark::launch({1, 1}, add_out_of_team, ctx, word_, 1);
  ark::device_sync();
  expect_refusal(ark::errc::invalid_argument,
                 "pe = 1: PE out of range: accepted 0 to 0, a PE of the context's team");
  EXPECT_TRUE(ark::last_failure().on_lane);
}

TEST_F(ContextRefusal, TheDefaultContextStays) {
  ark_ctx_destroy(ARK_CTX_DEFAULT);
  expect_refusal(ark::errc::invalid_argument, "ARK_CTX_DEFAULT cannot be destroyed");
}

TEST_F(ContextRefusal, PesOfAPeQuiet) {
  const int pes[] = {0, n_};
  ark_pe_quiet(pes, 2);
  expect_refusal(ark::errc::invalid_argument, "PE out of range: 0 <= pe < n_pes");
  EXPECT_EQ(ark::last_failure().seen, static_cast<std::uint64_t>(n_));
}

TEST_F(ContextRefusal, ALockThatTheHostHas) {
  long* const lock = zeroed<long>(static_cast<std::size_t>(n_)) + me_;  // each PE has its own
  ark_set_lock(lock);
  EXPECT_EQ(ark_status(), 0);
  ark_set_lock(lock);
  expect_refusal(ark::errc::wrong_state, "a host thread of this PE has the lock already");
  EXPECT_EQ(ark::last_failure().op, ark::detail::op_kind::lock);
}

TEST_F(ContextRefusal, ALockThatNobodyHas) {
  ark_clear_lock(word_);
  expect_refusal(ark::errc::wrong_state, "this PE clears a lock that it has not set");
}

}  // namespace
}  // namespace ark_mp
