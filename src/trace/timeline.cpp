#include "trace/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "error/message_parts.hpp"

namespace ark {

namespace {

using detail::descriptor_op;

// Tracks of a PE in a viewer; ring i has first_ring + i.
constexpr unsigned kernels = 1, waits = 2, messages = 3, first_ring = 10;

const char* op_name(descriptor_op op) {
  switch (op) {
    case descriptor_op::nop:
      return "nop";
    case descriptor_op::put:
      return "put";
    case descriptor_op::get:
      return "get";
    case descriptor_op::put_inline:
      return "put_inline";
    case descriptor_op::amo:
      return "amo";
    case descriptor_op::amo_fetch:
      return "amo_fetch";
    case descriptor_op::signal:
      return "signal";
    case descriptor_op::fence:
      return "fence";
    case descriptor_op::put_add:
      return "put_add";
    case descriptor_op::gather:
      return "gather";
    case descriptor_op::scatter:
      return "scatter";
  }
  return "unknown";
}

/// Chrome's unit is microseconds; three decimals keep every nanosecond.
std::string microseconds(std::uint64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
  }
  return out;
}

/// An operation with a beginning, a start and an end: three events with one id, because operations
/// overlap.
void span_text(std::string& out, int pe, unsigned track, std::string_view category,
               std::string_view name, std::string_view id, const trace_event& e,
               std::string_view arguments) {
  const auto one = [&](char phase, std::string_view step, std::uint64_t at,
                       std::string_view details) {
    fmt::format_to(std::back_inserter(out),
                   ",\n{{\"ph\":\"{}\",\"cat\":\"{}\",\"name\":\"{}\",\"id2\":{{\"local\":\"{}\"}},"
                   "\"pid\":{},\"tid\":{},\"ts\":{},\"args\":{{{}}}}}",
                   phase, category, step, id, pe, track, microseconds(at), details);
  };
  one('b', name, e.begun_ns, arguments);
  one('n', "start", e.started_ns, "");
  one('e', name, e.ended_ns, "");
}

void instant_text(std::string& out, int pe, unsigned track, std::string_view category,
                  std::string_view name, std::uint64_t at, std::string_view arguments) {
  fmt::format_to(std::back_inserter(out),
                 ",\n{{\"ph\":\"i\",\"s\":\"t\",\"cat\":\"{}\",\"name\":\"{}\",\"pid\":{},"
                 "\"tid\":{},\"ts\":{},\"args\":{{{}}}}}",
                 category, name, pe, track, microseconds(at), arguments);
}

void event_text(std::string& out, int pe, const trace_event& e) {
  switch (e.kind) {
    case trace_event_kind::descriptor:
      return span_text(out, pe, first_ring + e.ring, "descriptor",
                       op_name(static_cast<descriptor_op>(e.code)),
                       fmt::format("r{}t{}", e.ring, e.id), e,
                       fmt::format("\"ring\":{},\"ticket\":{},\"pe\":{},\"bytes\":{},"
                                   "\"refused\":{}",
                                   e.ring, e.id, e.pe, e.bytes, e.refused));
    case trace_event_kind::kernel:
      return span_text(out, pe, kernels, "kernel",
                       escaped(symbol_name(reinterpret_cast<const void*>(e.entry))),
                       fmt::format("k{}", e.id), e, fmt::format("\"grid\":{}", e.id));
    case trace_event_kind::signal_seen:
      return instant_text(
          out, pe, waits, "signal", "signal seen", e.ended_ns,
          fmt::format("\"value\":{},\"waited_ns\":{}", e.bytes, e.ended_ns - e.begun_ns));
    case trace_event_kind::sent:
    case trace_event_kind::received:
      return instant_text(out, pe, messages, e.kind == trace_event_kind::sent ? "sent" : "received",
                          e.label, e.begun_ns,
                          fmt::format("\"pe\":{},\"bytes\":{}", e.pe, e.bytes));
  }
}

std::string name_text(const char* what, int pe, unsigned track, std::string_view name) {
  return fmt::format(
      "{{\"ph\":\"M\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":\"{}\"}}}}", what,
      pe, track, name);
}

}  // namespace

timeline::timeline(std::size_t capacity)
    : capacity_(capacity), slots_(std::make_unique<slot[]>(capacity)) {}

void timeline::add(const trace_event& event) noexcept {
  const std::uint64_t at = count_.fetch_add(1, std::memory_order_relaxed);
  if (at >= capacity_) return;
  slots_[at].event = event;
  slots_[at].ready.store(true, std::memory_order_release);
}

std::uint64_t timeline::dropped() const noexcept {
  const std::uint64_t count = count_.load(std::memory_order_relaxed);
  return count > capacity_ ? count - capacity_ : 0;
}

std::string timeline::json(int pe) const {
  std::string out = name_text("process_name", pe, 0, fmt::format("PE {}", pe));
  out += ",\n";
  out += name_text("thread_name", pe, kernels, "kernels");
  out += ",\n";
  out += name_text("thread_name", pe, waits, "waits");
  out += ",\n";
  out += name_text("thread_name", pe, messages, "proxy messages");
  const std::uint64_t count = std::min<std::uint64_t>(count_.load(), capacity_);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (slots_[i].ready.load(std::memory_order_acquire)) event_text(out, pe, slots_[i].event);
  }
  return out;
}

}  // namespace ark
