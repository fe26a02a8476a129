// Every family of the operations that take a context, and the block-strided ones, once in a kernel
// and once by the host: each by its typed name. Run under every route.
#include <ark/ctx.hpp>

#include "api_test.hpp"

namespace ark_mp {
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

class Families : public pe_test {
 protected:
  void check(bool in_kernel) {
    const sym<std::uint64_t> dest(8), source(8), got(8), word(1), signal(1), wrong(1);
    for (std::uint64_t i = 0; i < 8; ++i) source[i] = sent(me_, i);
    ark_barrier_all();
    const family_words w{dest, source, got, word, signal, wrong};
    if (in_kernel) {
      run_kernel(1, 1, families_in_kernel, w);
    } else {
      use_families(w);
    }
    EXPECT_EQ(wrong[0], 0u) << "the first step that went wrong";
    ark_barrier_all();
  }
};

TEST_F(Families, InAKernel) { check(true); }
TEST_F(Families, OnTheHost) { check(false); }

}  // namespace
}  // namespace ark_mp
