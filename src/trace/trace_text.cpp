// The counters as JSON.
#include <fmt/core.h>

#include "error/message_parts.hpp"
#include "trace/recorder.hpp"

namespace ark {

namespace {

/// Bucket counts up to the last that is not zero.
std::string histogram_text(const trace_histogram& h) {
  std::size_t used = h.buckets.size();
  while (used > 0 && h.buckets[used - 1] == 0) --used;
  return fmt::format("[{}]", joined(std::span(h.buckets).first(used), ","));
}

std::string ring_text(const trace_ring& ring) {
  return fmt::format(
      "{{\"route\":\"{}\",\"descriptors\":{},\"fences\":{},\"refused\":{},\"delivered\":{},"
      "\"bytes\":{},\"queue_wait_ns\":{},\"delivery_ns\":{}}}",
      ring.proxy ? "proxy" : "queue", ring.descriptors, ring.fences, ring.refused, ring.delivered,
      ring.bytes, histogram_text(ring.queue_wait_ns), histogram_text(ring.delivery_ns));
}

/// Sums over the rings of one route.
std::string route_text(const trace_report& report, bool proxy) {
  std::uint64_t descriptors = 0, bytes = 0;
  for (const trace_ring& ring : report.rings) {
    if (ring.proxy != proxy) continue;
    descriptors += ring.descriptors;
    bytes += ring.bytes;
  }
  return fmt::format("{{\"operations\":{},\"bytes\":{}}}", descriptors, bytes);
}

}  // namespace

std::string trace_text(const trace_report& report) {
  std::string rings;
  for (const trace_ring& ring : report.rings) {
    if (!rings.empty()) rings += ',';
    rings += ring_text(ring);
  }
  const trace_messages& m = report.proxy;
  return fmt::format(
      "{{\"enabled\":{},\"routes\":{{\"inline\":{{\"operations\":{},\"bytes\":{}}},\"queue\":{},"
      "\"proxy\":{}}},\"rings\":[{}],\"messages\":{{\"sent\":{},\"received\":{},"
      "\"bundles_sent\":{},\"bundles_received\":{},\"acks_sent\":{},\"acks_received\":{},"
      "\"one_sided_puts\":{},\"one_sided_gets\":{},"
      "\"gpu_direct_sent\":{},\"gpu_direct_received\":{}}},"
      "\"dropped_events\":{}}}",
      report.enabled, report.inline_route.operations, report.inline_route.bytes,
      route_text(report, false), route_text(report, true), rings, m.sent, m.received,
      m.bundles_sent, m.bundles_received, m.acks_sent, m.acks_received, m.one_sided_puts,
      m.one_sided_gets, m.gpu_direct_sent, m.gpu_direct_received, report.dropped_events);
}

}  // namespace ark
