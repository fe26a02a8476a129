// Context switch for aarch64, AAPCS64.
#include <ucontext.h>

#include <cstdint>

#include "executor/fiber_context.hpp"

asm(R"(
.text
.p2align 4
.globl ark_context_switch
.hidden ark_context_switch
.type ark_context_switch, %function
ark_context_switch:
  .cfi_startproc
  sub sp, sp, #160
  .cfi_adjust_cfa_offset 160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  .cfi_adjust_cfa_offset -160
  ret
  .cfi_endproc
.size ark_context_switch, .-ark_context_switch

.p2align 4
.hidden ark_context_start
.globl ark_context_start
.type ark_context_start, %function
ark_context_start:
  .cfi_startproc
  .cfi_undefined x30
  mov x0, x20
  blr x19
  brk #1
  .cfi_endproc
.size ark_context_start, .-ark_context_start
)");

extern "C" void ark_context_start();

namespace ark::executor {
namespace {

// The registers that ark_context_switch loads.
struct initial_frame {
  void (*x19_entry)(void*) = nullptr;
  void* x20_argument = nullptr;
  std::uint64_t x21_to_x28[8] = {};
  std::uint64_t x29 = 0;
  void (*x30_return)() = ark_context_start;
  std::uint64_t d8_to_d15[8] = {};
};
static_assert(sizeof(initial_frame) == 160);

}  // namespace

void* context_make(void* stack_top, void (*entry)(void*), void* argument) {
  auto* frame =
      reinterpret_cast<initial_frame*>(static_cast<char*>(stack_top) - sizeof(initial_frame));
  *frame = initial_frame{};
  frame->x19_entry = entry;
  frame->x20_argument = argument;
  return frame;
}

std::uintptr_t context_stack_pointer(const void* of_signal) {
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(of_signal)->uc_mcontext.sp);
}

}  // namespace ark::executor
