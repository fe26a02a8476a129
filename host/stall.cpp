// The marks of <ark/stall.h>: empty functions, which the profiler ark_stall replaces when the
// program is loaded. Weak, because each library that a program may be linked with alone has them.
#include <ark/stall.h>

#include <ark/detail/platform/portability.hpp>

extern "C" {

[[gnu::weak]] ARK_API void ark_stall_iteration(void) {}
[[gnu::weak]] ARK_API void ark_stall_phase(const char* /*name*/) {}
}
