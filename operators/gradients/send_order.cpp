#include "send_order.hpp"

#include <algorithm>

namespace ark::gradients {

void send_order::ready(std::size_t tensor, double now_us) {
  if (how_.order != policy::prophet) return;
  if (ready_count_ == ready_us_.size()) end_iteration();
  ready_us_[tensor] = now_us;
  ++ready_count_;
  if (!has_plan_) return;
  const std::size_t burst = plan_.burst_of[tensor];
  last_us_[burst] = now_us;
  if (--missing_[burst] == 0) open(burst, now_us);
}

/// All tensors of the last iteration were ready.
void send_order::end_iteration() {
  ready_count_ = 0;
  const burst_plan seen = find_bursts(ready_us_, how_.burst_threshold);
  if (!has_plan_ || has_drifted(plan_, seen, how_.drift_share)) plan_ = seen;
  has_plan_ = true;
  missing_ = plan_.tensors;
  last_us_.assign(missing_.size(), 0);
  is_open_.assign(missing_.size(), false);
}

void send_order::open(std::size_t burst, double now_us) {
  if (is_open_[burst]) return;
  is_open_[burst] = true;
  const auto begin = held_.lower_bound({burst, key{}}), end = held_.lower_bound({burst + 1, key{}});
  for (auto each = begin; each != end; ++each) waiting_.insert(each->second);
  held_.erase(begin, end);
  const double gap = plan_.gap_us[burst];
  block_bytes_ = gap * rate_.rate();
  // Without a measured rate, and behind the last burst, there is no limit.
  block_end_us_ = gap == 0 || block_bytes_ == 0 ? now_us : now_us + gap;
}

/// A burst of which some tensors are ready, and the others are later than any gap: as if it were
/// complete, so that nothing waits for what the program does behind its own wait.
void send_order::open_late_bursts(double now_us) {
  if (!is_planned() || held_.empty()) return;
  const std::size_t burst = held_.begin()->first;
  const double gap = *std::max_element(plan_.gap_us.begin(), plan_.gap_us.end());
  if (now_us > last_us_[burst] + gap) open(burst, now_us);
}

void send_order::add(std::size_t chunk, bool is_result, std::uint64_t turn) {
  const std::size_t tensor = chunks_.all[chunk].tensor;
  const key at{how_.order == policy::fifo ? turn : tensor, chunk, is_result};
  if (is_planned() && !is_open_[plan_.burst_of[tensor]]) {
    held_.insert({plan_.burst_of[tensor], at});
  } else {
    waiting_.insert(at);
  }
}

std::chrono::microseconds send_order::longest_sleep(double now_us) const {
  using std::chrono::microseconds;
  constexpr microseconds late_burst{1000}, no_reason{100'000};
  if (!waiting_.empty() && now_us < next_us_)
    return microseconds(static_cast<std::int64_t>(next_us_ - now_us) + 1);
  return held_.empty() ? no_reason : late_burst;
}

/// Bytes of a message to `times` PEs, if it has more than one chunk.
std::uint64_t send_order::message_limit(double now_us, std::uint64_t times) const {
  switch (how_.order) {
    case policy::p3:
      return 0;
    case policy::bytescheduler:
      return window_.message_bytes;
    case policy::prophet:
      if (is_in_block(now_us))
        return std::min(window_.credit_bytes / 2,
                        static_cast<std::uint64_t>(std::max(0.0, block_bytes_))) /
               times;
      [[fallthrough]];
    case policy::fifo:
      return window_.credit_bytes / 2 / times;
  }
  return 0;
}

bool send_order::can_join(std::size_t chunk) const {
  const auto& all = chunks_.all;
  return all[chunk].follows &&
         (how_.order == policy::prophet || all[chunk].tensor == all[chunk - 1].tensor);
}

void send_order::sent(std::uint64_t bytes, std::uint64_t messages, double now_us) {
  posted_ += bytes;
  if (is_in_block(now_us)) block_bytes_ -= static_cast<double>(bytes);
  next_us_ = now_us + how_.message_us * static_cast<double>(messages);
}

void send_order::arrived(std::uint64_t bytes, double now_us) {
  constexpr double least_us = 2000;  // of a sample
  if (in_flight() == 0 || sampled_us_ == 0) {
    sampled_ = bytes;
    sampled_us_ = now_us;
  } else if (bytes != sampled_ && now_us - sampled_us_ >= least_us) {  // ends with a message
    rate_.add(static_cast<double>(bytes - sampled_) / (now_us - sampled_us_));
    sampled_ = bytes;
    sampled_us_ = now_us;
  }
  arrived_ = bytes;
}

}  // namespace ark::gradients
