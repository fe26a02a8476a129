// Lanes of a warp that post at once, as kernels post, on the CPU executor.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/state/check_state.hpp>
#include <ark/device/transfer/queue.hpp>
#include <array>
#include <atomic>
#include <vector>

#include "../executor/run_kernel.hpp"
#include "error/failure_report.hpp"
#include "queue/ring_storage.hpp"

namespace ark::executor::testing {
namespace {

using namespace detail;

constexpr std::array<std::uint32_t, 6> masks = {0xffffffffu, 0xaaaaaaaau, 0x80000001u,
                                                0x0ffff000u, 0x00000100u, 0x7fffffffu};

/// What one lane posted, as the consumer found it.
struct posting {
  int warp;
  std::uint64_t round, lane, ticket;
  bool whole;
};

/// Takes descriptors when the executor has nothing else to do.
class taker {
 public:
  explicit taker(const ring& from) : from_(from) {}
  progress_source source() {
    return {[](void* self, unsigned budget) { return static_cast<taker*>(self)->run(budget); },
            [](void* self) { return static_cast<taker*>(self)->idle(); }, this};
  }
  std::vector<posting> seen;  ///< to be read after the kernel

 private:
  bool run(unsigned budget) {
    if (busy_.test_and_set(std::memory_order_acquire)) return false;
    bool any = false;
    descriptor d;
    for (; budget > 0 && from_.peek(taken_, d); --budget, any = true) {
      seen.push_back({d.pe(), d.get(field::dest), d.payload(), d.get(field::ticket),
                      d.get(field::checksum) == descriptor_checksum(d)});
      ++taken_;
      from_.publish_tail(taken_);
      from_.publish_done(taken_);
    }
    busy_.clear(std::memory_order_release);
    return any;
  }
  bool idle() { return from_.done() == from_.head(); }

  ring from_;
  std::uint64_t taken_ = 0;
  std::atomic_flag busy_;
};

class WarpPost : public ::testing::Test {
 protected:
  static constexpr unsigned blocks = 3, lanes = 96, warps = blocks * lanes / 32;

  WarpPost() {
    state_.rings = &view_;
    state_.ring_count = 1;
    state_.timeout_ns = sync_timeout_ns;
    state_.checks = &checks_;  // for checksums
  }
  errc post(const descriptor& d) {
    return device::queue::post_to(state_, d, op_kind::put, 0, 0).code;
  }

  /// In each of `rounds`, the lanes of a mask post in every warp.
  void post_rounds(std::size_t slots, std::uint64_t rounds, unsigned workers) {
    const ring_storage storage(slots);
    view_ = storage.view();
    taker taking{ring(view_)};
    options how;
    how.workers = workers;
    executor on(how);
    on.progress_add(taking.source());
    std::atomic<std::uint64_t> refused{0};
    const errc code = run(on, {{blocks}, {lanes}}, [&] {
      const unsigned lane = lane_index() % 32;
      const auto warp = static_cast<int>(block_index() * (lanes / 32) + lane_index() / 32);
      for (std::uint64_t round = 0; round < rounds; ++round) {
        if ((masks[round % masks.size()] >> lane & 1) == 0) continue;
        refused += post(make_put_inline(warp, round, 8, lane)) != errc::ok;
      }
    });
    on.progress_remove(taking.source());
    EXPECT_EQ(code, errc::ok);
    EXPECT_EQ(refused, 0u);
    expect_all(taking.seen, rounds);
  }

  /// Each lane's descriptors are there: whole, once, and in the order of its rounds.
  static void expect_all(const std::vector<posting>& seen, std::uint64_t rounds) {
    const auto round_after = [&](std::uint64_t round, std::uint64_t lane) {
      while (round < rounds && (masks[round % masks.size()] >> lane & 1) == 0) ++round;
      return round;
    };
    std::vector<std::uint64_t> next(warps * 32);
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = round_after(0, i % 32);
    std::uint64_t wrong = 0;
    for (std::uint64_t ticket = 0; ticket < seen.size(); ++ticket) {
      const posting& p = seen[ticket];
      ASSERT_TRUE(p.whole && p.lane < 32 && static_cast<unsigned>(p.warp) < warps);
      std::uint64_t& expected = next[static_cast<std::size_t>(p.warp) * 32 + p.lane];
      wrong += p.ticket != ticket || p.round != expected;
      expected = round_after(expected + 1, p.lane);
    }
    EXPECT_EQ(wrong, 0u);
    for (const std::uint64_t round : next) EXPECT_EQ(round, rounds);
  }

