// Contexts, on the host and in kernels. Run under every route.
#include <ark/ctx.hpp>
#include <array>
#include <vector>

#include "team_shapes.hpp"

namespace ark_mp {
namespace {

class Context : public pe_test {};

/// What a thread sends by a context of its own, and what it fetches again.
constexpr unsigned context_threads = 24;
constexpr std::size_t context_words = 3000;  // more than ARK_INLINE_BYTES

struct context_words_of_pe {
  std::uint64_t* data;          ///< [context_threads][context_words]
  const std::uint64_t* source;  ///< the same
  std::uint64_t* fetched;       ///< [context_words]
  std::uint64_t* sum;           ///< of all PEs' threads
  std::uint64_t* signals;       ///< one for each thread
  std::uint64_t* wrong;
};

ARK_HOST_DEVICE void expect(const context_words_of_pe& w, bool right) {
  if (!right) ark::detail::fetch_add(w.wrong, 1u);
}

/// Everything that a context can do, by one thread, with the PEs of `team`.
ARK_HOST_DEVICE void use_context(const context_words_of_pe& w, ark_team_t team, unsigned thread) {
  ark_ctx_t ctx = ARK_CTX_INVALID;
  expect(w, ark_team_create_ctx(team, ARK_CTX_SERIALIZED, &ctx) == 0);
  ark_team_t of = ARK_TEAM_INVALID;
  expect(w, ark_ctx_get_team(ctx, &of) == 0 && of == team);
  ark_ctx_session_start(ctx, ARK_CTX_SESSION_BATCH, nullptr, 0);
  const int size = ark_team_n_pes(team);
  const int next = (ark_team_my_pe(team) + 1) % size;
  const std::size_t first = thread * context_words;
  ark_ctx_uint64_put_nbi(ctx, w.data + first, w.source + first, context_words / 2, next);
  ark_put_nbi(ctx, w.data + first + context_words / 2, w.source + first + context_words / 2,
              context_words - context_words / 2, next);
  ark_ctx_fence(ctx);
  ark_ctx_signal_add(ctx, w.signals + thread, 1, next);
  for (int pe = 0; pe < size; ++pe) {
    ark_ctx_uint64_atomic_add(ctx, w.sum, 1, pe);
    ark_ctx_uint64_atomic_fetch_add(ctx, w.sum, 1, pe);
  }
  ark_ctx_quiet(ctx);
  std::uint64_t element = 0;
  ark_ctx_uint64_get(ctx, &element, w.data + first + context_words - 1, 1, next);
  expect(w, element == w.source[first + context_words - 1]);
  expect(w, ark_ctx_uint64_g(ctx, w.data + first, next) == w.source[first]);
  ark_ctx_pe_quiet(ctx, &next, 1);
  ark_ctx_session_stop(ctx);
  ark_ctx_destroy(ctx);
}

ARK_GLOBAL void contexts_in_kernel(context_words_of_pe w, ark_team_t team) {
  use_context(w, team, threadIdx.x);
}

class ContextUse : public pe_test {
 protected:
  /// Data and source differ between PEs only by the threads' offsets: a PE can check what it got.
  void check_use(ark_team_t team, unsigned threads, bool in_kernel) {
    const sym<std::uint64_t> data(context_threads * context_words);
    const sym<std::uint64_t> source(context_threads * context_words);
    const sym<std::uint64_t> sum(1), signals(context_threads), wrong(1);
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = 1 + i;
    ark_barrier_all();
    const context_words_of_pe w{data, source, nullptr, sum, signals, wrong};
    if (team != ARK_TEAM_INVALID) {
      if (in_kernel) {
        ark::launch({1, threads}, contexts_in_kernel, w, team);
        ark::device_sync();
      } else {
        for (unsigned thread = 0; thread < threads; ++thread) use_context(w, team, thread);
      }
    }
    ark_barrier_all();
    EXPECT_EQ(wrong[0], 0u);
    if (team != ARK_TEAM_INVALID) {
      const auto size = static_cast<unsigned>(ark_team_n_pes(team));
      EXPECT_EQ(sum[0], 2u * threads * size);
      for (unsigned thread = 0; thread < threads; ++thread) EXPECT_EQ(signals[thread], 1u);
      for (std::size_t i = 0; i < threads * context_words; ++i) ASSERT_EQ(data[i], source[i]) << i;
    }
    ark_barrier_all();
  }
};

TEST_F(ContextUse, ByTheHost) { check_use(ARK_TEAM_WORLD, 3, false); }
TEST_F(ContextUse, ByAThreadOfAKernelEach) { check_use(ARK_TEAM_WORLD, context_threads, true); }

TEST_F(ContextUse, OfATeamInReverseOrder) {
  ark_team_t team = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, n_ - 1, -1, n_, nullptr, 0, &team), 0);
  check_use(team, 2, false);
  check_use(team, context_threads, true);
  ark_team_destroy(team);
}

TEST_F(ContextUse, OfATeamOfSome) {
  ark_team_t team = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, n_ / 2, 1, n_ - n_ / 2, nullptr, 0, &team), 0);
  check_use(team, 4, true);
  if (team != ARK_TEAM_INVALID) ark_team_destroy(team);
}

