// Every interleaving of a few threads, one after the other: a deterministic scheduler under the
// ring's atomics.
//
// Each thread is a fiber, each atomic access a place where another thread may run instead. A
// schedule is a list of decisions; the next one is found by depth-first search. Only so many
// decisions of a schedule may go against the plain course (a "budget"): leaving a thread that could
// go on, passing over the one whose turn it is when a thread waits or has ended, letting delayed
// stores become visible out of order. Who begins is free.
//
// With delayed stores a relaxed store stays with its thread, invisible to others, until the
// thread's next release store or read-modify-write with release. Before that any one of them, or
// all but any one, may come out early.
#pragma once

#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "executor/fiber_context.hpp"
#include "executor/sanitizer.hpp"

namespace ark::interleave {

/// The decisions of one schedule, and the way to the next.
class decisions {
 public:
  void begin() { depth_ = 0; }
  unsigned pick(unsigned options) {
    if (options < 2) return 0;
    if (depth_ == path_.size()) path_.push_back({0, static_cast<std::uint8_t>(options)});
    return path_[depth_++].taken;
  }
  /// False: every schedule has been seen.
  bool next() {
    while (!path_.empty() && ++path_.back().taken == path_.back().options) path_.pop_back();
    return !path_.empty();
  }

 private:
  struct decision {
    std::uint8_t taken, options;
  };
  std::vector<decision> path_;
  std::size_t depth_ = 0;
};

struct limits {
  unsigned budget = 2;          ///< decisions per schedule against the plain course
  bool delayed_stores = false;  ///< relaxed stores may become visible late and out of order
  bool stop_at_first = false;   ///< the first violation is enough
};

struct summary {
  std::uint64_t schedules = 0;
  std::uint64_t violations = 0;
  std::string first;  ///< what the first violation was
};

/// What is explored. All members run on one host thread.
struct scenario {
  virtual ~scenario() = default;
  virtual void reset() = 0;               ///< before each schedule
  virtual void run(unsigned thread) = 0;  ///< a thread's program; ends when its waits return false
  virtual void check() = 0;               ///< after each schedule
  virtual void stored(const std::uint64_t*, std::uint64_t) {
  }  ///< a store became visible, and its tag
};

/// Runs a scenario under all schedules within the limits. Threads call point(), the accesses and
/// await().
class explorer {
 public:
  explorer(scenario& what, unsigned threads, const limits& how) : what_(what), how_(how) {
    for (unsigned i = 0; i < threads; ++i) threads_.push_back(std::make_unique<thread>(this, i));
  }
  ~explorer() {
    for (auto& t : threads_) executor::tsan_destroy(t->tsan_fiber);
  }
  explorer(const explorer&) = delete;
  explorer& operator=(const explorer&) = delete;

  summary explore() {
    summary seen;
    active = this;
    main_tsan_ = executor::tsan_current();
    do {
      begin();
      enter(decisions_.pick(static_cast<unsigned>(threads_.size())), main_place_);
      if (violation_.empty()) what_.check();
      ++seen.schedules;
      if (violation_.empty()) continue;
      if (seen.violations++ == 0) seen.first = violation_;
      if (how_.stop_at_first) break;
    } while (decisions_.next());
    active = nullptr;
    return seen;
  }

  /// What the scenario found wrong. The schedule then runs to its end without further decisions.
  void fail(std::string text) {
    if (violation_.empty()) violation_ = std::move(text);
    aborting_ = true;
  }

  [[nodiscard]] unsigned self() const { return current_; }
  /// A tag for the calling thread's later stores; stored() gets it.
  void tag(std::uint64_t value) { me().tag = value; }
  [[nodiscard]] std::uint64_t tag() { return me().tag; }

  /// One decision of the scenario's own, at the price of one.
  bool deviate() {
    if (aborting_ || budget_ == 0 || decisions_.pick(2) == 0) return false;
    --budget_;
    return true;
  }

