#include "queue/queue_engine.hpp"

namespace ark {

void descriptor_failed(detail::device_state& state, errc code, const detail::descriptor& d,
                       descriptor_fault why, std::string_view engine, const ring_position& at) {
  failure_record record;
  record.code = code;
  record.op = detail::op_kind::ring_push;
  record.pe = state.pe;
  record.peer = d.pe();
  record.offset_bytes = static_cast<std::int64_t>(detail::remote_offset(d));
  record.expected = d.bytes();
  record.seen = detail::fault_seen(why, d);
  record.ring_head = at.head;
  record.ring_tail = at.tail;
  record.ring_done = at.done;
  record.why = detail::clause::descriptor;
  engine.copy(record.engine, sizeof record.engine - 1);
  detail::failure_publish(state, record);
}

}  // namespace ark
