#include "errors.hpp"

#include <ark/host.hpp>
#include <ark/order.hpp>

#include "arrays.hpp"

namespace ark::python {

namespace {

/// Python's function that makes an exception of a code, a text and the fields of a record. Never
/// freed: it is used until the interpreter has ended.
nb::object& make_error() {
  static nb::object& made = *new nb::object;
  return made;
}

[[noreturn]] void raise(errc code, const std::string& text, const nb::dict& fields,
                        nb::handle cause = {}) {
  const nb::object problem = make_error()(errc_name(code), text, fields);
  if (cause.is_valid()) PyException_SetCause(problem.ptr(), cause.inc_ref().ptr());
  PyErr_SetObject(reinterpret_cast<PyObject*>(problem.type().ptr()), problem.ptr());
  throw nb::python_error();
}

nb::object known(std::int64_t value) {
  return value < 0 ? nb::object(nb::none()) : nb::object(nb::int_(value));
}

/// A member of a heap: its offset, and its address in the calling PE's.
void add_word(nb::dict& fields, std::int64_t offset_bytes) {
  fields["offset"] = known(offset_bytes);
  if (offset_bytes < 0) return;
  const std::uint64_t base = device::context().heap_base;
  fields["address"] = nb::int_(base + static_cast<std::uint64_t>(offset_bytes));
}

void add_values(nb::dict& fields, detail::cmp_kind cmp, std::uint64_t expected,
                std::uint64_t seen) {
  fields["comparison"] = detail::cmp_kind_name(cmp);
  fields["expected"] = expected;
  fields["seen"] = seen;
}

nb::dict fields_of(const failure_record& record) {
  nb::dict fields;
  fields["pe"] = known(record.pe);
  fields["peer"] = known(record.peer);
  fields["operation"] = detail::op_kind_name(record.op);
  add_word(fields, record.offset_bytes);
  if (record.has_value) add_values(fields, record.cmp, record.expected, record.seen);
  fields["elapsed"] = static_cast<double>(record.elapsed_ns) / 1e9;
  return fields;
}

}  // namespace

void raise_failure(errc code) {
  if (PyErr_Occurred() != nullptr) throw nb::python_error();  // of a signal handler
  const failure_record record = last_failure();
  if (record.code == errc::ok) raise(code, text_of("the call failed: ", errc_name(code)), {});
  raise(record.code, failure_text(record), fields_of(record));
}

void raise_timeout(const char* call, const void* word, int cmp, std::uint64_t expected,
                   std::uint64_t seen) {
  const auto kind = static_cast<detail::cmp_kind>(cmp);
  nb::dict fields;
  fields["pe"] = ark_my_pe();
  fields["operation"] = call;
  add_word(fields, static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(word) -
                                             device::context().heap_base));
  add_values(fields, kind, expected, seen);
  raise(errc::timeout,
        text_of(call, ": timeout: expected ", detail::cmp_kind_name(kind), " ", expected,
                ", last value ", seen),
        fields);
}

void raise_caused(errc code, const std::string& text, int pe, const std::string& kernel,
                  nb::handle cause) {
  nb::dict fields;
  fields["pe"] = pe;
  fields["operation"] = kernel;
  raise(code, text, fields, cause);
}

void register_errors(nb::module_& module) {
  module.def("set_error_factory", [](nb::object made) { make_error() = std::move(made); });
  nb::register_exception_translator([](const std::exception_ptr& problem, void*) {
    try {
      std::rethrow_exception(problem);
    } catch (const error& of) {
      try {
        nb::dict fields;
        if (initialized() && of.code() == last_failure().code) fields = fields_of(last_failure());
        raise(of.code(), of.what(), fields);
      } catch (nb::python_error& made) {
        made.restore();
      }
    }
  });
}

}  // namespace ark::python
