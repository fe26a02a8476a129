// A simulation that stops when its time is over, and continues later on any PEs.
// Run: mpirun -n 4 checkpoint [--steps N] [--cells N] [--seconds S] [--file FILE] [--report FILE]
//                             [--pause-us N] [--verify]
//
// Heat in a ring of cells, which are divided among the PEs. A kernel advances BURST steps and
// exchanges the edges with the neighbours in each of them; between two kernels PE 0 decides for
// all whether the time is over. With --file the program continues from FILE if there is one, and
// writes it before it ends. --report: a line with the steps so far and the seconds of this run.
// --pause-us: a pause before each kernel, as if it had to wait for input. --verify: after the last
// step all cells are compared with those of a serial solve, bit by bit.
//
// This is what `ark_place run` needs of a program: its command has {file}, {seconds}, {report}.
#include <algorithm>
#include <ark/ark.hpp>
#include <ark/symmetric_array.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

constexpr int burst = 20;

struct settings {
  long steps = 400, cells = 4096, pause_us = 0;
  double seconds = 1e9;
  std::string file, report;
  bool verify = false;
};

/// The part of a PE: cells 1 to `count`; 0 and `count` + 1 are the neighbours'.
struct part {
  double* cells[2];        ///< symmetric
  std::uint64_t* arrived;  ///< symmetric: steps of the left and of the right neighbour, counted
  int count, left_count;   ///< its own cells, and those of the left neighbour
};

ARK_HOST_DEVICE inline double next_value(const double* at) {
  return 0.25 * at[-1] + 0.5 * at[0] + 0.25 * at[1];
}

/// Steps from `done`, which is this run's, to `done` + `steps`. The neighbour writes the buffer
/// that is read here only after it has got this PE's edges of the step, so two suffice.
ARK_GLOBAL void advance(part p, int done, int steps) {
  const int pes = ark_n_pes(), left = (ark_my_pe() + pes - 1) % pes,
            right = (ark_my_pe() + 1) % pes;
  for (int step = done + 1; step <= done + steps; ++step) {
    const double* from = p.cells[(step + 1) % 2];
    double* to = p.cells[step % 2];
    if (threadIdx.x == 0) {
      to[1] = next_value(from + 1);
      to[p.count] = next_value(from + p.count);
      ark_double_put_signal(to + p.left_count + 1, to + 1, 1, &p.arrived[1], 1, ARK_SIGNAL_ADD,
                            left);
      ark_double_put_signal(to, to + p.count, 1, &p.arrived[0], 1, ARK_SIGNAL_ADD, right);
    }
    for (int i = 2 + static_cast<int>(threadIdx.x); i < p.count; i += static_cast<int>(blockDim.x))
      to[i] = next_value(from + i);
    if (threadIdx.x == 0) {
      ark_signal_wait_until(&p.arrived[0], ARK_CMP_GE, static_cast<std::uint64_t>(step));
      ark_signal_wait_until(&p.arrived[1], ARK_CMP_GE, static_cast<std::uint64_t>(step));
    }
    __syncthreads();
    if (ark_status() != 0) return;
  }
}

int first_of(int pe, int pes, long cells) { return static_cast<int>(cells * pe / pes); }
int count_of(int pe, int pes, long cells) {
  return first_of(pe + 1, pes, cells) - first_of(pe, pes, cells);
}

std::vector<double> first_cells(long cells) {
  std::vector<double> start(static_cast<std::size_t>(cells));
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = static_cast<double>(i * 7919 % 1000);
  return start;
}

/// The cells and the steps of a checkpoint; those of the start where there is no file. Exits if the
/// file is not one of this size.
std::vector<double> read_checkpoint(const settings& how, long& done) {
  std::vector<double> cells = first_cells(how.cells);
  done = 0;
  std::FILE* file = how.file.empty() ? nullptr : std::fopen(how.file.c_str(), "rb");
  if (file == nullptr) return cells;
  long size = 0;
  const bool good = std::fscanf(file, "checkpoint %ld steps %ld cells", &done, &size) == 2 &&
                    std::fgetc(file) == '\n' && size == how.cells &&
                    std::fread(cells.data(), sizeof(double), cells.size(), file) == cells.size();
  std::fclose(file);
  if (good) return cells;
  std::fprintf(stderr, "checkpoint: %s: no checkpoint of %ld cells\n", how.file.c_str(), how.cells);
  std::exit(2);
}

bool write_checkpoint(const settings& how, const std::vector<double>& cells, long done) {
  const std::string unfinished = how.file + ".new";
  std::FILE* file = std::fopen(unfinished.c_str(), "wb");
  if (file == nullptr) return false;
  std::fprintf(file, "checkpoint %ld steps %ld cells\n", done, how.cells);
  const bool all = std::fwrite(cells.data(), sizeof(double), cells.size(), file) == cells.size();
  return std::fclose(file) == 0 && all && std::rename(unfinished.c_str(), how.file.c_str()) == 0;
}

