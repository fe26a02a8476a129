// The same rules when the data goes through the SM engine: blocks of the kernel's own launch, which
// move it in pieces, several at once.
#include <ark/atomic_ref.hpp>
#include <set>
#include <vector>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

constexpr unsigned engines = 2;

/// A worker's first thread. The engine's blocks never get here.
ARK_HOST_DEVICE bool is_first() { return ark::device::place::thread_index() == 0; }

/// `threads` beyond 32: a warp that schedules and one that copies; 1: one thread does both.
void check_with_engine(const char* name, void (*kernel)(words, bool),
                       bool (*forbidden)(const outcome&), unsigned threads,
                       const char* route = "auto", int pes = 2) {
  program what{name, pes, kernel, forbidden, route};
  what.threads = threads;
  what.engine_blocks = engines;
  check(what);
}

// A put of several chunks, a fence, and something small that goes inline if nothing is in its way.
template <tell How>
ARK_GLOBAL void put_fence_flag(words w, bool ordered) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  put_fence_tell<How>(w, ordered);
}
TEST(SmEngine, LargePutFenceElement) {
  check_with_engine("sm put-fence-p", put_fence_flag<tell::put_element>, flag_without_data, 33);
}
TEST(SmEngine, LargePutFenceSignalAdd) {
  check_with_engine("sm put-fence-signal-add", put_fence_flag<tell::signal_add>, flag_without_data,
                    1);
}
TEST(SmEngine, LargePutFenceFetchingAtomic) {
  check_with_engine("sm put-fence-fetching-atomic", put_fence_flag<tell::fetching_atomic>,
                    flag_without_data, 33);
}
TEST(SmEngine, LargePutFencePutSignal) {
  check_with_engine("sm put-fence-put-signal", put_fence_flag<tell::put_signal>, flag_without_data,
                    33);
}
TEST(SmEngine, QueuedPutFenceQueuedFlag) {
  check_with_engine("sm queued-put-fence-queued-flag", put_fence_flag<tell::put_signal>,
                    flag_without_data, 33, "queue");
}
TEST(SmEngine, QueuedPutFenceQueuedAtomicOneWarp) {
  check_with_engine("sm queued-put-fence-queued-atomic", put_fence_flag<tell::fetching_atomic>,
                    flag_without_data, 1, "queue");
}

/// ark::engine_scope, or, unless `ordered`, of an engine that sends signals with the first chunk.
class ordered_engine {
 public:
  explicit ordered_engine(bool ordered)
      : served_(ordered
                    ? ark::device::sm::enter(engines)
                    : ark::device::sm::enter<ark::device::sm::signal_order::before_data>(engines)) {
  }
  ~ordered_engine() {
    if (!served_) ark::device::sm::leave();
  }
  ordered_engine(const ordered_engine&) = delete;
  ordered_engine& operator=(const ordered_engine&) = delete;
  [[nodiscard]] bool served() const { return served_; }

 private:
  bool served_;
};

// The signal of a scatter comes after its pieces. Control: an engine that sends it first.
ARK_GLOBAL void scatter_with_signal(words w, bool ordered) {
  const ordered_engine engine(ordered);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 1) return receive(w);
  ark_piece pieces[data_words];
  for (std::size_t i = 0; i < data_words; ++i)
    pieces[i] = {w.data + data_words - 1 - i, sizeof(std::uint64_t), 1};
  ark_scatter_nbi(w.source, pieces, data_words, w.flag, 1, ARK_SIGNAL_SET, 1);
  ark_quiet();
}
TEST(SmEngine, ScatterSignalAfterAllPieces) {
  check_with_engine("sm scatter-signal", scatter_with_signal, flag_without_data, 33);
}

// The signal of a put comes after its own data, whoever moved it. Control: an engine that sends it
// with the first chunk.
ARK_GLOBAL void put_with_signal(words w, bool ordered) {
  const ordered_engine engine(ordered);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_signal_nbi(w.data, w.source, data_words, w.flag, 1, ARK_SIGNAL_SET, 1);
}
TEST(SmEngine, PutSignalComesAfterAllChunks) {
  check_with_engine("sm put-signal", put_with_signal, flag_without_data, 33);
}
TEST(SmEngine, PutSignalComesAfterAllChunksOneWarp) {
  check_with_engine("sm put-signal one warp", put_with_signal, flag_without_data, 1);
}

ARK_GLOBAL void put_add_with_signal(words w, bool ordered) {
  const ordered_engine engine(ordered);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_add_signal_nbi(w.data, w.source, data_words, w.flag, 1, ARK_SIGNAL_SET, 1);
}
TEST(SmEngine, PutAddSignalComesAfterAllChunks) {
  check_with_engine("sm put-add-signal", put_add_with_signal, flag_without_data, 33);
}

// A fence covers what other blocks posted, which other warps of the engine deliver.
ARK_GLOBAL void fence_across_warps(words w, bool ordered) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  put_and_tell_across_rings(w, ordered, engine.block_index());
}
void check_across_warps(const char* name, const char* route) {
  program what{name, 2, fence_across_warps, flag_without_data, route, "1", 2, 33};
  what.engine_blocks = engines;
  check(what);
}
TEST(SmEngine, FenceCoversOtherWarpsInlineFlag) {
  check_across_warps("sm fence-across-warps inline", "auto");
}
TEST(SmEngine, FenceCoversOtherWarpsQueuedFlag) {
  check_across_warps("sm fence-across-warps queued", "queue");
}

