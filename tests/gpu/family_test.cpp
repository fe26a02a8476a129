// Every family of the operations that take a context, and the block-strided ones, once in a kernel
// and once by the host, each by its typed name; in kernels those of teams, waits, locks and
// collectives that other tests here do not call. By every route.
#include <ark/ctx.hpp>
#include <ark/lock.hpp>
#include <ark/team.hpp>

#include "lock_turns.hpp"
#include "pes.hpp"

namespace ark_gpu {
namespace {

/// Symmetric memory of one PE, and what it expects of the previous one.
struct family_words {
  std::uint64_t* dest;    ///< [8], written by the previous PE
  std::uint64_t* source;  ///< [8]: 100 * PE + index, read by the next PE
  std::uint64_t* got;     ///< [8]
  std::uint64_t* word;    ///< of atomics
  std::uint64_t* signal;
  std::uint64_t* wrong;
};

ARK_HOST_DEVICE void expect(const family_words& w, bool right, std::uint64_t step) {
  if (!right && *w.wrong == 0) *w.wrong = step;
}
ARK_HOST_DEVICE std::uint64_t sent(int pe, std::uint64_t index) {
  return 100 * static_cast<std::uint64_t>(pe) + index;
}

/// All PEs: what the previous PE has written to `dest` is there, and is cleared for the next step.
ARK_HOST_DEVICE void expect_arrived(const family_words& w, ark_ctx_t ctx, int previous,
                                    std::size_t count, std::uint64_t step) {
  ark_ctx_quiet(ctx);
  ark_barrier_all();
  for (std::size_t i = 0; i < count; ++i) expect(w, w.dest[i] == sent(previous, i), step);
  for (std::size_t i = 0; i < 8; ++i) w.dest[i] = 0;
  ark_barrier_all();
}
ARK_HOST_DEVICE void expect_got(const family_words& w, int next, std::size_t count,
                                std::uint64_t step) {
  for (std::size_t i = 0; i < count; ++i) {
    expect(w, w.got[i] == sent(next, i), step);
    w.got[i] = 0;
  }
}

ARK_HOST_DEVICE void transfers(const family_words& w, ark_ctx_t ctx, int next, int previous) {
  std::uint64_t step = 0;
#define PUT(...) \
  __VA_ARGS__;   \
  expect_arrived(w, ctx, previous, 4, ++step)
  PUT(ark_ctx_uint64_put(ctx, w.dest, w.source, 4, next));
  PUT(ark_ctx_put64(ctx, w.dest, w.source, 4, next));
  PUT(ark_ctx_put64_nbi(ctx, w.dest, w.source, 4, next));
  PUT(ark_ctx_putmem(ctx, w.dest, w.source, 32, next));
  PUT(ark_ctx_putmem_nbi(ctx, w.dest, w.source, 32, next));
  PUT(ark_ctx_iput64(ctx, w.dest, w.source, 1, 1, 4, next));
  PUT(ark_ctx_ibput64(ctx, w.dest, w.source, 2, 2, 2, 2, next));
  PUT(ark_uint64_ibput(w.dest, w.source, 2, 2, 2, 2, next); ark_quiet());
  PUT(ark_ibput64(w.dest, w.source, 3, 3, 3, 2, next); ark_quiet());
#undef PUT
#define SIGNALLED(call, ...)                                                                 \
  call(__VA_ARGS__ w.signal, 1, ARK_SIGNAL_ADD, next);                                       \
  ++signals;                                                                                 \
  expect(w, ark_signal_wait_until(w.signal, ARK_CMP_GE, signals) == signals, 100 + signals); \
  expect_arrived(w, ctx, previous, 4, ++step)
  std::uint64_t signals = 0;
  SIGNALLED(ark_ctx_uint64_put_signal, ctx, w.dest, w.source, 4, );
  SIGNALLED(ark_ctx_uint64_put_signal_nbi, ctx, w.dest, w.source, 4, );
  SIGNALLED(ark_ctx_put64_signal, ctx, w.dest, w.source, 4, );
  SIGNALLED(ark_ctx_put64_signal_nbi, ctx, w.dest, w.source, 4, );
  SIGNALLED(ark_ctx_putmem_signal, ctx, w.dest, w.source, 32, );
  SIGNALLED(ark_ctx_putmem_signal_nbi, ctx, w.dest, w.source, 32, );
  SIGNALLED(ark_put64_signal, w.dest, w.source, 4, );
  SIGNALLED(ark_put64_signal_nbi, w.dest, w.source, 4, );
  SIGNALLED(ark_putmem_signal, w.dest, w.source, 32, );
  SIGNALLED(ark_putmem_signal_nbi, w.dest, w.source, 32, );
#undef SIGNALLED
#define GET(...)      \
  __VA_ARGS__;        \
  ark_ctx_quiet(ctx); \
  expect_got(w, next, 4, ++step)
  GET(ark_ctx_uint64_get_nbi(ctx, w.got, w.source, 4, next));
  GET(ark_ctx_get64(ctx, w.got, w.source, 4, next));
  GET(ark_ctx_get64_nbi(ctx, w.got, w.source, 4, next));
  GET(ark_ctx_getmem(ctx, w.got, w.source, 32, next));
  GET(ark_ctx_getmem_nbi(ctx, w.got, w.source, 32, next));
  GET(ark_ctx_uint64_iget(ctx, w.got, w.source, 1, 1, 4, next));
  GET(ark_ctx_iget64(ctx, w.got, w.source, 1, 1, 4, next));
  GET(ark_ctx_ibget64(ctx, w.got, w.source, 2, 2, 2, 2, next));
  GET(ark_uint64_ibget(w.got, w.source, 2, 2, 2, 2, next));
  GET(ark_ibget64(w.got, w.source, 3, 3, 3, 2, next));
#undef GET
}

/// Of the word of the next PE, which no other PE changes.
ARK_HOST_DEVICE void atomics(const family_words& w, ark_ctx_t ctx, int next) {
  std::uint64_t step = 200, fetched = 0;
  std::uint64_t* const old = w.got;  // of nbi forms: memory that any engine reaches
#define CHANGES(call, value)    \
  ark_ctx_uint64_atomic_##call; \
  ark_ctx_quiet(ctx);           \
  expect(w, ark_ctx_uint64_atomic_fetch(ctx, w.word, next) == (value), ++step)
#define FETCHES(call, before)             \
  fetched = ark_ctx_uint64_atomic_##call; \
  expect(w, fetched == (before), ++step)
#define LATER(call, before)     \
  ark_ctx_uint64_atomic_##call; \
  ark_ctx_quiet(ctx);           \
  expect(w, *old == (before), ++step)
  CHANGES(set(ctx, w.word, 6, next), 6u);
  FETCHES(swap(ctx, w.word, 7, next), 6u);
  LATER(swap_nbi(ctx, old, w.word, 8, next), 7u);
  LATER(compare_swap_nbi(ctx, old, w.word, 8, 9, next), 8u);
  CHANGES(inc(ctx, w.word, next), 10u);
  FETCHES(fetch_inc(ctx, w.word, next), 10u);
  LATER(fetch_inc_nbi(ctx, old, w.word, next), 11u);
  LATER(fetch_add_nbi(ctx, old, w.word, 3, next), 12u);
  CHANGES(and(ctx, w.word, 13, next), 13u);
  FETCHES(fetch_and(ctx, w.word, 12, next), 13u);
  LATER(fetch_and_nbi(ctx, old, w.word, 8, next), 12u);
  CHANGES(or (ctx, w.word, 1, next), 9u);
  FETCHES(fetch_or(ctx, w.word, 2, next), 9u);
  LATER(fetch_or_nbi(ctx, old, w.word, 4, next), 11u);
  CHANGES(xor(ctx, w.word, 1, next), 14u);
  FETCHES(fetch_xor(ctx, w.word, 2, next), 14u);
  LATER(fetch_xor_nbi(ctx, old, w.word, 4, next), 12u);
  LATER(fetch_nbi(ctx, old, w.word, next), 8u);
#undef CHANGES
#undef FETCHES
#undef LATER
  expect(w, ark_uint64_test(w.source, ARK_CMP_EQ, *w.source) == 1, ++step);
}

ARK_HOST_DEVICE void use_families(const family_words& w) {
  const int me = ark_my_pe(), pes = ark_n_pes(), next = (me + 1) % pes;
  ark_ctx_t ctx = ARK_CTX_INVALID;
  expect(w, ark_ctx_create(0, &ctx) == 0, 1000);
  transfers(w, ctx, next, (me + pes - 1) % pes);
  atomics(w, ctx, next);
  ark_ctx_destroy(ctx);
}
ARK_GLOBAL void families_in_kernel(family_words w) { use_families(w); }

/// Symmetric memory of a test, and the first step that went wrong on this PE, or 0.
struct family_memory {
  const array<std::uint64_t> dest{8}, source{8}, got{8}, word{1}, signal{1}, wrong{1};

