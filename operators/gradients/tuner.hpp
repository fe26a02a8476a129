// The window of policy::bytescheduler: a search while training runs, with the time of iterations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "send_order.hpp"

namespace ark::gradients {

/// Hooke and Jeeves' pattern search over the sizes of a message and of the credit, both chunks
/// times a power of two. A point is measured by the median of five iterations. Settles where no
/// neighbour is better by 2 percent, and begins again once iterations in a row are longer than the
/// settled time by a quarter.
class tuner {
 public:
  tuner(std::uint64_t chunk_bytes, std::uint64_t most_message_bytes);

  /// An iteration has taken so long. True if the window is another one now.
  bool iteration(double us);
  [[nodiscard]] window now() const { return window_at(at_); }
  [[nodiscard]] bool is_settled() const { return settled_; }

 private:
  using point = std::pair<int, int>;  ///< powers of two: message, credit

  [[nodiscard]] window window_at(const point& at) const {
    return {chunk_bytes_ << at.first, chunk_bytes_ << at.second};
  }
  [[nodiscard]] bool is_allowed(const point& at) const;
  void begin_search();
  bool go_on(double us);

  const std::uint64_t chunk_bytes_;
  int most_message_ = 0;
  point at_, best_;
  std::map<point, double> times_;
  std::vector<double> seen_us_;  ///< iterations at at_
  std::size_t longer_ = 0;       ///< iterations in a row that have drifted
  bool settled_ = false;
};

/// A window of chunks in one word, not 0, for other PEs; and back.
[[nodiscard]] inline std::uint64_t packed(const window& of, std::uint64_t chunk_bytes) {
  return of.message_bytes / chunk_bytes << 32 | of.credit_bytes / chunk_bytes;
}
[[nodiscard]] inline window unpacked(std::uint64_t word, std::uint64_t chunk_bytes) {
  return {(word >> 32) * chunk_bytes, (word & 0xffffffff) * chunk_bytes};
}

}  // namespace ark::gradients
