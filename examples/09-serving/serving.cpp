// A server for batched inference by two small models, one for each of two tenants.
// Run: mpirun -n 2 serving PLAN, for example short.plan
//      serving weights FOLDER
//
// PE 0 takes requests from TCP sockets, puts them into batches and computes the first half of a
// model; the activations go by put with signal to PE 1, which computes the second half and sends
// the results back. A load generator, a process of its own, sends requests by the file PLAN
// (load_plan.hpp), exchanges the weights while the server serves, and checks every reply. Its lines
// are CSV. The second form only writes files with weights.
//
// Kernels read weights that host threads load, so the heap has to be in host memory:
// ARK_DEVICE=cpu.
#if !__has_include(<asio.hpp>)
#include <cstdio>
int main() {
  std::fputs("serving: built without standalone Asio; Debian: apt install libasio-dev\n", stderr);
  return 77;
}
#else
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>

#include "back.hpp"
#include "front.hpp"

/// Files of weights of all versions in a folder, which ends with this.
class weights_folder {
 public:
  weights_folder() {
    path = std::filesystem::temp_directory_path() / "ark-serving-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error(path + " cannot be made");
    write(path);
  }
  ~weights_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  weights_folder(const weights_folder&) = delete;
  weights_folder& operator=(const weights_folder&) = delete;
  static void write(const std::string& folder) {
    for (int t = 0; t < tenants; ++t)
      for (unsigned v = 0; v < file_versions; ++v)
        write_weights(file_of(folder, t, v), models[t], 1 + v * tenants + static_cast<unsigned>(t));
  }
  std::string path;
};

std::vector<segment> plan_of(const std::string& path) {
  std::ifstream lines(path);
  if (!lines) throw std::runtime_error(path + ": cannot be read");
  return read_plan(lines);
}

/// The load generator as a process, which does not outlive this one.
class generator {
 public:
  generator(unsigned short port, const std::string& folder, const char* plan) {
    const std::string number = std::to_string(port);
    const char* const words[] = {
        "serving", "load", number.c_str(), folder.c_str(), plan == nullptr ? "-" : plan, nullptr};
    const int code =
        posix_spawn(&pid_, "/proc/self/exe", nullptr, nullptr, const_cast<char**>(words), environ);
    if (code != 0)
      throw std::runtime_error(std::string("the load generator does not start: ") +
                               std::strerror(code));
  }
  ~generator() {
    if (pid_ == 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  generator(const generator&) = delete;
  generator& operator=(const generator&) = delete;
  /// Its exit status.
  int wait() {
    int status = 0;
    waitpid(std::exchange(pid_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

 private:
  pid_t pid_ = 0;
};

int generate(const char* port, const std::string& folder, const char* plan) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  cpu_set_t all;  // PE 0's cores are not meant for this
  std::memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  request_short_slice();
  load_generator load(static_cast<unsigned short>(std::atoi(port)), folder);
  return load.run(plan_of(plan)) ? 0 : 1;
}

/// Every PE gets PE 0's text.
std::string shared_text(const std::string& mine) {
  const ark::symmetric_array<char> text(256);
  if (ark_my_pe() == 0) std::copy(mine.begin(), mine.end(), text.data());
  ark_barrier_all();
  char copy[256] = {};
  ark_getmem(copy, text.data(), sizeof copy - 1, 0);
  return copy;
}

/// A PE that fails ends both.
template <class Server>
void run(Server& server, std::optional<weights_folder>& weights) {
  try {
    server.run();
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "serving: PE %d: %s\n", ark_my_pe(), problem.what());
    weights.reset();
    ark_global_exit(1);
  }
}

int serve(const char* plan) {
  // Host threads copy inputs of all sizes themselves, in both forms: their time is counted.
  ark::session session{{"ARK_TENANTS", std::to_string(tenants)}, {"ARK_INLINE_BYTES", "1m"}};
  request_short_slice();
  const int me = ark_my_pe();
  if (ark_n_pes() != 2) {
    if (me == 0) std::fprintf(stderr, "usage: mpirun -n 2 serving PLAN; got %d PEs\n", ark_n_pes());
    return 2;
  }
  std::optional<weights_folder> weights;
  if (me == 0) weights.emplace();
  const std::string folder = shared_text(me == 0 ? weights->path : "");
  exchange_memory memory;
  if (me == 1) {
    back second(memory, folder);
    run(second, weights);
    return 0;
  }
  front first(memory, folder);
  generator load(first.port(), folder, plan);
  run(first, weights);
  const int status = load.wait();
  std::printf("serving: 2 PEs, every reply %s\n", status == 0 ? "ok" : "not ok WRONG");
  return status;
}

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  try {
    if (command == "load" && argc == 5) return generate(argv[2], argv[3], argv[4]);
    if (command == "weights" && argc == 3) return weights_folder::write(argv[2]), 0;
    if (argc != 2) {
      std::fputs("usage: mpirun -n 2 serving PLAN, or serving weights FOLDER\n", stderr);
      return 2;
    }
    plan_of(command);  // refused before the server starts
    return serve(argv[1]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "serving: %s\n", problem.what());
    return 1;
  }
}
#endif
