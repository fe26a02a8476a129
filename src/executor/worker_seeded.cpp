// One step of a seeded schedule: pick one actor, a ready lane or a busy engine, and run it once.
#include "executor/worker.hpp"

namespace ark::executor {

void worker::collect_sources() {
  busy_sources_.clear();
  for (unsigned slot = 0, end = progress_.slots(); slot < end; ++slot) {
    if (((spent_sources_ >> slot) & 1u) != 0) continue;
    if (!progress_.one_idle(visitor_, slot)) busy_sources_.push_back(slot);
  }
}

// A busy engine that could do nothing is skipped until another event has happened.
void worker::run_source(unsigned slot) {
  count(progress_calls_);
  if (progress_.run_one(visitor_, slot, 1)) {
    spent_sources_ = 0;
  } else {
    spent_sources_ |= std::uint64_t{1} << slot;
  }
}

void worker::seeded_step() {
  constexpr std::uint64_t turns_per_clock = 64;
  while (thread_block* fresh = next_new_block()) {
    for (std::uint32_t i = 0; i < fresh->count; ++i) {
      chooser_.enlist(fresh->lanes[i]);
      ready_.push_back(&fresh->lanes[i]);
    }
    fresh->next_fresh = fresh->count;
  }
  poll_waits(parked_.size());
  if (++turns_ % turns_per_clock == 0) read_clock();
  yield_core(false);  // a host thread that shares the core would wait for the end of a time slice
  collect_sources();
  if (ready_.empty() && busy_sources_.empty()) {
    spent_sources_ = 0;
    idle();
    return;
  }
  idle_rounds_ = 0;
  idle_since_ns_ = 0;
  const std::size_t choice = chooser_.choose(ready_, busy_sources_);
  if (choice >= ready_.size()) {
    run_source(busy_sources_[choice - ready_.size()]);
    return;
  }
  lane* chosen = ready_[choice];
  ready_[choice] = ready_.back();
  ready_.pop_back();
  if (chosen->home == nullptr && !give_memory(block_of(*chosen), *chosen)) return;
  spent_sources_ = 0;
  enter(*chosen);
}

}  // namespace ark::executor
