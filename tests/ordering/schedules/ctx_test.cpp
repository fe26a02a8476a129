// Contexts: what a quiet and a fence of one promise, and a lock. The control uses another context,
// which has posted nothing, or no lock.
#include <ark/ctx.hpp>
#include <ark/lock.hpp>

#include "message_passing.hpp"

namespace ark_litmus {
namespace {

struct two_contexts {
  ark_ctx_t used = ARK_CTX_INVALID, other = ARK_CTX_INVALID;

  ARK_HOST_DEVICE two_contexts() {
    ark_ctx_create(0, &used);
    ark_ctx_create(0, &other);
  }
  ARK_HOST_DEVICE ~two_contexts() {
    ark_ctx_destroy(used);
    ark_ctx_destroy(other);
  }
  two_contexts(const two_contexts&) = delete;
  two_contexts& operator=(const two_contexts&) = delete;

  [[nodiscard]] ARK_HOST_DEVICE ark_ctx_t chosen(bool ordered) const {
    return ordered ? used : other;
  }
};

// Store buffering: each PE writes to the other, then reads its own. One of them must see the
// other's write.
ARK_GLOBAL void store_buffering_in_context(words w, bool ordered) {
  const int other = 1 - ark_my_pe();
  const two_contexts contexts;
  ark_ctx_uint64_p(contexts.used, w.x, 1, other);
  ark_ctx_quiet(contexts.chosen(ordered));
  w.seen[0] = ark_signal_fetch(w.x);
}
TEST(Context, QuietMakesOneSeeTheOther) {
  check({"store-buffering ctx", 2, store_buffering_in_context,
         [](const outcome& seen) { return seen[0][0] == 0 && seen[1][0] == 0; }, "queue"});
}

// Message passing, with everything in one context, and with the flag in another one: a fence of the
// first orders its operations before all later ones in the same queue.
template <bool FlagElsewhere>
ARK_GLOBAL void fence_of_context(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  const two_contexts contexts;
  ark_ctx_uint64_put_nbi(contexts.used, w.data, w.source, data_words, 1);
  ark_ctx_fence(contexts.chosen(ordered));
  ark_ctx_signal_set(FlagElsewhere ? contexts.other : contexts.used, w.flag, 1, 1);
}
TEST(Context, FenceOrdersItsOperations) {
  check({"put-fence-signal ctx", 2, fence_of_context<false>, flag_without_data});
}
TEST(Context, FenceOrdersItsQueuedOperations) {
  check({"put-fence-signal ctx queued", 2, fence_of_context<false>, flag_without_data, "queue"});
}
TEST(Context, FenceBeforeOperationsOfAnother) {
  check({"put-fence-signal two ctx", 2, fence_of_context<true>, flag_without_data, "queue"});
}

// A plain fence and quiet are for the operations of all contexts.
ARK_GLOBAL void fence_of_all(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  const two_contexts contexts;
  ark_ctx_uint64_put_nbi(contexts.used, w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(Context, PlainFenceOrdersThemToo) {
  check({"put-fence-signal all ctx", 2, fence_of_all, flag_without_data});
}

// Lost updates: two threads of each PE add to a word of PE 0, by a get and a put.
constexpr std::uint64_t lock_turns = 3;
ARK_GLOBAL void locked_additions(words w, bool ordered) {
  auto* lock = reinterpret_cast<long*>(w.x);
  for (std::uint64_t turn = 0; turn < lock_turns; ++turn) {
    if (ordered) ark_set_lock(lock);
    const std::uint64_t before = ark_uint64_g(w.y, 0);
    __nanosleep(1);  // lets the others run
    ark_uint64_p(w.y, before + 1, 0);
    if (ordered) {
      ark_clear_lock(lock);
    } else {
      ark_quiet();
    }
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  ark_barrier_all();
  w.seen[0] = ark_uint64_g(w.y, 0);
  w.seen[1] = ark_uint64_g(w.x, ark_my_pe());
}
bool lost_update(const outcome& seen) {
  return seen[0][0] != 4 * lock_turns || seen[0][1] != 0 || seen[1][1] != 0;
}
void check_lock(const char* name, const char* route) {
  program what{name, 2, locked_additions, lost_update};
  what.route = route;
  what.threads = 2;
  check(what);
}
TEST(Lock, NoUpdateIsLost) { check_lock("lock", "auto"); }
TEST(Lock, NoQueuedUpdateIsLost) { check_lock("lock queued", "queue"); }

}  // namespace
}  // namespace ark_litmus
