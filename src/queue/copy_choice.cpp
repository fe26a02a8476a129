#include "queue/copy_choice.hpp"

#include <algorithm>

namespace ark {

namespace {

/// Copies between two trials, doubled as often as trials in a row have confirmed the choice.
constexpr unsigned first_interval = 4, most_confirmed_cached = 7, most_confirmed_streaming = 6;
/// Copies of a trial that count. The first cached one finds what streaming stores have evicted.
constexpr unsigned counted = 2;

std::uintptr_t granule_of(std::uintptr_t dest) { return dest >> 16; }
std::uint16_t key_of(std::uintptr_t dest) {
  return static_cast<std::uint16_t>(granule_of(dest) ^ (granule_of(dest) >> 16)) | 1;
}

/// By a tenth, so that noise decides nothing.
bool faster(std::uint16_t one, std::uint16_t other) { return one * 10 < other * 9; }

/// Slow enough for a trial.
bool slow(std::uint16_t time, std::uint16_t best) { return time * 2 > best * 3; }

/// The best time, which a change makes forget within some tens of copies.
std::uint16_t recent_best(std::uint16_t best, std::uint16_t time) {
  return std::min(static_cast<std::uint16_t>(std::min(best + best / 16, 0xffff)), time);
}

}  // namespace

bool copy_choice::streams(std::uintptr_t dest) const noexcept {
  const entry of = known_[granule_of(dest) % known_.size()].load(std::memory_order_relaxed);
  return (of.key == key_of(dest) ? of : unknown_.load(std::memory_order_relaxed)).streams();
}

void copy_choice::learn(entry& of, bool streamed, std::uint16_t time) noexcept {
  static_assert(std::atomic<entry>::is_always_lock_free);
  if (streamed != of.streams()) return;  // another thread has ended the stage
  std::uint16_t best = best_.load(std::memory_order_relaxed);
  if (!streamed && time < best) best_.store(best = time, std::memory_order_relaxed);
  if (of.left > 0) --of.left;
  if (!of.trial) {
    of.chosen = recent_best(of.chosen, time);
    if (of.left > 0 || (!of.streaming && !slow(time, best))) return;
    of.trial = 1;
    of.tried = no_time;
    of.left = of.streaming ? counted + 1 : counted;
    return;
  }
  if (of.left < counted) of.tried = std::min(of.tried, time);
  if (of.left > 0) return;
  const bool confirmed = of.streaming ? faster(of.chosen, of.tried) : !faster(of.tried, of.chosen);
  of.trial = 0;
  if (!confirmed) {
    of.streaming ^= 1;
    of.chosen = of.tried;
  }
  const unsigned most = of.streaming ? most_confirmed_streaming : most_confirmed_cached;
  of.confirmed = confirmed ? std::min<unsigned>(of.confirmed + 1u, most) : 0u;
  const unsigned agreed =
      of.streaming ? std::min<unsigned>(agreed_.load(std::memory_order_relaxed) + 1u, most) : 0u;
  agreed_.store(static_cast<std::uint16_t>(agreed), std::memory_order_relaxed);
  of.left = first_interval << std::min(of.confirmed + agreed, most);
}

void copy_choice::took(std::uintptr_t dest, bool streamed, std::uint64_t per_kib) noexcept {
  const auto time = static_cast<std::uint16_t>(std::min<std::uint64_t>(per_kib, no_time - 1));
  std::atomic<entry>& place = known_[granule_of(dest) % known_.size()];
  entry of = place.load(std::memory_order_relaxed);
  if (of.key == key_of(dest)) {
    learn(of, streamed, time);
  } else {
    of = unknown_.load(std::memory_order_relaxed);
    learn(of, streamed, time);
    unknown_.store(of, std::memory_order_relaxed);
    of.key = key_of(dest);
    if (of.trial) of.left = 1;  // the shared entry's trial goes on without this granule
    of.trial = 0;
  }
  place.store(of, std::memory_order_relaxed);
}

}  // namespace ark
