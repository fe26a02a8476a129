// 2-D Jacobi iteration with halo exchange from inside one persistent kernel.
// Run: mpirun -n 4 jacobi [N [ITERATIONS]]
//
// Rows are divided among the PEs, columns among the blocks of a PE. Each block computes its part of
// the PE's two edge rows, sends it into the neighbours' halo rows with put_signal while it computes
// the inner rows, and waits for the neighbours' rows of this iteration. Compared with a serial
// solve: every element must be the same, because the arithmetic is.
//
// Shows: put_signal_nbi by several blocks on one counting signal, a barrier of the blocks of a PE,
// and why two buffers suffice: a neighbour writes the buffer that this PE reads only after it has
// got all of this PE's edge rows, and those are sent after the halo rows have been read.
#include <algorithm>
#include <ark/ark.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int largest_n = 16384;

struct slab {
  double* grid[2];         ///< symmetric: (rows + 2) x n, rows 0 and rows + 1 are the halo
  std::uint64_t* arrived;  ///< symmetric: [0] parts of rows from above, [1] from below, counted
  std::uint64_t* ready;    ///< symmetric: arrivals at the barrier of this PE's blocks, counted
  int n, iterations;
};

/// Inner rows of `pe`: the first PEs have one more where they do not divide evenly.
ARK_HOST_DEVICE inline int rows_of(int pe, int pes, int n) {
  return (n - 2) / pes + (pe < (n - 2) % pes ? 1 : 0);
}

ARK_DEVICE void relax_row(const double* from, double* to, int row, int n, int begin, int end) {
  for (int col = begin + static_cast<int>(threadIdx.x); col < end;
       col += static_cast<int>(blockDim.x)) {
    const int at = row * n + col;
    const bool edge = col == 0 || col == n - 1;
    to[at] = edge ? from[at] : 0.25 * (from[at - n] + from[at + n] + from[at - 1] + from[at + 1]);
  }
}

/// By one thread of each block: the neighbours' rows of this step are here, and all blocks of this
/// PE have come so far. Quiet first: a part of the next step may not be counted for one of this.
ARK_DEVICE void end_step(const slab& s, int step, bool has_above, bool has_below) {
  const std::uint64_t count = static_cast<std::uint64_t>(step) * gridDim.x;
  if (has_above) ark_signal_wait_until(&s.arrived[0], ARK_CMP_GE, count);
  if (has_below) ark_signal_wait_until(&s.arrived[1], ARK_CMP_GE, count);
  ark_quiet();
  ark_signal_add(s.ready, 1, ark_my_pe());
  ark_signal_wait_until(s.ready, ARK_CMP_GE, count);
}

ARK_GLOBAL void iterate(slab s) {
  const int n = s.n, blocks = static_cast<int>(gridDim.x), block = static_cast<int>(blockIdx.x);
  const int begin = n * block / blocks, end = n * (block + 1) / blocks;
  const auto width = static_cast<std::size_t>(end - begin);
  const int above = ark_my_pe() - 1, below = ark_my_pe() + 1;
  const bool has_above = above >= 0, has_below = below < ark_n_pes();
  const int rows = rows_of(ark_my_pe(), ark_n_pes(), n);
  for (int step = 1; step <= s.iterations; ++step) {
    const double* from = s.grid[(step + 1) % 2];
    double* to = s.grid[step % 2];
    relax_row(from, to, 1, n, begin, end);
    if (rows > 1) relax_row(from, to, rows, n, begin, end);
    __syncthreads();
    if (has_above) {
      const int halo_row = rows_of(above, ark_n_pes(), n) + 1;
      ark_double_put_signal_nbi_block(to + halo_row * n + begin, to + n + begin, width,
                                      &s.arrived[1], 1, ARK_SIGNAL_ADD, above);
    }
    if (has_below) {
      ark_double_put_signal_nbi_block(to + begin, to + rows * n + begin, width, &s.arrived[0], 1,
                                      ARK_SIGNAL_ADD, below);
    }
    for (int row = 2; row < rows; ++row) relax_row(from, to, row, n, begin, end);
    __syncthreads();
    if (threadIdx.x == 0) end_step(s, step, has_above, has_below);
    __syncthreads();
    if (ark_status() != 0) return;
  }
}

/// The border of the square: fixed values. The inside starts at 0.
double start_value(int row, int col, int n) {
  if (row == 0) return 1.0;
  if (row == n - 1) return -1.0;
  return col == 0 || col == n - 1 ? static_cast<double>(row) / n : 0.0;
}

