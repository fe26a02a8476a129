// Tests one after the other, as one PE sees them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ark_perf_options.hpp"
#include "report.hpp"
#include "shared_launches.hpp"

namespace ark_perf {

/// Consecutive tests that run in one session of the library, because they want the same route.
struct test_group {
  std::optional<route_kind> route;
  std::vector<const test_info*> tests;
};
std::vector<test_group> group_tests(const options& opts);

/// Empty, or why `opts` cannot run on so many PEs.
std::string check_pes(const options& opts, int n_pes);

/// `opts` with the tests that can run where this program's kernels do. Each of the others is noted,
/// with its reason.
options leave_out_unfit(options opts);

/// A run so far, as a PE sees it.
struct run_progress {
  report* out = nullptr;     ///< PE 0's; null on the others
  std::string test = {};     ///< that runs
  std::uint64_t errors = 0;  ///< that --check has found on all PEs
};

/// Run a group inside a session of the library. Collective; `launches` is null where the PEs are
/// not in one process. Throws ark::error after a failure; the other PEs have been told then.
void run_group(const test_group& group, const options& opts, shared_launches* launches,
               run_progress& progress);

}  // namespace ark_perf
