// Failures end their calls, are recorded, and leave memory as it was. Each test starts and ends its
// own ark. Waits of kernels that end, and failures that end them: tests/gpu/wait_test.cpp.
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using testing::Test;

class Failure : public Test {
 protected:
  void SetUp() override { start({}); }
  void start(ark::settings settings) {
    settings.insert(
        {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", short_timeout}, {"ARK_LOG", "error"}});
    ark::init(settings);
    me_ = ark_my_pe();
    n_ = ark_n_pes();
  }
  void TearDown() override {
    meet();  // a PE that leaves is a failure of the others, too
    if (ark::last_failure().code != ark::errc::ok) {
      EXPECT_NO_THROW(ark::finalize());  // without waiting for anybody
    } else {
      EXPECT_THROW(ark::finalize(), ark::error);  // the others have failed and do not come
    }
    EXPECT_FALSE(ark::initialized());
    meet();
  }
  static std::int64_t offset_of(const void* pointer) {
    return static_cast<const char*>(pointer) -
           reinterpret_cast<const char*>(ark::detail::host_context().heap_base);
  }
  void expect_timeout_record(const void* word, std::uint64_t expected, std::uint64_t seen) const {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, ark::errc::timeout);
    EXPECT_EQ(record.pe, me_);
    EXPECT_EQ(record.offset_bytes, offset_of(word));
    EXPECT_EQ(record.expected, expected);
    EXPECT_EQ(record.seen, seen);
    const std::string text = ark::failure_text(record);
    EXPECT_NE(text.find("timeout"), std::string::npos) << text;
    EXPECT_NE(text.find("expected eq " + std::to_string(expected)), std::string::npos) << text;
    EXPECT_NE(text.find("seen " + std::to_string(seen)), std::string::npos) << text;
  }
  void expect_refusal(const std::string& why) const {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, ark::errc::invalid_argument);
    const std::string text = ark::failure_text(record);
    EXPECT_NE(text.find(why), std::string::npos) << text;
  }

  int me_ = 0;
  int n_ = 1;
};

std::uint64_t* words(std::size_t count) { return zeroed<std::uint64_t>(count); }

TEST_F(Failure, HostWaitEndsAtItsDeadline) {
  std::uint64_t* word = words(1);
  *word = 3;
  EXPECT_EQ(ark::wait_until(word, ARK_CMP_EQ, std::uint64_t{41}), ark::errc::timeout);
  expect_timeout_record(word, 41, 3);
}

TEST_F(Failure, LaterWaitsReturnAtOnceAndTheFirstRecordStays) {
  std::uint64_t* word = words(2);
  EXPECT_EQ(ark_signal_wait_until(word, ARK_CMP_EQ, 41), 0u);
  EXPECT_EQ(ark_status(), static_cast<int>(ark::errc::timeout));
  // Two thousand deadlines would be more than half an hour: CTest would end the test.
  for (int i = 0; i < 2000; ++i)
    EXPECT_NE(ark::wait_until(word + 1, ARK_CMP_EQ, std::uint64_t{7}), ark::errc::ok);
  expect_timeout_record(word, 41, 0);
}

ARK_GLOBAL void wait_in_kernel(const std::uint64_t* word, int* code) {
  *code = static_cast<int>(ark::wait_until(word, ARK_CMP_EQ, std::uint64_t{41}));
}

/// ark_status() cannot be called after finalize.
TEST(FailureDuringFinalize, IsThrown) {
  ark::init({{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", short_timeout}, {"ARK_LOG", "error"}});
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  auto* code = static_cast<int*>(ark_calloc(1, sizeof(int)));
  ark::launch({1, 1}, wait_in_kernel, word, code);
  try {
    ark::finalize();
    ADD_FAILURE() << "finalize returned";
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), ark::errc::timeout);
    EXPECT_THAT(problem.what(), testing::StartsWith("finalize: PE "));
    EXPECT_THAT(problem.what(), testing::HasSubstr("expected eq 41, seen 0"));
  }
  EXPECT_FALSE(ark::initialized());
  meet();
}

TEST_F(Failure, BarrierNamesTheMissingPe) {
  if (me_ == 0) {
    meet();  // comes only after the others have given up
    return;
  }
  EXPECT_NE(ark::device::collective::barrier_all<ark::device::thread_scope>(), ark::errc::ok);
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.code, ark::errc::timeout);
  EXPECT_EQ(record.op, ark::detail::op_kind::barrier);
  if (ark::detail::host_context().peers[0].route == ark::detail::peer_route::mapped) {
    EXPECT_EQ(record.peer, 0) << "whomever this PE waits for itself";
  } else {
    EXPECT_NE(ark::failure_text(record).find("has not come"), std::string::npos);
  }
  meet();
}

