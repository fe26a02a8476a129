// A PE of the job that will not do anything any more.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace ark {

struct lost_pe {
  int pe = -1;
  std::string how;     ///< "its process has ended", ...
  bool ended = false;  ///< its process is known to have ended: it will not come back
};

/// The first PE known to be lost, if one is. Any thread; cheap.
using lost_query = std::function<std::optional<lost_pe>()>;

}  // namespace ark