TEST_F(Context, ElementsStridesAndBlocks) {
  const sym<double> data(64), source(64);
  const sym<long> words(2);
  for (std::size_t i = 0; i < 64; ++i) source[i] = 100.0 * me_ + static_cast<double>(i);
  ark_barrier_all();
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_ctx_create(0, &ctx), 0);
  const auto sent = [&](std::size_t i) { return 100.0 * previous_ + static_cast<double>(i); };
  ark_ctx_double_p(ctx, data, source[7], next_);
  ark_ctx_double_iput(ctx, data + 1, source, 2, 3, 4, next_);
  ark_ctx_double_ibput(ctx, data + 16, source, 4, 8, 2, 3, next_);
  ark::put(data + 40, source.get(), 2, ark::in(ctx, next_));
  ark::quiet(ctx);
  ark_barrier_all();
  EXPECT_EQ(data[0], sent(7));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(data[1 + 2 * i], sent(3 * i)) << i;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(data[16 + 4 * i], sent(8 * i)) << i;
    EXPECT_EQ(data[17 + 4 * i], sent(8 * i + 1)) << i;
    EXPECT_EQ(data[18 + 4 * i], 0.0) << i;
  }
  EXPECT_EQ(data[41], sent(1));
  std::array<double, 12> got{};
  ark_ctx_double_ibget(ctx, got.data(), data + 16, 3, 4, 2, 3, next_);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(got[3 * i + 1], 100.0 * me_ + static_cast<double>(8 * i + 1)) << i;
  long fetched = -1;
  ark_ctx_long_atomic_set(ctx, words, 5, next_);
  ark_ctx_quiet(ctx);
  ark_ctx_long_atomic_fetch_nbi(ctx, &fetched, words, next_);
  ark_ctx_quiet(ctx);
  EXPECT_EQ(fetched, 5);
  EXPECT_EQ(ark_ctx_long_atomic_compare_swap(ctx, words, 5, 6, next_), 5);
  EXPECT_EQ(ark_atomic_swap(ctx, words.get(), 7, next_), 6);
  ark_ctx_destroy(ctx);
  ark_barrier_all();
}

TEST_F(Context, ContextsEndAndAreCreatedAgain) {
  std::vector<ark_ctx_t> all;
  ark_ctx_t ctx = 5;
  while (ark_ctx_create(0, &ctx) == 0) all.push_back(ctx);
  EXPECT_EQ(all.size(), 255u);
  EXPECT_EQ(ctx, ARK_CTX_INVALID);
  ark_ctx_destroy(all[100]);
  ASSERT_EQ(ark_ctx_create(ARK_CTX_PRIVATE | ARK_CTX_NOSTORE, &ctx), 0);
  EXPECT_EQ(ark::detail::context_slot(ctx), ark::detail::context_slot(all[100]));
  EXPECT_NE(ctx, all[100]);
  all[100] = ctx;
  for (const ark_ctx_t one : all) ark_ctx_destroy(one);
  ark_ctx_destroy(ARK_CTX_INVALID);
  ark_team_t team = 5;
  EXPECT_NE(ark_ctx_get_team(all[0], &team), 0);
  EXPECT_EQ(team, ARK_TEAM_INVALID);
  EXPECT_EQ(ark_ctx_get_team(ARK_CTX_DEFAULT, &team), 0);
  EXPECT_EQ(team, ARK_TEAM_WORLD);
  EXPECT_NE(ark_team_create_ctx(ARK_TEAM_INVALID, 0, &ctx), 0);
  EXPECT_NE(ark_team_create_ctx(40, 0, &ctx), 0);
}

TEST_F(Context, TheTeamTakesItsContextsAlong) {
  ark_team_t team = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
  ark_ctx_t ctx = ARK_CTX_INVALID;
  ASSERT_EQ(ark_team_create_ctx(team, 0, &ctx), 0);
  ark_barrier_all();
  ark_team_destroy(team);
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, nullptr, 0, &team), 0);
  ark_team_t of = 5;
  EXPECT_NE(ark_ctx_get_team(ctx, &of), 0) << "it is not a context of the new team in the slot";
  ark_barrier_all();
  ark_team_destroy(team);
}

TEST_F(Context, InvalidIsIgnoredAndDefaultIsEverything) {
  const sym<int> word(1);
  ark_ctx_quiet(ARK_CTX_INVALID);
  ark_ctx_fence(ARK_CTX_INVALID);
  ark_ctx_pe_quiet(ARK_CTX_INVALID, nullptr, 0);
  ark_int_p(word, 3, next_);
  ark_pe_quiet(&next_, 1);
  ark_barrier_all();
  EXPECT_EQ(word[0], 3);
  ark_barrier_all();
  ark_ctx_int_p(ARK_CTX_DEFAULT, word, 4, next_);
  ark_ctx_fence(ARK_CTX_DEFAULT);
  ark_ctx_quiet(ARK_CTX_DEFAULT);
  ark_barrier_all();
  EXPECT_EQ(word[0], 4);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
