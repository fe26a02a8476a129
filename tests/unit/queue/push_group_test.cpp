// Posting by warps on the CPU executor.
#include <gtest/gtest.h>

#include <ark/detail/ring.hpp>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "../executor/run_kernel.hpp"
#include "engine/ring_storage.hpp"

namespace ark::executor::testing {
namespace {

using namespace detail;

/// The ring's own accesses; counts how often tickets are taken, and may close the ring at a look at
/// its end word.
struct watched_atomics : ring_atomics {
  static inline std::atomic<std::uint64_t> tickets_taken{0};
  static inline std::atomic<int> looks_until_closed{-1};  ///< negative: never
  static inline const std::uint64_t* end_word = nullptr;

  template <class T>
  static T load_relaxed(const T* word) {
    if (word == end_word && looks_until_closed >= 0 && looks_until_closed-- == 0) {
      looks_until_closed = 0;
      return static_cast<T>(errc::peer_failed);
    }
    return ring_atomics::load_relaxed(word);
  }
  template <class T>
  static T fetch_add_relaxed(T* word, T value) {
    ++tickets_taken;
    return ring_atomics::fetch_add_relaxed(word, value);
  }
};
using watched_ring = basic_ring<watched_atomics>;

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

class PushGroup : public ::testing::Test {
 protected:
  static constexpr unsigned blocks = 3, lanes = 96, warps = blocks * lanes / 32;

  /// Every warp posts `rounds` groups, their masks in turn.
  void post_groups(std::size_t slots, std::uint64_t rounds, unsigned workers) {
    const ring_storage storage(slots);
    const watched_ring shared(storage.view());
    taker taking{ring(storage.view())};
    watched_atomics::tickets_taken = 0;
    options how;
    how.workers = workers;
    executor on(how);
    on.progress_add(taking.source());
    std::atomic<std::uint64_t> refused{0};
    const errc code = run(on, {{blocks}, {lanes}}, [&] {
      const unsigned lane = lane_index() % 32;
      const auto warp = static_cast<int>(block_index() * (lanes / 32) + lane_index() / 32);
      for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint32_t mask = masks[round % masks.size()];
        if ((mask >> lane & 1) == 0) continue;
        const push_result r = shared.push_group(make_put_inline(warp, round, 8, lane), mask,
                                                [](auto&& has_slot) { return wait_for(has_slot); });
        refused += r.code != errc::ok;
      }
    });
    on.progress_remove(taking.source());
    EXPECT_EQ(code, errc::ok);
    EXPECT_EQ(refused, 0u);
    EXPECT_EQ(watched_atomics::tickets_taken, warps * rounds) << "one fetch-and-add per group";
    expect_groups(taking.seen, rounds);
  }

  /// Each group stands in one piece, in the order of its lanes, and once; each lane's groups in its
  /// own order.
  static void expect_groups(const std::vector<posting>& seen, std::uint64_t rounds) {
    std::vector<std::uint64_t> groups_of_warp(warps, 0), next_of_lane(warps * 32, 0);
    std::uint64_t wrong = 0, ticket = 0;
    while (ticket < seen.size()) {
      const posting first = seen[ticket];
      ++groups_of_warp[static_cast<std::size_t>(first.warp)];
      for (std::uint32_t left = masks[first.round % masks.size()]; left != 0;
           left &= left - 1, ++ticket) {
        ASSERT_LT(ticket, seen.size()) << "the last group is not whole";
        const posting& p = seen[ticket];
        std::uint64_t& next = next_of_lane[static_cast<std::size_t>(p.warp) * 32 + p.lane % 32];
        wrong += p.warp != first.warp || p.round != first.round || p.ticket != ticket || !p.whole ||
                 p.lane != static_cast<unsigned>(std::countr_zero(left)) || p.round < next;
        next = p.round + 1;
      }
    }
    EXPECT_EQ(wrong, 0u);
    for (const std::uint64_t groups : groups_of_warp) EXPECT_EQ(groups, rounds);
  }
};

TEST_F(PushGroup, HundredThousandDescriptorsOfManyMasksStandInGroups) {
  post_groups(256, 666, 1);  // 666 groups of 17 2/3 lanes by each of 9 warps: 105 894
}

TEST_F(PushGroup, TwoWorkersPostToOneRing) { post_groups(64, 120, 2); }

TEST_F(PushGroup, GroupLargerThanTheRingGoesThroughInParts) { post_groups(8, 12, 1); }

/// What a whole warp gets if the ring is closed at the given look at its end word.
std::vector<errc> codes_when_closed(int look, std::uint64_t& head) {
  const ring_storage storage(64);
  const watched_ring shared(storage.view());
  watched_atomics::end_word = &storage.view().counters->closed.value;
  watched_atomics::looks_until_closed = look;
  std::vector<errc> codes(32, errc::unsupported);
  executor on(options{});
  EXPECT_EQ(run(on, {{1}, {32}},
                [&] {
                  codes[lane_index()] =
                      shared
                          .push_group(make_fence(), masks[0], [](auto&&) { return errc::timeout; })
                          .code;
                }),
            errc::ok);
  watched_atomics::looks_until_closed = -1;
  head = shared.head();
  return codes;
}

TEST_F(PushGroup, ClosedRingRefusesTheWholeGroupAndGivesNoTicket) {
  std::uint64_t head = 0;
  EXPECT_EQ(codes_when_closed(0, head), std::vector<errc>(32, errc::peer_failed));
  EXPECT_EQ(head, 0u);
}

TEST_F(PushGroup, CloseInTheMiddleOfAGroupDoesNotSplitIt) {
  for (const int look : {1, 2, 31}) {
    std::uint64_t head = 0;
    EXPECT_EQ(codes_when_closed(look, head), std::vector<errc>(32, errc::ok))
        << "closed at look " << look;
    EXPECT_EQ(head, 32u);
  }
}

}  // namespace
}  // namespace ark::executor::testing
