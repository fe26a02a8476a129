#include "error/symbol_name.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/core.h>

#include <cstdlib>
#include <memory>

namespace ark {

std::string symbol_name(const void* function) {
  Dl_info found;
  if (dladdr(function, &found) == 0) return fmt::format("{}", function);
  if (found.dli_sname == nullptr) {
    return fmt::format(
        "{}+{:#x}", found.dli_fname,
        static_cast<const char*>(function) - static_cast<const char*>(found.dli_fbase));
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(found.dli_sname, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : found.dli_sname;
}

}  // namespace ark
