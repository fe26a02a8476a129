// The switch from one stack to another. The only code that depends on a processor's registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark::executor {

/// Saves the caller's context in `*save` and continues at `to`, a context saved earlier or made by
/// context_make(). Callee-saved integer (and, on aarch64, vector) registers are switched; the
/// floating-point control words are not, so a rounding mode belongs to the thread, never to a lane.
extern "C" void ark_context_switch(void** save, void* to);

/// Prepares `stack_top` (the stack's highest address, 16-byte aligned) so that a switch to the
/// returned context calls `entry(argument)` on that stack. `entry` never returns.
void* context_make(void* stack_top, void (*entry)(void*), void* argument);

/// The stack pointer at the time of a signal, from the ucontext_t that the handler received; 0 if
/// unknown. Async-signal-safe.
std::uintptr_t context_stack_pointer(const void* of_signal);

}  // namespace ark::executor
