// Plans among the other ways of moving data: their signals, fences on both sides, their sources.
#include "message_passing.hpp"

namespace ark_litmus {
namespace {

void check_with_plans(const char* name, void (*kernel)(words, bool),
                      bool (*forbidden)(const outcome&), const char* route = "auto") {
  program what{name, 2, kernel, forbidden, route};
  what.plans = true;
  check(what);
}

// The signal of a plan comes after its data. Control: the two apart.
ARK_GLOBAL void plan_signal(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  if (ordered) {
    ark_plan_start(w.with_signal);
  } else {
    ark_plan_start(w.data_alone);
    ark_signal_set(w.flag, 1, 1);
  }
}
TEST(Plan, SignalComesAfterTheData) {
  check_with_plans("plan-signal", plan_signal, flag_without_data);
}

// A fence behind a plan, then a flag: inline, or queued.
ARK_GLOBAL void plan_fence_flag(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_plan_start(w.data_alone);
  if (ordered) ark_fence();
  ark_signal_set(w.flag, 1, 1);
}
TEST(Plan, FenceThenInlineFlag) {
  check_with_plans("plan-fence-flag", plan_fence_flag, flag_without_data);
}
TEST(Plan, FenceThenQueuedFlag) {
  check_with_plans("plan-fence-queued-flag", plan_fence_flag, flag_without_data, "queue");
}

// A fence in front of a plan: what is queued goes first.
ARK_GLOBAL void put_fence_plan(words w, bool ordered) {
  if (ark_my_pe() == 1) return receive(w);
  ark_uint64_put_nbi(w.data, w.source, data_words, 1);
  if (ordered) ark_fence();
  ark_plan_start(w.one_word);
}
TEST(Plan, QueuedPutFencePlan) {
  check_with_plans("put-fence-plan", put_fence_plan, flag_without_data, "queue");
}

// The source may be written again after plan_wait.
ARK_GLOBAL void reuse_after_wait(words w, bool ordered) {
  if (ark_my_pe() == 0) {
    const std::uint64_t number = ark_plan_start(w.data_alone);
    if (ordered) ark_plan_wait(w.data_alone, number);
    for (std::size_t i = 0; i < data_words; ++i) ark::detail::store_relaxed(w.source + i, 9);
  }
  ark_quiet();
  ark_barrier_all();
  w.seen[0] = count_ones(w.data);
}
TEST(Plan, WaitFreesTheSource) {
  check_with_plans("plan-wait-source", reuse_after_wait,
                   [](const outcome& seen) { return seen[1][0] != data_words; });
}

}  // namespace
}  // namespace ark_litmus
