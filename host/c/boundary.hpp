// No exception may leave a function with C linkage: it ends the process with a message.
#pragma once

#include <ark/detail/call_names.hpp>
#include <ark/host.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace ark::c_boundary {

[[noreturn]] inline void end_process(const char* call, const char* why) {
  std::fprintf(stderr, "ark: %s: %s; the process ends with status %d\n", call, why, EXIT_FAILURE);
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);  // the handlers of exit would wait for other PEs
}

/// Called from a catch block.
[[noreturn, gnu::cold]] inline void end_process_for_exception(const char* call) {
  try {
    throw;
  } catch (const ark::error& problem) {
    const std::string text = std::string(ark::errc_name(problem.code())) + ": " + problem.what();
    end_process(call, detail::in_names_of_program(text).c_str());
  } catch (const std::exception& problem) {
    end_process(call, problem.what());
  }
}

}  // namespace ark::c_boundary
