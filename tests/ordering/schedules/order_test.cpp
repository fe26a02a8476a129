// Store buffering, independent reads of independent writes, write-to-read causality, quiet,
// barrier, completion.
#include <ark/atomic_ref.hpp>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

// Store buffering: each PE writes to the other, then reads its own. One of them must see the
// other's write.
ARK_GLOBAL void store_buffering(words w, bool ordered) {
  const int other = 1 - ark_my_pe();
  ark_uint64_p(w.x, 1, other);
  if (ordered) ark_quiet();
  w.seen[0] = ark_signal_fetch(w.x);
}
bool both_missed(const outcome& seen) { return seen[0][0] == 0 && seen[1][0] == 0; }
TEST(StoreBuffering, QuietMakesOneSeeTheOther) {
  check({"store-buffering", 2, store_buffering, both_missed, "queue"});
}

// Large puts take the queue by themselves.
ARK_GLOBAL void store_buffering_large(words w, bool ordered) {
  const int other = 1 - ark_my_pe();
  ark_uint64_put_nbi(w.data, w.source, data_words, other);
  if (ordered) ark_quiet();
  w.seen[0] = count_ones(w.data);
}
TEST(StoreBuffering, LargePuts) {
  check({"store-buffering large", 2, store_buffering_large,
         [](const outcome& seen) { return seen[0][0] != data_words && seen[1][0] != data_words; }});
}

// Independent reads of independent writes: x and y count up. PE 2 reads x then y, PE 3 y then x.
// Where PE 2 saw x at k and y before it, and PE 3 saw y at k and x before it, they disagree on
// which came to k first. Control: non-blocking reads, which may be done in any order.
constexpr std::uint64_t generations = 16;
constexpr int read_rounds = 24;
ARK_HOST_DEVICE void read_two(const words& w, const std::uint64_t* first, int first_pe,
                              const std::uint64_t* second, int second_pe, bool ordered) {
  for (int round = 0; round < read_rounds; ++round) {
    if (ordered) {
      ark_uint64_get(w.data, first, 1, first_pe);
      ark_uint64_get(w.data + 1, second, 1, second_pe);
    } else {
      ark_uint64_get_nbi(w.data, first, 1, first_pe);
      ark_uint64_get_nbi(w.data + 1, second, 1, second_pe);
      ark_quiet();
    }
    for (std::uint64_t k = w.data[1] + 1; k <= w.data[0]; ++k) w.seen[0] |= std::uint64_t{1} << k;
  }
}
ARK_HOST_DEVICE void count_up_to_end(std::uint64_t* word, int pe) {
  for (std::uint64_t k = 1; k <= generations; ++k) {
    ark_uint64_p(word, k, pe);
    ark_quiet();
  }
}
ARK_GLOBAL void independent_reads(words w, bool ordered) {
  switch (ark_my_pe()) {
    case 0:
      count_up_to_end(w.x, 0);
      break;
    case 1:
      count_up_to_end(w.y, 1);
      break;
    case 2:
      read_two(w, w.x, 0, w.y, 1, ordered);
      break;
    default:
      read_two(w, w.y, 1, w.x, 0, ordered);
      break;
  }
}
bool disagree_on_a_generation(const outcome& seen) { return (seen[2][0] & seen[3][0]) != 0; }
TEST(IndependentReads, BlockingReadsAgree) {
  check({"independent-reads", 4, independent_reads, disagree_on_a_generation, "queue"});
}

// Write-to-read causality: PE 0 writes to PE 2 and tells PE 1, PE 1 tells PE 2.
ARK_GLOBAL void causality(words w, bool ordered) {
  switch (ark_my_pe()) {
    case 0:
      ark_uint64_put_nbi(w.data, w.source, data_words, 2);
      if (ordered) ark_quiet();
      ark_uint64_put_signal_nbi(w.y, w.source, 1, w.relay, 1, ARK_SIGNAL_SET, 1);
      break;
    case 1:
      ark_signal_wait_until(w.relay, ARK_CMP_EQ, 1);
      ark_signal_set(w.flag, 1, 2);
      break;
    default:
      w.seen[0] = ark_signal_wait_until(w.flag, ARK_CMP_EQ, 1);
      w.seen[1] = count_ones(w.data);
      break;
  }
}
TEST(Causality, QuietBeforeAFlagToAThirdPe) {
  check({"write-read-causality", 3, causality,
         [](const outcome& seen) { return seen[2][0] == 1 && seen[2][1] != data_words; }, "queue"});
}

