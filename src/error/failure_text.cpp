#include <fmt/core.h>

#include <iterator>
#include <string_view>

#include "error/failure_report.hpp"

namespace ark {
namespace {

using detail::cmp_kind_name;
using detail::op_kind_name;

void append_ring(std::string& line, const failure_record& record) {
  if (record.ring_head == 0 && record.ring_tail == 0 && record.ring_done == 0) return;
  fmt::format_to(std::back_inserter(line), "; ring head {} tail {} done {}", record.ring_head,
                 record.ring_tail, record.ring_done);
}

void append_elapsed(std::string& line, std::uint64_t elapsed_ns) {
  if (elapsed_ns == 0) return;
  fmt::format_to(std::back_inserter(line), "; after {:.3f} s",
                 static_cast<double>(elapsed_ns) / 1e9);
}

/// True if `seen` is an int that the caller passed; it is printed with its sign.
bool is_given_int(detail::failure_reason why) {
  using enum detail::failure_reason;
  return why == pe_out_of_range || why == pe_of_context || why == root || why == stride ||
         why == integer_argument;
}

/// True if `seen` and `expected` are addresses.
bool is_address(detail::failure_reason why) {
  return why == detail::failure_reason::not_in_heap ||
         why == detail::failure_reason::address_argument;
}

/// True if `seen` is an address, which should have been a multiple of `expected`.
bool is_misplaced(detail::failure_reason why) {
  using enum detail::failure_reason;
  return why == atomic_alignment || why == signal_alignment || why == put_add_dest ||
         why == put_add_source;
}

}  // namespace

std::string failure_text(const failure_record& record) {
  std::string line;
  const auto out = std::back_inserter(line);
  fmt::format_to(out, "PE {}: {} in {}", record.pe, errc_name(record.code),
                 op_kind_name(record.op));
  if (record.peer >= 0) fmt::format_to(out, ", peer PE {}", record.peer);
  if (record.offset_bytes >= 0) fmt::format_to(out, ", heap offset {:#x}", record.offset_bytes);
  if (record.has_value && is_address(record.why) && record.cmp == detail::cmp_kind::lt) {
    // The detail text names both ends of the heap.
    fmt::format_to(out, ", seen {:#x}", record.seen);
  } else if (record.has_value && is_address(record.why)) {
    fmt::format_to(out, ", expected {} {:#x}, seen {:#x}", cmp_kind_name(record.cmp),
                   record.expected, record.seen);
  } else if (record.has_value && is_misplaced(record.why)) {
    fmt::format_to(out, ", expected a multiple of {}, seen {:#x}", record.expected, record.seen);
  } else if (record.has_value && is_given_int(record.why)) {
    fmt::format_to(out, ", expected {} {}, seen {}", cmp_kind_name(record.cmp), record.expected,
                   static_cast<std::int64_t>(record.seen));
  } else if (record.has_value) {
    fmt::format_to(out, ", expected {} {}, seen {}", cmp_kind_name(record.cmp), record.expected,
                   record.seen);
  }
  append_ring(line, record);
  const std::string_view engine = field_text(record.engine);
  if (!engine.empty()) fmt::format_to(out, "; engine {}", engine);
  append_elapsed(line, record.elapsed_ns);
  if (record.on_lane) fmt::format_to(out, "; block {} thread {}", record.block, record.thread);
  const std::string_view detail = field_text(record.detail);
  if (!detail.empty()) fmt::format_to(out, "; {}", detail);
  return line;
}

}  // namespace ark
