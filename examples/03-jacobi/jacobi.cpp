// 2-D Jacobi iteration with halo exchange from inside one persistent kernel. Run: mpirun -n 4
// jacobi [N [ITERATIONS]]
//
// Rows are divided among the PEs. One block per PE iterates: it computes its two edge rows, sends
// them into the neighbours' halo rows with put_signal while it computes the inner rows, and waits
// for the neighbours' rows of this iteration. Compared with a serial solve: every element must be
// the same, because the arithmetic is.
//
// Shows: put_signal_nbi by a block, waiting for a signal by one thread and sharing the news with
// the block, why two buffers suffice (a neighbour can be one iteration ahead, never two, because it
// waits for ours).
#include <algorithm>
#include <ark/ark.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct slab {
  double* grid[2];         ///< symmetric: (rows + 2) x n, rows 0 and rows + 1 are the halo
  std::uint64_t* arrived;  ///< symmetric: [0] rows from above, [1] rows from below, counted
  int n, rows, largest_rows, iterations;
};

ARK_DEVICE void relax_row(const double* from, double* to, int row, int n) {
  for (int col = static_cast<int>(threadIdx.x); col < n; col += static_cast<int>(blockDim.x)) {
    const int at = row * n + col;
    const bool edge = col == 0 || col == n - 1;
    to[at] = edge ? from[at] : 0.25 * (from[at - n] + from[at + n] + from[at - 1] + from[at + 1]);
  }
}

ARK_GLOBAL void iterate(slab s) {
  const int above = ark_my_pe() - 1, below = ark_my_pe() + 1;
  const bool has_above = above >= 0, has_below = below < ark_n_pes();
  for (int step = 1; step <= s.iterations; ++step) {
    const double* from = s.grid[(step + 1) % 2];
    double* to = s.grid[step % 2];
    relax_row(from, to, 1, s.n);
    if (s.rows > 1) relax_row(from, to, s.rows, s.n);
    __syncthreads();
    if (has_above) {  // my first row is the last halo row of the PE above, which may have one row
                      // more
      const int halo_row = s.largest_rows + 1;
      ark_double_put_signal_nbi_block(to + halo_row * s.n, to + s.n, static_cast<std::size_t>(s.n),
                                      &s.arrived[1], 1, ARK_SIGNAL_ADD, above);
    }
    if (has_below) {
      ark_double_put_signal_nbi_block(to, to + s.rows * s.n, static_cast<std::size_t>(s.n),
                                      &s.arrived[0], 1, ARK_SIGNAL_ADD, below);
    }
    for (int row = 2; row < s.rows; ++row) relax_row(from, to, row, s.n);
    if (threadIdx.x == 0) {
      if (has_above)
        ark_signal_wait_until(&s.arrived[0], ARK_CMP_GE, static_cast<std::uint64_t>(step));
      if (has_below)
        ark_signal_wait_until(&s.arrived[1], ARK_CMP_GE, static_cast<std::uint64_t>(step));
      ark_quiet();  // my rows have left: they may be overwritten two steps from now
    }
    __syncthreads();
    if (has_below && s.rows < s.largest_rows) {  // bring the halo row to where this PE's rows end
      for (int col = static_cast<int>(threadIdx.x); col < s.n;
           col += static_cast<int>(blockDim.x)) {
        to[(s.rows + 1) * s.n + col] = to[(s.largest_rows + 1) * s.n + col];
      }
    }
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
  std::vector<double> from(static_cast<std::size_t>(n) * n), to;
  for (int i = 0; i < n * n; ++i) from[static_cast<std::size_t>(i)] = start_value(i / n, i % n, n);
  to = from;
  for (int step = 0; step < iterations; ++step) {
    for (int row = 1; row < n - 1; ++row) {
      for (int col = 1; col < n - 1; ++col) {
        const auto at = static_cast<std::size_t>(row * n + col);
        const auto width = static_cast<std::size_t>(n);
        to[at] = 0.25 * (from[at - width] + from[at + width] + from[at - 1] + from[at + 1]);
      }
    }
    std::swap(from, to);
  }
  return from;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 66;
  const int iterations = argc > 2 ? std::atoi(argv[2]) : 100;
  ark::session session;
  const int pes = ark_n_pes(), me = ark_my_pe();
  const int inner = n - 2;
  if (inner < pes || iterations < 1) {
    if (me == 0) {
      std::fprintf(stderr,
                   "usage: jacobi [N [ITERATIONS]]: N is at least PEs + 2 (%d), ITERATIONS at "
                   "least 1; got %d, %d\n",
                   pes + 2, n, iterations);
    }
    return 2;
  }
  slab s{};
  s.n = n;
  s.iterations = iterations;
  s.rows = inner / pes + (me < inner % pes ? 1 : 0);
  s.largest_rows = (inner + pes - 1) / pes;
  const int first = 1 + me * (inner / pes) + std::min(me, inner % pes);
  const auto elements = static_cast<std::size_t>(s.largest_rows + 2) * static_cast<std::size_t>(n);
  for (double*& grid : s.grid) grid = static_cast<double*>(ark_calloc(elements, sizeof(double)));
  s.arrived = static_cast<std::uint64_t*>(ark_calloc(2, sizeof(std::uint64_t)));
  if (s.grid[0] == nullptr || s.grid[1] == nullptr || s.arrived == nullptr) return 1;
  for (double* grid : s.grid) {
    for (int row = 0; row < s.rows + 2; ++row) {
      for (int col = 0; col < n; ++col) grid[row * n + col] = start_value(first - 1 + row, col, n);
    }
  }
  ark_barrier_all();
  ark::launch({1, 64, 0, nullptr, true}, iterate, s);
  ark::device_sync();

  const std::vector<double> reference = solve_serially(n, iterations);
  const double* mine = s.grid[iterations % 2];
  double* difference = static_cast<double*>(ark_calloc(1, sizeof(double)));
  for (int row = 1; row <= s.rows; ++row) {
    for (int col = 0; col < n; ++col) {
      const auto at = static_cast<std::size_t>((first - 1 + row) * n + col);
      *difference = std::max(*difference, std::fabs(mine[row * n + col] - reference[at]));
    }
  }
  ark_double_max_reduce(ARK_TEAM_WORLD, difference, difference, 1);
  const bool ok = ark_status() == 0 && *difference == 0.0;
  if (me == 0) {
    std::printf("jacobi: %d PEs, %d x %d, %d iterations, largest difference %g %s\n", pes, n, n,
                iterations, *difference, ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
