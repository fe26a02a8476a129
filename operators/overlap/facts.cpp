// The line of ark_info about measurements for overlap::plan().
#include <ark/overlap/planner.hpp>

#include "describe.hpp"

namespace ark {

overlap_facts describe_overlap(const job_layout& job) {
  overlap_facts facts;
  facts.path = overlap::cache_path(static_cast<int>(job.members.size()), job.hosts());
  if (facts.path.empty()) {
    facts.why = "neither XDG_CACHE_HOME nor HOME is set";
    return facts;
  }
  try {
    const overlap::calibration kept = overlap::read(facts.path);
    facts.calibrated = true;
    facts.machine = kept.machine;
    facts.cores = kept.cores;
    facts.version = kept.version;
  } catch (const error& none) {
    facts.why = none.what();
  }
  return facts;
}

}  // namespace ark
