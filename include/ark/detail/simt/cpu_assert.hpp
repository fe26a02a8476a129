// assert, __trap and printf in kernels on the CPU executor. printf is the C library's.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <cassert>
#include <cstdio>

/// assert for kernels. A lane whose expression is false prints file, line, block and thread; its
/// grid ends, and stream_sync reports errc::aborted. On a host thread the process ends, as with the
/// C library's assert. Not evaluated if NDEBUG is defined.
///
/// A plain assert means the same from here on in the file. If <cassert> is included later, assert
/// is the C library's again and ends the process from a lane as well. ARK_ASSERT does not change.
#if defined(NDEBUG)
#define ARK_ASSERT(expression) (static_cast<void>(0))
#else
// The outer macro makes the text: there the argument is not yet expanded.
#define ARK_ASSERT_AS(expression, text)                         \
  (static_cast<bool>(expression)                                \
       ? static_cast<void>(0)                                   \
       : ::ark::detail::kernel_assert(text, __FILE__, __LINE__, \
                                      __extension__ __PRETTY_FUNCTION__))
#define ARK_ASSERT(expression) ARK_ASSERT_AS(expression, #expression)
#undef assert
#define assert(expression) ARK_ASSERT_AS(expression, #expression)
#endif

/// End the grid: stream_sync reports errc::aborted. On a host thread the process ends.
[[noreturn]] inline void __trap(const char* file = __builtin_FILE(),
                                unsigned line = __builtin_LINE(),
                                const char* function = __builtin_FUNCTION()) {
  ark::detail::kernel_assert("__trap()", file, line, function);
}
