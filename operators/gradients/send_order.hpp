// Which transfer a PE posts next, and how much is in flight. Knows nothing of PEs and memory. Times
// are microseconds of one clock.
#pragma once

#include <ark/gradients.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "burst_plan.hpp"

namespace ark::gradients {

/// A chunk to send: to its owner, or as the result to all other PEs.
struct transfer {
  std::size_t chunk = 0;
  bool is_result = false;
};

/// The transfers that wait, in the order of the policy, and the credit.
///
/// policy::prophet learns the bursts of an iteration, and then sends a burst once all of it is
/// ready, as many bytes as the link carries until the next burst; what is left follows behind the
/// next one. After the last burst, and when a burst is late, only the credit limits.
class send_order {
 public:
  send_order(const options& how, std::size_t tensors)
      : how_(how), ready_us_(tensors), has_plan_(false) {}

  /// A tensor became ready. Before its add().
  void ready(std::size_t tensor, double now_us);
  /// `tensor` of the chunk became ready as the `turn`-th.
  void add(const transfer& what, std::size_t tensor, std::uint64_t turn);
  /// Take the next transfer, of bytes_of(transfer) bytes, if the credit allows. A transfer of more
  /// than the credit is sent alone.
  template <class Bytes>
  std::optional<transfer> next(double now_us, const Bytes& bytes_of) {
    open_late_bursts(now_us);
    if (waiting_.empty()) return std::nullopt;
    const auto first = waiting_.begin();
    const transfer what{std::get<1>(*first), std::get<2>(*first)};
    const std::uint64_t bytes = bytes_of(what);
    if (in_flight() != 0 && in_flight() + bytes > how_.credit_bytes) return std::nullopt;
    if (is_planned() && now_us < block_end_us_) {
      if (block_bytes_ <= 0) return std::nullopt;
      block_bytes_ -= static_cast<double>(bytes);
    }
    waiting_.erase(first);
    posted_ += bytes;
    return what;
  }
  /// In all: the bytes that have arrived.
  void arrived(std::uint64_t bytes, double now_us);
  [[nodiscard]] std::uint64_t in_flight() const { return posted_ - arrived_; }
  [[nodiscard]] bool idle() const { return waiting_.empty() && held_.empty() && in_flight() == 0; }

 private:
  using key = std::tuple<std::uint64_t, std::size_t, bool>;  ///< order, chunk, is_result

  [[nodiscard]] bool is_planned() const { return how_.order == policy::prophet && has_plan_; }
  void open_late_bursts(double now_us);
  void open(std::size_t burst, double now_us);
  void end_iteration();

  options how_;
  std::uint64_t posted_ = 0, arrived_ = 0;
  std::set<key> waiting_;

  // Of policy::prophet.
  std::vector<double> ready_us_;  ///< of this iteration
  std::size_t ready_count_ = 0;
  bool has_plan_;
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
