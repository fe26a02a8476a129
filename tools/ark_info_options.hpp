// The command line of ark_info.
#pragma once

#include <optional>

#include "launcher.hpp"

namespace ark {

/// Exit status for a bad argument, a bad ARK_* value or an unknown name.
inline constexpr int info_usage_status = 2;

/// What was asked for.
struct info_request {
  bool json = false, environment = false, routes = false;
  int local_pes = 0;  ///< 0: a job if a launcher has started one, else one PE
};

/// Reads the arguments into `asked`. An exit status if that was all there is to do: after --help,
/// or for a bad argument. Rank 0 of a job prints the text of either and has the status.
[[nodiscard]] std::optional<int> info_read_options(int argc, char** argv, const launcher& started,
                                                   info_request& asked);

}  // namespace ark
