// A bounded list of events, written in Chrome's trace format.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace ark {

enum class trace_event_kind : std::uint8_t { descriptor, kernel, signal_seen, sent, received };

/// One event. Times by CLOCK_MONOTONIC.
struct trace_event {
  trace_event_kind kind = trace_event_kind::descriptor;
  std::uint8_t code = 0;  ///< the descriptor's op or the message's kind
  bool refused = false;   ///< a rejected descriptor
  unsigned ring = 0;
  int pe = -1;                     ///< the other PE
  const char* label = nullptr;     ///< a static name of the event, or null
  std::uint64_t id = 0;            ///< a descriptor's ticket, a kernel's number
  std::uint64_t bytes = 0;         ///< bytes, or the value of a signal
  std::uint64_t begun_ns = 0;      ///< posted, launched, wait begun, or the time of a point event
  std::uint64_t started_ns = 0;    ///< descriptors and kernels
  std::uint64_t ended_ns = 0;      ///< delivered, ended, seen
  void (*entry)(void*) = nullptr;  ///< a kernel's entry
};

/// Keeps the first `capacity` events and counts the others. add(): any thread; other members once
/// no thread adds any more.
class timeline {
 public:
  explicit timeline(std::size_t capacity);
  void add(const trace_event& event) noexcept;
  [[nodiscard]] std::uint64_t dropped() const noexcept;
  /// The events as the contents of a JSON array. `pe` is their process.
  [[nodiscard]] std::string json(int pe) const;

 private:
  struct slot {
    std::atomic<bool> ready{false};
    trace_event event;
  };
  std::size_t capacity_;
  std::unique_ptr<slot[]> slots_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace ark
