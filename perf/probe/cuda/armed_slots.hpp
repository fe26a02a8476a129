// Copies that wait for a gate in streams, each with its own slot of memory between guards.
#pragma once

#include <vector>

#include "copies.hpp"
#include "driver.hpp"
#include "session.hpp"

namespace ark_probe {

/// One slot: `guard` bytes that nobody may write, the data, `guard` bytes again.
struct slot_layout {
  static constexpr std::size_t data = 4096, guard = 256, stride = data + 2 * guard;
};

/// Gates in pinned memory, one for each stream: the host opens them with a store, even while a call
/// of the CUDA library is stuck. Slot i of a stream waits for a gate of i + 1.
class armed_slots {
 public:
  armed_slots(session& in, std::size_t streams, std::size_t depth)
      : session_(in),
        depth_(depth),
        to_(streams * depth * slot_layout::stride),
        from_(to_.bytes()),
        gates_(streams * sizeof(std::uint64_t)),
        signals_(streams * sizeof(std::uint64_t)),
        streams_(streams) {}
  ~armed_slots() { open_all(); }
  armed_slots(const armed_slots&) = delete;
  armed_slots& operator=(const armed_slots&) = delete;

  /// Enqueues all slots of the first `streams` streams, slot by slot. `armed` counts on the way.
  void arm(copy_call call, std::size_t streams, std::size_t depth, std::atomic<unsigned>& armed) {
    for (std::size_t slot = 0; slot < depth; ++slot) {
      for (std::size_t one = 0; one < streams; ++one) {
        const std::size_t at = offset(one, slot) + slot_layout::guard;
        memops_.wait(streams_[one], &gates_.as<std::uint64_t>()[one], slot + 1);
        copy_issue(call, to_.as<>() + at, from_.as<>() + at, slot_layout::data,
                   session_.how().device, streams_[one]);
        memops_.write(streams_[one], &signals_.as<std::uint64_t>()[one], slot + 1);
        ++armed;
      }
    }
  }
  /// Opens every gate for every slot. Any thread.
  void open_all() { set_gates(depth_); }
  void set_gates(std::uint64_t value) {
    for (std::size_t one = 0; one < streams_.size(); ++one) {
      std::atomic_ref(gates_.as<std::uint64_t>()[one]).store(value);
    }
  }
  /// Waits until all streams are empty. Errors: as session::finish.
  void drain() {
    for (const stream& one : streams_) session_.finish(one, "an armed stream with its gate open");
  }
  /// Whether every one of the first `streams` signals has come as far as `depth`.
  [[nodiscard]] bool signalled(std::size_t streams, std::size_t depth) {
    std::vector<std::uint64_t> seen(streams_.size());
    check(cudaMemcpy(seen.data(), signals_.as<void>(), signals_.bytes(), cudaMemcpyDefault),
          "cudaMemcpy of the signals");
    for (std::size_t one = 0; one < streams; ++one) {
      if (seen[one] != depth) return false;
    }
    return true;
  }
  /// Gates shut and signals at zero again.
  void reset() {
    set_gates(0);
    check(cudaMemset(signals_.as<void>(), 0, signals_.bytes()), "cudaMemset of the signals");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  [[nodiscard]] std::size_t offset(std::size_t one, std::size_t slot) const {
    return (one * depth_ + slot) * slot_layout::stride;
  }
  [[nodiscard]] const device_memory& to() const { return to_; }
  [[nodiscard]] const device_memory& from() const { return from_; }

 private:
  session& session_;
  stream_memory_operations memops_;
  std::size_t depth_;
  device_memory to_, from_;
  pinned_memory gates_;
  device_memory signals_;
  std::vector<stream> streams_;
};

}  // namespace ark_probe