  /// The codes of 32 lanes that post to 8 slots which nobody takes from. Lane 31 first runs
  /// `before`.
  template <class Before>
  std::vector<errc> post_to_full_ring(Before&& before) {
    const ring_storage storage(8);
    view_ = storage.view();
    std::vector<errc> codes(32, errc::unsupported);
    executor on(options{});
    EXPECT_EQ(run(on, {{1}, {32}},
                  [&] {
                    if (lane_index() == 31) before(ring(view_));
                    codes[lane_index()] = post(make_fence());
                  }),
              errc::ok);
    head_ = ring(view_).head();
    closed_ = ring(view_).closed();
    return codes;
  }
  static void expect_eight_posted(const std::vector<errc>& codes, errc others) {
    EXPECT_EQ(std::count(codes.begin(), codes.end(), errc::ok), 8);
    EXPECT_EQ(std::count(codes.begin(), codes.end(), others), 24);
  }

  ring_view view_;
  check_state checks_;
  device_state state_;
  std::uint64_t head_ = 0;  ///< of post_to_full_ring
  errc closed_ = errc::ok;
};

TEST_F(WarpPost, HundredThousandDescriptorsOfManyMasksArrive) {
  post_rounds(256, 666, 1);  // 666 rounds of 17 2/3 lanes by each of 9 warps: 105 894
}

TEST_F(WarpPost, TwoWorkersPostToOneRing) { post_rounds(64, 120, 2); }

TEST_F(WarpPost, AWarpLargerThanTheRingGoesThroughInParts) { post_rounds(8, 12, 1); }

TEST_F(WarpPost, OnlyCheckedModeAddsAChecksum) {
  const ring_storage storage(64);
  view_ = storage.view();
  executor on(options{});
  const auto checksum_of = [&](std::uint64_t ticket) {
    EXPECT_EQ(run(on, {{1}, {1}}, [&] { post(make_put_inline(3, 64, 8, ticket)); }), errc::ok);
    descriptor d;
    EXPECT_TRUE(ring(view_).peek(ticket, d));
    return d.get(field::checksum);
  };
  EXPECT_NE(checksum_of(0), 0u);
  state_.checks = nullptr;
  EXPECT_EQ(checksum_of(1), 0u);
}

TEST_F(WarpPost, ClosedRingRefusesTheWholeWarpAndGivesNoTicket) {
  const ring_storage storage(64);
  view_ = storage.view();
  ring(view_).close(errc::peer_failed);
  std::vector<errc> codes(32, errc::unsupported);
  executor on(options{});
  EXPECT_EQ(run(on, {{1}, {32}}, [&] { codes[lane_index()] = post(make_fence()); }), errc::ok);
  EXPECT_EQ(codes, std::vector<errc>(32, errc::peer_failed));
  EXPECT_EQ(ring(view_).head(), 0u);
}

TEST_F(WarpPost, AFailureWakesTheLanesThatWaitForASlot) {
  const std::vector<errc> codes = post_to_full_ring([this](const ring& full) {
    EXPECT_EQ(wait_for([&] { return full.head() == 31; }), errc::ok);
    // As a thread whose wait for a slot fails: the PE's status, then the ring.
    store_release(&state_.status, static_cast<std::uint32_t>(errc::peer_failed));
    full.close(errc::peer_failed);
  });
  expect_eight_posted(codes, errc::peer_failed);
  EXPECT_EQ(head_, 31u) << "a lane that comes after the close takes no ticket";
  EXPECT_EQ(state_.failure_count, 0u) << "who closed the ring has recorded why";
}

TEST_F(WarpPost, ADeadlineClosesTheRingForTheWholeWarp) {
  state_.timeout_ns = 10 * ms;
  const std::vector<errc> codes = post_to_full_ring([](const ring&) {});
  expect_eight_posted(codes, errc::timeout);
  EXPECT_EQ(closed_, errc::timeout);
  EXPECT_EQ(failure_read(state_)->why, failure_reason::ring_count);
}

}  // namespace
}  // namespace ark::executor::testing
