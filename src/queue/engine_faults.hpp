// An engine that misbehaves on purpose. For tests.
#pragma once

#include <cstdint>

namespace ark {

/// What goes wrong. Descriptors count from 1, over all rings of the engine, in the order in which
/// it takes them; 0 means never.
struct engine_faults {
  std::uint64_t fail = 0;             ///< the n-th is not carried out: errc::engine_failed
  std::uint64_t drop_completion = 0;  ///< the n-th is delivered, and never becomes `done`
  unsigned delay = 0;  ///< after each descriptor this many calls of progress() do nothing
  int cut = -1;        ///< nothing moves to or from this PE, and nobody says so
};

}  // namespace ark
