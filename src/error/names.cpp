// Names of the enumerations that failure records, dumps and messages print.

#include <ark/detail/failure/wait_info.hpp>
#include <ark/errc.hpp>

namespace ark {

const char* errc_name(errc code) noexcept {
  switch (code) {
    case errc::ok:
      return "ok";
    case errc::timeout:
      return "timeout";
    case errc::peer_failed:
      return "peer_failed";
    case errc::invalid_argument:
      return "invalid_argument";
    case errc::out_of_memory:
      return "out_of_memory";
    case errc::not_initialized:
      return "not_initialized";
    case errc::wrong_state:
      return "wrong_state";
    case errc::asymmetric:
      return "asymmetric";
    case errc::system_error:
      return "system_error";
    case errc::mpi_error:
      return "mpi_error";
    case errc::bad_descriptor:
      return "bad_descriptor";
    case errc::engine_failed:
      return "engine_failed";
    case errc::divergence:
      return "divergence";
    case errc::stalled:
      return "stalled";
    case errc::aborted:
      return "aborted";
    case errc::unsupported:
      return "unsupported";
  }
  return "unknown";
}

namespace detail {

const char* op_kind_name(op_kind op) noexcept {
  switch (op) {
    case op_kind::none:
      return "none";
    case op_kind::put:
      return "put";
    case op_kind::get:
      return "get";
    case op_kind::amo:
      return "amo";
    case op_kind::signal:
      return "signal";
    case op_kind::wait_until:
      return "wait_until";
    case op_kind::signal_wait_until:
      return "signal_wait_until";
    case op_kind::fence:
      return "fence";
    case op_kind::quiet:
      return "quiet";
    case op_kind::ring_push:
      return "ring_push";
    case op_kind::barrier:
      return "barrier";
    case op_kind::collective:
      return "collective";
    case op_kind::kernel:
      return "kernel";
    case op_kind::stream_sync:
      return "stream_sync";
    case op_kind::bootstrap:
      return "bootstrap";
    case op_kind::allocation:
      return "allocation";
    case op_kind::liveness:
      return "liveness";
    case op_kind::plan:
      return "plan";
    case op_kind::put_add:
      return "put_add";
    case op_kind::lock:
      return "lock";
    case op_kind::gather:
      return "gather";
    case op_kind::scatter:
      return "scatter";
  }
  return "unknown";
}

const char* cmp_kind_name(cmp_kind cmp) noexcept {
  switch (cmp) {
    case cmp_kind::eq:
      return "eq";
    case cmp_kind::ne:
      return "ne";
    case cmp_kind::gt:
      return "gt";
    case cmp_kind::ge:
      return "ge";
    case cmp_kind::lt:
      return "lt";
    case cmp_kind::le:
      return "le";
  }
  return "unknown";
}

}  // namespace detail
}  // namespace ark
