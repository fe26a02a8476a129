// The name of a function, for messages.
#pragma once

#include <string>

namespace ark {

/// Its symbol if the dynamic linker knows one, else module and offset, else the address. Takes
/// microseconds; not for signal handlers.
std::string symbol_name(const void* function);

}  // namespace ark
