// ark_perf compare: the rows of two JSON reports side by side, and whether the second is worse.
#pragma once

#include <string>
#include <vector>

namespace ark_perf {

struct comparison {
  std::string text;  ///< a table, or what was wrong with the call
  int status = 0;    ///< 0: no row is worse; 1: at least one is; 2: the call cannot be carried out
};

/// `arguments`: what follows `compare` on the command line. A row is worse if its median is, by
/// more than the threshold, and all of its repeats are worse than all of the old ones. Better rows
/// change nothing: the threshold is one-sided.
[[nodiscard]] comparison compare_reports(const std::vector<std::string>& arguments);

}  // namespace ark_perf
