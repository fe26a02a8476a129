#include <fmt/core.h>

#include <ark/overlap/planner.hpp>
#include <ark_build_info.hpp>

#include "binding.hpp"
#include "info/hardware.hpp"

namespace ark::overlap {

calibration measured_here() {
  bound_runtime("overlap::measured_here");
  const hardware_facts seen = hardware_read();
  calibration here;
  here.machine = fmt::format("{}, {} CPUs", seen.cpu_model, seen.cpus_allowed);
  for (const std::string& gpu : seen.gpus) here.machine += ", " + gpu;
  here.version = fmt::format("{} ({})", detail::build_info::version, detail::build_info::commit);
  return here;
}

}  // namespace ark::overlap