  explicit family_memory(int me) {
    std::vector<std::uint64_t> values(8);
    for (std::uint64_t i = 0; i < 8; ++i) values[i] = sent(me, i);
    source.write(values);
    ark_barrier_all();
  }
  [[nodiscard]] family_words words() const {
    return {dest.get(), source.get(), got.get(), word.get(), signal.get(), wrong.get()};
  }
  void expect_right() const {
    EXPECT_EQ(wrong.at(0), 0u) << "the first step that went wrong";
    ark_barrier_all();
  }
};

TEST(Families, InAKernel) {
  for (const ark::settings& route : routes()) {
    on_pes(2, route, [](const pe& self) {
      const family_memory memory(self.me);
      self.run({1, 1}, families_in_kernel, memory.words());
      memory.expect_right();
    });
  }
}
#if !ARK_CUDA  // the host accesses the words
TEST(Families, OnTheHost) {
  for (const ark::settings& route : routes()) {
    on_pes(2, route, [](const pe& self) {
      const family_memory memory(self.me);
      use_families(memory.words());
      memory.expect_right();
    });
  }
}
#endif

// --- Teams, and contexts of a team

ARK_GLOBAL void teams_in_kernel(family_words w, ark_team_t backwards) {
  const int me = ark_my_pe(), pes = ark_n_pes(), mine = pes - 1 - me;
  expect(w, ark_team_n_pes(backwards) == pes, 1);
  expect(w, ark_team_my_pe(backwards) == mine, 2);
  expect(w, ark_team_translate_pe(backwards, 0, ARK_TEAM_WORLD) == pes - 1, 3);
  expect(w, ark_team_translate_pe(ARK_TEAM_WORLD, 0, backwards) == pes - 1, 4);
  expect(w, ark_team_ptr(backwards, w.dest, mine) == w.dest, 5);
  expect(w, ark_ptr(w.dest, me) == w.dest, 6);
  const int on_stack = 0;
  expect(w, ark_pe_accessible(pes - 1) == 1 && ark_addr_accessible(w.dest, pes - 1) == 1, 7);
  expect(w, ark_pe_accessible(pes) + ark_pe_accessible(-1) + ark_addr_accessible(w.dest, pes) == 0,
         8);
  expect(w, ark_addr_accessible(&on_stack, me) == 0, 14);
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ark_team_t of = ARK_TEAM_INVALID;
  expect(w, ark_team_create_ctx(backwards, ARK_CTX_SERIALIZED, &ctx) == 0, 9);
  expect(w, ark_ctx_get_team(ctx, &of) == 0 && of == backwards, 10);
  ark_ctx_session_start(ctx, 0, nullptr, 0);
  const int next = (mine + 1) % pes;  // of the team
  ark_ctx_uint64_p(ctx, w.dest, 77, next);
  ark_ctx_fence(ctx);
  ark_ctx_uint64_put_nbi(ctx, w.dest + 1, w.source, 1, next);
  ark_ctx_quiet(ctx);
  ark_ctx_session_stop(ctx);
  ark_team_sync(backwards);
  expect(w, *w.dest == 77, 11);
  expect(w, w.dest[1] == sent((me + 1) % pes, 0), 12);
  expect(w, ark_ctx_uint64_g(ctx, w.source, next) == sent((me + pes - 1) % pes, 0), 13);
  const int target[] = {next};
  ark_ctx_pe_quiet(ctx, target, 1);
  ark_ctx_destroy(ctx);
  const int all[] = {me};
  ark_pe_quiet(all, 1);
  ark_sync_all();
}

TEST(Families, Teams) {
  for (const ark::settings& route : routes()) {
    on_pes(3, route, [](const pe& self) {
      const family_memory memory(self.me);
      ark_team_t backwards = ARK_TEAM_INVALID;
      ASSERT_EQ(
          ark_team_split_strided(ARK_TEAM_WORLD, self.n - 1, -1, self.n, nullptr, 0, &backwards),
          0);
      EXPECT_EQ(ark_pe_accessible(self.n - 1), 1);
      EXPECT_EQ(ark_pe_accessible(self.n), 0);
      EXPECT_EQ(ark_addr_accessible(memory.dest.get(), self.me), 1);
      self.run({1, 1}, teams_in_kernel, memory.words(), backwards);
      memory.expect_right();
      ark_team_destroy(backwards);
    });
  }
}

// --- Waits and tests

/// dest[0] to dest[3] become 11, 12, 13 and 14 one after the other, by the previous PE.
ARK_GLOBAL void waits_in_kernel(family_words w, std::size_t* indices, std::uint64_t* values) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  const auto send = [&](std::size_t i) { ark_uint64_p(w.dest + i, 11 + i, next); };
  for (std::size_t i = 0; i < 4; ++i) values[i] = 11 + i;
  expect(w, ark_uint64_test_any(w.dest, 4, nullptr, ARK_CMP_GT, 10) == SIZE_MAX, 1);
  expect(w, ark_uint64_test_all(w.dest, 4, nullptr, ARK_CMP_EQ, 0) == 1, 2);
  ark_barrier_all();
  send(0);
  ark_uint64_wait_until(w.dest, ARK_CMP_EQ, 11);
  expect(w, ark_uint64_test(w.dest, ARK_CMP_NE, 11) == 0, 3);
  expect(w, ark_uint64_wait_until_any(w.dest, 4, nullptr, ARK_CMP_GT, 10) == 0, 4);
  expect(w, ark_uint64_test_any_vector(w.dest, 4, nullptr, ARK_CMP_EQ, values) == 0, 5);
  expect(w, ark_uint64_wait_until_some(w.dest, 4, indices, nullptr, ARK_CMP_GT, 10) == 1, 6);
  expect(w, indices[0] == 0, 7);
  ark_barrier_all();
  send(1);
  const int status[] = {1, 0, 1, 1};
  expect(w, ark_uint64_wait_until_any_vector(w.dest, 4, status, ARK_CMP_EQ, values) == 1, 8);
  expect(w, ark_uint64_wait_until_some_vector(w.dest, 4, indices, status, ARK_CMP_EQ, values) == 1,
         9);
  expect(w, indices[0] == 1, 10);
  expect(w, ark_uint64_test_some(w.dest, 4, indices, nullptr, ARK_CMP_GT, 10) == 2, 11);
  expect(w, ark_uint64_test_some_vector(w.dest, 4, indices, nullptr, ARK_CMP_EQ, values) == 2, 12);
  expect(w, ark_uint64_test_all_vector(w.dest, 4, nullptr, ARK_CMP_EQ, values) == 0, 13);
  ark_barrier_all();
  send(2);
  send(3);
  ark_uint64_wait_until_all(w.dest, 4, nullptr, ARK_CMP_GT, 10);
  ark_uint64_wait_until_all_vector(w.dest, 4, nullptr, ARK_CMP_EQ, values);
  expect(w, ark_uint64_test_all_vector(w.dest, 4, nullptr, ARK_CMP_EQ, values) == 1, 14);
}

TEST(Families, Waits) {
  for (const ark::settings& route : routes()) {
    on_pes(2, route, [](const pe& self) {
      const family_memory memory(self.me);
      const array<std::size_t> indices(4);
      const array<std::uint64_t> values(4);
      self.run({1, 1}, waits_in_kernel, memory.words(), indices.get(), values.get());
      memory.expect_right();
    });
  }
}

// --- Locks

ARK_GLOBAL void locks_in_kernel(long* lock, long* counter) {
  for (int turn = 0; turn < ark_mp::lock_turns; ++turn) ark_mp::add_locked(lock, counter, turn);
}

TEST(Families, Locks) {
  for (const ark::settings& route : routes()) {
    on_pes(3, route, [](const pe& self) {
      constexpr unsigned blocks = 2;
      const array<long> lock(1), counter(1);
      ark_barrier_all();
      self.run({blocks, 1}, locks_in_kernel, lock.get(), counter.get());
      if (self.me == 0) {
        EXPECT_EQ(counter.at(0), long{ark_mp::lock_turns} * blocks * self.n);
      }
      EXPECT_EQ(lock.at(0), 0);
      ark_barrier_all();
    });
  }
}

// --- Collectives by thread, warp and block

/// [4 * PEs] each: what is sent, from `base` * (PE + 1) on, and what comes.
struct collective_words {
  int* dest;
  int* source;
  int* wrong;
};
enum class by { thread, warp, block };

/// The sources and results of one step; all threads of the block call.
ARK_DEVICE void begin_step(const collective_words& w, int base, int count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      w.source[i] = base * (ark_my_pe() + 1) + i;
      w.dest[i] = -1;
    }
    ark_barrier_all();
  }
  __syncthreads();
}
template <class Value>
ARK_DEVICE void end_step(const collective_words& w, int step, int count, const Value& value) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int i = 0; i < count; ++i)
    if (w.dest[i] != value(i) && *w.wrong == 0) *w.wrong = step;
}
/// The sum, product or other fold of value(pe) over the first `pes` PEs.
template <class Fold, class Value>
ARK_DEVICE int folded(int pes, const Fold& fold, const Value& value) {
  int result = value(0);
  for (int pe = 1; pe < pes; ++pe) result = fold(result, value(pe));
  return result;
}

