#include "process_end.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <ark/detail/failure/call_names.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/device/state/scope.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "bootstrap/mpi_bootstrap.hpp"
#include "error/failure_report.hpp"

namespace ark {

namespace {

/// State of the exit handler. Written by init and finalize, which one thread calls at a time.
struct {
  runtime* (*alive)() noexcept = nullptr;
  pid_t process = 0;  ///< a forked process inherits the handler
  bool in_order = false;
  bool has_lost_pe = false;
  std::uint64_t timeout_ns = 0;
} known;

std::atomic<bool> ending{false};

/// The first thread ends the process; a second one waits here.
void claim_the_end() {
  if (!ending.exchange(true)) return;
  for (;;) pause();
}

/// Flushing may wait for a lock, and MPI for a daemon: SIGALRM then ends the process.
void bound_the_end() {
  constexpr unsigned longest_s = 5;
  std::signal(SIGALRM, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  alarm(longest_s);
}

void print_and_flush(const std::string& line) {
  const std::string whole = "ark: " + detail::in_names_of_program(line) + "\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, whole.data(), whole.size());
  std::cout.flush();
  std::fflush(nullptr);
}

[[noreturn]] void end_process(const std::string& line, int status) {
  claim_the_end();
  bound_the_end();
  const int code = status == 0 ? 1 : status;
  print_and_flush(fmt::format("{}; the process ends with status {}", line, code));
  _exit(code);
}

void leave_early(runtime& pe, int status) {
  pe.leave_early();
  const auto record = failure_read(pe.state());
  const std::string after =
      record ? fmt::format(", after a failure: {}", failure_text(*record)) : std::string();
  end_process(fmt::format("PE {}: exit, or return from main, before ark::finalize: the other PEs "
                          "are notified that it is lost{}",
                          pe.state().pe, after),
              status);
}

void at_exit(int status, void* /*unused*/) {
  if (getpid() != known.process) return;
  if (ending.load()) return;  // MPI_Abort may call this handler
  if (const detail::lane_view* lane = detail::self(); lane != nullptr) {
    end_process(fmt::format("PE {}: exit was called inside a kernel, block {} thread {}: a kernel "
                            "ends by return, the job by ark_global_exit on the host",
                            lane->block->context->pe, device::place::block_index(),
                            device::place::thread_index()),
                status);
  }
  if (runtime* const pe = known.alive(); pe != nullptr) leave_early(*pe, status);
  if (!mpi_is_ours()) return;
  std::string missing = "a PE of the job was lost";
  if (!known.has_lost_pe && (known.in_order || mpi_all_arrived(known.timeout_ns, missing))) {
    mpi_finalize(known.timeout_ns);
    return;
  }
  end_process(fmt::format("MPI_Finalize is left out, it would wait for ever: {}", missing), status);
}

}  // namespace

void process_end_watch(runtime* (*alive)() noexcept) {
  if (known.alive != nullptr) return;
  known.alive = alive;
  known.process = getpid();
  on_exit(at_exit, nullptr);
}

void process_end_note(bool in_order, bool has_lost_pe, std::uint64_t timeout_ns) {
  known.in_order = in_order;
  known.has_lost_pe |= has_lost_pe;
  known.timeout_ns = timeout_ns;
}

void end_job(runtime& pe, const std::string& line, int status) {
  claim_the_end();
  bound_the_end();
  print_and_flush(line);
  pe.depart(liveness::departure::failed);
  pe.global_exit(status);
}

}  // namespace ark
