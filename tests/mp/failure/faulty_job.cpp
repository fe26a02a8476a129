// A job in which one PE has a fault, and how the others report it.
//
//   failure_faulty_job FAULT PHASE PE SEED DIRECTORY
// FAULT: kill, stop, abort, exit, return (from main, before finalize), stuck (a loop of its own
// that never ends), skip (all further collectives, and on to finalize), or none (the fault comes
// from outside). The last three: PHASE random only, and kernels have barriers only. PHASE: init,
// communicator (half way through MPI's making one for ark), wait, barrier, memory, finalize, or
// random (at a random moment of all of these). Every survivor writes DIRECTORY/RANK.json; PE
// writes the time of its end to DIRECTORY/end. Ends without MPI_Finalize, which would wait for the
// dead.
#include <execinfo.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <ark/ark.hpp>
#include <ark/mpi.hpp>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct arguments {
  std::string fault, phase, directory;
  int faulty = 0;
  unsigned long seed = 1;
};

/// return, stuck or skip: the main thread's own, between its calls.
std::atomic<bool> due{false};
struct returns_early {};

double now_s() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Made member by member: a library for JSON takes the compiler longer than the rest of this file.
class json_object {
 public:
  template <class T>
  void add(const char* name, const T& value) {
    members_ += (members_.empty() ? "" : ", ") + json(name) + ": " + json(value);
  }
  [[nodiscard]] std::string text() const { return "{" + members_ + "}"; }

 private:
  static std::string json(bool value) { return value ? "true" : "false"; }
  static std::string json(double value) { return std::to_string(value); }
  static std::string json(const json_object& value) { return value.text(); }
  static std::string json(const std::vector<int>& values) {
    std::string all;
    for (const int value : values) all += (all.empty() ? "" : ", ") + std::to_string(value);
    return "[" + all + "]";
  }
  static std::string json(const char* text) { return json(std::string(text)); }
  static std::string json(const std::string& text) {
    std::string quoted = "\"";
    for (const char one : text) {
      if (one == '"' || one == '\\') quoted += '\\';
      quoted += one == '\n' ? "\\n" : std::string(1, one);
    }
    return quoted + "\"";
  }

  std::string members_;
};

bool is_of_main(const arguments& args) {
  return args.fault == "return" || args.fault == "stuck" || args.fault == "skip";
}

void note_the_end(const arguments& args) {
  std::ofstream(args.directory + "/end") << std::to_string(now_s()) << std::endl;
}

/// True if all further collectives are to be left out.
bool main_executes_fault(const arguments& args) {
  if (!due.load()) return false;
  note_the_end(args);
  if (args.fault == "return") throw returns_early();
  while (args.fault == "stuck") pause();
  return true;
}

[[noreturn]] void execute_fault(const arguments& args) {
  note_the_end(args);
  if (args.fault == "kill") raise(SIGKILL);
  if (args.fault == "stop") raise(SIGSTOP);
  if (args.fault == "abort") std::abort();
  if (args.fault == "exit") std::exit(3);
  for (;;) pause();
}

/// Execute the fault if it belongs to this phase and PE.
void fault_point(const arguments& args, const char* phase, int rank) {
  if (rank == args.faulty && args.phase == phase && args.fault != "none") execute_fault(args);
}

/// The fault to execute in MPI_Comm_idup; null: none.
const arguments* fault_in_idup = nullptr;

/// DIRECTORY/stack.RANK, for an abort of a library's: what it prints may be lost with the job's
/// output.
std::string stack_path;
void write_stack(int which) {
  const int file = open(stack_path.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  void* frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), file);
  signal(which, SIG_DFL);
  raise(which);
}

/// Lane 0 of every PE hands a counter round the ring, then all meet; `steps` times.
ARK_GLOBAL void ring_and_barrier(std::uint64_t* flag, std::uint64_t first, int steps) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  for (int step = 0; step < steps && ark_status() == 0; ++step) {
    if (threadIdx.x == 0) {
      ark_signal_set(flag, first + static_cast<std::uint64_t>(step), next);
      ark_signal_wait_until(flag, ARK_CMP_GE, first + static_cast<std::uint64_t>(step));
      ark_barrier_all();
    }
    __syncthreads();
  }
}

