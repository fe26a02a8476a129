// Reads the hardware of the machine.
#pragma once

#include <string>

#include "info/facts.hpp"

namespace ark {

/// Reads files below `root` ("/", or a tree that a test has made) and queries the system. Values
/// that cannot be read are empty; never throws for that.
[[nodiscard]] hardware_facts hardware_read(const std::string& root = "/");

}  // namespace ark
