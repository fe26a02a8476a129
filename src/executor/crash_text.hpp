// The line about a kernel that ends the process: written inside a signal handler, without
// allocation, locks or the C library's formatting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "executor/grid.hpp"

namespace ark::executor {

/// What a handler of SIGSEGV, SIGBUS, SIGFPE or SIGILL receives.
struct fault {
  int signal = 0;
  std::uintptr_t address = 0;        ///< SIGFPE and SIGILL: address of the instruction
  bool address_known = true;         ///< false: not canonical, so the processor reports none
  std::uintptr_t stack_pointer = 0;  ///< 0 if unknown
};

/// True if `running` has used more than its stack. Async-signal-safe.
[[nodiscard]] bool overflows_stack(const lane& running, const fault& seen) noexcept;

/// Writes the line, newline included, to `out`; text that does not fit is cut. Returns its length.
/// Async-signal-safe: reads only the lane, its block, grid and PE context.
std::size_t crash_text(std::span<char> out, const lane& running, const fault& seen) noexcept;

}  // namespace ark::executor