std::vector<double> solve_serially(int n, int iterations) {
  const auto width = static_cast<std::size_t>(n);
  std::vector<double> from(width * width), to;
  for (int i = 0; i < n * n; ++i) from[static_cast<std::size_t>(i)] = start_value(i / n, i % n, n);
  to = from;
  for (int step = 0; step < iterations; ++step) {
    for (int row = 1; row < n - 1; ++row) {
      for (int col = 1; col < n - 1; ++col) {
        const auto at = static_cast<std::size_t>(row * n + col);
        to[at] = 0.25 * (from[at - width] + from[at + width] + from[at - 1] + from[at + 1]);
      }
    }
    std::swap(from, to);
  }
  return from;
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
int number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? static_cast<int>(value) : 0;
}

struct outcome {
  double residual = 0;    ///< the last step's largest change
  double difference = 0;  ///< the largest one from the serial solve
  long wrong =
      0;  ///< elements that are not the serial solve's; counts a NaN, which a maximum hides
};

/// The `rows` inner rows of `grid` on `pe`.
std::vector<double> read_rows(const double* grid, int rows, int n, int pe) {
  std::vector<double> inner(static_cast<std::size_t>(rows) * static_cast<std::size_t>(n));
  ark_double_get(inner.data(), grid + n, inner.size(), pe);
  return inner;
}

/// All PEs' rows with the serial solve's.
outcome compare(const slab& s) {
  const std::vector<double> reference = solve_serially(s.n, s.iterations);
  const double* serial = reference.data() + s.n;
  outcome all;
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    const int rows = rows_of(pe, ark_n_pes(), s.n);
    const std::vector<double> last = read_rows(s.grid[s.iterations % 2], rows, s.n, pe);
    const std::vector<double> before = read_rows(s.grid[(s.iterations + 1) % 2], rows, s.n, pe);
    for (std::size_t i = 0; i < last.size(); ++i, ++serial) {
      all.residual = std::max(all.residual, std::fabs(last[i] - before[i]));
      all.difference = std::max(all.difference, std::fabs(last[i] - *serial));
      all.wrong += last[i] == *serial ? 0 : 1;
    }
  }
  return all;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? number(argv[1], largest_n) : 66;
  const int iterations = argc > 2 ? number(argv[2], 1000000) : 100;
  ark::session session;
  const int pes = ark_n_pes(), me = ark_my_pe();
  if (n - 2 < pes || iterations < 1) {
    if (me == 0) {
      std::fprintf(stderr,
                   "usage: jacobi [N [ITERATIONS]]: N is a number from PEs + 2 (%d) to %d, "
                   "ITERATIONS from 1 to 1000000; got %s, %s\n",
                   pes + 2, largest_n, argc > 1 ? argv[1] : "66", argc > 2 ? argv[2] : "100");
    }
    return 2;
  }
  const int rows = rows_of(me, pes, n);
  int first = 1;
  for (int pe = 0; pe < me; ++pe) first += rows_of(pe, pes, n);
  // Symmetric: as large on every PE as PE 0, which has the most rows, needs it.
  const auto elements =
      static_cast<std::size_t>(rows_of(0, pes, n) + 2) * static_cast<std::size_t>(n);
  slab s{};
  s.n = n;
  s.iterations = iterations;
  for (double*& grid : s.grid) grid = static_cast<double*>(ark_calloc(elements, sizeof(double)));
  s.arrived = static_cast<std::uint64_t*>(ark_calloc(2, sizeof(std::uint64_t)));
  s.ready = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  // ark_calloc has logged what was missing.
  if (s.grid[0] == nullptr || s.grid[1] == nullptr || s.arrived == nullptr || s.ready == nullptr)
    return 1;
  // The heap may be in a GPU's memory: the host writes and reads it by calls, not by stores and
  // loads.
  std::vector<double> start;
  for (int row = 0; row < rows + 2; ++row) {
    for (int col = 0; col < n; ++col) start.push_back(start_value(first - 1 + row, col, n));
  }
  for (double* grid : s.grid) ark_double_put(grid, start.data(), start.size(), me);
  ark_barrier_all();
  ark::launch({4, 64, 0, nullptr, true}, iterate, s);
  ark::device_sync();

  ark_barrier_all();

  const outcome result = me == 0 ? compare(s) : outcome{};
  const bool ok = ark_status() == 0 && result.wrong == 0;
  if (me == 0) {
    std::printf(
        "jacobi: %d PEs, %d x %d, %d iterations, residual %.3g, largest difference %g, "
        "%ld wrong %s\n",
        pes, n, n, iterations, result.residual, result.difference, result.wrong,
        ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
