#include "engine/descriptor_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ark/detail/atomics.hpp>

namespace ark {

using detail::descriptor;
using detail::descriptor_op;
namespace field = detail::field;

const char* descriptor_refusal(const detail::device_state& state, const descriptor& d,
                               detail::peer_route route) {
  if (d.get(field::checksum) != detail::descriptor_checksum(d)) return "checksum";
  if (d.get(field::op) >= detail::descriptor_op_count) return "unknown operation";
  const descriptor_op kind = d.op();
  const std::uint64_t cache = d.get(field::cache);
  if (d.get(field::flags) != cache) return "unknown flags";
  if (cache >= detail::cache_policy_count) return "unknown cache policy";
  if (cache != 0 && kind != descriptor_op::put && kind != descriptor_op::get) {
    return "cache policy without a transfer";
  }
  if (kind == descriptor_op::nop || kind == descriptor_op::fence || kind == descriptor_op::close) {
    return nullptr;
  }
  const std::uint64_t heap = detail::load_acquire(&state.heap_bytes);
  const auto outside = [heap](std::uint64_t offset, std::uint64_t bytes) {
    return offset > heap || bytes > heap - offset;
  };
  if (d.pe() >= state.n_pes) return "PE out of range";
  if (state.peers[d.pe()].route != route) {
    return route == detail::peer_route::mapped ? "PE not mapped" : "PE not reached by the proxy";
  }
  const bool atomic = kind == descriptor_op::amo || kind == descriptor_op::amo_fetch;
  if (!atomic) {
    const std::uint64_t signal = d.get(field::signal_kind);
    if (signal >= detail::signal_op_count) return "unknown signal operation";
    if (kind == descriptor_op::signal && signal == 0) return "signal without an operation";
    if (kind == descriptor_op::get && signal != 0) return "signal of a get";
    if (signal != 0 && outside(d.get(field::signal_offset), 8)) return "signal outside the heap";
    if (signal != 0 && d.get(field::signal_offset) % 8 != 0) return "signal not aligned";
  }
  if (kind == descriptor_op::signal) return nullptr;
  const std::uint64_t bytes = d.bytes();
  const std::uint64_t offset = d.get(kind == descriptor_op::get ? field::source : field::dest);
  if (outside(offset, bytes)) return "range outside the heap";
  if (kind == descriptor_op::put_inline && (bytes < 1 || bytes > 8)) return "inline length";
  if (kind == descriptor_op::put && d.get(field::source) == 0) return "null source";
  if (kind == descriptor_op::get && d.get(field::dest) == 0) return "null destination";
  if (atomic) {
    if (d.get(field::amo) >= detail::amo_op_count) return "unknown atomic";
    if (bytes != 4 && bytes != 8) return "atomic width";
    if (d.get(field::width_log2) != (bytes == 8 ? 3u : 2u)) return "atomic width";
    if (offset % bytes != 0) return "atomic not aligned";
    if (kind == descriptor_op::amo_fetch &&
        (d.get(field::source) == 0 || d.get(field::source) % bytes != 0)) {
      return "result address";
    }
  }
  return nullptr;
}

namespace {

void publish(detail::device_state& state, errc code, const char* what, const descriptor& d,
             const char* why, std::string_view engine, const ring_position& at) {
  failure_record record;
  record.code = code;
  record.op = detail::op_kind::ring_push;
  record.pe = state.pe;
  record.peer = d.pe();
  record.offset_bytes =
      static_cast<std::int64_t>(d.get(d.op() == descriptor_op::get ? field::source : field::dest));
  record.ring_head = at.head;
  record.ring_tail = at.tail;
  record.ring_done = at.done;
  engine.copy(record.engine, sizeof record.engine - 1);
  const auto text = fmt::format_to_n(record.detail, sizeof record.detail - 1,
                                     "descriptor {}: {} (op {}, {} bytes)", what, why,
                                     d.get(field::op), d.bytes());
  *text.out = '\0';
  detail::failure_publish(state, record);
}

}  // namespace

void descriptor_refused(detail::device_state& state, const descriptor& d, const char* why,
                        std::string_view engine, const ring_position& at) {
  publish(state, errc::bad_descriptor, "refused", d, why, engine, at);
}

void descriptor_failed(detail::device_state& state, const descriptor& d, const char* why,
                       std::string_view engine, const ring_position& at) {
  publish(state, errc::engine_failed, "failed", d, why, engine, at);
}

}  // namespace ark
