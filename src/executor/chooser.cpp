#include "executor/chooser.hpp"

#include <algorithm>

namespace ark::executor {

// Change points are drawn from ranges of 2^0 to 2^14 steps: a kernel's length is not known in
// advance, and a length remembered from an earlier run would make a replay depend on history.
void chooser::restart() {
  constexpr unsigned horizon_bits = 15;
  random_.seed(order_.seed);
  step_ = 0;
  next_low_ = yield_base;
  change_points_.clear();
  if (order_.kind != policy_kind::pct) return;
  for (unsigned i = 1; i < order_.depth; ++i) {
    change_points_.push_back(random_.below(std::uint64_t{1} << random_.below(horizon_bits)));
  }
  std::sort(change_points_.begin(), change_points_.end());
  for (auto& priority : source_priority_) priority = first_priority + random_.below(first_priority);
}

void chooser::enlist(lane& fresh) {
  if (order_.kind == policy_kind::pct)
    fresh.priority = first_priority + random_.below(first_priority);
}

void chooser::demote(lane& yielding) {
  if (order_.kind == policy_kind::pct) yielding.priority = --next_low_;
}

std::size_t chooser::choose_highest(const std::vector<lane*>& ready,
                                    const std::vector<unsigned>& sources) const {
  std::size_t best = 0;
  std::uint64_t best_priority = 0;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    if (ready[i]->priority <= best_priority) continue;
    best = i;
    best_priority = ready[i]->priority;
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (source_priority_[sources[i]] <= best_priority) continue;
    best = ready.size() + i;
    best_priority = source_priority_[sources[i]];
  }
  return best;
}

std::size_t chooser::choose(const std::vector<lane*>& ready, const std::vector<unsigned>& sources) {
  if (order_.kind != policy_kind::pct) return random_.below(ready.size() + sources.size());
  std::size_t best = choose_highest(ready, sources);
  while (!change_points_.empty() && change_points_.front() <= step_) {
    change_points_.erase(change_points_.begin());
    std::uint64_t& priority = best < ready.size() ? ready[best]->priority
                                                  : source_priority_[sources[best - ready.size()]];
    priority = --next_low_;
    best = choose_highest(ready, sources);
  }
  ++step_;
  return best;
}

}  // namespace ark::executor
