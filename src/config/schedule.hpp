// The order in which the CPU executor runs lanes and transfers (ARK_SCHED).
#pragma once

#include <cstdint>
#include <string>

namespace ark {

/// The choice of the next ready lane (or DMA step).
enum class policy_kind : std::uint8_t {
  fifo,    ///< in order of arrival; the fastest policy
  random,  ///< uniform, from `seed`
  pct,     ///< random priorities with `depth` change points, from `seed`: finds starvation bugs
};

struct schedule {
  policy_kind kind = policy_kind::fifo;
  std::uint64_t seed = 1;
  unsigned depth = 3;  ///< pct only
};

/// Parses "fifo", "random[:seed]" or "pct:depth[:seed]"; throws ark::error{invalid_argument} naming
/// text and accepted forms.
schedule schedule_parse(const std::string& text);
std::string schedule_name(const schedule& value);

}  // namespace ark
