// One launch for the PEs of a process: one of them makes it, the others wait for its end.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>

namespace ark_perf {

/// What PEs of one process share for that. Host threads.
class shared_launches {
 public:
  /// A launch, of the PE that makes it: over at the end of the scope, however that is left.
  class turn {
   public:
    explicit turn(shared_launches& all) : all_(all) {}
    ~turn() { all_.move_to(all_.ended_.load(std::memory_order_relaxed) + 1); }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;

   private:
    shared_launches& all_;
  };

  /// Until `count` launches have ended, which stream_sync bounds. Calls `serve`, if there is one,
  /// again and again meanwhile. Acquire: pairs with the end of a turn.
  void wait_for(std::uint64_t count, const std::function<void()>& serve) const {
    std::uint64_t ended = 0;
    while ((ended = ended_.load(std::memory_order_acquire)) < count) {
      if (serve) {
        serve();
      } else {
        ended_.wait(ended, std::memory_order_acquire);
      }
    }
  }

  /// By the PE that launches, when it leaves because of a failure: no PE waits for it any more.
  void abandon() { move_to(std::numeric_limits<std::uint64_t>::max()); }

 private:
  void move_to(std::uint64_t count) {
    ended_.store(count, std::memory_order_release);
    ended_.notify_all();
  }

  std::atomic<std::uint64_t> ended_ = 0;
};

}  // namespace ark_perf