ARK_GLOBAL void collectives_in_kernel(collective_words w, by scope) {
  const int me = ark_my_pe(), pes = ark_n_pes();
  const ark_team_t all = ARK_TEAM_WORLD;
  int step = 100 * static_cast<int>(scope);
#define STEP(base, count, expected, name, ...)                                                 \
  begin_step(w, base, 4 * pes);                                                                \
  if (scope == by::thread && threadIdx.x == 0) ark_##name(all, w.dest, w.source, __VA_ARGS__); \
  if (scope == by::warp && threadIdx.x < 32)                                                   \
    ark_##name##_warp(all, w.dest, w.source, __VA_ARGS__);                                     \
  if (scope == by::block) ark_##name##_block(all, w.dest, w.source, __VA_ARGS__);              \
  end_step(w, ++step, count, expected)
  const auto from = [](int base) {  // element i of each PE's block of 4
    return [base](int i) { return base * (i / 4 + 1) + i % 4; };
  };
  const auto own = [me](int base) {  // block `me` of each PE
    return [base, me](int i) { return base * (i / 4 + 1) + 4 * me + i % 4; };
  };
  STEP(
      10, 4, [](int i) { return 10 + i; }, int_broadcast, 4, 0);
  STEP(
      10, 4, [](int i) { return 10 + i; }, broadcastmem, 16, 0);
  STEP(20, 4 * pes, from(20), int_fcollect, 4);
  STEP(20, 4 * pes, from(20), fcollectmem, 16);
  STEP(30, 4 * pes, from(30), int_collect, 4);
  STEP(30, 4 * pes, from(30), collectmem, 16);
  STEP(40, 4 * pes, own(40), int_alltoall, 4);
  STEP(40, 4 * pes, own(40), alltoallmem, 16);
  STEP(50, 4 * pes, own(50), int_alltoalls, 1, 1, 4);
  STEP(50, 4 * pes, own(50), alltoallsmem, 1, 1, 16);
#define REDUCED(base, name, fold, pes_of)                                                       \
  STEP(                                                                                         \
      base, 4,                                                                                  \
      [&](int i) { return folded(pes_of, fold, [&](int pe) { return base * (pe + 1) + i; }); }, \
      name, 4)
  REDUCED(
      3, int_sum_reduce, [](int a, int b) { return a + b; }, pes);
  REDUCED(
      3, int_prod_reduce, [](int a, int b) { return a * b; }, pes);
  REDUCED(
      3, int_min_reduce, [](int a, int b) { return a < b ? a : b; }, pes);
  REDUCED(
      3, int_max_reduce, [](int a, int b) { return a < b ? b : a; }, pes);
  REDUCED(
      3, int32_and_reduce, [](int a, int b) { return a & b; }, pes);
  REDUCED(
      3, int32_or_reduce, [](int a, int b) { return a | b; }, pes);
  REDUCED(
      3, int32_xor_reduce, [](int a, int b) { return a ^ b; }, pes);
  REDUCED(
      3, int_sum_inscan, [](int a, int b) { return a + b; }, me + 1);
#undef REDUCED
  STEP(
      3, 4,
      [&](int i) {
        return me == 0 ? 0
                       : folded(
                             me, [](int a, int b) { return a + b; },
                             [&](int pe) { return 3 * (pe + 1) + i; });
      },
      int_sum_exscan, 4);
#undef STEP
}

TEST(Families, Collectives) {
  for (const ark::settings& route : routes()) {
    on_pes(3, route, [](const pe& self) {
      for (const by scope : {by::thread, by::warp, by::block}) {
        const auto count = 4 * static_cast<std::size_t>(self.n);
        const array<int> dest(count), source(count), wrong(1);
        const collective_words w{dest.get(), source.get(), wrong.get()};
        self.run({1, 64}, collectives_in_kernel, w, scope);
        EXPECT_EQ(wrong.at(0), 0) << "the first step that went wrong";
        ark_barrier_all();
      }
    });
  }
}

}  // namespace
}  // namespace ark_gpu
