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
    meet();  // a PE that leaves is a failure of the others, too
    EXPECT_EQ(*word_, 0) << "nothing was transferred";
    EXPECT_NO_THROW(ark::finalize());
    meet();
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

ARK_GLOBAL void add_in(ark_ctx_t ctx, long* word, int pe) {
  ark_ctx_long_atomic_add(ctx, word, 1, pe);
}

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

TEST_F(ContextRefusal, ANegativeHandle) {
  ark_ctx_quiet(-7);
  expect_refusal(ark::errc::invalid_argument, "ctx = -7: accepted");
}

/// A context that was destroyed, and of which another one has the slot.
ark_ctx_t replaced_context() {
  ark_ctx_t ctx = ARK_CTX_INVALID, next = ARK_CTX_INVALID;
  EXPECT_EQ(ark_ctx_create(0, &ctx), 0);
  ark_ctx_destroy(ctx);
  EXPECT_EQ(ark_ctx_create(0, &next), 0);
  EXPECT_NE(next, ctx);
  EXPECT_EQ(ark::detail::context_slot(next), ark::detail::context_slot(ctx));
  return ctx;
}
std::string destroyed(ark_ctx_t ctx) {
  return "ctx = " + std::to_string(ctx) + ": this context, or its team, was destroyed, accepted";
}

TEST_F(ContextRefusal, AFenceOfADestroyedContext) {
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_ctx_create(0, &ctx), 0);
  ark_ctx_destroy(ctx);
  ark_ctx_fence(ctx);
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
}

TEST_F(ContextRefusal, APutInADestroyedContext) {
  const ark_ctx_t ctx = replaced_context();
  ark_ctx_long_p(ctx, word_, 1, (me_ + 1) % n_);
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
}

TEST_F(ContextRefusal, AQuietOfADestroyedContext) {
  const ark_ctx_t ctx = replaced_context();
  ark_ctx_quiet(ctx);
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
}

TEST_F(ContextRefusal, ADestroyedContextIsDestroyed) {
  const ark_ctx_t ctx = replaced_context();
  ark_ctx_destroy(ctx);
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
}

TEST_F(ContextRefusal, ADestroyedContextInAKernel) {
  const ark_ctx_t ctx = replaced_context();
  ark::launch({1, 1}, add_in, ctx, word_, me_);
  ark::device_sync();
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
  EXPECT_TRUE(ark::last_failure().on_lane);
}

TEST_F(ContextRefusal, AContextOfADestroyedTeam) {
  ark_team_t team = ARK_TEAM_INVALID;
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
  ASSERT_EQ(ark_team_create_ctx(team, 0, &ctx), 0);
  ark_team_destroy(team);
  ark_ctx_long_p(ctx, word_, 1, (me_ + 1) % n_);
  expect_refusal(ark::errc::invalid_argument, destroyed(ctx));
}

TEST_F(ContextRefusal, ACollectiveOfADestroyedTeam) {
  for (const bool replaced : {false, true}) {
    ark_team_t team = ARK_TEAM_INVALID, next = ARK_TEAM_INVALID;
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
    ASSERT_EQ(ark_team_sync(team), 0);
    ark_team_destroy(team);
    if (replaced) {
      ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &next), 0);
      EXPECT_NE(next, team);
      EXPECT_EQ(ark::detail::team_slot(next), ark::detail::team_slot(team));
      EXPECT_EQ(ark_team_my_pe(team), -1);
      EXPECT_EQ(ark_team_my_pe(next), me_);
    }
    EXPECT_NE(ark_team_sync(team), 0);
    // In checked mode the words come from the check of the arguments.
    const std::string text = ark::failure_text(ark::last_failure());
    EXPECT_NE(text.find("team = " + std::to_string(team) + ": this team was destroyed"),
              std::string::npos)
        << text;
    meet();
    ark::finalize();
    meet();
    SetUp();
  }
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
  ark::launch({1, 1}, add_in, ctx, word_, 1);
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
  expect_refusal(
      ark::errc::invalid_argument,
      "pe = " + std::to_string(n_) + ": PE out of range: accepted 0 to " + std::to_string(n_ - 1));
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

TEST_F(ContextRefusal, ClearingALockThatIsNotSet) {
  ark_clear_lock(word_);
  expect_refusal(ark::errc::wrong_state, "this PE clears a lock that it has not set");
}

}  // namespace
}  // namespace ark_mp