// Quiet, then a flag to a PE that fetches the data from where it was put.
ARK_GLOBAL void quiet_then_flag(words w, bool ordered) {
  switch (ark_my_pe()) {
    case 0:
      ark_uint64_put_nbi(w.data, w.source, data_words, 1);
      if (ordered) ark_quiet();
      ark_signal_set(w.flag, 1, 2);
      break;
    case 1:
      break;
    default:
      w.seen[0] = ark_signal_wait_until(w.flag, ARK_CMP_EQ, 1);
      ark_uint64_get(w.data, w.data, data_words, 1);
      w.seen[1] = count_ones(w.data);
      break;
  }
}
TEST(Quiet, ThenFlagToAThirdPe) {
  check({"quiet-then-flag", 3, quiet_then_flag,
         [](const outcome& seen) { return seen[2][0] == 1 && seen[2][1] != data_words; }});
}

// A store through ark_ptr is held back by nothing: a quiet or a fence comes before it.
template <bool ByFence>
ARK_GLOBAL void store_through_pointer(words w, bool ordered) {
  if (ark_my_pe() == 1) {
    w.seen[0] = ark_signal_wait_until(w.flag, ARK_CMP_EQ, 1);
    w.seen[1] = count_ones(w.data);
    return;
  }
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ByFence ? ark_fence() : ark_quiet();
  ark::atomic_ref<std::uint64_t> flag(*static_cast<std::uint64_t*>(ark_ptr(w.flag, 1)));
  flag.store(1, std::memory_order_release);
}
bool flag_without_all_data(const outcome& seen) {
  return seen[1][0] == 1 && seen[1][1] != data_words;
}
TEST(Quiet, ThenStoreThroughPointer) {
  check({"quiet-then-pointer", 2, store_through_pointer<false>, flag_without_all_data});
}
TEST(Fence, ThenStoreThroughPointer) {
  check({"fence-then-pointer", 2, store_through_pointer<true>, flag_without_all_data});
}

// Quiet completes reads and frees sources.
ARK_GLOBAL void read_then_use(words w, bool ordered) {
  if (ark_my_pe() != 0) return;
  ark_uint64_get_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_quiet();
  w.seen[0] = count_ones(w.data);
}
TEST(Quiet, CompletesReads) {
  check({"quiet-completes-get", 2, read_then_use,
         [](const outcome& seen) { return seen[0][0] != data_words; }});
}

ARK_HOST_DEVICE void overwrite_source(const words& w) {
  for (std::size_t i = 0; i < data_words; ++i) ark::detail::store_relaxed(w.source + i, 9);
}
ARK_GLOBAL void reuse_after_quiet(words w, bool ordered) {
  if (ark_my_pe() == 0) {
    ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    if (ordered) ark_quiet();
    overwrite_source(w);
  }
  ark_barrier_all();
  w.seen[0] = count_ones(w.data);
}
bool changed_on_the_way(const outcome& seen) { return seen[1][0] != data_words; }
TEST(Quiet, FreesTheSource) {
  check({"quiet-frees-source", 2, reuse_after_quiet, changed_on_the_way});
}

ARK_GLOBAL void reuse_after_put(words w, bool ordered) {
  if (ark_my_pe() == 0) {
    if (ordered) {
      ark_uint64_put(w.data, w.source, data_words, 1);
    } else {
      ark_uint64_put_nbi(w.data, w.source, data_words, 1);
    }
    overwrite_source(w);
  }
  ark_barrier_all();
  w.seen[0] = count_ones(w.data);
}
TEST(Put, FreesTheSourceWhenItReturns) {
  check({"put-frees-source", 2, reuse_after_put, changed_on_the_way});
}

