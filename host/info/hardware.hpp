// Looking at the machine.
#pragma once

#include <string>

#include "info/facts.hpp"

namespace ark {

/// Reads files below `root` ("/", or a tree that a test has made) and asks the system for the rest.
/// What cannot be read is left empty; never throws for that.
[[nodiscard]] hardware_facts hardware_read(const std::string& root = "/");

}  // namespace ark