// Data by the CPU's engine, from a kernel of another stream; fence and flag in one whose queue is
// the SM engine.
ARK_GLOBAL void fence_for_the_other(words w, bool ordered) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_wait_until(w.relay, ARK_CMP_EQ, 1);
  if (ordered) ark_fence();
  ark_uint64_put_signal_nbi(w.y, w.source, 1, w.flag, 1, ARK_SIGNAL_SET, 1);
}
ARK_GLOBAL void put_and_hand_over(words w) {
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  ark::detail::store_release(w.relay, 1);
}
void launch_the_other(words w, bool) {
  ark::stream_t stream = ark::stream_create();
  ark::launch({1, 1, 0, stream}, put_and_hand_over, w);
  ark::stream_sync(stream);
  ark::stream_destroy(stream);
}
void check_two_kernels(const char* name, const char* route) {
  program what{name, 2, fence_for_the_other, flag_without_data, route};
  what.threads = 33;
  what.host = launch_the_other;
  what.engine_blocks = engines;
  check(what);
}
TEST(SmEngine, FenceCoversTheCpusRingInlineFlag) {
  check_two_kernels("sm fence over the cpu's ring inline", "auto");
}
TEST(SmEngine, FenceCoversTheCpusRingQueuedFlag) {
  check_two_kernels("sm fence over the cpu's ring queued", "queue");
}

// The other way round: data by the SM engine, fence and flag by the host, which may not post there.
ARK_GLOBAL void put_for_the_host(words w, bool) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  ark::atomic_ref<std::uint64_t>(*w.relay).store(1, std::memory_order_release);
}
void host_fences_and_tells(words w, bool ordered) {
  ark_uint64_wait_until(w.relay, ARK_CMP_EQ, 1);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(SmEngine, TheHostsFenceCoversTheEnginesRings) {
  program what{"sm fence by the host", 2, put_for_the_host, flag_without_data};
  what.threads = 33;
  what.host = host_fences_and_tells;
  what.engine_blocks = engines;
  check(what);
}

// Quiet completes what the engine has: then a third PE is told.
ARK_GLOBAL void quiet_then_flag(words w, bool ordered) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  if (ark_my_pe() == 0) {
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    if (ordered) ark_quiet();
    ark_signal_set(w.flag, 1, 2);
  } else if (ark_my_pe() == 2) {
    w.seen[0] = ark_signal_wait_until(w.flag, ARK_CMP_EQ, 1);
    ark_uint64_get(w.data, w.data, data_words, 1);
    w.seen[1] = count_ones(w.data);
  }
}
TEST(SmEngine, QuietThenFlagToAThirdPe) {
  check_with_engine(
      "sm quiet-then-flag", quiet_then_flag,
      [](const outcome& seen) { return seen[2][0] == 1 && seen[2][1] != data_words; }, 33, "auto",
      3);
}

// Store buffering through the engine.
ARK_GLOBAL void store_buffering(words w, bool ordered) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  ark_uint64_p(w.x, 1, 1 - ark_my_pe());
  if (ordered) ark_quiet();
  w.seen[0] = ark_signal_fetch(w.x);
}
TEST(SmEngine, StoreBufferingQuietMakesOneSeeTheOther) {
  check_with_engine(
      "sm store-buffering", store_buffering,
      [](const outcome& seen) { return seen[0][0] == 0 && seen[1][0] == 0; }, 1, "queue");
}

/// The same seed is the same run, engine blocks and all.
ARK_GLOBAL void append_by_engine(std::uint64_t* counter, std::uint64_t* log, std::uint64_t* data) {
  const ark::engine_scope engine(engines);
  if (engine.served() || !is_first()) return;
  const std::uint64_t me = 1 + 2 * static_cast<unsigned>(ark_my_pe()) + engine.block_index();
  for (unsigned i = 0; i < 4; ++i) {
    ark_uint64_put_nbi(data + 32 * engine.block_index(), data + 64, 32, 1 - ark_my_pe());
    const std::uint64_t place = ark_uint64_atomic_fetch_inc(counter, 0);
    ark_uint64_p(log + place, me, 0);
  }
}
std::vector<std::uint64_t> recorded(const std::string& schedule) {
  std::vector<std::uint64_t> result;
  ark::local_run(
      2,
      [&](int pe) {
        auto* counter = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        auto* log = static_cast<std::uint64_t*>(ark_calloc(16, 8));
        auto* data = static_cast<std::uint64_t*>(ark_calloc(96, 8));
        ark::launch({2, 33, 0, nullptr, true, engines}, append_by_engine, counter, log, data);
        ark::device_sync();
        ark_free(data);  // meets the other PE without a descriptor, which its kernel might see
        if (pe == 0) result.assign(log, log + 16);
      },
      {{"ARK_SCHED", schedule},
       {"ARK_ROUTE", "queue"},
       {"ARK_SYMMETRIC_SIZE", "16k"},
       {"ARK_HEAP_RESERVE", "2m"}});
  return result;
}
TEST(SmEngine, SeededSchedulesRepeat) {
  for (const std::string policy : {"random:", "pct:3:"}) {
    std::set<std::vector<std::uint64_t>> distinct;
    for (int seed = 1; seed <= 50; ++seed) {
      const std::string schedule = policy + std::to_string(seed);
      const auto first = recorded(schedule);
      ASSERT_EQ(first, recorded(schedule)) << "ARK_SCHED=" << schedule << " did not repeat";
      distinct.insert(first);
    }
    EXPECT_GT(distinct.size(), 4u) << policy << ": different seeds should give different runs";
  }
}

}  // namespace
}  // namespace ark_litmus
