// How a function of <ark/ark.h> is defined. No exception may leave a function with C linkage: it
// ends the process with a message.
//
// The names of C are those of C++ functions: in a source of this library a function of C is
// ark_c_NAME, and NAME in the object file.
#pragma once

#include <ark/detail/call_names.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace ark::c_boundary {

/// "PE 2: " between init and finalize, else nothing.
inline std::string caller() noexcept {
  try {
    return initialized() ? "PE " + std::to_string(ark_my_pe()) + ": " : "";
  } catch (...) {
    return "";
  }
}

[[noreturn]] inline void end_process(const char* call, const char* why) {
  std::fprintf(stderr, "ark: %s%s: %s; the process ends with status %d\n", caller().c_str(), call,
               why, EXIT_FAILURE);
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

/// `name` of C is `call`.
#define ARK_C_CALL(result, name, parameters, call)                  \
  extern "C" ARK_API result ark_c_##name parameters __asm__(#name); \
  extern "C" result ark_c_##name parameters {                       \
    try {                                                           \
      return call;                                                  \
    } catch (...) {                                                 \
      ark::c_boundary::end_process_for_exception(#name);            \
    }                                                               \
  }
/// `name` of C is that of C++. The lists in include/ark/api are of this macro.
#define ARK_C_NAME(result, name, parameters, arguments) \
  ARK_C_CALL(result, name, parameters, ::name arguments)
#define ARK_C_COMPLEX(T) std::complex<T>
