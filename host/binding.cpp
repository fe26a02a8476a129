#include "binding.hpp"

#include <fmt/format.h>

#include <ark/host.hpp>
#include <ark/local.hpp>
#include <ark/mpi.hpp>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <unistd.h>

#include "bootstrap/local.hpp"
#include "bootstrap/mpi.hpp"
#include "error/failure.hpp"
#include "error/log.hpp"

namespace ark {

namespace {

/// The PE of a process that mpirun started, and how often it was initialised. Its members change under the mutex; the
/// pointer alone is read on every call.
struct process_pe {
  std::mutex mutex;
  std::unique_ptr<runtime> owner;
  int depth = 0;
  std::atomic<runtime*> current{nullptr};
};

process_pe& process() {
  static process_pe only;
  return only;
}

// initial-exec: read on every host call.
thread_local runtime* thread_pe __attribute__((tls_model("initial-exec"))) = nullptr;

void warn_unknown(const std::vector<std::string>& warnings) {
  for (const std::string& line : warnings) logger().warn("{}", line);
}

/// Read the environment and the caller's overrides; say what is unknown.
config read_config(const settings& overrides) {
  config_result read = config_from_environment(environ, overrides);
  for (const std::string& line : read.warnings) logger().warn("{}", line);
  return read.values;
}

void start_process_pe(std::unique_ptr<bootstrap> boot, const config& cfg) {
  log_pe_set_process(boot->rank());
  process_pe& pe = process();
  pe.owner = std::make_unique<runtime>(std::move(boot), cfg);
  pe.current.store(pe.owner.get(), std::memory_order_release);
  pe.depth = 1;
}

/// True if this call only deepens a nesting.
bool nested(process_pe& pe) {
  if (thread_pe != nullptr) {
    throw error(errc::wrong_state, "init: this thread already is a PE of local_run");
  }
  if (pe.depth == 0) return false;
  ++pe.depth;
  return true;
}

void end_pe(std::unique_ptr<runtime> owner) {
  std::exception_ptr problem;
  try {
    owner->quiesce();
  } catch (...) {
    problem = std::current_exception();
  }
  owner.reset();
  log_pe_set_process(-1);
  if (problem) std::rethrow_exception(problem);
}

}  // namespace

runtime& bound_runtime() {
  if (thread_pe != nullptr) return *thread_pe;
  runtime* only = process().current.load(std::memory_order_acquire);
  if (only != nullptr) return *only;
  throw error(errc::not_initialized, "ark was called before ark::init or after ark::finalize");
}
