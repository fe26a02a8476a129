// Gather and scatter through the proxy: every list from one PE and from several, in few messages,
// the signal after all pieces, and what is refused.
#include <ark/detail/queue/descriptor.hpp>

#include "pair.hpp"
#include "queue/list_cases.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using ark::testing::list_case;

constexpr std::size_t first_byte = 4096;  ///< of the heaps' memory for pieces

/// The memory of all PEs of a job for pieces of PE 0, and memory of its own.
class list_job : public job {
 public:
  explicit list_job(int n_pes, const fault_plan* plan = nullptr)
      : job(n_pes, plan), n_pes_(n_pes), own_(heap_words * 8) {
    (*this)[0].peers[0] = {(*this)[0].state.heap_base, peer_route::mapped, 0};
  }

  [[nodiscard]] std::vector<list_case::pe_memory> memories() {
    std::vector<list_case::pe_memory> all{{0, own_.data(), own_.data(), own_.size()}};
    auto* const given = reinterpret_cast<std::byte*>((*this)[0].heap.data()) + first_byte;
    for (int pe = 0; pe < n_pes_; ++pe) {
      auto* const here = reinterpret_cast<std::byte*>((*this)[pe].heap.data()) + first_byte;
      all.push_back({pe, here, given, heap_words * 8 - first_byte});
    }
    return all;
  }

 private:
  int n_pes_;
  std::vector<std::byte> own_;
};

/// Without a signal, or with one on a PE: itself, or another one.
void expect_lists(int n_pes, const fault_plan* plan) {
  const std::vector<std::vector<std::size_t>> sizes = {
      {0}, {1}, {8}, {3, 0, 64, 17}, {1024, 1000, 1}, {9000, 0, 40'000, 16}};
  std::uint64_t seed = 0;
  for (const std::size_t count : {0, 1, 2, 7, 200}) {
    for (const auto& of : sizes) {
      if (count * of[0] > 1'000'000) continue;
      for (const bool gathers : {true, false}) {
        list_job pes(n_pes, plan);
        const std::size_t fits = of[0] >= 9000 ? count % 16 : count;
        list_case list(pes.memories(), fits, of, ++seed);
        list.fill(gathers, seed);
        const int signalled = static_cast<int>(seed % static_cast<unsigned>(n_pes + 1));
        descriptor d = list.descriptor(gathers);
        if (signalled < n_pes) {
          d.set(field::pe, static_cast<std::uint64_t>(signalled));
          d = d.with_signal(24, signal_op::add, seed);
        }
        ASSERT_TRUE(pes[0].post(d));
        ASSERT_TRUE(pes.drain()) << fits << " pieces of " << of[0];
        EXPECT_EQ(list.wrong(gathers), 0u) << fits << " pieces of " << of[0] << ", ...";
        for (int pe = 0; pe < n_pes; ++pe)
          EXPECT_EQ(pes[pe].heap[3], pe == signalled ? seed : 0) << "signal of PE " << pe;
        EXPECT_TRUE(pes[0].served->idle());
        pes.expect_no_failure();
      }
    }
  }
}

TEST(ProxyLists, OneToFourPes) {
  for (const int n_pes : {1, 2, 3, 4}) expect_lists(n_pes, nullptr);
}

TEST(ProxyLists, MessagesThatOvertakeEachOther) {
  const fault_plan plan{.delay = 3, .reorder = true};
  expect_lists(3, &plan);
}

TEST(ProxyLists, ThousandsOfPiecesInFewMessages) {
  for (const bool gathers : {true, false}) {
    const fault_plan none;
    list_job pes(3, &none);
    list_case list(pes.memories(), 3000, {64});
    list.fill(gathers, 1);
    ASSERT_TRUE(pes[0].post(list.descriptor(gathers)));
    ASSERT_TRUE(pes.drain());
    EXPECT_EQ(list.wrong(gathers), 0u);
    EXPECT_LE(pes.fault(0).kinds_sent().size(), 12u) << "of 1500 pieces for two PEs";
  }
}

/// How many of 20 seeds show the signal, at a PE with and at one without pieces, before the last
/// piece. `own`: the list's own signal; otherwise, as a control, one that is posted behind it.
int early_signals(bool own, bool gathers, int signalled) {
  int early = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const fault_plan plan{.seed = seed, .delay = 20, .reorder = true};
    list_job pes(3, &plan);
    std::vector<list_case::pe_memory> memories = pes.memories();
    memories.pop_back();  // no pieces on PE 2
    list_case list(memories, 60, {1000, 8, 12'000});
    list.fill(gathers, seed);
    descriptor d = list.descriptor(gathers);
    if (own) {
      d.set(field::pe, static_cast<std::uint64_t>(signalled));
      d = d.with_signal(24, signal_op::set, 1);
    }
    EXPECT_TRUE(pes[0].post(d));
    if (!own) {
      EXPECT_TRUE(pes[0].post(make_signal(signalled, 24, signal_op::set, 1)));
    }
    EXPECT_TRUE(pes.drive([&] { return pes[signalled].heap[3] == 1; }));
    early += list.wrong(gathers) != 0;
    EXPECT_TRUE(pes.drain());
    EXPECT_EQ(list.wrong(gathers), 0u);
    pes.expect_no_failure();
  }
  return early;
}
TEST(ProxyLists, SignalFollowsTheLastPiece) {
  for (const bool gathers : {true, false}) {
    for (const int signalled : {0, 1, 2})
      EXPECT_EQ(early_signals(true, gathers, signalled), 0) << "signal of PE " << signalled;
    for (const int signalled : {1, 2})
      EXPECT_GT(early_signals(false, gathers, signalled), 0) << "the control saw nothing";
  }
}

TEST(ProxyLists, BadPiecesAreNamedAndNothingIsMoved) {
  for (const bool gathers : {true, false}) {
    list_job pes(2);
    list_case list(pes.memories(), 50, {64});
    list.fill(gathers, 1);
    const ark_piece good = list.pieces[42];
    list.pieces[42].pe = 7;
    ASSERT_TRUE(pes[0].post(list.descriptor(gathers).with_signal(24, signal_op::set, 1)));
    ASSERT_TRUE(pes.drain());
    ark::testing::expect_bad_piece(pes[0].state, gathers ? "gather" : "scatter", 7, 42,
                                   "PE out of range, accepted 0 to 1");
    EXPECT_EQ(pes[0].heap[3], 0u);
    list.pieces[42] = good;
    EXPECT_EQ(list.wrong(gathers), list.total);
  }
}

TEST(ProxyLists, ALostPeerEndsTheListWithoutItsSignal) {
  const fault_plan plan{.fail_send = 3};  // the others send two acknowledgements at most
  list_job pes(3, &plan);
  list_case list(pes.memories(), 300, {1000});
  list.fill(false, 1);
  ASSERT_TRUE(pes[0].post(list.descriptor(false).with_signal(24, signal_op::set, 1)));
  ASSERT_TRUE(pes.drive([&] { return pes[0].drained(); }));
  EXPECT_EQ(pes[0].failure().code, errc::peer_failed) << failure_text(pes[0].failure());
  EXPECT_EQ(pes[0].heap[3], 0u);
}

}  // namespace
}  // namespace ark::proxy
