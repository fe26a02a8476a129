// Liveness checks of PEs on other hosts, over the transport.
#pragma once

#include <cstdint>

namespace ark {

/// Any thread. Nothing waits.
class remote_watch {
 public:
  virtual ~remote_watch() = default;
  remote_watch(const remote_watch&) = delete;
  remote_watch& operator=(const remote_watch&) = delete;

  /// Ask `pe` for a sign of life.
  virtual void ping(int pe) = 0;
  /// When the last message of `pe` came, by CLOCK_MONOTONIC; 0 if none has.
  [[nodiscard]] virtual std::uint64_t last_message_ns(int pe) const = 0;
  /// `pe` is lost: what is open with it ends.
  virtual void give_up(int pe) = 0;
  /// Tell `to` that `lost` is lost; `how` as liveness::cause.
  virtual void announce(int to, int lost, std::uint64_t how) = 0;

 protected:
  remote_watch() = default;
};

}  // namespace ark