// Puts from the block's shared memory.
struct shared_tile {
  std::uint64_t words[data_words];
};
ARK_DEVICE void fill(shared_tile& tile, std::uint64_t value) {
  for (std::uint64_t& word : tile.words) ark::detail::store_relaxed(&word, value);
}
ARK_GLOBAL void reuse_after_bulk_wait_read(words w, bool ordered) {
  ARK_SHARED(shared_tile, tile);
  if (ark_my_pe() == 0) {
    fill(tile, 1);
    ark::put_nbi(w.data, ark::from_shared(tile.words), data_words, 1);
    if (ordered) ark::bulk_wait_read();
    fill(tile, 9);
  }
  ark_barrier_all();
  w.seen[0] = count_ones(w.data);
}
TEST(SharedPut, WaitReadFreesTheSource) {
  check({"bulk-wait-read-frees-source", 2, reuse_after_bulk_wait_read, changed_on_the_way});
}

template <int Op>
ARK_GLOBAL void shared_put_signal(words w, bool ordered) {
  ARK_SHARED(shared_tile, tile);
  if (ark_my_pe() == 1) return receive(w);
  fill(tile, 1);
  if (ordered) {
    ark::put_signal_nbi(w.data, ark::from_shared(tile.words), data_words, w.flag, 1, Op, 1);
  } else {
    ark::put_nbi(w.data, ark::from_shared(tile.words), data_words, 1);
    Op == ARK_SIGNAL_SET ? ark_signal_set(w.flag, 1, 1) : ark_signal_add(w.flag, 1, 1);
  }
  ark::bulk_wait();
}
TEST(SharedPut, SignalComesAfterTheData) {
  check({"shared-put-signal", 2, shared_put_signal<ARK_SIGNAL_SET>, flag_without_data});
  check({"shared-put-signal-add", 2, shared_put_signal<ARK_SIGNAL_ADD>, flag_without_data});
}

template <bool ByFence>
ARK_GLOBAL void shared_put_wait_then_flag(words w, bool ordered) {
  ARK_SHARED(shared_tile, tile);
  if (ark_my_pe() == 1) return receive(w);
  fill(tile, 1);
  ark::put_nbi(w.data, ark::from_shared(tile.words), data_words, 1);
  if (ordered) {
    ark::bulk_wait();
    ByFence ? ark_fence() : ark_quiet();
  }
  ark_signal_set(w.flag, 1, 1);
  ark::bulk_wait();
}
TEST(SharedPut, WaitThenFenceOrQuietThenFlag) {
  check({"shared-put-fence-flag", 2, shared_put_wait_then_flag<true>, flag_without_data});
  check({"shared-put-quiet-flag", 2, shared_put_wait_then_flag<false>, flag_without_data});
}

// Put, quiet, get of the same word.
ARK_GLOBAL void put_then_get(words w, bool ordered) {
  if (ark_my_pe() != 0) return;
  ark_uint64_p(w.x, 7, 1);
  if (ordered) ark_quiet();
  w.seen[0] = ark_uint64_g(w.x, 1);
}
TEST(Quiet, MakesAPutVisibleToMyGet) {
  check({"put-quiet-get", 2, put_then_get, [](const outcome& seen) { return seen[0][0] != 7; },
         "queue"});
}

// A barrier completes what was issued before it. Control: sync_all, which does not.
ARK_GLOBAL void put_then_barrier(words w, bool ordered) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  ark_uint64_put_nbi(w.data, w.source, data_words, next);
  if (ordered) {
    ark_barrier_all();
  } else {
    ark_sync_all();
  }
  w.seen[0] = count_ones(w.data);
}
TEST(Barrier, CompletesPuts) {
  check({"barrier-completes", 3, put_then_barrier, [](const outcome& seen) {
           return seen[0][0] != data_words || seen[1][0] != data_words || seen[2][0] != data_words;
         }});
}

// Quiet and the synchronisation of a team complete what its members issued before. Control: no
// quiet.
ARK_GLOBAL void put_then_team_sync(words w, bool ordered) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  ark_uint64_put_nbi(w.data, w.source, data_words, next);
  if (ordered) ark_quiet();
  ark_team_sync(ARK_TEAM_SHARED);
  w.seen[0] = count_ones(w.data);
}
TEST(Team, QuietAndSyncCompletePuts) {
  check({"team-sync-completes", 3, put_then_team_sync, [](const outcome& seen) {
           return seen[0][0] != data_words || seen[1][0] != data_words || seen[2][0] != data_words;
         }});
}

