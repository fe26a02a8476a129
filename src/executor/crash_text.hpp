// The line on a kernel in which the process ends: made inside a signal handler, without memory,
// locks or the C library's formatting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "executor/grid.hpp"

namespace ark::executor {

/// What a handler of SIGSEGV, SIGBUS, SIGFPE or SIGILL knows.
struct fault {
  int signal = 0;
  std::uintptr_t address = 0;        ///< of SIGFPE and SIGILL: the instruction's
  bool address_known = true;         ///< false: no canonical address, the processor gives none
  std::uintptr_t stack_pointer = 0;  ///< 0 where not known
};

/// True if `running` has used more than its stack. Async-signal-safe.
[[nodiscard]] bool overflows_stack(const lane& running, const fault& seen) noexcept;

/// Writes the line, newline included, to `out`; what does not fit is left out. Returns its length.
/// Async-signal-safe: reads the lane, its block, grid and PE context only.
std::size_t crash_text(std::span<char> out, const lane& running, const fault& seen) noexcept;

}  // namespace ark::executor