ARK_GLOBAL void barriers(int steps) {
  for (int step = 0; step < steps && ark_status() == 0; ++step) ark_barrier_all();
}

ARK_GLOBAL void wait_for_a_signal(std::uint64_t* flag) {
  ark_signal_wait_until(flag, ARK_CMP_EQ, 99);
}

void run(void (*kernel)(std::uint64_t*), std::uint64_t* flag) {
  ark::launch({dim3(1), dim3(1), 0, nullptr, true}, kernel, flag);
  ark::device_sync();
}

/// One life of the runtime: memory, kernels that wait, collectives. Throws what goes wrong.
void session(const arguments& args, int rank, int rounds) {
  auto* flag = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  if (flag == nullptr) throw std::runtime_error(ark::last_error());
  fault_point(args, "wait", rank);
  if (args.phase == "wait") run(wait_for_a_signal, flag);
  fault_point(args, "barrier", rank);
  for (int round = 0; round < rounds; ++round) {
    if (main_executes_fault(args)) return;
    if (is_of_main(args)) {
      ark::launch({dim3(1), dim3(1), 0, nullptr, true}, barriers, 20);
    } else {
      ark::launch({dim3(1), dim3(32), 0, nullptr, true}, ring_and_barrier, flag,
                  static_cast<std::uint64_t>(round) * 20 + 1, 20);
    }
    ark::device_sync();
    if (main_executes_fault(args)) return;
    auto* more = static_cast<int*>(ark_malloc(1000));
    if (more == nullptr) throw std::runtime_error(ark::last_error());
    ark_free(more);
    fault_point(args, "memory", rank);
  }
  ark_free(flag);
  ark_barrier_all();
  if (ark_status() != 0) throw std::runtime_error("barrier on the host");
}

/// The PEs that an error names as lost or missing: the runtime's own record, else the error's text.
std::vector<int> named_pes(const std::string& text) {
  if (ark::initialized()) {
    const ark::failure_record record = ark::last_failure();
    if (record.code == ark::errc::peer_failed || (record.code != ark::errc::ok && record.peer >= 0))
      return {record.peer};
  }
  constexpr std::string_view pe = "PE ";
  std::size_t at = text.find(" is lost");
  if (at != std::string::npos) at = text.rfind(pe, at);
  for (const std::string_view before : {"peer PE ", " s missing: PE ", " s PE "}) {
    if (at != std::string::npos) break;
    at = text.find(before);
    if (at != std::string::npos) at += before.size() - pe.size();
  }
  std::vector<int> named;
  if (const std::size_t other = text.find(": every PE must make the same calls");
      other != std::string::npos) {
    at = std::string::npos;  // "PE 0 is in malloc, PE 2 in barrier": these two
    int second = -1;
    const std::size_t named_at = text.find(", PE ");
    if (named_at != std::string::npos) second = std::atoi(text.c_str() + named_at + 5);
    named = {0, second};
  }
  while (at != std::string::npos && text.compare(at, pe.size(), pe) == 0) {
    const char* const end = text.data() + text.size();
    const auto rest =
        std::from_chars(text.data() + at + pe.size(), end, named.emplace_back(-1)).ptr;
    at = static_cast<std::size_t>(rest - text.data());
    if (text.compare(at, 2, ", ") != 0) break;  // "PE 2, PE 3 have not come"
    at += 2;
  }
  return named;
}

