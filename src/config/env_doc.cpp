// Prints docs/environment.md.
#include <cstdio>

#include "config/config.hpp"

int main() { std::fputs(ark::config_documentation().c_str(), stdout); }
