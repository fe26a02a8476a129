// Liveness checks of PEs on other hosts, over the transport.
#pragma once

#include <cstdint>

namespace ark {

/// Any thread. No function waits.
class remote_watch {
 public:
  virtual ~remote_watch() = default;
  remote_watch(const remote_watch&) = delete;
  remote_watch& operator=(const remote_watch&) = delete;

  /// Request a sign of life from `pe`.
  virtual void ping(int pe) = 0;
  /// Arrival time of the last message of `pe`, by CLOCK_MONOTONIC; 0 if there was none.
  [[nodiscard]] virtual std::uint64_t last_message_ns(int pe) const = 0;
  /// End the operations that are open with `pe`, which is lost.
  virtual void give_up(int pe) = 0;
  /// Notify `to` that `lost` is lost; `how`: a liveness::cause.
  virtual void announce(int to, int lost, std::uint64_t how) = 0;

 protected:
  remote_watch() = default;
};

}  // namespace ark
