// The recorder that ark_stall loads into each process of a job (LD_PRELOAD): intervals of
// communication and marks of the program, in memory until the process ends.
#pragma once

#include <cstdint>

namespace ark::stall {

/// Numbered as ark_stall's record.py reads them.
enum class event_kind : std::uint16_t {
  iteration,  ///< begin: the mark
  phase,      ///< begin: the mark; name: the phase
  call,       ///< a communication call from its entry to its return; name: the function
  host_wait,  ///< a wait of a host thread in ark; word, value: the awaited ones
  lane_wait,  ///< a wait of a kernel's lane
  launch,     ///< of a kernel
  sync,       ///< the host has waited for kernels
  run_delay,  ///< value: ns outside of waits, within [begin, end], in which the thread was runnable
              ///< without a core
};

/// One event as it is written to the file. Times by CLOCK_MONOTONIC.
struct event {
  std::uint64_t begin_ns, end_ns;
  std::uint64_t value;
  std::uint64_t word;
  std::int32_t peer;
  std::uint16_t kind;
  std::uint16_t name;  ///< index into the names of the file
};
static_assert(sizeof(event) == 40);

/// True in a process that ark_stall has started. Any thread.
[[nodiscard]] bool is_recording() noexcept;
[[nodiscard]] std::uint64_t now_ns() noexcept;
/// The index of `name`; the same for equal texts. Any thread.
[[nodiscard]] std::uint16_t name_index(const char* name) noexcept;
/// Append an event. Any thread.
void add(event_kind kind, std::uint64_t begin_ns, std::uint64_t end_ns, std::uint16_t name = 0,
         int peer = -1, std::uint64_t word = 0, std::uint64_t value = 0) noexcept;

/// Before and after a wait or call of the calling host thread. Both return the time, or 0 inside of
/// another wait or call, which then covers this one. They read the scheduler's counters at most
/// once in a millisecond: a reading takes a microsecond.
[[nodiscard]] std::uint64_t enter() noexcept;
std::uint64_t leave() noexcept;

/// Offset of rank 0's clock from this process's at a time of this process's, and its error.
struct clock_point {
  std::uint64_t at_ns = 0;
  std::int64_t offset_ns = 0;
  std::uint64_t error_ns = 0;
};
void set_clock(bool at_end, const clock_point& point) noexcept;
void set_rank(int rank, int ranks) noexcept;
/// Write the file. Repeated calls write it anew.
void write() noexcept;

/// Returns the function that `name` would refer to without this library. Ends the process if there
/// is none.
[[nodiscard]] void* next_function(const char* name) noexcept;

}  // namespace ark::stall

extern "C" {
/// State of one replaced function, for the generated wrappers in C.
struct ark_stall_call {
  const char* name;
  void* next;
  std::uint16_t index;
};
/// Returns the replaced function. Pairs with ark_stall_leave.
void* ark_stall_enter(ark_stall_call* call, std::uint64_t* began_ns);
void ark_stall_leave(const ark_stall_call* call, std::uint64_t began_ns);
}