// The entry to a collective of a team shows what its members stored before. Control: without it.
ARK_GLOBAL void store_then_team_sync(words w, bool ordered) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  ark::detail::store_relaxed(w.x, std::uint64_t{1});
  if (ordered) ark_team_sync(ARK_TEAM_SHARED);
  w.seen[0] = ark_uint64_g(w.x, next);
}
TEST(Team, SyncShowsTheStoresOfEachMember) {
  check({"team-sync-stores", 3, store_then_team_sync, [](const outcome& seen) {
           return seen[0][0] != 1 || seen[1][0] != 1 || seen[2][0] != 1;
         }});
}

// Queued atomics and stores of ark::atomic_ref on one word lose nothing. Control: get, add, put.
constexpr std::uint64_t adds_of_each = 4;
ARK_GLOBAL void count_up(words w, bool ordered) {
  auto* direct = static_cast<std::uint64_t*>(ark_ptr(w.x, 0));
  for (std::uint64_t i = 0; i < adds_of_each; ++i) {
    if (!ordered) {
      const std::uint64_t old = ark_uint64_g(w.x, 0);
      ark_uint64_p(w.x, old + 1, 0);
      ark_quiet();
    } else if (threadIdx.x % 2 == 0) {
      ark_uint64_atomic_fetch_add(w.x, 1, 0);
    } else {
      ark::atomic_ref<std::uint64_t>(*direct).fetch_add(1);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) ark_barrier_all();
  if (threadIdx.x == 0) w.seen[0] = ark_signal_fetch(w.x);
}
TEST(Atomics, QueuedAndDirectOnOneWordLoseNothing) {
  program what{"mixed-atomics", 2, count_up,
               [](const outcome& seen) { return seen[0][0] != 2 * 4 * adds_of_each; }, "queue"};
  what.threads = 4;
  check(what);
}

// put_adds of two PEs and atomics on the same words lose nothing. Control: get, add, put.
ARK_GLOBAL void add_up(words w, bool ordered) {
  for (std::uint64_t i = 0; i < adds_of_each; ++i) {
    if (!ordered) {
      const std::uint64_t old = ark_uint64_g(w.data, 0);
      ark_uint64_p(w.data, old + 1, 0);
      ark_quiet();
    } else if (threadIdx.x % 2 == 0) {
      ark_uint64_put_add_nbi(w.data, w.source, data_words, 0);
    } else {
      ark_uint64_atomic_add(w.data, 1, 0);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) ark_barrier_all();
  if (threadIdx.x == 0) w.seen[0] = ark_signal_fetch(w.data);
}
TEST(Atomics, PutAddsAndAtomicsOnOneWordLoseNothing) {
  program what{"put-adds", 2, add_up,
               [](const outcome& seen) { return seen[0][0] != 2 * 4 * adds_of_each; }, "queue"};
  what.threads = 4;
  check(what);
}

bool readers_disagree(const outcome& seen) {
  return seen[2][0] == 1 && seen[2][1] == 0 && seen[3][0] == 1 && seen[3][1] == 0;
}
// Not promised: writes to two PEs are not one write. Two readers may see two writers in different
// orders.
ARK_GLOBAL void write_to_both(words w, bool) {
  const int me = ark_my_pe();
  if (me < 2) {
    std::uint64_t* mine = me == 0 ? w.x : w.y;
    ark_uint64_p(mine, 1, 2);
    ark_uint64_p(mine, 1, 3);
    return;
  }
  const std::uint64_t* first = me == 2 ? w.x : w.y;
  const std::uint64_t* second = me == 2 ? w.y : w.x;
  w.seen[0] = ark_signal_wait_until(const_cast<std::uint64_t*>(first), ARK_CMP_EQ, 1);
  w.seen[1] = ark_signal_fetch(second);
}
TEST(NotPromised, OneOrderOfWritesToTwoPes) {
  std::string example;
  const program what{"writes-to-two-pes", 4, write_to_both, readers_disagree, "queue"};
  EXPECT_GT(count_forbidden(what, true, seeds_per_policy, 1, &example), 0u);
}

}  // namespace
}  // namespace ark_litmus
