// Leaving one stack for another. The only code that knows how a processor keeps its place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark::executor {

/// Saves the caller's place in `*save` and continues at `to`, a place saved before or made by
/// context_make(). Callee-saved integer (and, on aarch64, vector) registers move along; the
/// floating-point control words do not, so a rounding mode belongs to the thread, never to a lane.
extern "C" void ark_context_switch(void** save, void* to);

/// Prepares `stack_top` (its highest address, 16-byte aligned) so that a switch to the returned
/// place calls `entry(argument)` on that stack. `entry` never returns.
void* context_make(void* stack_top, void (*entry)(void*), void* argument);

/// Where the stack pointer stood when a signal came, of the ucontext_t that its handler was given;
/// 0 where that is not known. Async-signal-safe.
std::uintptr_t context_stack_pointer(const void* of_signal);

}  // namespace ark::executor
