// ark_perf compare: the rows of two JSON reports side by side, and whether the second is worse.
#pragma once

#include <string>

namespace ark_perf {

struct comparison {
  std::string text;  ///< a table, or what was wrong with the call
  int status = 0;    ///< 0: no row is worse; 1: at least one is; 2: the call cannot be carried out
};

/// Compares two files that `--format json` has written. A row is worse if its median is, by more
/// than `threshold` percent, and all of its repeats are worse than all of the old ones. Better rows
/// change nothing: the threshold is one-sided. A file that cannot be compared gives status 2.
[[nodiscard]] comparison compare_reports(const std::string& before, const std::string& after,
                                         double threshold);

}  // namespace ark_perf
