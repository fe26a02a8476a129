// Whom a warp operation waits for, and what is reported instead of a hang. Results:
// tests/unit/simt/warp_test.cpp.
#include <gmock/gmock.h>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using detail::match_op;
using detail::shuffle_op;
using detail::vote_op;
using ::testing::HasSubstr;

constexpr std::uint32_t full = 0xffffffffu;

std::uint64_t shuffle(shuffle_op op, unsigned source, int width = 32, std::uint32_t mask = full) {
  return detail::warp_shuffle(mask, op, 1000 + lane_index(), source, width) - 1000;
}

template <class Body>
void expect_all_lanes(Body body, unsigned lanes = 32) {
  executor on(options{});
  std::vector<unsigned> wrong;
  ASSERT_EQ(run(on, {{1}, {lanes}},
                [&] {
                  if (!body(lane_index())) wrong.push_back(lane_index());
                }),
            errc::ok);
  EXPECT_THAT(wrong, ::testing::IsEmpty());
}

TEST(Warp, PartialMaskTakesOnlyItsLanes) {
  expect_all_lanes([](unsigned i) {
    const std::uint32_t mask = i < 20 ? 0x000fffffu : 0xfff00000u;
    return detail::warp_vote(mask, vote_op::ballot, true) == mask;
  });
}

TEST(Warp, LanesThatDoNotExistOrHaveReturnedAreNotWaitedFor) {
  executor on(options{});
  std::vector<std::uint32_t> ballots;
  ASSERT_EQ(run(on, {{1}, {40}},
                [&] {
                  if (lane_index() < 4) return;
                  ballots.push_back(detail::warp_vote(full, vote_op::ballot, true));
                }),
            errc::ok);
  ASSERT_EQ(ballots.size(), 36u);
  EXPECT_EQ(std::count(ballots.begin(), ballots.end(), 0xfffffff0u), 28);
  EXPECT_EQ(std::count(ballots.begin(), ballots.end(), 0xffu), 8);
}

TEST(Warp, LateReturnReleasesAnOperation) {
  executor on(options{});
  std::uint32_t ballot = 0;
  ASSERT_EQ(run(on, {{1}, {2}},
                [&] {
                  if (lane_index() == 0) {
                    ballot = detail::warp_vote(full, vote_op::ballot, true);
                  } else {
                    for (int i = 0; i < 10; ++i) detail::yield();
                  }
                }),
            errc::ok);
  EXPECT_EQ(ballot, 1u);
}

// Half the warp meets among itself first while the other half already waits for all: legal.
TEST(Warp, NestedMasksAreNotDivergence) {
  executor on(options{});
  EXPECT_EQ(run(on, {{1}, {32}},
                [&] {
                  if (lane_index() < 16) detail::warp_sync(0x0000ffffu);
                  detail::warp_sync(full);
                }),
            errc::ok);
}

TEST(Warp, CrossedMasksAreNamedAtOnce) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  // Lane 31 never arrives anywhere: only the crossing itself can be the reason.
  const errc code = run(on, {{1}, {32}}, [&] {
    if (lane_index() == 31) wait_for([] { return false; }, 10'000 * ms);
    detail::warp_sync(lane_index() < 17 ? full : 0xfffe0000u | 1u);
  });
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, errc::divergence);
  EXPECT_THAT(log, HasSubstr("fffe0001"));
  EXPECT_THAT(log, HasSubstr("lanes 0-16 wait in __syncwarp with mask ffffffff"));
}

TEST(Warp, DifferentOperationsWithOneMaskAreNamed) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  const errc code = run(on, {{1}, {32}}, [&] {
    if (lane_index() == 0) {
      shuffle(shuffle_op::up, 1);
    } else {
      detail::warp_vote(full, vote_op::ballot, true);
    }
  });
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, errc::divergence);
  EXPECT_THAT(log, HasSubstr("thread [1,0,0]"));
  EXPECT_THAT(log, HasSubstr("__ballot_sync"));
  EXPECT_THAT(log, HasSubstr("__shfl_up_sync"));
}

TEST(Warp, MaskWithoutTheCallerIsNamed) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {{1}, {32}}, [&] { detail::warp_sync(0xfffffffeu); }), errc::divergence);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("must contain the caller's own bit 00000001"));
}

}  // namespace
}  // namespace ark::executor::testing
