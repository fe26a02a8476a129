#include "executor/crash_signal.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>

#include "executor/crash_text.hpp"
#include "executor/fiber_context.hpp"
#include "executor/signal_handler.hpp"

namespace ark::executor {
namespace {

constexpr bool others_handle = built_with_asan || built_with_tsan;

void on_fault(int number, siginfo_t* info, void* context);

std::mutex change;
unsigned used = 0;
constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constinit std::array handlers{
    signal_handler(signals[0], on_fault), signal_handler(signals[1], on_fault),
    signal_handler(signals[2], on_fault), signal_handler(signals[3], on_fault)};

// initial-exec: the handler may not allocate.
thread_local constinit const std::atomic<lane*>* lane_of_thread
    __attribute__((tls_model("initial-exec"))) = nullptr;

struct sigaction default_action() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  return action;
}

const struct sigaction& earlier_of(int number) {
  const auto* found = std::find(signals.begin(), signals.end(), number);
  return handlers[static_cast<std::size_t>(found - signals.begin())].earlier();
}

/// Pass the signal on. A return from the handler repeats a fault, but not a signal that was sent.
void leave_to(int number, const struct sigaction& next, bool sent) {
  sigaction(number, &next, nullptr);
  if (sent) raise(number);
}

void report(const lane& running, int number, const siginfo_t& info, const void* context) {
  fault seen;
  seen.signal = number;
  seen.address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  seen.address_known = info.si_code != SI_KERNEL;
  seen.stack_pointer = context_stack_pointer(context);
  std::array<char, 1024> text;
  const std::size_t length = crash_text(text, running, seen);
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), length);
  // The lane's own stack may be nearly full, so the earlier handler runs on the signal stack, too.
  struct sigaction next = overflows_stack(running, seen) ? default_action() : earlier_of(number);
  next.sa_flags |= SA_ONSTACK;
  leave_to(number, next, false);
}

void pass_on(int number, siginfo_t* info, void* context, bool sent) {
  const struct sigaction& next = earlier_of(number);
  const bool calls_back = signal_handler::calls_back(next);
  if (sent && !calls_back && next.sa_handler == SIG_IGN) return;
  if (!calls_back || (next.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    leave_to(number, next, sent);
  } else {
    signal_handler::call(next, number, info, context);
  }
}

void on_fault(int number, siginfo_t* info, void* context) {
  const int saved = errno;
  const lane* running =
      lane_of_thread != nullptr ? lane_of_thread->load(std::memory_order_relaxed) : nullptr;
  const bool sent = info->si_code <= 0;  // sent by kill, raise or the like
  if (running != nullptr && !sent) {
    report(*running, number, *info, context);
  } else {
    pass_on(number, info, context, sent);
  }
  errno = saved;
}

// Includes room for the earlier handlers, some of which walk the stack; touched only when used.
constexpr std::size_t signal_stack_bytes = std::size_t{256} << 10;

std::size_t guard_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

crash_handlers::crash_handlers() {
  if (others_handle) return;
  const std::lock_guard lock(change);
  if (used == 0) {
    for (signal_handler& one : handlers) one.install();
  }
  ++used;
}

crash_handlers::~crash_handlers() {
  if (others_handle) return;
  const std::lock_guard lock(change);
  if (--used != 0) return;
  for (signal_handler& one : handlers) one.restore();
}

lane_thread::lane_thread(const std::atomic<lane*>& running) noexcept {
  if (others_handle) return;
  lane_of_thread = &running;
  const std::size_t bytes = guard_bytes() + signal_stack_bytes;
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) return;
  stack_t fresh{};
  fresh.ss_sp = static_cast<char*>(mapped) + guard_bytes();
  fresh.ss_size = signal_stack_bytes;
  if (mprotect(mapped, guard_bytes(), PROT_NONE) != 0 || sigaltstack(&fresh, nullptr) != 0) {
    munmap(mapped, bytes);
    return;
  }
  stack_ = mapped;
}

lane_thread::~lane_thread() {
  lane_of_thread = nullptr;
  if (stack_ == nullptr) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(stack_, guard_bytes() + signal_stack_bytes);
}

}  // namespace ark::executor
