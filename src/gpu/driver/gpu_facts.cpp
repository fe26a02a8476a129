#include "gpu/driver/gpu_facts.hpp"

#include <fmt/core.h>

#include <set>

namespace ark {

const char* gpu_mode_name(gpu_mode mode) noexcept {
  switch (mode) {
    case gpu_mode::exclusive:
      return "exclusive";
    case gpu_mode::in_process:
      return "in_process";
    case gpu_mode::mps:
      return "mps";
    case gpu_mode::time_sliced:
      return "time_sliced";
  }
  return "unknown";
}

std::string gpu_uuid_text(const gpu_uuid& uuid) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const bool dash = i == 4 || i == 6 || i == 8 || i == 10;
    text += fmt::format("{}{:02x}", dash ? "-" : "", std::to_integer<unsigned>(uuid[i]));
  }
  return text;
}

gpu_sharing gpu_sharing_of(std::span<const gpu_place> all, std::size_t pe, bool mps) {
  gpu_sharing found;
  found.pes = 0;
  std::set<std::uint64_t> processes;
  for (const gpu_place& one : all) {
    if (one.host != all[pe].host) continue;
    const bool here = one.process == all[pe].process;
    found.one_gpu_in_process &= !here || one.uuid == all[pe].uuid;
    if (one.uuid != all[pe].uuid) continue;
    ++found.pes;
    processes.insert(one.process);
  }
  found.processes = static_cast<int>(processes.size());
  if (found.processes > 1) {
    found.mode = mps ? gpu_mode::mps : gpu_mode::time_sliced;
  } else if (found.pes > 1) {
    found.mode = gpu_mode::in_process;
  }
  return found;
}

}  // namespace ark
