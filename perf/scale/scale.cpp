// scale [--local PES]: what a PE costs in start, memory and collectives, as CSV. Under mpirun a
// process is a PE; --local makes PES threads of one process.
#include <mpi.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
double ms_since(clock_type::time_point begin) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - begin).count();
}

/// Memory of the process in KiB; what several processes map counts in shares.
double pss_kib() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    double kib = 0;
    if (word == "Pss:" && file >> kib) return kib;
  }
  throw std::runtime_error("/proc/self/smaps_rollup: no line 'Pss:'");
}

/// What this PE has seen; processes: those of the job.
struct seen {
  double mpi_ms = 0, init_ms = 0, before_kib = 0;
  int processes = 1;
};

enum class over { most, sum };
double all_pes(double mine, over how) {
  static thread_local double* cells = nullptr;
  if (cells == nullptr) cells = static_cast<double*>(ark_calloc(2, sizeof(double)));
  cells[0] = mine;
  if (how == over::most) ark_double_max_reduce(ARK_TEAM_WORLD, cells + 1, cells, 1);
  if (how == over::sum) ark_double_sum_reduce(ARK_TEAM_WORLD, cells + 1, cells, 1);
  return cells[1];
}

/// Microseconds of a call of all PEs: the median of five turns.
double us_of(const std::function<void()>& call) {
  const int calls = std::max(5, 1000 / ark_n_pes());
  std::vector<double> turns;
  for (int turn = 0; turn < 6; ++turn) {
    ark_barrier_all();
    const auto begin = clock_type::now();
    for (int i = 0; i < calls; ++i) call();
    turns.push_back(all_pes(ms_since(begin) * 1e3 / calls, over::most));
  }
  std::sort(turns.begin() + 1, turns.end());  // without the first
  return turns[3];
}

void row(const char* name, double value, const char* unit) {
  if (ark_my_pe() == 0) std::printf("%d,%s,%.6g,%s\n", ark_n_pes(), name, value, unit);
}

void measure(const seen& of) {
  const double pes = ark_n_pes();
  row("MPI_Init", all_pes(of.mpi_ms, over::most), "ms");
  row("init", all_pes(of.init_ms, over::most), "ms");
  constexpr std::size_t many = 8192;
  auto* const to = static_cast<double*>(ark_calloc(many, sizeof(double)));
  auto* const from = static_cast<double*>(ark_calloc(many, sizeof(double)));
  if (to == nullptr || from == nullptr) throw std::runtime_error("no symmetric memory");
  std::fill_n(from, many, 1.0);
  row("barrier", us_of([] { ark_barrier_all(); }), "us");
  row("sum of 8 B", us_of([&] { ark_double_sum_reduce(ARK_TEAM_WORLD, to, from, 1); }), "us");
  if (to[0] != pes) throw std::runtime_error("wrong sum: " + std::to_string(to[0]));
  ark_barrier_all();
  const double begun = pss_kib();
  ark_barrier_all();
  const double each = of.processes / pes;  // of a PE's process
  row("memory before", all_pes(of.before_kib * each, over::sum) / pes, "KiB");
  row("memory of ark", all_pes((begun - of.before_kib) * each, over::sum) / pes, "KiB");
  row("sum of 64 KiB", us_of([&] { ark_double_sum_reduce(ARK_TEAM_WORLD, to, from, many); }), "us");
  if (to[many - 1] != pes) throw std::runtime_error("wrong sum: " + std::to_string(to[many - 1]));
}

void run_under_mpirun() {
  seen of;
  auto begin = clock_type::now();
  int level = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS)
    throw std::runtime_error("MPI_Init_thread failed");
  of.mpi_ms = ms_since(begin);
  MPI_Comm_size(MPI_COMM_WORLD, &of.processes);
  MPI_Barrier(MPI_COMM_WORLD);
  of.before_kib = pss_kib();
  MPI_Barrier(MPI_COMM_WORLD);
  begin = clock_type::now();
  {
    const ark::session session;
    ark_barrier_all();
    of.init_ms = ms_since(begin);
    measure(of);
  }
  MPI_Finalize();
}

void run_local(int pes) {
  const double before = pss_kib();
  const auto begin = clock_type::now();
  ark::local_run(pes, [&](int) {
    ark_barrier_all();
    measure({0, ms_since(begin), before, 1});
  });
}

}  // namespace

int main(int count, char** arguments) {
  try {
    int pes = 0;
    if (count == 1) {
      run_under_mpirun();
      return 0;
    }
    const std::string_view number = count == 3 ? arguments[2] : "";
    const auto end = std::from_chars(number.data(), number.data() + number.size(), pes);
    if (count != 3 || std::strcmp(arguments[1], "--local") != 0 || end.ec != std::errc{} ||
        end.ptr != number.data() + number.size() || pes < 1) {
      std::fprintf(stderr, "scale: '%s'; accepted: nothing, or --local PES, 1 or more\n",
                   count > 1 ? arguments[count - 1] : "");
      return 2;
    }
    run_local(pes);
    return 0;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "scale: %s\n", problem.what());
    return 1;
  }
}
