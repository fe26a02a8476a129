#include "start_settings.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "error/log.hpp"

namespace ark {

start_settings::start_settings(const settings& overrides)
    : read(config_read(environ, overrides)), downgrades(read.values.strict) {
  log_level_set(*log_level_parse(read.values.log));
  for (const unknown_variable& one : read.unknown) {
    downgrades.downgrade(one.name, fmt::format("'{}'", one.value), "ignored",
                         "not a variable of ark",
                         fmt::format("use the nearest known name, {}", one.nearest));
  }
}

}  // namespace ark
