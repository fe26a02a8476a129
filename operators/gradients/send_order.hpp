// Which message a PE posts next, and how much is in flight. Knows nothing of PEs and memory. Times
// are microseconds of one clock.
#pragma once

#include <ark/gradients.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "burst_plan.hpp"
#include "chunks.hpp"

namespace ark::gradients {

/// Of policy::bytescheduler, which tunes them: bytes of a message, and in flight.
struct window {
  std::uint64_t message_bytes = 0, credit_bytes = 0;
};

/// The chunks that wait, in the order of the policy, and the credit. A message carries chunks that
/// follow each other: of policy::p3 one, of fifo a tensor's, of bytescheduler a tensor's up to the
/// tuned size, of prophet all that is ready, up to the block and to half of the credit.
///
/// policy::prophet learns the bursts of an iteration, and then sends a burst once all of it is
/// ready, as many bytes as the link carries until the next burst; what is left follows behind the
/// next one. After the last burst, and when a burst is late, only the credit limits.
class send_order {
 public:
  send_order(const options& how, const chunk_list& chunks)
      : how_(how),
        chunks_(chunks),
        window_{how.credit_bytes, how.credit_bytes},
        ready_us_(chunks.first_of.size() - 1) {}

  /// A tensor became ready. Before its add().
  void ready(std::size_t tensor, double now_us);
  /// The chunk, or its result, can be sent. Its tensor became ready as the `turn`-th.
  void add(std::size_t chunk, bool is_result, std::uint64_t turn);
  /// Take the next message, which goes to copies(its first chunk, is_result) PEs, if the credit
  /// allows. One of more than the credit is sent alone.
  template <class Copies>
  std::optional<message> next(double now_us, const Copies& copies) {
    open_late_bursts(now_us);
    if (waiting_.empty() || now_us < next_us_) return std::nullopt;
    const auto [order, first, is_result] = *waiting_.begin();
    const std::uint64_t times = copies(first, is_result);
    const std::uint64_t limit = message_limit(now_us, times);
    message what{is_result, first, 0};
    std::uint64_t bytes = 0;
    auto end = waiting_.begin();
    for (; end != waiting_.end() && what.count < message::most_count; ++end) {
      const std::uint64_t more = chunks_.all[std::get<1>(*end)].bytes;
      const bool joins = std::get<1>(*end) == first + what.count &&
                         std::get<2>(*end) == is_result && can_join(first + what.count) &&
                         bytes + more <= limit;
      if (what.count > 0 && !joins) break;
      bytes += more;
      ++what.count;
    }
    if (is_held_back(now_us) ||
        (in_flight() != 0 && in_flight() + bytes * times > window_.credit_bytes))
      return std::nullopt;
    waiting_.erase(waiting_.begin(), end);
    sent(bytes * times, times, now_us);
    return what;
  }
  void set(const window& to) { window_ = to; }
  /// In all: the bytes that have arrived.
  void arrived(std::uint64_t bytes, double now_us);
  /// Until next() may take a message although nothing happens meanwhile.
  [[nodiscard]] std::chrono::microseconds longest_sleep(double now_us) const;
  [[nodiscard]] std::uint64_t in_flight() const { return posted_ - arrived_; }
  [[nodiscard]] bool idle() const { return waiting_.empty() && held_.empty() && in_flight() == 0; }

 private:
  using key = std::tuple<std::uint64_t, std::size_t, bool>;  ///< order, chunk, is_result

  [[nodiscard]] bool is_planned() const { return how_.order == policy::prophet && has_plan_; }
  [[nodiscard]] bool is_in_block(double now_us) const {
    return is_planned() && now_us < block_end_us_;
  }
  /// The block is sent, and the next burst is still to become ready. If all has arrived already,
  /// the link is faster than the plan, and goes on with single chunks.
  [[nodiscard]] bool is_held_back(double now_us) const {
    return is_in_block(now_us) && block_bytes_ <= 0 && in_flight() != 0;
  }
  [[nodiscard]] std::uint64_t message_limit(double now_us, std::uint64_t times) const;
  /// With the chunk before it, if both wait.
  [[nodiscard]] bool can_join(std::size_t chunk) const;
  void sent(std::uint64_t bytes, std::uint64_t messages, double now_us);
  void open_late_bursts(double now_us);
  void open(std::size_t burst, double now_us);
  void end_iteration();

  const options how_;
  const chunk_list& chunks_;
  window window_;
  double next_us_ = 0;  ///< no message before
  std::uint64_t posted_ = 0, arrived_ = 0;
  std::set<key> waiting_;

  // Of policy::prophet.
  std::vector<double> ready_us_;  ///< of this iteration
  std::size_t ready_count_ = 0;
  bool has_plan_ = false;
  burst_plan plan_;
  std::vector<std::size_t> missing_;            ///< of each burst: tensors that are not ready
  std::vector<double> last_us_;                 ///< of each burst: its last tensor
  std::vector<bool> is_open_;                   ///< of each burst
  std::set<std::pair<std::size_t, key>> held_;  ///< by burst: what waits for it
  double block_bytes_ = 0, block_end_us_ = 0;
  rate_window rate_;
  std::uint64_t sampled_ = 0;
  double sampled_us_ = 0;
};

}  // namespace ark::gradients
