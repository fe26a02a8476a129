// Warp operations against plain loops over the lanes, with whole, partial and interleaved masks.
#include <gmock/gmock.h>

#include <atomic>
#include <bit>

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

TEST(Warp, ShuffleIndexReadsWithinItsSegment) {
  expect_all_lanes([](unsigned i) { return shuffle(shuffle_op::index, 5) == 5 + (i & ~31u); });
  expect_all_lanes([](unsigned i) { return shuffle(shuffle_op::index, 9, 8) == (i & ~7u) + 1; });
}

TEST(Warp, ShuffleUpAndDownKeepTheirOwnValueAtTheEdge) {
  expect_all_lanes([](unsigned i) { return shuffle(shuffle_op::up, 3) == (i < 3 ? i : i - 3); });
  expect_all_lanes([](unsigned i) { return shuffle(shuffle_op::down, 3) == (i > 28 ? i : i + 3); });
  expect_all_lanes(
      [](unsigned i) { return shuffle(shuffle_op::down, 1, 4) == (i % 4 == 3 ? i : i + 1); });
}

TEST(Warp, ShuffleXorReachesEarlierSegmentsOnly) {
  expect_all_lanes([](unsigned i) { return shuffle(shuffle_op::bfly, 16) == (i ^ 16u); });
  expect_all_lanes(
      [](unsigned i) { return shuffle(shuffle_op::bfly, 8, 8) == ((i ^ 8u) < i ? (i ^ 8u) : i); });
}

TEST(Warp, ShuffleMovesAllEightBytes) {
  expect_all_lanes([](unsigned i) {
    const std::uint64_t mine = 0x123456789abcdef0u + (std::uint64_t{i} << 56);
    const std::uint64_t got = detail::warp_shuffle(full, shuffle_op::bfly, mine, 1, 32);
    return got == 0x123456789abcdef0u + (std::uint64_t{i ^ 1u} << 56);
  });
}

TEST(Warp, BadShuffleWidthIsNamed) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {{1}, {32}}, [] { shuffle(shuffle_op::up, 1, 3); }), errc::invalid_argument);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("width 3 is none of 1, 2, 4"));
}

TEST(Warp, Votes) {
  expect_all_lanes([](unsigned i) {
    return detail::warp_vote(full, vote_op::ballot, i % 2 == 1) == 0xaaaaaaaau &&
           detail::warp_vote(full, vote_op::all, true) == 1 &&
           detail::warp_vote(full, vote_op::all, i != 9) == 0 &&
           detail::warp_vote(full, vote_op::any, i == 9) == 1 &&
           detail::warp_vote(full, vote_op::any, false) == 0 &&
           detail::warp_vote(full, vote_op::count, i < 7) == 7;
  });
}

TEST(Warp, Matches) {
  expect_all_lanes([](unsigned i) {
    int same = -1;
    const bool any = detail::warp_match(full, match_op::any, i % 4, nullptr) == 0x11111111u
                                                                                    << (i % 4);
    const bool all = detail::warp_match(full, match_op::all, 3, &same) == full && same == 1;
    const bool none = detail::warp_match(full, match_op::all, i, &same) == 0 && same == 0;
    return any && all && none;
  });
}

TEST(Warp, Reductions) {
  expect_all_lanes([](unsigned i) {
    const auto minus = static_cast<std::uint32_t>(-static_cast<int>(i));
    return detail::warp_reduce(full, 'a', i, false) == 496 &&
           detail::warp_reduce(full, 'm', i + 3, false) == 3 &&
           detail::warp_reduce(full, 'M', i, false) == 31 &&
           detail::warp_reduce(full, 'm', minus, true) == static_cast<std::uint32_t>(-31) &&
           detail::warp_reduce(full, 'M', minus, true) == 0 &&
           detail::warp_reduce(full, '&', i | 64, false) == 64 &&
           detail::warp_reduce(full, '|', i, false) == 31 &&
           detail::warp_reduce(full, '^', i, false) == 0;
  });
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
