// The end of launches whose first blocks are an engine: however the workers leave, whatever they
// post, the grid ends, and what was posted has arrived.
#include <ark/device/transfer/queue.hpp>

#include "engine_support.hpp"
#include "pattern.hpp"

namespace ark_gpu {
namespace {

using ark_mp::pattern;

class EngineEnd : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string& reason = why_no_engine(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

/// All PEs launch, and the whole device comes to rest: the test's watchdog is the bound.
template <class... Parameters, class... Arguments>
void run_to_rest(const pe& self, const shape& how, void (*kernel)(Parameters...),
                 const Arguments&... arguments) {
  load(kernel);
  ark_barrier_all();
  self.start(how, kernel, arguments...);
  wait_for_device();
  self.finish();
  ark_barrier_all();
}

void fill(const array<std::uint64_t>& source, int pe) {
  std::vector<std::uint64_t> values(source.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = pattern<std::uint64_t>(pe, i);
  source.write(values);
}
/// Words of `dest` that fill() of `pe` has not written.
std::size_t wrong_words(const array<std::uint64_t>& dest, int pe) {
  const std::vector<std::uint64_t> seen = dest.read();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) wrong += seen[i] != pattern<std::uint64_t>(pe, i);
  return wrong;
}

// --- Workers that post nothing.

ARK_GLOBAL void leave_at_once(unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
}

/// Some blocks leave at once, the others a while later.
ARK_GLOBAL void linger_and_leave(unsigned engine_blocks, std::uint64_t* left) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  for (unsigned i = 0; i < engine.block_index() * 20; ++i) __nanosleep(1000);
  if (threadIdx.x == 0) ark_uint64_atomic_inc(left, ark_my_pe());
}

TEST_F(EngineEnd, WorkersThatEndAtOnce) {
  on_pes(2, {}, [](const pe& self) {
    constexpr unsigned least = on_gpu ? 32 : 1;  // threads of an engine block
    for (const shape& how : {shape{1, least, 1}, shape{1, 32, 2}, shape{6, 64, 2}, shape{3, 96, 4}})
      for (int again = 0; again < 3; ++again)
        run_to_rest(self, how, leave_at_once, how.engine_blocks);
  });
}

TEST_F(EngineEnd, WorkersThatPostNothing) {
  on_pes(2, {}, [](const pe& self) {
    const array<std::uint64_t> left(1);
    run_to_rest(self, {6, 64, 2}, linger_and_leave, 2u, left);
    EXPECT_EQ(left.at(0), 6u);
    ark_barrier_all();
  });
}

// --- The engine blocks that a launch adds by itself.

ARK_GLOBAL void put_by_blocks(ark::engine_blocks engine_blocks, std::uint64_t* dest,
                              const std::uint64_t* source, std::size_t words, int pe) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  const std::size_t at = engine.block_index() * words;
  ark::put_nbi_block(dest + at, source + at, words, pe);
}

/// On a GPU those that have room beside the grid, on CPUs none: what is put arrives in both cases.
TEST_F(EngineEnd, OfALaunchThatCountsItsOwnBlocks) {
  constexpr std::size_t words = 20'000;
  constexpr unsigned blocks = 3;
  on_pes(2, {}, [&](const pe& self) {
    const array<std::uint64_t> dest(blocks * words), source(blocks * words);
    fill(source, self.me);
    load(put_by_blocks);
    ark_barrier_all();
    const stream own;
    const ark::launch_result engine =
        ark::launch({blocks, 64, 16 * 1024, own.get()}, put_by_blocks, dest.get(),
                    static_cast<const std::uint64_t*>(source.get()), words, self.next);
    ark::stream_sync(own.get());
    EXPECT_EQ(engine.engine_blocks > 0, on_gpu) << engine.why;
    ark_barrier_all();
    EXPECT_EQ(wrong_words(dest, self.previous), 0u);
    ark_barrier_all();
  });
}

// --- More than the ring holds, and large beside small.

/// Adds 1, in `one`, by transfers: a GPU's kernels execute atomics themselves.
ARK_GLOBAL void post_many(unsigned engine_blocks, std::uint64_t* counter, const std::uint64_t* one,
                          unsigned each, int pe) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  for (unsigned i = 0; i < each; ++i) ark::put_add_nbi(counter, one, 1, pe);
}

