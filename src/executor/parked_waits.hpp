// The waits of a worker's lanes.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ark::executor {

struct lane;

/// The wait of one lane, polled by its worker.
struct parked_wait {
  detail::predicate ready = nullptr;
  void* argument = nullptr;
  const std::uint32_t* status = nullptr;
  lane* who = nullptr;
  std::uint64_t timeout_ns = 0;
  std::uint64_t deadline_ns = 0;  ///< 0 until the clock is first read after the wait began
};

/// Waits in order of arrival, visited cyclically by a cursor. A removed wait leaves a gap before
/// the cursor, which later waits close as the cursor passes them.
class parked_waits {
 public:
  [[nodiscard]] std::size_t size() const { return waits_.size() - (next_ - kept_); }
  void add(const parked_wait& fresh) { waits_.push_back(fresh); }

  /// The wait at the cursor. Not if there is none.
  const parked_wait& at_cursor() {
    if (next_ == waits_.size()) restart();
    return waits_[next_];
  }
  // Keep or take the wait at the cursor: called at most once, one of them, after at_cursor().
  void keep() {
    if (kept_ != next_) waits_[kept_] = waits_[next_];
    ++kept_;
    ++next_;
  }
  lane& take() { return *waits_[next_++].who; }

  /// Calls `gone` once with each wait, and removes those for which it returns true. The cursor does
  /// not move: a seeded schedule does not depend on when this is called. `gone` may not add waits.
  template <class Gone>
  void take_if(Gone gone) {
    std::size_t kept = 0;
    const auto visit = [&](std::size_t i) {
      if (gone(waits_[i])) return;
      if (kept != i) waits_[kept] = waits_[i];
      ++kept;
    };
    for (std::size_t i = 0; i < kept_; ++i) visit(i);
    const std::size_t cursor = kept;
    for (std::size_t i = next_; i < waits_.size(); ++i) visit(i);
    waits_.resize(kept);
    kept_ = next_ = cursor;
  }
  /// Move the cursor to the oldest wait.
  void restart() {
    waits_.erase(waits_.begin() + static_cast<std::ptrdiff_t>(kept_),
                 waits_.begin() + static_cast<std::ptrdiff_t>(next_));
    kept_ = next_ = 0;
  }

 private:
  std::vector<parked_wait> waits_;
  std::size_t kept_ = 0;  ///< entries before this are waits
  std::size_t next_ = 0;  ///< the cursor; entries from here on are waits
};

}  // namespace ark::executor
