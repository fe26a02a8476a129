// A program that starts MPI itself, late, or not at all. The argument names the case; the last line
// says how it went.
//   start      ark starts MPI, twice          before     a call before init
//   order      finalize after MPI_Finalize    settings   ARK_* from the environment, which may be
//   bad threads    thread level by ark            killed     all ranks end by SIGKILL in the middle
#include <mpi.h>
#include <unistd.h>

#include <ark/ark.hpp>
#include <ark/mpi.hpp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace {

int say(const char* text) {
  if (ark::initialized() && ark_my_pe() != 0) return 0;
  std::printf("%s\n", text);
  return 0;
}

int expect_error(ark::errc code, void (*call)()) {
  try {
    call();
  } catch (const ark::error& problem) {
    std::printf("%s: %s\n", ark::errc_name(problem.code()), problem.what());
    return problem.code() == code ? 0 : 1;
  }
  std::printf("no error\n");
  return 1;
}

int start() {
  for (int round = 0; round < 2; ++round) {
    ark_init();
    auto* word = static_cast<int*>(ark_calloc(1, sizeof(int)));
    ark_int_p(word, 7, (ark_my_pe() + 1) % ark_n_pes());
    ark_barrier_all();
    if (*word != 7) return 1;
    ark_finalize();
  }
  return say("started twice");
}

int order() {
  MPI_Init(nullptr, nullptr);
  ark::init(MPI_COMM_WORLD);
  MPI_Finalize();
  return expect_error(ark::errc::wrong_state, [] { ark::finalize(); });
}

/// A handle in place of its address, where a program can confuse them.
int handle() {
  if constexpr (!std::is_pointer_v<MPI_Comm>) return say("no addresses");
  MPI_Init(nullptr, nullptr);
  const int failed = expect_error(ark::errc::invalid_argument, [] {
    MPI_Comm world = MPI_COMM_WORLD;
    const void* itself = nullptr;
    std::memcpy(&itself, &world, sizeof itself < sizeof world ? sizeof itself : sizeof world);
    ark::detail::init_on_mpi(itself, {}, {});
  });
  MPI_Finalize();
  return failed;
}

/// As started by an mpirun of another MPI.
int alone() {
  unsetenv("OMPI_COMM_WORLD_SIZE");
  setenv("PMI_SIZE", "2", 1);
  ark::init();
  ark::finalize();
  return 0;
}

/// ark has a communicator of its own: the user's may go at once.
int freed() {
  MPI_Init(nullptr, nullptr);
  for (int round = 0; round < 2; ++round) {
    MPI_Comm mine = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    ark::init(mine);
    MPI_Comm_free(&mine);
    auto* word = static_cast<int*>(ark_calloc(1, sizeof(int)));
    ark_int_p(word, 7, (ark_my_pe() + 1) % ark_n_pes());
    ark_barrier_all();
    if (word == nullptr || *word != 7) return 1;
    ark_free(word);
    ark::finalize();
  }
  MPI_Finalize();
  return say("goes on without the user's communicator");
}

int before() {
  const int first = expect_error(ark::errc::not_initialized, [] { ark_barrier_all(); });
  return first + expect_error(ark::errc::wrong_state, [] { ark::init(MPI_COMM_WORLD); });
}

int settings() {
  const int status = expect_error(ark::errc::invalid_argument, [] { ark::init(); });
  return status;
}

int threads() {
  int provided = -1;
  if (ark_init_thread(ARK_THREAD_SERIALIZED, &provided) != 0 || provided < ARK_THREAD_SERIALIZED)
    return 1;
  ark_finalize();
  int ignored = -1;
  if (ark_init_thread(17, &ignored) == 0)
    std::printf("level 17 is only looked at when ark starts MPI\n");
  if (ark::initialized()) ark_finalize();
  return say("threads ok");
}

/// MPI runs with less than ark_init_thread asks for: a warning, an error under ARK_STRICT=1.
int level() {
  int provided = -1;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
  if (provided != MPI_THREAD_SINGLE) return 77;
  const int code = ark_init_thread(ARK_THREAD_MULTIPLE, &provided);
  if (code == 0 && provided == ARK_THREAD_SINGLE) std::printf("started with less\n");
  if (code == static_cast<int>(ark::errc::unsupported)) std::printf("refused\n");
  if (code == 0) ark_finalize();
  MPI_Finalize();
  return 0;
}

int killed() {
  ark::init();
  auto* words = static_cast<int*>(ark_calloc(1 << 20, sizeof(int)));
  ark_int_p(words, 1, (ark_my_pe() + 1) % ark_n_pes());
  ark_barrier_all();
  std::printf("ready to be killed\n");
  std::fflush(stdout);
  return ::raise(SIGKILL);
}

}  // namespace

int main(int argc, char** argv) {
  const struct {
    const char* name;
    int (*run)();
  } cases[] = {{"start", start},     {"order", order}, {"before", before}, {"settings", settings},
               {"threads", threads}, {"level", level}, {"killed", killed}, {"freed", freed},
               {"handle", handle},   {"alone", alone}};
  for (const auto& one : cases) {
    if (argc == 2 && std::strcmp(argv[1], one.name) == 0) return one.run();
  }
  std::fprintf(stderr,
               "usage: %s start|order|before|settings|threads|level|killed|freed|handle|alone\n",
               argv[0]);
  return 2;
}
