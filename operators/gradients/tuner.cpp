#include "tuner.hpp"

#include <algorithm>

namespace ark::gradients {

namespace {

constexpr std::size_t iterations_of_point = 6;  // the first one is still of the last window
constexpr int most_credit = 7;
constexpr double better = 0.98, drift = 1.25;

}  // namespace

tuner::tuner(std::uint64_t chunk_bytes, std::uint64_t most_message_bytes)
    : chunk_bytes_(chunk_bytes) {
  while (chunk_bytes_ << (most_message_ + 1) <= most_message_bytes && most_message_ < 6)
    ++most_message_;
  best_ = {std::min(2, most_message_), 3};
  begin_search();
}

bool tuner::is_allowed(const point& at) const {
  return at.first >= 0 && at.first <= most_message_ && at.second >= at.first &&
         at.second <= most_credit;
}

void tuner::begin_search() {
  at_ = best_;
  times_.clear();
  settled_ = false;
  seen_us_.clear();
  longer_ = 0;
}

bool tuner::iteration(double us) {
  if (settled_) {
    longer_ = us > drift * times_[best_] ? longer_ + 1 : 0;
    if (longer_ < iterations_of_point) return false;
    begin_search();
    return false;
  }
  seen_us_.push_back(us);
  if (seen_us_.size() < iterations_of_point) return false;
  const auto first = seen_us_.begin() + 1, middle = first + (seen_us_.end() - first) / 2;
  std::nth_element(first, middle, seen_us_.end());
  const double median = *middle;
  seen_us_.clear();
  return go_on(median);
}

/// The point at_ takes `us`: to the next one.
bool tuner::go_on(double us) {
  times_[at_] = us;
  if (at_ != best_ && us < better * times_[best_]) best_ = at_;
  const auto [message, credit] = best_;
  for (const point& next : {point{message, credit + 1}, point{message, credit - 1},
                            point{message + 1, credit}, point{message - 1, credit}}) {
    if (!is_allowed(next) || times_.contains(next)) continue;
    at_ = next;
    return true;
  }
  settled_ = true;
  const bool is_other = at_ != best_;
  at_ = best_;
  return is_other;
}

}  // namespace ark::gradients
