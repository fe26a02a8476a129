// Failures of ark as Python exceptions.
#pragma once

#include <nanobind/nanobind.h>

#include <ark/order.hpp>
#include <string>

namespace ark::python {

namespace nb = nanobind;

/// Throws the exception of the calling PE's first failure.
[[noreturn]] void raise_failure(errc code);
/// Throws an exception with the values of a wait, for a timeout that is not a failure of the PE.
[[noreturn]] void raise_timeout(const char* call, const void* word, int cmp, std::uint64_t expected,
                                std::uint64_t seen);
/// Throws an exception of a kernel of `pe`, with its cause in Python.
[[noreturn]] void raise_caused(errc code, const std::string& text, int pe,
                               const std::string& kernel, nb::handle cause);

/// Throws the failure that ended a call, or the exception of a signal handler that did; after a
/// failure of the PE, also where the call itself had nothing to do.
inline void require(errc code) {
  if (code == errc::ok) code = status();
  if (code != errc::ok) [[unlikely]]
    raise_failure(code);
}
void register_errors(nb::module_& module);

}  // namespace ark::python