TEST_F(Failure, PutToABadPeIsRefused) {
  for (const int pe : {n_, -1, 1 << 30}) {
    std::uint64_t* word = words(1);
    const std::uint64_t value = 9;
    EXPECT_EQ(ark::put(word, &value, 1, pe), ark::errc::invalid_argument);
    EXPECT_EQ(*word, 0u);
  }
  expect_refusal("PE out of range");
  EXPECT_EQ(ark::last_failure().seen, static_cast<std::uint64_t>(n_));
}

TEST_F(Failure, PutToMemoryThatIsNotSymmetricIsRefused) {
  std::uint64_t on_stack = 5;
  const std::uint64_t value = 9;
  EXPECT_EQ(ark::put(&on_stack, &value, 1, 0), ark::errc::invalid_argument);
  EXPECT_EQ(on_stack, 5u);
  expect_refusal("not in the symmetric heap");
}

TEST_F(Failure, PutBeyondTheEndIsRefused) {
  const ark::detail::device_state& state = ark::detail::host_context();
  auto* last = reinterpret_cast<char*>(state.heap_base + state.heap_bytes - 1);
  const char before = *last;
  const char values[2] = {static_cast<char>(before + 1), 1};
  EXPECT_EQ(ark::put(last, values, 2, 0), ark::errc::invalid_argument);
  EXPECT_EQ(*last, before);
  expect_refusal("range ends beyond the symmetric heap");
}

TEST_F(Failure, MisalignedAtomicIsRefused) {
  auto* bytes = reinterpret_cast<char*>(words(2));
  EXPECT_EQ(ark::atomic_add(reinterpret_cast<std::uint64_t*>(bytes + 4), std::uint64_t{1}, 0),
            ark::errc::invalid_argument);
  expect_refusal("not aligned");
  for (int i = 0; i < 16; ++i) EXPECT_EQ(bytes[i], 0);
}

TEST_F(Failure, UnknownSignalOperationIsRefused) {
  std::uint64_t* word = words(2);
  EXPECT_EQ(ark::put_signal(word, word, 1, word + 1, 1, 7, 0), ark::errc::invalid_argument);
  EXPECT_EQ(word[1], 0u);
  expect_refusal("ARK_SIGNAL_SET or ARK_SIGNAL_ADD");
}

TEST_F(Failure, UnknownComparisonIsRefused) {
  std::uint64_t* word = words(1);
  EXPECT_EQ(ark::wait_until(word, 99, std::uint64_t{0}), ark::errc::invalid_argument);
  expect_refusal("ARK_CMP_EQ");
}

TEST_F(Failure, UnknownTeamIsRefused) {
  std::uint64_t* word = words(2);
  EXPECT_EQ(ark_uint64_sum_reduce(ARK_TEAM_INVALID, word, word + 1, 1),
            static_cast<int>(ark::errc::invalid_argument));
  expect_refusal("accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or a team that");
}

TEST_F(Failure, ADestroyedTeamIsRefused) {
  std::uint64_t* word = words(2);
  ark_team_t team = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
  ark_team_destroy(team);
  EXPECT_EQ(ark_uint64_fcollect(team, word, word + 1, 0),
            static_cast<int>(ark::errc::invalid_argument));
  expect_refusal("team = " + std::to_string(team) +
                 ": this team was destroyed, accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED,");
}

TEST_F(Failure, RootOutsideTheTeamIsRefused) {
  std::uint64_t* word = words(2);
  ark_team_t alone = ARK_TEAM_INVALID;
  for (int pe = 0; pe < n_; ++pe) {
    ark_team_t made = ARK_TEAM_INVALID;
    ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, pe, 0, 1, nullptr, 0, &made), 0);
    if (pe == me_) alone = made;
  }
  EXPECT_EQ(ark_uint64_broadcast(alone, word, word + 1, 1, 1),
            static_cast<int>(ark::errc::invalid_argument));
  expect_refusal("root = 1");
}

ARK_GLOBAL void sync_in_kernel(ark_team_t team, int* code) {
  code[threadIdx.x] = ark_team_sync_block(team);
}
TEST_F(Failure, AnUnknownTeamInAKernelReachesAllOfItsThreads) {
  auto* codes = zeroed<int>(40);
  ark::launch({1, 40}, sync_in_kernel, ark_team_t{63}, codes);
  sync_despite_timeouts();
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(codes[i], static_cast<int>(ark::errc::invalid_argument)) << "thread " << i;
  expect_refusal("team = 63");
}

TEST_F(Failure, StridesOfAlltoallsBelowOneAreRefused) {
  std::uint64_t* word = words(static_cast<std::size_t>(2 * n_));
  EXPECT_EQ(ark_uint64_alltoalls(ARK_TEAM_WORLD, word, word + n_, 0, 1, 1),
            static_cast<int>(ark::errc::invalid_argument));
  expect_refusal("stride = 0");
}

