#include "executor/progress.hpp"

#include <fmt/core.h>
#include <sched.h>

namespace ark::executor {

class progress_table::visit {
 public:
  explicit visit(visitor& who) : who_(who) { who_.inside.store(true, std::memory_order_seq_cst); }
  ~visit() { who_.inside.store(false, std::memory_order_release); }
  visit(const visit&) = delete;
  visit& operator=(const visit&) = delete;

 private:
  visitor& who_;
};

void progress_table::add(const progress_source& source) {
  if (source.run == nullptr || source.idle == nullptr) {
    throw error(errc::invalid_argument,
                "progress source: run and idle must both be functions, one is null");
  }
  std::lock_guard lock(change_);
  for (unsigned i = 0; i < capacity; ++i) {
    if (slots_[i].load(std::memory_order_relaxed) != nullptr) continue;
    slots_[i].store(new progress_source(source), std::memory_order_seq_cst);
    if (i >= used_.load(std::memory_order_relaxed)) used_.store(i + 1, std::memory_order_release);
    return;
  }
  throw error(
      errc::out_of_memory,
      fmt::format("progress sources: {} are held already, accepted: at most {} in a process",
                  capacity, capacity));
}

void progress_table::remove(const progress_source& source) {
  std::lock_guard lock(change_);
  for (unsigned i = 0; i < used_.load(std::memory_order_relaxed); ++i) {
    const progress_source* held = slots_[i].load(std::memory_order_relaxed);
    if (held == nullptr || held->run != source.run || held->argument != source.argument) continue;
    slots_[i].store(nullptr, std::memory_order_seq_cst);
    for (unsigned v = 0; v < visitor_count_; ++v) {
      while (visitors_[v].inside.load(std::memory_order_seq_cst)) sched_yield();
    }
    delete held;
    return;
  }
}

bool progress_table::run_all(visitor& who, unsigned budget) {
  if (empty()) return false;
  const visit inside(who);
  bool did = false;
  for (unsigned i = 0, end = slots(); i < end; ++i) {
    const progress_source* source = slots_[i].load(std::memory_order_seq_cst);
    if (source != nullptr) did |= source->run(source->argument, budget);
  }
  return did;
}

bool progress_table::run_one(visitor& who, unsigned slot, unsigned budget) {
  const visit inside(who);
  const progress_source* source = slots_[slot].load(std::memory_order_seq_cst);
  return source != nullptr && source->run(source->argument, budget);
}

template <class Check>
bool progress_table::all(visitor& who, const Check& check) {
  if (empty()) return true;
  const visit inside(who);
  for (unsigned i = 0, end = slots(); i < end; ++i) {
    const progress_source* source = slots_[i].load(std::memory_order_seq_cst);
    if (source != nullptr && !check(*source)) return false;
  }
  return true;
}

bool progress_table::all_idle(visitor& who) {
  return all(who, [](const progress_source& one) { return one.idle(one.argument); });
}

bool progress_table::all_rest(visitor& who) {
  return all(who, [](const progress_source& one) {
    return (one.rests != nullptr ? one.rests : one.idle)(one.argument);
  });
}

bool progress_table::one_idle(visitor& who, unsigned slot) {
  const visit inside(who);
  const progress_source* source = slots_[slot].load(std::memory_order_seq_cst);
  return source == nullptr || source->idle(source->argument);
}

}  // namespace ark::executor
