#include <nlohmann/json.hpp>
#include <string_view>

#include "error/failure_report.hpp"

namespace ark {
namespace {

using json = nlohmann::ordered_json;
using detail::cmp_kind_name;
using detail::op_kind_name;

json known(bool is_known, const json& value) { return is_known ? value : json(nullptr); }

}  // namespace

std::string failure_json(const failure_record& record) {
  json object;
  object["code"] = errc_name(record.code);
  object["op"] = op_kind_name(record.op);
  object["pe"] = known(record.pe >= 0, record.pe);
  object["peer"] = known(record.peer >= 0, record.peer);
  object["offset_bytes"] = known(record.offset_bytes >= 0, record.offset_bytes);
  object["cmp"] = known(record.has_value, cmp_kind_name(record.cmp));
  object["expected"] = known(record.has_value, record.expected);
  object["seen"] = known(record.has_value, record.seen);
  object["ring_head"] = record.ring_head;
  object["ring_tail"] = record.ring_tail;
  object["ring_done"] = record.ring_done;
  object["elapsed_ns"] = record.elapsed_ns;
  object["block"] = known(record.on_lane, record.block);
  object["thread"] = known(record.on_lane, record.thread);
  object["engine"] = field_text(record.engine);
  object["detail"] = field_text(record.detail);
  // Text from a user's kernel need not be UTF-8; a dump must not throw for it.
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace ark
