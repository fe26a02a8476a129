#include <fmt/core.h>

#include <ark/overlap/planner.hpp>
#include <ark_build_info.hpp>

#include "binding.hpp"
#include "info/hardware.hpp"
#include "runtime.hpp"

namespace ark::overlap {

calibration measured_here() {
  const job_layout& layout = bound_runtime("overlap::measured_here").parts().core.layout;
  const hardware_facts seen = hardware_read();
  calibration here;
  here.machine = fmt::format("{}, {} CPUs", seen.cpu_model, seen.cpus_allowed);
  for (const std::string& gpu : seen.gpus) here.machine += ", " + gpu;
  here.version = fmt::format("{} ({})", detail::build_info::version, detail::build_info::commit);
  here.pes = static_cast<int>(layout.members.size());
  here.hosts = layout.hosts();
  return here;
}

}  // namespace ark::overlap
