#include "single_step.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace ark::testing {
namespace {

/// Written by the tracer before the thread goes on, or by the thread.
struct shared {
  std::uint64_t steps;
  int error;
};
shared* common = nullptr;

/// A thread begins and ends its steps by this.
void stop() { syscall(SYS_tgkill, getpid(), gettid(), SIGSTOP); }

void end_trace(pid_t thread) { ptrace(PTRACE_DETACH, thread, nullptr, nullptr); }

void step(pid_t thread, int signal) {
  if (ptrace(PTRACE_SINGLESTEP, thread, nullptr, signal) == 0) return;
  common->error = errno;
  end_trace(thread);
}

/// Until the child has ended.
int trace(pid_t child) {
  pid_t stepped = 0;
  for (;;) {
    int status = 0;
    const pid_t who = waitpid(-1, &status, __WALL);
    if (who < 0) throw std::system_error(errno, std::generic_category(), "single_step: waitpid");
    if (who == child && WIFEXITED(status)) return WEXITSTATUS(status);
    if (who == child && WIFSIGNALED(status)) return 128 + WTERMSIG(status);
    if (!WIFSTOPPED(status)) continue;
    const int signal = WSTOPSIG(status);
    if (signal == SIGSTOP && stepped != who) {
      stepped = who;
      common->steps = 0;
      step(who, 0);
    } else if (signal == SIGSTOP || (signal == SIGTRAP && ++common->steps == most_steps)) {
      stepped = 0;
      end_trace(who);
    } else {
      step(who, signal == SIGTRAP ? 0 : signal);
    }
  }
}

}  // namespace

int with_tracer(const std::function<int()>& program) {
  void* const page =
      mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(), "single_step: mmap");
  common = new (page) shared{};
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "single_step: fork");
  if (child > 0) return trace(child);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int result = program();
  std::fflush(nullptr);
  _exit(result);
}

std::optional<std::uint64_t> instructions_of(const std::function<void()>& body) {
  const auto run = [](const std::function<void()>& steps) -> std::optional<std::uint64_t> {
    common->error = 0;
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
      common->error = errno;
      return {};
    }
    stop();
    steps();
    if (common->error == 0 && common->steps < most_steps) stop();
    if (common->error != 0 || common->steps >= most_steps) return {};
    return common->steps;
  };
  static const std::optional<std::uint64_t> none = run([] {});  // what this takes itself
  if (!none) return {};
  const std::optional<std::uint64_t> all = run(body);
  return all ? std::optional(*all - *none) : std::nullopt;
}

std::string why_not() {
  return common->error != 0
             ? std::string("no thread can be traced here: ") + std::strerror(common->error)
             : "more than " + std::to_string(most_steps) + " instructions";
}

}  // namespace ark::testing
