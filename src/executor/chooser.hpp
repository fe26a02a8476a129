// Seeded choice of the next lane: uniform, or by PCT's random priorities.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "executor/grid.hpp"

namespace ark::executor {

/// xorshift-multiply generator (splitmix64): the same numbers on every platform.
class generator {
 public:
  void seed(std::uint64_t value) { state_ = value; }
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 <= result < bound; the bias of the multiplication is below 2^-32 for the bounds used here.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_ = 0;
};

/// Chooses for one worker among its ready lanes and its busy progress sources. One thread.
class chooser {
 public:
  static constexpr unsigned source_slots = 64;

  explicit chooser(const schedule& order) : order_(order) { restart(); }

  /// Restart the seed's sequence: further choices depend on nothing that happened before.
  void restart();
  /// Gives a new lane its priority. Call in creation order.
  void enlist(lane& fresh);
  /// Called when a lane yields: under pct it gets the lowest priority; otherwise a spinning lane
  /// would starve the lane for which it waits.
  void demote(lane& yielding);
  /// Returns an index into `ready`, or ready.size() + an index into `sources`. At least one of both
  /// is not empty.
  std::size_t choose(const std::vector<lane*>& ready, const std::vector<unsigned>& sources);

 private:
  static constexpr std::uint64_t first_priority = std::uint64_t{1} << 62;
  static constexpr std::uint64_t yield_base = std::uint64_t{1} << 40;

  std::size_t choose_highest(const std::vector<lane*>& ready,
                             const std::vector<unsigned>& sources) const;

  schedule order_;
  generator random_;
  std::uint64_t step_ = 0;
  std::uint64_t next_low_ = 0;
  std::vector<std::uint64_t> change_points_;
  std::array<std::uint64_t, source_slots> source_priority_{};
};

}  // namespace ark::executor
