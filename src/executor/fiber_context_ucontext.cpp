// Context switch through ucontext: works on any processor, about forty times slower (two system
// calls per switch).
#include <ucontext.h>

#include <cstdint>

#include "executor/fiber_context.hpp"

namespace ark::executor {
namespace {

// Pointers are passed as two ints: makecontext guarantees no wider arguments.
struct split_pointer {
  unsigned low, high;
};

split_pointer split(const void* pointer) {
  const auto bits = reinterpret_cast<std::uintptr_t>(pointer);
  return {static_cast<unsigned>(bits),
          static_cast<unsigned>(static_cast<std::uint64_t>(bits) >> 32)};
}

void* join(unsigned low, unsigned high) {
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>((std::uint64_t{high} << 32) | low));
}

void start(unsigned entry_low, unsigned entry_high, unsigned argument_low, unsigned argument_high) {
  auto entry = reinterpret_cast<void (*)(void*)>(join(entry_low, entry_high));
  entry(join(argument_low, argument_high));
  __builtin_trap();
}

}  // namespace

// The saved context is the ucontext_t itself, on the stack that is left.
extern "C" void ark_context_switch(void** save, void* to) {
  ucontext_t here;
  *save = &here;
  swapcontext(&here, static_cast<ucontext_t*>(to));
}

void* context_make(void* stack_top, void (*entry)(void*), void* argument) {
  constexpr std::size_t frame_bytes = 2048;  // for the first frame; the stack continues below it
  const auto place =
      (reinterpret_cast<std::uintptr_t>(stack_top) - sizeof(ucontext_t)) & ~std::uintptr_t{63};
  auto* context = reinterpret_cast<ucontext_t*>(place);
  getcontext(context);
  // makecontext only needs the top; the stack pool knows the real low end.
  context->uc_stack.ss_sp = reinterpret_cast<char*>(place) - frame_bytes;
  context->uc_stack.ss_size = frame_bytes;
  context->uc_link = nullptr;
  const split_pointer code = split(reinterpret_cast<const void*>(entry));
  const split_pointer data = split(argument);
  makecontext(context, reinterpret_cast<void (*)()>(start), 4, code.low, code.high, data.low,
              data.high);
  return context;
}

std::uintptr_t context_stack_pointer(const void*) { return 0; }

}  // namespace ark::executor
