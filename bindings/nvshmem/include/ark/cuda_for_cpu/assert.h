// The C library's header, whose assert is the kernels' one after <ark/simt.hpp>. Without a guard:
// it may be included again, for another NDEBUG.
#pragma GCC system_header  // #include_next is an extension
#include_next <assert.h>

#if defined(ARK_ASSERT_AS) && !defined(NDEBUG)
#undef assert
#define assert(expression) ARK_ASSERT_AS(expression, #expression)
#endif