  /// Before every access: another thread may run, delayed stores may come out.
  void point() {
    if (aborting_) return;
    if (++steps_ > most_steps) return fail("a schedule without end");
    while (budget_ > 0) {
      const unsigned others = count_runnable_others();
      const auto pending = static_cast<unsigned>(me().delayed.size());
      const unsigned early = pending > 1 ? 2 * pending : pending;
      const unsigned taken = decisions_.pick(1 + others + early);
      if (taken == 0) return;
      --budget_;
      if (taken <= others) return leave_to(nth_runnable_other(taken - 1));
      come_out(taken - 1 - others, pending);
    }
  }

  /// Wait until `ready()`. False: nobody can change anything any more, or the schedule is over.
  template <class Ready>
  bool await(Ready&& ready) {
    for (;;) {
      const std::uint64_t seen = changes_by_others(me());
      if (ready()) return true;
      if (!blocked(seen)) return false;
    }
  }

  // --- Accesses. A decision comes first. ---

  std::uint64_t load(const std::uint64_t* word) {
    point();
    const auto& mine = me().delayed;
    for (std::size_t i = mine.size(); i > 0; --i) {
      if (mine[i - 1].word == word) return mine[i - 1].value;
    }
    return *word;
  }
  void store_relaxed(std::uint64_t* word, std::uint64_t value) {
    point();
    const delayed_store store{word, value, me().tag};
    if (how_.delayed_stores && !aborting_) {
      me().delayed.push_back(store);
    } else {
      make_visible(me(), store);
    }
  }
  void store_release(std::uint64_t* word, std::uint64_t value) {
    point();
    drain(me());
    make_visible(me(), {word, value, me().tag});
  }
  /// What the thread has stored is visible before what it stores from now on.
  void fence_release() {
    point();
    drain(me());
  }
  /// Relaxed: what was stored before stays delayed.
  std::uint64_t fetch_add_relaxed(std::uint64_t* word, std::uint64_t value) {
    point();
    const std::uint64_t old = *word;
    make_visible(me(), {word, old + value, me().tag});
    return old;
  }
  std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected,
                                 std::uint64_t desired) {
    point();
    const std::uint64_t old = *word;
    if (old != expected) return old;
    drain(me());
    make_visible(me(), {word, desired, me().tag});
    return old;
  }

  static inline explorer* active = nullptr;

 private:
  static constexpr std::uint64_t most_steps = 20'000;
  static constexpr std::size_t stack_bytes = 128 * 1024;

  enum class state : std::uint8_t { ready, waiting, ended };
  struct delayed_store {
    std::uint64_t* word;
    std::uint64_t value;
    std::uint64_t tag;
  };
  struct thread {
    thread(explorer* in, unsigned number) : owner(in), index(number) {
      stack = std::make_unique<std::byte[]>(stack_bytes);
      const auto top = reinterpret_cast<std::uintptr_t>(stack.get() + stack_bytes);
      place =
          executor::context_make(reinterpret_cast<void*>(top & ~std::uintptr_t{63}), &entry, this);
      tsan_fiber = executor::tsan_create();
    }
    explorer* owner;
    unsigned index;
    std::unique_ptr<std::byte[]> stack;
    void* place = nullptr;
    void* tsan_fiber = nullptr;
    state now = state::ready;
    std::uint64_t changes = 0;  ///< words it has changed
    std::uint64_t seen = 0;     ///< others' changes when it began to wait
    std::uint64_t tag = 0;
    std::vector<delayed_store> delayed;
  };

  static void entry(void* argument) {
    auto& self = *static_cast<thread*>(argument);
    for (;;) {
      self.owner->what_.run(self.index);
      self.owner->ended();
    }
  }

  thread& me() { return *threads_[current_]; }

  void begin() {
    decisions_.begin();
    budget_ = how_.budget;
    violation_.clear();
    aborting_ = settled_ = false;
    steps_ = changes_ = 0;
    for (auto& t : threads_) {
      t->now = state::ready;
      t->changes = t->tag = 0;
      t->delayed.clear();
    }
    what_.reset();
  }

