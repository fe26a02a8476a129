// How a simulated channel behaves where a real one is free to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace ark {

/// Which of the things that may happen next does.
enum class channel_order : std::uint8_t {
  fifo,    ///< fetches as early as it may; then whole launches, data before signal
  random,  ///< any, from a seed; data a few words at a time
};

struct channel_options {
  channel_order order = channel_order::fifo;
  std::uint64_t seed = 1;
  std::size_t fetched_ahead = 8;  ///< segments fetched and not yet processed
  std::size_t in_flight = 8;      ///< launches begun and not yet through
  std::uint64_t stuck_after = 0;  ///< after so many launches nothing moves any more; 0: never
};

/// The choices of one channel.
class channel_chooser {
 public:
  explicit channel_chooser(const channel_options& options)
      : random_(options.seed), fifo_(options.order == channel_order::fifo) {}

  /// One of `count`: the first if in order.
  std::size_t pick(std::size_t count) { return fifo_ ? 0 : random_() % count; }
  /// How many of `bytes` move in one step. A word is not torn.
  std::uint64_t some_of(std::uint64_t bytes) {
    const std::uint64_t some = 8 * (1 + random_() % 8);
    return fifo_ || some > bytes ? bytes : some;
  }

 private:
  std::mt19937_64 random_;
  bool fifo_;
};

}  // namespace ark
