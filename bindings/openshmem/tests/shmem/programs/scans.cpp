// Prefix sums and reductions over the world, over strided teams and over the rows and columns of a
// 2D split. Needs version 1.6 for the scans.
#include <shmem.h>

#include <algorithm>
#include <cstdio>

#include "rounds.h"

namespace {

constexpr int kWidth = 6;

int int_source[kWidth], int_dest[kWidth];
long long_source[kWidth], long_dest[kWidth];
double double_source[kWidth], double_dest[kWidth];
int highest, lowest, product, product_source;

void check(bool good, const char* what, const char* where) {
  if (good) return;
  std::fprintf(stderr, "PE %d: wrong: %s (%s)\n", shmem_my_pe(), what, where);
  shmem_global_exit(1);
}

// The part of PE `pe` of the world in element `i`.
long part(int pe, int i) { return (pe + 1) * 10L + i * (pe - 2); }

struct Result {
  int pes;
  long inclusive, exclusive, sum;
};

// Scans and reductions over a team; its PE k is PE first + k * stride of the world.
Result work_on(shmem_team_t team, int first, int stride, const char* where) {
  const int rank = shmem_team_my_pe(team), pes = shmem_team_n_pes(team);
  const int me = shmem_my_pe();
  check(me == first + rank * stride, "place in the team", where);
  for (int k = 0; k < pes; ++k)
    check(shmem_team_translate_pe(team, k, SHMEM_TEAM_WORLD) == first + k * stride, "translation",
          where);

  long below[kWidth] = {}, all[kWidth] = {};  // of the PEs before this one; of all
  for (int i = 0; i < kWidth; ++i) {
    for (int k = 0; k < pes; ++k) {
      const long value = part(first + k * stride, i);
      if (k < rank) below[i] += value;
      all[i] += value;
    }
    int_source[i] = static_cast<int>(part(me, i));
    long_source[i] = part(me, i);
    double_source[i] = 0.5 * part(me, i);
    int_dest[i] = -999;
    long_dest[i] = -999;
    double_dest[i] = -999;
  }
  product_source = rank % 2 + 1;
  shmem_team_sync(team);

  Result result{pes, 0, 0, 0};
  check(shmem_int_sum_inscan(team, int_dest, int_source, kWidth) == 0, "status", where);
  check(shmem_long_sum_exscan(team, long_dest, long_source, kWidth) == 0, "status", where);
  check(shmem_double_sum_inscan(team, double_dest, double_source, kWidth) == 0, "status", where);
  for (int i = 0; i < kWidth; ++i) {
    check(int_dest[i] == below[i] + part(me, i), "inclusive scan", where);
    check(long_dest[i] == below[i], "exclusive scan", where);
    check(double_dest[i] == 0.5 * (below[i] + part(me, i)), "inclusive scan of doubles", where);
    check(int_source[i] == part(me, i), "source after the scan", where);
  }
  result.inclusive = int_dest[kWidth - 1];
  result.exclusive = long_dest[kWidth - 1];
  shmem_team_sync(team);

  // In place.
  check(shmem_int_sum_exscan(team, int_source, int_source, kWidth) == 0, "status", where);
  check(shmem_long_sum_inscan(team, long_source, long_source, kWidth) == 0, "status", where);
  for (int i = 0; i < kWidth; ++i) {
    check(int_source[i] == below[i], "exclusive scan in place", where);
    check(long_source[i] == below[i] + part(me, i), "inclusive scan in place", where);
    int_source[i] = static_cast<int>(part(me, i));
  }
  shmem_team_sync(team);

  check(shmem_int_sum_reduce(team, int_dest, int_source, kWidth) == 0, "status", where);
  check(shmem_int_max_reduce(team, &highest, int_source, 1) == 0, "status", where);
  check(shmem_int_min_reduce(team, &lowest, int_source, 1) == 0, "status", where);
  check(shmem_int_prod_reduce(team, &product, &product_source, 1) == 0, "status", where);
  for (int i = 0; i < kWidth; ++i) check(int_dest[i] == all[i], "sum", where);
  check(highest == part(first + (pes - 1) * stride, 0), "maximum", where);
  check(lowest == part(first, 0), "minimum", where);
  check(product == 1 << (pes / 2), "product", where);
  result.sum = int_dest[kWidth - 1];
  shmem_team_sync(team);
  return result;
}

void print(const char* name, const Result& r) {
  std::printf("%s: %d PEs, inclusive %ld, exclusive %ld, sum %ld\n", name, r.pes, r.inclusive,
              r.exclusive, r.sum);
}

}  // namespace

int main(int argc, char** argv) {
  shmem_init();
  const int me = shmem_my_pe(), npes = shmem_n_pes();

  Result world{};
  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) world = work_on(SHMEM_TEAM_WORLD, 0, 1, "world");
  Result last{};  // of the last PE, where the scans are complete
  static long numbers[4];
  const long mine[4] = {world.pes, world.inclusive, world.exclusive, world.sum};
  if (me == npes - 1) shmem_long_put(numbers, mine, 4, 0);
  shmem_barrier_all();
  last = {static_cast<int>(numbers[0]), numbers[1], numbers[2], numbers[3]};

  const int evens = (npes + 1) / 2, odds = npes / 2;
  shmem_team_t even_team, odd_team = SHMEM_TEAM_INVALID;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, evens, nullptr, 0, &even_team);
  if (odds) shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, odds, nullptr, 0, &odd_team);
  check((even_team != SHMEM_TEAM_INVALID) == (me % 2 == 0), "membership", "even");
  check((odd_team != SHMEM_TEAM_INVALID) == (me % 2 == 1), "membership", "odd");
  const Result half = me % 2 ? work_on(odd_team, 1, 2, "odd") : work_on(even_team, 0, 2, "even");
  check(half.pes == (me % 2 ? odds : evens), "number of PEs", "halves");

  // Rows of `across` PEs; the last row may be shorter.
  const int across = std::min(npes, 3);
  shmem_team_t row_team, column_team;
  check(shmem_team_split_2d(SHMEM_TEAM_WORLD, across, nullptr, 0, &row_team, nullptr, 0,
                            &column_team) == 0,
        "split", "2d");
  const Result row = work_on(row_team, me / across * across, 1, "row");
  const Result column = work_on(column_team, me % across, across, "column");
  check(row.pes == std::min(across, npes - me / across * across), "number of PEs", "row");
  check(column.pes == (npes - me % across + across - 1) / across, "number of PEs", "column");

  if (me == 0) {
    std::printf("scans on %d\n", npes);
    print("world, PE 0", world);
    print("world, last PE", last);
    print("even", half);
    print("row", row);
    print("column", column);
  }
  shmem_team_destroy(column_team);
  shmem_team_destroy(row_team);
  if (me % 2)
    shmem_team_destroy(odd_team);
  else
    shmem_team_destroy(even_team);
  shmem_barrier_all();
  if (me == 0) std::printf("ok\n");
  shmem_finalize();
  return 0;
}
