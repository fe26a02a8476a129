#include "pe_core.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "error/log.hpp"
#include "executor/sanitizer.hpp"

// Null if the process has no ThreadSanitizer.
extern "C" [[gnu::weak]] void __tsan_init();

namespace ark {

start_settings::start_settings(const settings& overrides)
    : read(config_read(environ, overrides)), downgrades(read.values.strict) {
  log_level_set(*log_level_parse(read.values.log));
  for (const unknown_variable& one : read.unknown) {
    downgrades.downgrade(one.name, fmt::format("'{}'", one.value), "ignored",
                         "not a variable of ark", one.advice);
  }
  if (&__tsan_init != nullptr && !executor::built_with_tsan) {
    downgrades.downgrade("ThreadSanitizer", "reports on the program", "crashes and false reports",
                         "libark was built without it, so it does not track lanes and their order",
                         "build ark with cmake --preset tsan and link the program with that");
  }
}

}  // namespace ark