/// All cells, by PE 0.
std::vector<double> gather(const double* own, long cells) {
  std::vector<double> all(static_cast<std::size_t>(cells));
  for (int pe = 0, pes = ark_n_pes(); pe < pes; ++pe) {
    ark_double_get(all.data() + first_of(pe, pes, cells), own + 1,
                   static_cast<std::size_t>(count_of(pe, pes, cells)), pe);
  }
  return all;
}

long wrong_cells(const settings& how, const std::vector<double>& cells) {
  std::vector<double> from = first_cells(how.cells), to = from;
  const std::size_t n = from.size();
  for (long step = 0; step < how.steps; ++step, std::swap(from, to)) {
    for (std::size_t i = 0; i < n; ++i)
      to[i] = 0.25 * from[(i + n - 1) % n] + 0.5 * from[i] + 0.25 * from[(i + 1) % n];
  }
  long wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += cells[i] == from[i] ? 0 : 1;
  return wrong;
}

/// Exits with 2 where an argument is not understood.
settings read_arguments(int argc, char** argv) {
  settings how;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    char* end = nullptr;
    const double number = std::strtod(value, &end);
    const bool positive = *value != '\0' && *end == '\0' && number >= 1 && number <= 1e9;
    bool good = true;
    if (name == "--verify") {
      how.verify = true;
      continue;
    }
    if (name == "--steps" || name == "--cells" || name == "--pause-us") {
      good = positive;
      (name == "--steps"   ? how.steps
       : name == "--cells" ? how.cells
                           : how.pause_us) = static_cast<long>(number);
    } else if (name == "--seconds") {
      good = *value != '\0' && *end == '\0' && number > 0;
      how.seconds = number;
    } else if (name == "--file" || name == "--report") {
      good = *value != '\0';
      (name == "--file" ? how.file : how.report) = value;
    } else {
      good = false;
    }
    if (!good) {
      std::fprintf(stderr, "checkpoint: '%s %s'; see the head of checkpoint.cpp\n", argv[i], value);
      std::exit(2);
    }
    ++i;
  }
  return how;
}

int main(int argc, char** argv) {
  using clock = std::chrono::steady_clock;
  const settings how = read_arguments(argc, argv);
  ark::session session;
  const int me = ark_my_pe(), pes = ark_n_pes(), left = (me + pes - 1) % pes;
  if (how.cells < 4L * pes || how.cells > 100000000) {
    if (me == 0) std::fprintf(stderr, "checkpoint: --cells %ld: 4 or more on each PE\n", how.cells);
    return 2;
  }
  long done = 0;
  const std::vector<double> start = read_checkpoint(how, done);
  const auto room = static_cast<std::size_t>(how.cells / pes + 3);
  const ark::symmetric_array<double> even(room), odd(room);
  const ark::symmetric_array<std::uint64_t> arrived(2);
  const ark::symmetric_array<int> stop(1);
  const part p{{even.data(), odd.data()},
               arrived.data(),
               count_of(me, pes, how.cells),
               count_of(left, pes, how.cells)};
  std::vector<double> own(static_cast<std::size_t>(p.count) + 2);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto from = first_of(me, pes, how.cells) + static_cast<long>(i) - 1 + how.cells;
    own[i] = start[static_cast<std::size_t>(from % how.cells)];
  }
  ark_double_put(p.cells[0], own.data(), own.size(), me);
  ark_barrier_all();

  const clock::time_point begin = clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  int ran = 0;
  for (bool over = done >= how.steps; !over;) {
    std::this_thread::sleep_for(std::chrono::microseconds(how.pause_us));
    const int steps = static_cast<int>(std::min<long>(burst, how.steps - done));
    ark::launch({1, 64, 0, nullptr, true}, advance, p, ran, steps);
    ark::device_sync();
    ran += steps;
    done += steps;
    if (ark_status() != 0) return 1;
    if (me == 0) {
      const bool end = done >= how.steps || seconds() >= how.seconds;
      for (int pe = 0; pe < pes; ++pe) ark_int_p(stop.data(), end ? 1 : 0, pe);
    }
    ark_barrier_all();
    over = ark_int_g(stop.data(), me) != 0;
  }
  const double took = seconds();

  int status = 0;
  if (me == 0) {
    const std::vector<double> cells = gather(p.cells[ran % 2], how.cells);
    if (!how.file.empty() && !write_checkpoint(how, cells, done)) {
      std::fprintf(stderr, "checkpoint: cannot write %s\n", how.file.c_str());
      status = 1;
    }
    std::FILE* report = how.report.empty() ? nullptr : std::fopen(how.report.c_str(), "w");
    if (report != nullptr) {
      std::fprintf(report, "%ld %.6f\n", done, took);
      std::fclose(report);
    }
    const long wrong = how.verify && done >= how.steps ? wrong_cells(how, cells) : 0;
    std::printf("checkpoint: %d PEs, %ld of %ld steps, %ld wrong %s\n", pes, done, how.steps, wrong,
                wrong == 0 ? "ok" : "WRONG");
    if (wrong != 0) status = 1;
  }
  ark_barrier_all();
  return status;
}
