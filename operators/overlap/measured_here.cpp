// The machine and the job that a calibration is of.
#include <fmt/core.h>

#include <ark/overlap/planner.hpp>
#include <ark_build_info.hpp>

#include "binding.hpp"
#include "info/hardware.hpp"
#include "runtime.hpp"

namespace ark::overlap {

namespace {

/// Describe how the workers of PE 0's host use its cores, at the executor's creation: a thread that
/// is bound later changes nothing.
std::string describe_cores(const pe_core& core) {
  const executor::options& opts = core.executor->config();
  const auto local_pes = static_cast<unsigned>(core.boot->local_size());
  const unsigned in_process = core.layout.process_pes;
  const unsigned workers = opts.workers * ((local_pes + in_process - 1) / in_process);
  return fmt::format("{} worker{} on a host, {}{}", workers, workers == 1 ? "" : "s",
                     opts.cores_shared ? "which share cores" : "a core each",
                     opts.engine_core ? ", a core for the engine" : "");
}

}  // namespace

calibration measured_here() {
  const pe_core& core = bound_runtime("overlap::measured_here").parts().core;
  const job_layout& layout = core.layout;
  const hardware_facts seen = hardware_read();
  calibration here;
  here.machine = fmt::format("{}, {} CPUs", seen.cpu_model, seen.cpus_online);
  for (const std::string& gpu : seen.gpus) here.machine += ", " + gpu;
  here.cores = describe_cores(core);
  here.version = fmt::format("{} ({})", detail::build_info::version, detail::build_info::commit);
  here.pes = static_cast<int>(layout.members.size());
  here.hosts = layout.hosts();
  return here;
}

}  // namespace ark::overlap
