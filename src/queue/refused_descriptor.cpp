#include "queue/refused_descriptor.hpp"

#include <string>

namespace ark {

namespace {

void publish(detail::device_state& state, errc code, const detail::descriptor& d, const char* why,
             std::string_view engine, const ring_position& at) {
  failure_record record = detail::descriptor_record(code, d, why, std::string(engine).c_str(), at);
  record.pe = state.pe;
  detail::failure_publish(state, record);
}

}  // namespace

void descriptor_refused(detail::device_state& state, const detail::descriptor& d, const char* why,
                        std::string_view engine, const ring_position& at) {
  publish(state, errc::bad_descriptor, d, why, engine, at);
}

void descriptor_failed(detail::device_state& state, const detail::descriptor& d, const char* why,
                       std::string_view engine, const ring_position& at) {
  publish(state, errc::engine_failed, d, why, engine, at);
}

}  // namespace ark
