// Trace hooks that kernels and host threads of a traced PE call. None is called while ARK_TRACE is
// off.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>

namespace ark::detail {

struct descriptor;

/// One thread's counts of a PE's inline operations; the thread is the only writer. `recent` packs
/// counts that are not yet in the other two, operations in the upper bits and bytes in the lower
/// ones, so that one store updates both.
struct alignas(cache_line) inline_tally {
  static constexpr unsigned bytes_bits = 40;
  /// Size limit: the bytes of 2^24 operations below it fit.
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << (bytes_bits - 24);

  std::uint64_t recent = 0;
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
};

/// A traced PE. The recorder derives from it and owns it.
struct trace_hooks {
  std::uint64_t serial = 0;  ///< unique in this process, never reused
  bool has_timeline = false;
};

/// The calling thread's counts for the PE `of`.
struct trace_thread_place {
  std::uint64_t of = 0;  ///< trace_hooks::serial; 0: none yet
  inline_tally* tally = nullptr;
};
extern ARK_API ARK_THREAD_LOCAL trace_thread_place trace_counting ARK_TLS_INITIAL_EXEC;
/// Slow path of trace_count_inline().
ARK_API void trace_count_inline_slow(trace_hooks& hooks, std::uint64_t bytes) noexcept;
/// Record that a wait for a signal, begun at `began_ns`, has seen it.
ARK_API void trace_signal_seen(trace_hooks& hooks, const wait_info& info,
                               std::uint64_t began_ns) noexcept;

/// Record that the consumer of ring `index`, a kernel, has taken, refused or delivered a
/// descriptor. One thread at a time per ring.
ARK_API void trace_taken(trace_hooks& hooks, unsigned index, const descriptor& d,
                         std::uint64_t ticket) noexcept;
ARK_API void trace_refused(trace_hooks& hooks, unsigned index, const descriptor& d,
                           std::uint64_t ticket) noexcept;
ARK_API void trace_delivered(trace_hooks& hooks, unsigned index, std::uint64_t ticket) noexcept;

inline void trace_count_inline(trace_hooks& hooks, std::uint64_t bytes) noexcept {
  // No reference to trace_counting: UBSan's test of one for null is wrong once the linker has
  // relaxed the access (an add that set the flags has become a lea).
  if (trace_counting.of == hooks.serial && bytes < inline_tally::most_bytes) [[likely]] {
    std::uint64_t* const recent = &trace_counting.tally->recent;
    const std::uint64_t one = std::uint64_t{1} << inline_tally::bytes_bits | bytes;
    const std::uint64_t sum = load_relaxed<scope::device>(recent) + one;
    // One writer: no read-modify-write is needed, only untorn words.
    if (sum >= one) [[likely]]
      return store_relaxed<scope::device>(recent, sum);
  }
  trace_count_inline_slow(hooks, bytes);
}

}  // namespace ark::detail
