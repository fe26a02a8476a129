// L1 to L6 of the litmus set: kernels of PEs that share a GPU, on blocks that run at once.
#include <ark/atomic_ref.hpp>

#include "engine_support.hpp"
#include "timed_litmus.hpp"

namespace ark_gpu {
namespace {

// --- L1 and L2: message passing by every way to move the data and to tell of it.

enum class sender {
  thread,
  warp,
  block,
  bulk,
  shared,  ///< a thread, from the block's shared memory
  add,     ///< the signal is added
  fence,   ///< put, fence, signal
  atomic,  ///< put, fence, atomic
  small,   ///< put, fence, put of one word
};

/// Words that a way of sending moves.
template <sender How>
inline constexpr std::size_t words_of =
    How == sender::block || How == sender::bulk || How == sender::shared ? data_words : 32;

using scratch_space = ark::bulk_scratch<8192>;

/// The data in shared memory. The threads of the block synchronise.
template <sender How>
ARK_DEVICE ark::shared_source<std::uint64_t> copy_to_shared(const litmus_words& w,
                                                            scratch_space& scratch) {
  auto* words = reinterpret_cast<std::uint64_t*>(scratch.stages);
  for (std::size_t i = threadIdx.x; i < words_of<How>; i += blockDim.x) words[i] = w.source[i];
  __syncthreads();
  return ark::from_shared(words);
}

/// The data, then what tells of it, as the memory model orders them.
template <sender How>
ARK_DEVICE void send(const litmus_words& w, std::uint64_t round,
                     [[maybe_unused]] scratch_space& scratch) {
  constexpr std::size_t count = words_of<How>;
  constexpr int set = ARK_SIGNAL_SET, add = ARK_SIGNAL_ADD;
  if constexpr (How == sender::bulk) {
    ark::put_signal_block(w.data, w.source, count, w.flag, round, set, 1, scratch);
  } else if constexpr (How == sender::shared) {
    const auto source = copy_to_shared<How>(w, scratch);
    if (threadIdx.x == 0) ark::put_signal_nbi(w.data, source, count, w.flag, round, set, 1);
    if (threadIdx.x == 0) ark::bulk_wait();
  } else if constexpr (How == sender::block) {
    ark_uint64_put_signal_nbi_block(w.data, w.source, count, w.flag, round, set, 1);
  } else if constexpr (How == sender::warp) {
    if (threadIdx.x >= 32) return;
    ark_uint64_put_signal_nbi_warp(w.data, w.source, count, w.flag, round, set, 1);
  } else if (threadIdx.x == 0) {
    if constexpr (How == sender::thread) {
      ark_uint64_put_signal_nbi(w.data, w.source, count, w.flag, round, set, 1);
    } else if constexpr (How == sender::add) {
      ark_uint64_put_signal_nbi(w.data, w.source, count, w.flag, 1, add, 1);
    } else {
      ark_uint64_put_nbi(w.data, w.source, count, 1);
      ark_fence();
      if constexpr (How == sender::fence) ark_signal_set(w.flag, round, 1);
      if constexpr (How == sender::atomic) ark_uint64_atomic_add(w.flag, 1, 1);
      if constexpr (How == sender::small) ark_uint64_p(w.flag, round, 1);
    }
  }
}

/// The data alone, by the same threads.
template <sender How>
ARK_DEVICE void send_data(const litmus_words& w, [[maybe_unused]] scratch_space& scratch) {
  constexpr std::size_t count = words_of<How>;
  if constexpr (How == sender::bulk) {
    ark::put_block(w.data, w.source, count, 1, scratch);
  } else if constexpr (How == sender::shared) {
    const auto source = copy_to_shared<How>(w, scratch);
    if (threadIdx.x == 0) ark::put_nbi(w.data, source, count, 1);
    if (threadIdx.x == 0) ark::bulk_wait_read();  // the source may be written; nothing is delivered
  } else if constexpr (How == sender::block) {
    ark_uint64_put_nbi_block(w.data, w.source, count, 1);
  } else if constexpr (How == sender::warp) {
    if (threadIdx.x < 32) ark_uint64_put_nbi_warp(w.data, w.source, count, 1);
  } else if (threadIdx.x == 0) {
    ark_uint64_put_nbi(w.data, w.source, count, 1);
  }
}

/// A store that orders nothing.
ARK_DEVICE void store_flag(std::uint64_t* flag, std::uint64_t value, int pe) {
  ark::detail::store_relaxed(static_cast<std::uint64_t*>(ark_ptr(flag, pe)), value);
}

template <sender How>
ARK_DEVICE void send_rounds(const litmus_words& w, unsigned rounds, strength how,
                            scratch_space& scratch) {
  for (unsigned round = 1; round <= rounds; ++round) {
    for (std::size_t i = threadIdx.x; i < words_of<How>; i += blockDim.x) w.source[i] = round;
    __syncthreads();
    linger(round, 0);
    if (how == strength::ordered) send<How>(w, round, scratch);
    if (how == strength::weaker) {
      send_data<How>(w, scratch);
      if (threadIdx.x == 0) store_flag(w.flag, round, 1);
    }
    if (threadIdx.x == 0) {
      if (how == strength::reversed) ark_signal_set(w.flag, round, 1);
      ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
    }
    __syncthreads();
    if (how == strength::reversed) send_data<How>(w, scratch);
    if (threadIdx.x == 0) ark_quiet();
    __syncthreads();
  }
}

/// True on all threads if one of them finds a word that is not of this round.
template <std::size_t Count>
ARK_DEVICE bool incomplete(const std::uint64_t* data, std::uint64_t round) {
  bool old = false;
  for (std::size_t i = threadIdx.x; i < Count; i += blockDim.x) old |= read_data(data + i) != round;
  return __syncthreads_or(old) != 0;
}

template <sender How>
ARK_DEVICE void receive_rounds(const litmus_words& w, unsigned rounds) {
  for (unsigned round = 1; round <= rounds; ++round) {
    linger(round, 1);
    if (threadIdx.x == 0) ark_signal_wait_until(w.flag, ARK_CMP_GE, round);
    __syncthreads();
    const bool forbidden = incomplete<words_of<How>>(w.data, round);
    if (threadIdx.x != 0) continue;
    if (forbidden) *w.wrong += 1;
    ark_signal_set(w.ack, round, 0);
  }
}

template <sender How>
ARK_GLOBAL void message_passing(litmus_words all, unsigned rounds, strength how) {
  ARK_SHARED(scratch_space, scratch);
  const litmus_words w = all.of_block(blockIdx.x);
  if (ark_my_pe() == 0) send_rounds<How>(w, rounds, how, scratch);
  if (ark_my_pe() == 1) receive_rounds<How>(w, rounds);
}

/// So many pairs of blocks, one of each PE: on a GPU they are on SMs apart.
constexpr unsigned pairs = on_gpu ? 16 : 2;
constexpr unsigned block_threads = on_gpu ? 96 : 40;

template <sender How>
program passing(unsigned threads, bool queued = false) {
  return {2, message_passing<How>, {pairs, threads}, queued};
}

TEST(L1MessagePassing, PutSignalByAThread) { check_program(passing<sender::thread>(32)); }
TEST(L1MessagePassing, PutSignalByAWarp) { check_program(passing<sender::warp>(32)); }
TEST(L1MessagePassing, PutSignalByABlock) { check_program(passing<sender::block>(block_threads)); }
TEST(L1MessagePassing, PutSignalByTheCopyUnit) {
  check_program(passing<sender::bulk>(block_threads));
}
TEST(L1MessagePassing, PutSignalFromSharedMemory) {
  check_program(passing<sender::shared>(block_threads));
}
TEST(L1MessagePassing, PutSignalAdd) { check_program(passing<sender::add>(32)); }
TEST(L1MessagePassing, PutFenceSignal) { check_program(passing<sender::fence>(32)); }
TEST(L1MessagePassing, PutFenceAtomic) { check_program(passing<sender::atomic>(32)); }
TEST(L1MessagePassing, PutFenceElement) { check_program(passing<sender::small>(32)); }
TEST(L1MessagePassing, PutSignalQueued) { check_program(passing<sender::thread>(32, true)); }

// The flag, and the data only when the receiver has looked: it must find it missing each time.
TEST(L1MessagePassing, AFlagBeforeItsDataIsSeenEachTime) {
  for (program what : {passing<sender::thread>(32), passing<sender::bulk>(block_threads)}) {
    for (const bool group : {false, true}) {
      what.grid.group = group;
      const sightings seen = run_program(what, strength::reversed);
      report("reversed", seen);
      EXPECT_EQ(seen.forbidden, seen.rounds);
    }
  }
}

// L1 by the engine's blocks of the same launch: the worker posts, an engine block moves and tells;
// or the worker itself stores what tells, behind a fence.
constexpr unsigned engines = 1;

template <sender How>
ARK_GLOBAL void passing_by_engine(litmus_words all, unsigned rounds, strength how) {
  ARK_SHARED(scratch_space, unused);
  const ark::engine_scope engine(engines);
  if (engine.served()) return;
  const litmus_words w = all.of_block(engine.block_index());
  if (ark_my_pe() == 0) send_rounds<How>(w, rounds, how, unused);
  if (ark_my_pe() == 1) receive_rounds<How>(w, rounds);
}
template <sender How>
void check_by_engine(bool queued, unsigned shared_bytes = 0) {
  if (const std::string& reason = why_no_engine(); !reason.empty()) GTEST_SKIP() << reason;
  check_program({2, passing_by_engine<How>, {pairs, 64, engines, shared_bytes}, queued});
}
TEST(L1MessagePassing, PutSignalByTheSmEngine) { check_by_engine<sender::thread>(true); }
TEST(L1MessagePassing, PutSignalByTheCopyUnitOfTheSmEngine) {
  check_by_engine<sender::block>(true, 48 * 1024);
}
TEST(L1MessagePassing, PutByTheSmEngineFenceSignal) { check_by_engine<sender::fence>(false); }
TEST(L1MessagePassing, PutByTheSmEngineFenceAtomic) { check_by_engine<sender::atomic>(false); }
TEST(L1MessagePassing, PutByTheSmEngineFenceElement) { check_by_engine<sender::small>(false); }

// --- L5: one thread puts, another of the same PE tells, having heard of it.

/// Blocks 2i put, blocks 2i + 1 tell; PE 1 looks in blocks 2i.
ARK_DEVICE void put_and_hand_over(const litmus_words& w, unsigned rounds, strength how) {
  for (unsigned round = 1; round <= rounds; ++round) {
    for (std::size_t i = 0; i < words_of<sender::thread>; ++i) w.source[i] = round;
    linger(round, 0);
    ark_uint64_put_nbi(w.data, w.source, words_of<sender::thread>, 1);
    if (how == strength::ordered) {
      ark::detail::store_release<ark::detail::scope::device>(w.relay, round);
    } else {
      ark::detail::store_relaxed(w.relay, round);
    }
    ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
    ark_quiet();
  }
}
ARK_DEVICE void hear_and_tell(const litmus_words& w, unsigned rounds, strength how) {
  for (unsigned round = 1; round <= rounds; ++round) {
    ark::atomic_ref<std::uint64_t, ark::thread_scope_device> relay(*w.relay);
    if (how == strength::ordered) {
      while (relay.load(ark::memory_order_acquire) < round && ark_status() == 0) {
      }
      ark_fence();
      ark_signal_set(w.flag, round, 1);
    } else {
      while (relay.load(ark::memory_order_relaxed) < round && ark_status() == 0) {
      }
      store_flag(w.flag, round, 1);
    }
  }
}

ARK_GLOBAL void told_by_another_thread(litmus_words all, unsigned rounds, strength how) {
  const litmus_words w = all.of_block(blockIdx.x / 2);
  const bool second = blockIdx.x % 2 == 1;
  if (ark_my_pe() == 1 && !second) receive_rounds<sender::thread>(w, rounds);
  if (ark_my_pe() == 1 || threadIdx.x != 0) return;
  if (second) {
    hear_and_tell(w, rounds, how);
  } else {
    put_and_hand_over(w, rounds, how);
  }
}
TEST(L5Causality, AFlagByAnotherThreadThanThePut) {
  check_program({2, told_by_another_thread, {2 * pairs, 32}, false, 2});
}
TEST(L5Causality, AFlagByAnotherThreadThanThePutQueued) {
  check_program({2, told_by_another_thread, {2 * pairs, 32}, true, 2});
}

/// PE 0 puts to PE 2 and tells PE 1, which tells PE 2. A quiet orders that, a fence does not.
ARK_GLOBAL void told_by_another_pe(litmus_words all, unsigned rounds, strength how) {
  const litmus_words w = all.of_block(blockIdx.x);
  constexpr std::size_t count = words_of<sender::thread>;
  for (unsigned round = 1; round <= rounds && threadIdx.x == 0 && ark_my_pe() < 2; ++round) {
    if (ark_my_pe() == 0) {
      for (std::size_t i = 0; i < count; ++i) w.source[i] = round;
      linger(round, 0);
      ark_uint64_put_nbi(w.data, w.source, count, 2);
      if (how == strength::ordered) {
        ark_quiet();
      } else {
        ark_fence();
      }
      ark_signal_set(w.relay, round, 1);
      ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
      ark_quiet();
    } else {
      ark_signal_wait_until(w.relay, ARK_CMP_GE, round);
      ark_signal_set(w.flag, round, 2);
    }
  }
  if (ark_my_pe() == 2) receive_rounds<sender::thread>(w, rounds);
}
TEST(L5Causality, QuietBeforeAFlagToAThirdPe) {
  check_program({3, told_by_another_pe, {pairs, 32}});
}
TEST(L5Causality, QuietBeforeAFlagToAThirdPeQueued) {
  check_program({3, told_by_another_pe, {pairs, 32}, true});
}

// --- L6: the copy unit reads what threads of another SM have written, and writes what they read.
// Without the proxy fence, which PTX requires, an H200 kept the order as well
// (docs/gpu-engines.md).

ARK_DEVICE void fill_and_tell(const litmus_words& w, unsigned round, strength how) {
  for (std::size_t i = threadIdx.x; i < data_words; i += blockDim.x) w.source[i] = round;
  __syncthreads();
  linger(round, 0);
  if (threadIdx.x == 0) {
    if (how == strength::ordered) ark_signal_set(w.flag, round, 1);
    if (how == strength::weaker) store_flag(w.flag, round, 1);
    ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
  }
  __syncthreads();
}
ARK_DEVICE void hear_and_fetch(const litmus_words& w, unsigned round, scratch_space& scratch) {
  if (threadIdx.x == 0) ark_signal_wait_until(w.flag, ARK_CMP_GE, round);
  __syncthreads();
  ark::get_block(w.data, w.source, data_words, 0, scratch);
  const bool forbidden = incomplete<data_words>(w.data, round);
  if (threadIdx.x != 0) return;
  if (forbidden) *w.wrong += 1;
  ark_signal_set(w.ack, round, 0);
}
ARK_GLOBAL void fetched_by_the_copy_unit(litmus_words all, unsigned rounds, strength how) {
  ARK_SHARED(scratch_space, scratch);
  const litmus_words w = all.of_block(blockIdx.x);
  for (unsigned round = 1; round <= rounds; ++round) {
    if (ark_my_pe() == 0) {
      fill_and_tell(w, round, how);
    } else {
      hear_and_fetch(w, round, scratch);
    }
  }
}
TEST(L6CopyUnit, ReadsDataWrittenByThreadsOfAnotherSm) {
  check_program({2, fetched_by_the_copy_unit, {pairs, block_threads}});
}

// --- L3: store buffering.

enum class between { quiet, fence, nothing };

/// Each PE writes to the other, then reads its own; what it read in each round goes to `seen`.
ARK_GLOBAL void store_buffering(litmus_words all, std::uint64_t* seen, unsigned rounds,
                                between how) {
  const litmus_words w = all.of_block(blockIdx.x);
  seen = ark::own_address(seen);
  const int other = 1 - ark_my_pe();
  for (unsigned round = 1; round <= rounds; ++round) {
    ark_signal_set(w.ack, round, other);
    ark_signal_wait_until(w.ack, ARK_CMP_GE, round);
    linger(round, static_cast<unsigned>(ark_my_pe()));
    ark_uint64_p(w.flag, round, other);
    if (how == between::quiet) ark_quiet();
    if (how == between::fence) ark_fence();
    seen[std::size_t{blockIdx.x} * rounds + round - 1] = ark_signal_fetch(w.flag);
    ark_quiet();
  }
}

sightings run_store_buffering(between how, unsigned rounds, bool queued, bool group = true) {
  std::vector<std::uint64_t> seen[2];
  on_pes(2, litmus_settings(queued), [&](const pe& self) {
    const litmus_memory memory(pairs);
    const array<std::uint64_t> mine(std::size_t{pairs} * rounds);
    self.run({.blocks = pairs, .group = group}, store_buffering, memory.words(), mine, rounds, how);
    seen[self.me] = mine.read();
    ark_barrier_all();
  });
  sightings result{std::uint64_t{pairs} * rounds, 0};
  for (std::size_t i = 0; i < seen[0].size(); ++i) {
    const std::uint64_t round = i % rounds + 1;
    if (seen[0][i] < round && seen[1][i] < round) ++result.forbidden;
  }
  return result;
}

void check_store_buffering(bool queued) {
  if (queued && !has_queue(0)) GTEST_SKIP() << no_queue;
  for (const bool group : {false, true}) {
    const sightings ordered =
        run_store_buffering(between::quiet, rounds_of(strength::ordered), queued, group);
    report(group ? "quiet" : "quiet_own_launches", ordered);
    EXPECT_EQ(ordered.forbidden, 0u) << "of " << ordered.rounds << " rounds";
  }
  const unsigned fewer = rounds_of(strength::weaker);
  report("fence", run_store_buffering(between::fence, fewer, queued));
  report("nothing", run_store_buffering(between::nothing, fewer, queued));
}
TEST(L3StoreBuffering, QuietMakesOneSeeTheOther) { check_store_buffering(false); }
TEST(L3StoreBuffering, QuietMakesOneSeeTheOtherQueued) { check_store_buffering(true); }

// --- L4: independent reads of independent writes. Words of PE 0 and PE 1 count up; PE 2 reads the
// one and then the other, PE 3 the other way round. They must agree on which came to a number
// first.

enum class reading { blocking, at_once };

ARK_DEVICE void count_up(std::uint64_t* word, unsigned rounds) {
  for (unsigned round = 1; round <= rounds; ++round) {
    ark_uint64_p(word, round, ark_my_pe());
    ark_quiet();
    linger(round, static_cast<unsigned>(ark_my_pe()));
  }
}

/// Pairs of what was read first and second.
ARK_DEVICE void read_in_turn(const litmus_words& w, std::uint64_t* pairs_seen, unsigned rounds,
                             reading how) {
  const int first = ark_my_pe() == 2 ? 0 : 1;
  for (unsigned i = 0; i < rounds; ++i) {
    std::uint64_t* at = pairs_seen + 2 * i;
    if (how == reading::blocking) {
      ark_uint64_get(at, w.flag, 1, first);
      ark_uint64_get(at + 1, w.flag, 1, 1 - first);
    } else {
      ark_uint64_get_nbi(at, w.flag, 1, first);
      ark_uint64_get_nbi(at + 1, w.flag, 1, 1 - first);
      ark_quiet();
    }
    linger(i, static_cast<unsigned>(ark_my_pe()));
  }
}

ARK_GLOBAL void independent_reads(litmus_words all, std::uint64_t* seen, unsigned rounds,
                                  reading how) {
  const litmus_words w = all.of_block(blockIdx.x);
  seen = ark::own_address(seen);
  if (ark_my_pe() < 2) {
    count_up(w.flag, rounds);
  } else {
    read_in_turn(w, seen + std::size_t{blockIdx.x} * rounds * 2, rounds, how);
  }
}

/// Marks the numbers that the word read first has come to before the other: read at least so, when
/// the other, read later, was still below.
std::vector<bool> came_first(const std::uint64_t* pairs_seen, unsigned rounds) {
  std::vector<bool> marks(rounds + 1);
  std::uint64_t marked = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    const std::uint64_t first = pairs_seen[2 * i], second = pairs_seen[2 * i + 1];
    for (std::uint64_t k = ark::max(second, marked) + 1; k <= first; ++k) marks[k] = true;
    marked = ark::max(marked, first);
  }
  return marks;
}

sightings run_independent_reads(reading how, unsigned rounds, bool queued, bool group = true) {
  constexpr unsigned blocks = on_gpu ? 8 : 2;
  std::vector<std::uint64_t> seen[4];
  on_pes(4, litmus_settings(queued), [&](const pe& self) {
    const litmus_memory memory(blocks);
    const array<std::uint64_t> mine(std::size_t{blocks} * rounds * 2);
    self.run({.blocks = blocks, .group = group}, independent_reads, memory.words(), mine, rounds,
             how);
    seen[self.me] = mine.read();
    ark_barrier_all();
  });
  sightings result{std::uint64_t{blocks} * rounds, 0};
  for (std::size_t at = 0; at < seen[2].size(); at += 2 * std::size_t{rounds}) {
    const auto one = came_first(seen[2].data() + at, rounds);
    const auto other = came_first(seen[3].data() + at, rounds);
    for (unsigned k = 1; k <= rounds; ++k) result.forbidden += one[k] && other[k] ? 1 : 0;
  }
  return result;
}

void check_independent_reads(bool queued) {
  if (queued && !has_queue(0)) GTEST_SKIP() << no_queue;
  const unsigned rounds = rounds_of(strength::ordered), fewer = rounds_of(strength::weaker);
  for (const bool group : {false, true}) {
    const sightings ordered = run_independent_reads(reading::blocking, rounds, queued, group);
    report(group ? "blocking" : "blocking_own_launches", ordered);
    EXPECT_EQ(ordered.forbidden, 0u) << "numbers on which two readers disagree";
  }
  report("at_once", run_independent_reads(reading::at_once, fewer, queued));
}
TEST(L4IndependentReads, BlockingReadsAgree) { check_independent_reads(false); }
TEST(L4IndependentReads, BlockingReadsAgreeQueued) { check_independent_reads(true); }

}  // namespace
}  // namespace ark_gpu