/// Without checked mode: other PEs would read what is not there.
class UncheckedFailure : public Failure {
 protected:
  void SetUp() override { start({{"ARK_CHECK", "0"}}); }
  void expect_refused(int (*call)(ark_team_t, long*, const long*, std::size_t)) const {
    auto* const dest = reinterpret_cast<long*>(words(3000));
    const std::vector<long> source(3000, 1);
    EXPECT_EQ(call(ARK_TEAM_WORLD, dest, source.data(), source.size()),
              static_cast<int>(ark::errc::invalid_argument));
    expect_refusal("address is not in the symmetric heap");
  }
};

TEST_F(UncheckedFailure, AReductionOfPrivateMemoryIsRefused) {
  expect_refused(&ark_long_sum_reduce);
}
TEST_F(UncheckedFailure, AScanOfPrivateMemoryIsRefused) { expect_refused(&ark_long_sum_inscan); }

TEST_F(Failure, ACollectThatIsLargerThanTheHeapIsRefusedByAll) {
  std::uint64_t* word = words(2);
  if (n_ < 3) {  // two blocks that do not overlap fit into the heap
    ark_putmem(nullptr, nullptr, 8, 99);
    return;
  }
  const std::size_t tenth = ark::heap_query().committed / sizeof *word / 10;
  EXPECT_EQ(
      ark_uint64_collect(ARK_TEAM_WORLD, word, word + 5 * tenth, me_ == 0 ? 3 * tenth : 4 * tenth),
      static_cast<int>(ark::errc::invalid_argument));
  expect_refusal("range ends beyond the symmetric heap");
}

// The member that does not come is named.
TEST_F(Failure, TeamSyncWithoutAMemberEndsAtItsDeadline) {
  ark_team_t team = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, n_ - 1, -1, 2, nullptr, 0, &team), 0);
  meet();
  if (me_ == n_ - 1) {
    EXPECT_EQ(ark_team_sync(team), static_cast<int>(ark::errc::timeout));
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.peer, n_ - 2);
    EXPECT_EQ(record.expected, 1u);
    EXPECT_EQ(record.seen, 0u);
  }
  meet();
}

ARK_GLOBAL void refused_in_kernel(std::uint64_t* word, int pe, int* code) {
  const std::uint64_t value = 1;
  code[threadIdx.x] = static_cast<int>(ark::put_block(word, &value, 1, pe));
}
TEST_F(Failure, RefusalInAKernelReachesAllOfItsThreads) {
  std::uint64_t* word = words(1);
  auto* codes = zeroed<int>(40);
  ark::launch({1, 40}, refused_in_kernel, word, n_, codes);
  sync_despite_timeouts();
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(codes[i], static_cast<int>(ark::errc::invalid_argument)) << "thread " << i;
  EXPECT_TRUE(ark::last_failure().on_lane);
  expect_refusal("PE out of range");
}

ARK_GLOBAL void start_plan(ark_plan_t plan) { ark_plan_start(plan); }

TEST_F(Failure, ADestroyedPlanIsRefused) {
  std::uint64_t* word = words(4);
  const ark_plan_t plan = ark_plan_create(word, word + 2, 8, nullptr, (me_ + 1) % n_);
  ASSERT_NE(plan, nullptr) << ark::last_error();
  ark_plan_destroy(plan);
  EXPECT_EQ(ark_plan_start(plan), 0u);
  expect_refusal("ark_plan_start: plan = ");
  expect_refusal("not a plan of this PE, or destroyed");
  ark_plan_destroy(plan);
  EXPECT_NE(ark::last_error().find("destroyed already"), std::string::npos) << ark::last_error();
}

TEST_F(Failure, NoPlanIsRefusedInAKernel) {
  run_kernel(1, 1, start_plan, static_cast<ark_plan_t>(nullptr));
  expect_refusal("ark_plan_start: plan = 0x0");
}

TEST_F(Failure, AWaitForAPlanThatWasNotStartedEnds) {
  std::uint64_t* word = words(4);
  const ark_plan_t plan = ark_plan_create(word, word + 2, 8, nullptr, me_);
  ASSERT_NE(plan, nullptr) << ark::last_error();
  EXPECT_EQ(ark::plan_wait(plan, 3), ark::errc::timeout);
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.op, ark::detail::op_kind::plan);
  EXPECT_EQ(record.peer, me_);
  EXPECT_EQ(record.offset_bytes, offset_of(word));
  EXPECT_EQ(record.expected, 3u);
  EXPECT_EQ(record.seen, 0u);
  EXPECT_NE(ark::failure_text(record).find("timeout in plan"), std::string::npos)
      << ark::failure_text(record);
}

}  // namespace
}  // namespace ark_mp
