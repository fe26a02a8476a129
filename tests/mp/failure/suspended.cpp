// Waits in which the whole job is suspended, and a job that loses a process before MPI starts.
//   suspended barrier|kernel|growth FILE   PE 1 comes when FILE exists
//   suspended start FAULT                  rank 1 never calls ark::init: sleep, stop, exit or kill
#include <unistd.h>

#include <ark/ark.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

ARK_GLOBAL void wait_for_word(std::uint64_t* word) { ark_signal_wait_until(word, ARK_CMP_EQ, 1); }

void come_late(const char* file) {
  std::printf("PE %d is process %d\n", ark_my_pe(), static_cast<int>(getpid()));
  std::fflush(stdout);
  while (ark_my_pe() == 1 && access(file, F_OK) != 0) usleep(10'000);
}

int wait_for(const std::string& what, const char* file) {
  const ark::session session;
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  if (what == "kernel" && ark_my_pe() == 0) ark::launch({1, 1}, wait_for_word, word);
  come_late(file);
  if (what == "kernel" && ark_my_pe() == 1) ark_uint64_p(word, 1, 0);
  if (what == "kernel") ark::device_sync();
  if (what == "barrier") ark_barrier_all();
  if (what == "growth" && ark_malloc(std::size_t{96} << 20) == nullptr) return 3;
  const int status = ark_status();
  return status;
}

/// What remains of the process goes after a while, so that mpirun ends.
void end_after(unsigned seconds) {
  const pid_t self = getpid();
  if (fork() != 0) return;
  sleep(seconds);
  kill(self, SIGKILL);
  _exit(0);
}

void fail(const std::string& fault) {
  end_after(8);
  if (fault == "stop") raise(SIGSTOP);
  if (fault == "kill") raise(SIGKILL);
  if (fault == "exit") _exit(0);
  sleep(30);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string what = argv[1];
  if (what != "start") return wait_for(what, argv[2]);
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank != nullptr && std::string(rank) == "1") fail(argv[2]);
  const ark::session session;
  return 0;
}
