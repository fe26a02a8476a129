// Limits of this host: CPUs, lanes.
#include "executor/host_limits.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "executor/sanitizer.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t tsan_lanes =
    8000;  // libtsan ends the process beyond 8128 threads and fibers
constexpr std::uint64_t bytes_per_lane = 4608;

unsigned allowed_cpus() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof(mask), &mask) != 0) return 1;
  return std::max(1, CPU_COUNT(&mask));
}

}  // namespace

unsigned workers_default(unsigned local_pes) {
  return std::max(1u, allowed_cpus() / std::max(1u, local_pes));
}

unsigned spin_rounds_default(unsigned local_pes) {
  constexpr unsigned alone = 100;
  // A launcher that binds each PE to one CPU leaves a mask of one; then the host's CPUs count.
  const unsigned allowed = allowed_cpus();
  const auto online = static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  return local_pes > (allowed == 1 ? online : allowed) ? crowded_spin_rounds : alone;
}

lane_limit resident_lanes(const options& opts) {
  const auto memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  lane_limit limit{memory / 4 * 3 / bytes_per_lane / opts.processes,
                   opts.processes == 1
                       ? "three quarters of this host's memory at 4.5 KB a lane"
                       : "three quarters of this host's memory at 4.5 KB a lane, divided by the "
                         "processes of PEs"};
  const auto lower = [&](std::uint64_t lanes, const char* why) {
    if (lanes < limit.lanes) limit = {lanes, why};
  };
  if (built_with_tsan)
    lower(tsan_lanes, "ThreadSanitizer, which ends the process beyond 8128 threads and fibers");
  if (opts.max_resident_lanes != 0) lower(opts.max_resident_lanes, "options.max_resident_lanes");
  return limit;
}

}  // namespace ark::executor
