// Jobs without a launcher: this process creates the id, and starts itself again as each PE.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ark/ark.hpp>
#include <ark/info.hpp>
#include <ark/unique_id.hpp>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

using testing::HasSubstr;

const ark::settings limits{{"ARK_TIMEOUT", "40s"}};

std::string to_hex(const ark::unique_id& id) {
  std::string text;
  for (const std::byte each : id.bytes) {
    std::array<char, 3> two{};
    std::snprintf(two.data(), two.size(), "%02x", std::to_integer<unsigned>(each));
    text += two.data();
  }
  return text;
}

ark::unique_id from_hex(const std::string& text) {
  ark::unique_id id;
  for (std::size_t i = 0; i < id.bytes.size(); ++i)
    id.bytes[i] = static_cast<std::byte>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  return id;
}

/// Every PE adds itself to its neighbour. True if that is right.
bool ring() {
  const int pe = ark_my_pe(), pes = ark_n_pes();
  auto* const word = static_cast<int*>(ark_calloc(1, sizeof(int)));
  ark_int_p(word, pe + 1, (pe + 1) % pes);
  ark_barrier_all();
  return *word == (pe + pes - 1) % pes + 1;
}

/// A PE of the job, in a process of its own.
int run_pe(const std::string& what, int rank, int n_pes, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    ark::init_with_unique_id(rank, n_pes, from_hex(id), limits);
    if (!ring() || ark_my_pe() != rank || ark_n_pes() != n_pes) return 1;
    if (rank == 0) std::puts(ark::environment_report().c_str());
    if (what == "killed" + std::to_string(rank)) raise(SIGKILL);
    if (what == "global_exit" && rank == 2) ark_global_exit(7);
    if (what != "ring") {
      ark_barrier_all();
      std::puts("past the barrier");
    }
    ark::finalize();
  }
  return 0;
}

struct ending {
  int status = -1;  ///< as a shell has it
  std::string output;
};

/// A job of `n_pes` processes; `ids`: for each life one.
std::vector<ending> run_job(const char* what, int n_pes, const std::vector<ark::unique_id>& ids) {
  std::vector<pid_t> processes;
  std::vector<int> pipes;
  for (int rank = 0; rank < n_pes; ++rank) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    std::vector<std::string> words{"pe", "pe", what, std::to_string(rank), std::to_string(n_pes)};
    for (const auto& id : ids) words.push_back(to_hex(id));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = fork();  // which allocates nothing: the identifiers have threads
    if (child == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      execv("/proc/self/exe", arguments.data());
      _exit(127);
    }
    close(ends[1]);
    processes.push_back(child);
    pipes.push_back(ends[0]);
  }
  std::vector<ending> found(processes.size());
  for (std::size_t i = 0; i < processes.size(); ++i) {
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = read(pipes[i], part.data(), part.size())) > 0;)
      found[i].output.append(part.data(), static_cast<std::size_t>(got));
    close(pipes[i]);
    int status = 0;
    waitpid(processes[i], &status, 0);
    found[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return found;
}

TEST(UniqueIdStart, ProcessesWithoutALauncherFormAJob) {
  const auto found = run_job("ring", 3, {ark::get_unique_id()});
  for (const ending& each : found) EXPECT_EQ(each.status, 0) << each.output;
  EXPECT_THAT(found[0].output, HasSubstr("bootstrap: unique id ("));
}

TEST(UniqueIdStart, AnotherIdStartsAnotherLife) {
  for (const ending& each : run_job("ring", 2, {ark::get_unique_id(), ark::get_unique_id()}))
    EXPECT_EQ(each.status, 0) << each.output;
}

TEST(UniqueIdStart, AJobEndsWithThePeThatIsKilled) {
  for (const std::size_t killed : {0u, 1u}) {  // the center of the exchanges, and another one
    const auto found =
        run_job(("killed" + std::to_string(killed)).c_str(), 3, {ark::get_unique_id()});
    std::string all;
    for (const ending& each : found) all += each.output;
    for (std::size_t pe = 0; pe < found.size(); ++pe)
      EXPECT_EQ(found[pe].status, pe == killed ? 128 + SIGKILL : 1) << all;
    EXPECT_THAT(all, HasSubstr("peer PE " + std::to_string(killed)));
    EXPECT_THAT(all, Not(HasSubstr("past the barrier")));
  }
}

TEST(UniqueIdStart, GlobalExitEndsAllProcessesWithItsStatus) {
  for (const ending& each : run_job("global_exit", 3, {ark::get_unique_id()}))
    EXPECT_EQ(each.status, 7) << each.output;
}

TEST(UniqueIdStart, TheCreatorMayBeAPe) {
  const ark::unique_id id = ark::get_unique_id();
  const std::string text = to_hex(id);
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "pe", "pe", "ring", "1", "2", text.c_str(), nullptr);
    _exit(127);
  }
  ark::init_with_unique_id(0, 2, id, limits);
  EXPECT_TRUE(ring());
  int level = -1;
  ark_query_thread(&level);
  EXPECT_EQ(level, ARK_THREAD_MULTIPLE);
  ark::finalize();
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 5 && std::string_view(argv[1]) == "pe")
    return run_pe(argv[2], std::stoi(argv[3]), std::stoi(argv[4]), {argv + 5, argv + argc});
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