/// The survivors among themselves: a job without the faulty PE, and a put between neighbours.
bool live_again(int size, int faulty) {
  std::vector<int> ranks;
  for (int rank = 0; rank < size; ++rank) {
    if (rank != faulty) ranks.push_back(rank);
  }
  ark::init_on_ranks(MPI_COMM_WORLD, ranks, {{"ARK_ON_FAILURE", "go_on"}});
  auto* word = static_cast<int*>(ark_calloc(1, sizeof(int)));
  ark_int_p(word, 100 + ark_my_pe(), (ark_my_pe() + 1) % ark_n_pes());
  ark_barrier_all();
  const bool right = *word == 100 + (ark_my_pe() + ark_n_pes() - 1) % ark_n_pes();
  ark_barrier_all();
  ark_free(word);
  ark::finalize();
  return right;
}

/// A life with the dead, whose end every survivor has seen, is refused at once. What it says.
std::string refused_life() {
  try {
    ark::init();
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return "it was not refused";
}

std::string work(const arguments& args, int rank) {
  try {
    for (int life = 0; life < 100000; ++life) {
      if (rank == args.faulty && args.phase == "init" && args.fault != "none") execute_fault(args);
      ark::init(ark::on_failure::go_on);
      const bool short_life = args.phase == "random" || args.phase == "finalize";
      session(args, rank, short_life && !is_of_main(args) ? 3 : 1000000);
      fault_point(args, "finalize", rank);
      ark::finalize();
    }
    return "nothing happened";
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

}  // namespace

/// In MPI's place, as its profilers do it: the making has begun, and the others wait for this one.
int MPI_Comm_idup(MPI_Comm from, MPI_Comm* made, MPI_Request* request) {
  const int code = PMPI_Comm_idup(from, made, request);
  if (fault_in_idup != nullptr) execute_fault(*fault_in_idup);
  return code;
}

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: failure_faulty_job FAULT PHASE PE SEED DIRECTORY\n");
    return 2;
  }
  const arguments args{argv[1], argv[2], argv[5], std::atoi(argv[3]),
                       std::strtoul(argv[4], nullptr, 10)};
  int provided = 0, rank = 0, size = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::ofstream(args.directory + "/pid." + std::to_string(rank)) << getpid() << std::endl;
  stack_path = args.directory + "/stack." + std::to_string(rank);
  signal(SIGABRT, write_stack);
  if (rank == args.faulty && args.phase == "communicator") fault_in_idup = &args;
  if (rank == args.faulty && args.phase == "random" && args.fault != "none") {
    std::mt19937_64 random(args.seed);
    const auto when = std::chrono::microseconds(random() % 1'500'000);
    std::thread([&args, when] {
      std::this_thread::sleep_for(when);
      if (!is_of_main(args)) execute_fault(args);
      due.store(true);
    }).detach();
  }
  json_object result;
  std::string text;
  try {
    text = work(args, rank);
  } catch (const returns_early&) {
    return 0;
  }
  result.add("text", text);
  result.add("named", named_pes(text));
  result.add("noticed", now_s());
  try {
    if (ark::initialized()) ark::finalize();
    result.add("finalized", true);
  } catch (const std::exception& problem) {
    result.add("finalize_error", problem.what());
  }
  result.add("ended", now_s());
  std::ofstream(args.directory + "/" + std::to_string(rank) + ".partial") << result.text() << '\n';
  const bool ended = args.fault == "kill" || args.fault == "abort" || args.fault == "exit";
  if (ended && (args.phase == "wait" || args.phase == "barrier" || args.phase == "memory")) {
    const double began = now_s();
    const std::string refusal = refused_life();
    json_object refused;
    refused.add("text", refusal);
    refused.add("named", named_pes(refusal));
    refused.add("took", now_s() - began);
    result.add("refused", refused);
  }
  if (args.fault != "none") {
    try {
      result.add("lives_again", live_again(size, args.faulty));
    } catch (const std::exception& problem) {
      result.add("again_error", problem.what());
    }
  }
  const std::string path = args.directory + "/" + std::to_string(rank) + ".json";
  std::ofstream(path + ".new") << result.text() << '\n';
  std::rename((path + ".new").c_str(), path.c_str());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::_Exit(0);
}