  [[nodiscard]] std::uint64_t changes_by_others(const thread& t) const {
    return changes_ - t.changes;
  }
  [[nodiscard]] bool runnable(const thread& t) const {
    if (t.now == state::ended) return false;
    return t.now == state::ready || aborting_ || settled_ || changes_by_others(t) != t.seen;
  }
  [[nodiscard]] unsigned count_runnable_others() const {
    unsigned count = 0;
    for (const auto& t : threads_) count += t->index != current_ && runnable(*t);
    return count;
  }
  /// In turn, beginning behind the current thread.
  [[nodiscard]] unsigned nth_runnable_other(unsigned n) const {
    unsigned i = current_;
    for (;;) {
      i = (i + 1) % static_cast<unsigned>(threads_.size());
      if (i != current_ && runnable(*threads_[i]) && n-- == 0) return i;
    }
  }

  void enter(unsigned index, void*& from) {
    current_ = index;
    executor::tsan_switch(me().tsan_fiber);
    executor::ark_context_switch(&from, me().place);
  }
  void leave_to(unsigned index) {
    thread& from = me();
    enter(index, from.place);
  }
  /// Another thread that can run, if there is one. Delayed stores come out before we say there is
  /// none.
  bool yield_core() {
    for (const bool last : {false, true}) {
      if (const unsigned others = count_runnable_others(); others > 0) {
        const unsigned taken = aborting_ || budget_ == 0 ? 0 : decisions_.pick(others);
        budget_ -= taken > 0;
        leave_to(nth_runnable_other(taken));
        return true;
      }
      if (!last) {
        for (auto& t : threads_) drain(*t);
      }
    }
    return false;
  }
  bool blocked(std::uint64_t seen) {
    me().seen = seen;
    me().now = state::waiting;
    if (!runnable(me()) && !yield_core() && !runnable(me())) settled_ = true;
    me().now = state::ready;
    return !aborting_ && !settled_;
  }
  void ended() {
    drain(me());
    me().now = state::ended;
    if (yield_core()) return;  // comes back here for the next schedule
    settled_ = true;
    if (yield_core()) return;
    executor::tsan_switch(main_tsan_);
    thread& from = me();
    executor::ark_context_switch(&from.place, main_place_);
  }

  void make_visible(thread& by, const delayed_store& store) {
    if (*store.word != store.value) {
      ++changes_;
      ++by.changes;
    }
    *store.word = store.value;
    if (!aborting_) what_.stored(store.word, store.tag);
  }
  void drain(thread& t) {
    for (const delayed_store& store : t.delayed) make_visible(t, store);
    t.delayed.clear();
  }
  /// Store `which` alone, or (beyond `pending`) all but that one. Stores to one word keep their
  /// order.
  void come_out(unsigned which, unsigned pending) {
    thread& t = me();
    const unsigned chosen = which % pending;
    const bool alone = which < pending;
    std::vector<delayed_store> kept;
    for (unsigned i = 0; i < pending; ++i) {
      const bool same_word = t.delayed[i].word == t.delayed[chosen].word;
      const bool out = alone ? same_word && i <= chosen : !(same_word && i >= chosen);
      if (out) {
        make_visible(t, t.delayed[i]);
      } else {
        kept.push_back(t.delayed[i]);
      }
    }
    t.delayed = std::move(kept);
  }

  scenario& what_;
  limits how_;
  std::vector<std::unique_ptr<thread>> threads_;
  decisions decisions_;
  unsigned current_ = 0;
  unsigned budget_ = 0;
  bool aborting_ = false;  ///< something was wrong: run to the end, decide nothing
  bool settled_ = false;   ///< nobody can change anything any more
  std::uint64_t steps_ = 0;
  std::uint64_t changes_ = 0;
  std::string violation_;
  void* main_place_ = nullptr;
  void* main_tsan_ = nullptr;
};

}  // namespace ark::interleave
