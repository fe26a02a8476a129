// The cache policy of a call site's transfers, chosen while the program runs, by its times.
#pragma once

#include <ark/types.hpp>
#include <chrono>
#include <cstdint>

namespace ark {

/// The times of a cache_chooser: nanoseconds on a host; on a GPU cycles of one SM, which are
/// comparable since one thread asks.
struct cache_clock {
  ARK_HOST_DEVICE static std::uint64_t now() {
#if ARK_DEVICE_PASS
    return static_cast<std::uint64_t>(clock64());
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
#endif
  }
};

/// Chooses between cache policies for each of at most `Sites` call sites by the time from a
/// transfer to the end of the next wait. That time includes the work of the caller and of the
/// target, which depends on what the transfer left in the caches:
///
///     ark::cache_chooser<> chooser;
///     for (std::uint64_t i = 1; i <= 1000; ++i) {
///       ark::put(dest, source, count, pe, chooser.choose(1));
///       ark_signal_wait_until(answered, ARK_CMP_GE, i);
///       chooser.waited();
///     }
///
/// Policies: `standard` and `streaming`; on a GPU `keep` and `bypass` as well. The first transfers
/// of a site try each policy 12 times; later 8 transfers of 256 compare the chosen policy with
/// another. While another policy's median time is within 10 % of the chosen one's, or below it, the
/// comparison comes sooner: after 8 transfers, 16 and so on, since noise may have decided. Another
/// replaces the chosen one if its median time is 3 % shorter, twice in succession after the first
/// tries.
///
/// Callable: host and device; one thread at a time, or the leader of a scope, which passes the
///   policy on. All bytes zero is a valid new chooser, so that it may be in GPU memory.
/// The transfers of a site are alike: size, target, and the work until the wait. `Clock::now()` is
/// a time in any unit.
template <unsigned Sites = 8, class Clock = cache_clock>
class cache_chooser {
 public:
  /// The policy of the next transfer of `site`: any number but 0, such as site_here(). Sites
  /// beyond the first `Sites` get `automatic`.
  ARK_HOST_DEVICE cache_policy choose(std::uintptr_t site) {
    site_state* const of = find(site);
    if (of == nullptr) return cache_policy::automatic;
    if (of->round != round_ + 1) {
      of->round = round_ + 1;
      ++of->used;
    }
    if (trial_ == 0 && of->used >= (of->learnt ? of->interval : 1)) begin_trial(*of);
    if (trial_ == 0 || of != &sites_[trial_ - 1]) return policy_of(of->chosen);
    if (!timing_) begun_ = Clock::now();
    timing_ = true;
    return policy_of(tried_);
  }
  /// The wait that follows the transfers has ended. Without a transfer since the last call: no
  /// effect.
  ARK_HOST_DEVICE void waited() {
    ++round_;
    if (!timing_) return;
    timing_ = false;
    site_state& of = sites_[trial_ - 1];
    // The first time of a block is that of caches as another policy left them.
    if (block_++ > 0) of.times[tried_][of.tries[tried_]++ % window] = Clock::now() - begun_;
    if (block_ == block_rounds) end_block(of);
  }
  /// The policy that `site` has now, without an effect.
  [[nodiscard]] ARK_HOST_DEVICE cache_policy chosen(std::uintptr_t site) {
    site_state* const of = find(site);
    return of == nullptr ? cache_policy::automatic : policy_of(of->chosen);
  }

 private:
#if ARK_CUDA
  static constexpr unsigned arms = 4;
#else
  static constexpr unsigned arms = 2;
#endif
  static constexpr unsigned window = 8, block_rounds = 4, first_rounds = 8, idle_rounds = 248;
  struct site_state {
    std::uintptr_t id;
    std::uint64_t round, times[arms][window];
    unsigned used, tries[arms], chosen, next, wins, interval;
    bool learnt;
  };

  ARK_HOST_DEVICE static cache_policy policy_of(unsigned arm) {
    return arm == 0   ? cache_policy::standard
           : arm == 1 ? cache_policy::streaming
           : arm == 2 ? cache_policy::keep
                      : cache_policy::bypass;
  }
  ARK_HOST_DEVICE site_state* find(std::uintptr_t site) {
    for (site_state& of : sites_) {
      if (of.id == 0) of.id = site;
      if (of.id == site) return &of;
    }
    return nullptr;
  }
  ARK_HOST_DEVICE void begin_trial(site_state& of) {
    trial_ = static_cast<unsigned>(&of - sites_) + 1;
    tried_ = of.learnt ? of.chosen : of.next;
    block_ = 0;
  }
  /// While the site learns: the other policies in turns. Later: the chosen one, then another.
  ARK_HOST_DEVICE void end_block(site_state& of) {
    block_ = 0;
    if (of.learnt && tried_ == of.chosen) {
      of.next = (of.next + 1) % arms;
      if (of.next == of.chosen) of.next = (of.next + 1) % arms;
      tried_ = of.next;
      return;
    }
    trial_ = 0;
    of.used = 0;
    if (!of.learnt) {
      of.next = (of.next + 1) % arms;
      if (of.tries[arms - 1] <= window) return;
    }
    decide(of);
    of.learnt = true;
  }
  ARK_HOST_DEVICE void decide(site_state& of) {
    unsigned best = of.chosen;
    for (unsigned arm = 0; arm < arms; ++arm) {
      if (median(of.times[arm]) < median(of.times[best])) best = arm;
    }
    const bool gains = median(of.times[best]) < median(of.times[of.chosen]) / 100 * 97;
    of.wins = gains ? of.wins + 1 : 0;
    if (of.wins >= (of.learnt ? 2 : 1)) {
      of.chosen = best;
      of.wins = 0;
    }
    of.interval = of.interval == 0 ? first_rounds : 2 * of.interval;
    if (of.interval > idle_rounds || clear(of)) of.interval = idle_rounds;
  }
  ARK_HOST_DEVICE static bool clear(const site_state& of) {
    const std::uint64_t most = median(of.times[of.chosen]) / 100 * 110;
    for (unsigned arm = 0; arm < arms; ++arm) {
      if (arm != of.chosen && median(of.times[arm]) < most) return false;
    }
    return true;
  }
  /// The time that half of the window's times exceed, or equal.
  ARK_HOST_DEVICE static std::uint64_t median(const std::uint64_t (&times)[window]) {
    for (const std::uint64_t one : times) {
      unsigned below = 0, equal = 0;
      for (const std::uint64_t other : times) {
        below += other < one ? 1 : 0;
        equal += other == one ? 1 : 0;
      }
      if (below <= window / 2 && below + equal > window / 2) return one;
    }
    return times[0];
  }

  site_state sites_[Sites] = {};
  std::uint64_t round_ = 0, begun_ = 0;
  unsigned trial_ = 0;  // number of the site that is timed, from 1
  unsigned tried_ = 0, block_ = 0;
  bool timing_ = false;
};

/// The address of the call that called the caller: a number for a call site. Host only; the caller
/// is not inlined.
ARK_HOST inline __attribute__((always_inline)) std::uintptr_t site_here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

}  // namespace ark
