// assert and printf in kernels on the CPU executor. printf is the C library's.
#pragma once

#include <ark/detail/lane.hpp>
#include <cassert>
#include <cstdio>

/// assert for kernels. A lane whose expression is false prints file, line, block and thread; its
/// grid ends, and stream_sync reports errc::aborted. On a host thread the process ends, as with the
/// C library's. Not evaluated if NDEBUG is defined.
///
/// A plain assert means the same from here on in the file; <cassert> included later brings back the
/// C library's, which ends the process from a lane as well. ARK_ASSERT stays what it is.
#if defined(NDEBUG)
#define ARK_ASSERT(expression) (static_cast<void>(0))
#else
// The text comes from the outer macro: there its argument is still as it was written.
#define ARK_ASSERT_AS(expression, text)                         \
  (static_cast<bool>(expression)                                \
       ? static_cast<void>(0)                                   \
       : ::ark::detail::kernel_assert(text, __FILE__, __LINE__, \
                                      __extension__ __PRETTY_FUNCTION__))
#define ARK_ASSERT(expression) ARK_ASSERT_AS(expression, #expression)
#undef assert
#define assert(expression) ARK_ASSERT_AS(expression, #expression)
#endif
