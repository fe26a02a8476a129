// Trace counters: the transfers of a PE by route, with their times. Collected if ARK_TRACE is on.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ark {

/// Bucket 0 counts times of 0 ns, bucket i times from 2^(i-1) to 2^i - 1 ns. The last bucket also
/// counts all longer times.
struct trace_histogram {
  static constexpr unsigned bucket_count = 48;
  std::array<std::uint64_t, bucket_count> buckets{};
};

/// The inline route: loads and stores by the caller.
struct trace_inline {
  std::uint64_t operations = 0;  ///< puts, gets, atomics and signals; one per call in any scope
  std::uint64_t bytes = 0;
};

/// One descriptor ring. Counts are exact. Times are measured for the first 1024 descriptors and
/// then for a random one in 256; with a timeline, for all.
struct trace_ring {
  bool proxy = false;             ///< consumed by the host proxy, else by an engine
  std::uint64_t descriptors = 0;  ///< accepted transfers, atomics and signals
  std::uint64_t fences = 0;
  std::uint64_t refused = 0;  ///< rejected descriptors; they accessed no memory
  std::uint64_t delivered = 0;
  std::uint64_t bytes = 0;        ///< of the accepted descriptors
  trace_histogram queue_wait_ns;  ///< from posting to removal from the ring
  trace_histogram delivery_ns;    ///< from posting to delivery (proxy: to acknowledgement)
};

/// Messages of the proxy. A bundle and each message in it are counted separately.
struct trace_messages {
  std::uint64_t sent = 0, received = 0;
  std::uint64_t bundles_sent = 0, bundles_received = 0;
  std::uint64_t acks_sent = 0, acks_received = 0;  ///< messages that only acknowledge
  /// Transfers that the network executes in the peer's memory. A message notifies the peer of each
  /// put.
  std::uint64_t one_sided_puts = 0, one_sided_gets = 0;
  /// Transfers from and into GPU memory without a copy by the host.
  std::uint64_t gpu_direct_sent = 0, gpu_direct_received = 0;
};

struct trace_report {
  bool enabled = false;  ///< ARK_TRACE is on; otherwise all other members are zero
  trace_inline inline_route;
  std::vector<trace_ring> rings;  ///< of the CPU engine, of the SM engine, then of the proxy
  trace_messages proxy;
  std::uint64_t dropped_events = 0;  ///< events beyond the size limit of the timeline
};

/// The counters of the calling thread's PE since init.
///
/// Callable: host, any thread of a PE, at any time. Operations in progress are included in a later
///   report.
/// Errors: throws ark::error{not_initialized}.
[[nodiscard]] ARK_API trace_report trace_counters();

/// trace_counters() as one line of JSON; docs/trace.md lists the keys. Errors: those of
/// trace_counters().
[[nodiscard]] ARK_API std::string trace_json();

}  // namespace ark
