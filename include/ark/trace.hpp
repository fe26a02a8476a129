// What a PE has moved, by which route and how fast. Counted while ARK_TRACE asks for it.
#pragma once

#include <ark/detail/portability.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ark {

/// Bucket 0 counts times of 0 ns, bucket i those from 2^(i-1) to 2^i - 1 ns; the last one also all
/// longer ones.
struct trace_histogram {
  static constexpr unsigned bucket_count = 48;
  std::array<std::uint64_t, bucket_count> buckets{};
};

/// Inline: stores and loads of the caller.
struct trace_inline {
  std::uint64_t operations = 0;  ///< puts, gets, atomics and signals; one per call, whatever scope
  std::uint64_t bytes = 0;
};

/// One descriptor ring. Counts are exact. Times are taken of the first 1024 descriptors and then of
/// a random one in 256; with a timeline, of all.
struct trace_ring {
  bool proxy = false;             ///< drained by the host proxy, else by an engine
  std::uint64_t descriptors = 0;  ///< transfers, atomics and signals that were accepted
  std::uint64_t fences = 0;
  std::uint64_t refused = 0;  ///< bad descriptors; nothing was touched
  std::uint64_t delivered = 0;
  std::uint64_t bytes = 0;        ///< of the accepted ones
  trace_histogram queue_wait_ns;  ///< from posted to taken
  trace_histogram delivery_ns;    ///< from posted to delivered (proxy: to acknowledged)
};

/// The proxy's messages; what travels in a bundle counts as well as the bundle.
struct trace_messages {
  std::uint64_t sent = 0, received = 0;
  std::uint64_t bundles_sent = 0, bundles_received = 0;
  std::uint64_t acks_sent = 0, acks_received = 0;  ///< messages that only acknowledge
  /// Carried out in the peer's memory by the network; of a put a message tells the peer.
  std::uint64_t one_sided_puts = 0, one_sided_gets = 0;
  /// Data that left a GPU's memory, and that landed there, without a copy by the host.
  std::uint64_t gpu_direct_sent = 0, gpu_direct_received = 0;
};

struct trace_report {
  bool enabled = false;  ///< ARK_TRACE is on; else all else is zero
  trace_inline inline_route;
  std::vector<trace_ring> rings;  ///< the CPU engine's, the SM engine's, then the proxy's
  trace_messages proxy;
  std::uint64_t dropped_events = 0;  ///< of the timeline, which is bounded
};

/// What the calling thread's PE has done since init.
///
/// Callable: host, any thread of a PE, at any time; what is under way is counted by its next look.
/// Errors: throws ark::error{not_initialized}.
[[nodiscard]] ARK_API trace_report trace_counters();

/// The same as one line of JSON: docs/trace.md has its keys. Errors: as trace_counters().
[[nodiscard]] ARK_API std::string trace_json();

}  // namespace ark