void check_many(const shape& how) {
  constexpr unsigned each = on_gpu ? 500 : 20;
  on_pes(2, {{"ARK_RING_SLOTS", "4"}, {"ARK_ROUTE", "queue"}}, [&](const pe& self) {
    const array<std::uint64_t> counter(1), one(1);
    one.write({1});
    run_to_rest(self, how, post_many, how.engine_blocks, counter, one, each, self.next);
    EXPECT_EQ(counter.at(0), std::uint64_t{how.blocks} * how.threads * each);
    ark_barrier_all();
  });
}
TEST_F(EngineEnd, MoreThanASlotForEach) { check_many({4, 32, 1}); }
TEST_F(EngineEnd, MoreThanASlotForEachWithTwoEngines) { check_many({4, 32, 2}); }
TEST_F(EngineEnd, MoreThanASlotForEachWithMoreWarpsThanSlots) { check_many({2, 64, 3}); }

constexpr std::size_t large_words = 40'000, small_words = 16;
constexpr std::size_t part = large_words + small_words;

/// A large transfer and a small one behind it, in every block; nobody waits for either.
ARK_GLOBAL void post_large_and_small(unsigned engine_blocks, std::uint64_t* dest,
                                     const std::uint64_t* source, std::uint64_t* told, int pe) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served() || threadIdx.x != 0) return;
  const std::size_t at = engine.block_index() * part;
  ark_uint64_put_signal_nbi(dest + at, source + at, large_words, told, 1, ARK_SIGNAL_ADD, pe);
  ark_uint64_put_signal_nbi(dest + at + large_words, source + at + large_words, small_words, told,
                            1, ARK_SIGNAL_ADD, pe);
}

TEST_F(EngineEnd, LargeBesideSmallTransfersWithoutAWait) {
  constexpr unsigned workers = 5;
  on_pes(2, {{"ARK_ROUTE", "queue"}}, [](const pe& self) {
    const array<std::uint64_t> dest(workers * part), source(workers * part), told(1);
    fill(source, self.me);
    run_to_rest(self, {workers, 64, 2}, post_large_and_small, 2u, dest, source, told, self.next);
    EXPECT_EQ(told.at(0), 2 * workers);
    EXPECT_EQ(wrong_words(dest, self.previous), 0u);
    ark_barrier_all();
  });
}

// --- A PE that fails.

/// What no caller may post: its destination lies outside of the heap.
ARK_GLOBAL void post_bad_descriptor(unsigned engine_blocks, const std::uint64_t* source,
                                    std::uint64_t* never) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  ark::detail::device_state& state = ark::device::context();
  if (engine.block_index() == 0 && threadIdx.x == 0) {
    const auto bad = ark::detail::make_put(ark_my_pe(), std::uint64_t{1} << 50, source, 8);
    ark::device::queue::post(state, ark::device::queue::ring_of_caller(state, false), bad,
                             ark::detail::op_kind::put, ark::device::completion::deferred);
  }
  ark_signal_wait_until(never, ARK_CMP_EQ, 1);  // the failure ends it
}

TEST_F(EngineEnd, ABadDescriptorIsRecordedAndAllLaunchesEnd) {
  run_pes(2, {{"ARK_LOG", "error"}}, [](const pe& self) {
    const array<std::uint64_t> words(2);
    run_to_rest(self, {3, 64, 2}, post_bad_descriptor, 2u, words, words.get() + 1);
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, ark::errc::bad_descriptor) << ark::failure_text(record);
    EXPECT_EQ(record.pe, self.me);
    // What comes later ends at once.
    run_to_rest(self, {3, 64, 2}, post_bad_descriptor, 2u, words, words.get() + 1);
    EXPECT_EQ(words.read(), std::vector<std::uint64_t>(2));
  });
}

// --- Two launches at once.

TEST_F(EngineEnd, TwoLaunchesAtOnceAndEachHasItsOwn) {
  on_pes(2, {{"ARK_ROUTE", "queue"}}, [](const pe& self) {
    const array<std::uint64_t> counter(1), one(1);
    one.write({1});
    const stream other;
    load(post_many);
    ark_barrier_all();
    constexpr unsigned launches = 6, each = 20;
    for (unsigned i = 0; i < launches; ++i) {
      const unsigned engine_blocks = 1 + i % 2;
      const shape how{2, 32, engine_blocks};
      if (i % 2 == 0) self.start(how, post_many, engine_blocks, counter, one, each, self.next);
      if (i % 2 == 1)
        self.start_on(other.get(), how, post_many, engine_blocks, counter, one, each, self.next);
    }
    wait_for_device();
    self.finish();
    ark::stream_sync(other.get());
    ark_barrier_all();
    EXPECT_EQ(counter.at(0), std::uint64_t{launches} * 2 * 32 * each);
    ark_barrier_all();
  });
}

}  // namespace
}  // namespace ark_gpu
