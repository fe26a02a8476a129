// What a traced PE's kernels and host threads touch: nothing of it is reached while ARK_TRACE is
// off.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/clock.hpp>
#include <ark/detail/device_state.hpp>
#include <ark/detail/wait_info.hpp>
#include <cstdint>

namespace ark::detail {

struct descriptor;

/// Inline operations of one thread. Written by that thread alone, except the last of a PE's.
struct alignas(cache_line) inline_shard {
  std::uint64_t operations = 0;
  std::uint64_t bytes = 0;
};
inline constexpr unsigned inline_shard_count = 64;

/// A traced PE. Owned by its recorder, which is derived from it.
struct trace_hooks {
  inline_shard* inline_shards = nullptr;  ///< [inline_shard_count]
  bool has_timeline = false;
};

/// The calling thread's shard plus one; 0 until it has asked for one.
extern ARK_API thread_local constinit unsigned trace_thread ARK_TLS_INITIAL_EXEC;
/// Give the calling thread a shard. The threads that come when all others are given share the last.
ARK_API unsigned trace_thread_assign() noexcept;
/// A wait for a signal that began at `began_ns` has seen it.
ARK_API void trace_signal_seen(trace_hooks& hooks, const wait_info& info,
                               std::uint64_t began_ns) noexcept;

/// What the consumer of ring `index` does with a descriptor, if the consumer is a kernel. One
/// thread at a time per ring.
ARK_API void trace_taken(trace_hooks& hooks, unsigned index, const descriptor& d,
                         std::uint64_t ticket) noexcept;
ARK_API void trace_refused(trace_hooks& hooks, unsigned index, const descriptor& d,
                           std::uint64_t ticket) noexcept;
ARK_API void trace_delivered(trace_hooks& hooks, unsigned index, std::uint64_t ticket) noexcept;

inline void trace_count_inline(trace_hooks& hooks, std::uint64_t bytes) noexcept {
  const unsigned mine = trace_thread != 0 ? trace_thread : trace_thread_assign();
  inline_shard& shard = hooks.inline_shards[mine - 1];
  if (mine == inline_shard_count) {
    fetch_add_relaxed<scope::device>(&shard.operations, std::uint64_t{1});
    fetch_add_relaxed<scope::device>(&shard.bytes, bytes);
    return;
  }
  // One writer: no read-modify-write is needed, only that a reader sees whole words.
  store_relaxed<scope::device>(&shard.operations,
                               load_relaxed<scope::device>(&shard.operations) + 1);
  store_relaxed<scope::device>(&shard.bytes, load_relaxed<scope::device>(&shard.bytes) + bytes);
}

}  // namespace ark::detail
