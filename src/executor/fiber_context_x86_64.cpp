// Context switch for x86-64, System V calling convention.
#include <ucontext.h>

#include <cstdint>

#include "executor/fiber_context.hpp"

// The switch ends in `ret`, not in a jump: lanes of one kernel yield at the same instruction, so
// the return-stack predictor is nearly always right. A fresh stack starts in ark_context_start,
// whose frame says "no caller" to debuggers.
asm(R"(
.text
.p2align 4
.globl ark_context_switch
.hidden ark_context_switch
.type ark_context_switch, @function
ark_context_switch:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  .cfi_adjust_cfa_offset -8
  popq %r14
  .cfi_adjust_cfa_offset -8
  popq %r13
  .cfi_adjust_cfa_offset -8
  popq %r12
  .cfi_adjust_cfa_offset -8
  popq %rbx
  .cfi_adjust_cfa_offset -8
  popq %rbp
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
.size ark_context_switch, .-ark_context_switch

.p2align 4
.hidden ark_context_start
.globl ark_context_start
.type ark_context_start, @function
ark_context_start:
  .cfi_startproc
  .cfi_undefined %rip
  movq %r12, %rdi
  callq *%rbx
  ud2
  .cfi_endproc
.size ark_context_start, .-ark_context_start
)");

extern "C" void ark_context_start();

namespace ark::executor {
namespace {

// The registers that ark_context_switch pops, in that order.
struct initial_frame {
  std::uint64_t r15 = 0, r14 = 0, r13 = 0;
  void* r12_argument = nullptr;
  void (*rbx_entry)(void*) = nullptr;
  std::uint64_t rbp = 0;
  void (*return_address)() = ark_context_start;
  std::uint64_t no_caller = 0;
};
static_assert(sizeof(initial_frame) == 64);

}  // namespace

void* context_make(void* stack_top, void (*entry)(void*), void* argument) {
  // After the return address is popped, the stack pointer must be 16-byte aligned, as before any
  // call.
  constexpr std::size_t below_top = sizeof(initial_frame) + 8;
  auto* frame = reinterpret_cast<initial_frame*>(static_cast<char*>(stack_top) - below_top);
  *frame = initial_frame{};
  frame->r12_argument = argument;
  frame->rbx_entry = entry;
  return frame;
}

std::uintptr_t context_stack_pointer(const void* of_signal) {
  return static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(of_signal)->uc_mcontext.gregs[REG_RSP]);
}

}  // namespace ark::executor
