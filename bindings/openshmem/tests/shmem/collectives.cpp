// The collectives on teams and on active sets: many sizes, back to back, with PEs that come late.
// Every result is compared with that of a serial computation.
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "expect.h"

namespace {

constexpr int rounds = 3;  // of one collective, without any other synchronisation between them
constexpr std::size_t large = 100003;
constexpr unsigned seed = 20240613;

int me, pes;
std::mt19937 generator;

/// Some PEs come late to some calls.
void delay() {
  if (generator() % 16 == 0) usleep(generator() % 300);
}

// --- The names of the calls, by type ---

template <class T>
struct moves;
template <class T>
struct sums;
template <class T>
struct order;
template <class T>
struct bits;

#define MOVES(N, T)                                          \
  template <>                                                \
  struct moves<T> {                                          \
    static constexpr auto broadcast = shmem_##N##_broadcast; \
    static constexpr auto collect = shmem_##N##_collect;     \
    static constexpr auto fcollect = shmem_##N##_fcollect;   \
    static constexpr auto alltoall = shmem_##N##_alltoall;   \
    static constexpr auto alltoalls = shmem_##N##_alltoalls; \
  };
#define SUMS(N, T)                                         \
  template <>                                              \
  struct sums<T> {                                         \
    static constexpr auto sum = shmem_##N##_sum_reduce;    \
    static constexpr auto prod = shmem_##N##_prod_reduce;  \
    static constexpr auto inscan = shmem_##N##_sum_inscan; \
    static constexpr auto exscan = shmem_##N##_sum_exscan; \
  };
#define ORDER(N, T)                                     \
  template <>                                           \
  struct order<T> {                                     \
    static constexpr auto min = shmem_##N##_min_reduce; \
    static constexpr auto max = shmem_##N##_max_reduce; \
  };
#define BITS(N, T)                                       \
  template <>                                            \
  struct bits<T> {                                       \
    static constexpr auto and_ = shmem_##N##_and_reduce; \
    static constexpr auto or_ = shmem_##N##_or_reduce;   \
    static constexpr auto xor_ = shmem_##N##_xor_reduce; \
  };
#define ALL_BUT_BITS(N, T) MOVES(N, T) SUMS(N, T) ORDER(N, T)
ALL_BUT_BITS(schar, signed char)
ALL_BUT_BITS(short, short)
ALL_BUT_BITS(int, int)
ALL_BUT_BITS(longlong, long long)
ALL_BUT_BITS(ulong, unsigned long)
ALL_BUT_BITS(double, double)
ALL_BUT_BITS(longdouble, long double)
SUMS(complexf, ark_shmem_complexf)
SUMS(complexd, ark_shmem_complexd)
BITS(int8, signed char)
BITS(int16, short)
BITS(int32, int)
BITS(ulong, unsigned long)

// --- Teams and memory ---

struct group {
  shmem_team_t team;
  std::string name;
  int rank, size;
  explicit group(shmem_team_t of, std::string called)
      : team(of), name(std::move(called)), rank(shmem_team_my_pe(of)), size(shmem_team_n_pes(of)) {}
};

constexpr std::size_t most_pes = 16;
constexpr std::size_t static_elements = 1 << 12;
char *heap_source, *heap_dest;
std::size_t heap_bytes;  // of each

/// Source and destination of a call: static variables if they suffice, or the heap.
template <class T>
struct buffers {
  T *source, *dest;
};
template <class T>
buffers<T> buffers_for(std::size_t elements, bool in_heap) {
  static T source[static_elements], dest[static_elements];
  if (!in_heap && elements <= static_elements) return {source, dest};
  if (elements * sizeof(T) > heap_bytes) {
    std::fprintf(stderr, "%zu bytes are needed\n", elements * sizeof(T));
    shmem_global_exit(2);
  }
  return {reinterpret_cast<T*>(heap_source), reinterpret_cast<T*>(heap_dest)};
}

/// Element i of the source of member `rank` in a round: small, so that sums and products of
/// floating types are exact.
template <class T>
T value(int rank, std::size_t i, int round) {
  return static_cast<T>(
      (static_cast<std::size_t>(rank) * 7 + i * 3 + static_cast<std::size_t>(round) * 5) % 11 + 1);
}

template <class T>
void fill(T* source, const group& g, std::size_t count, int round) {
  for (std::size_t i = 0; i < count; ++i) source[i] = value<T>(g.rank, i, round);
}

void report(const group& g, const char* call, std::size_t count, std::size_t at, int round,
            std::size_t bytes) {
  if (++wrong > wrong_lines) return;
  std::fprintf(stderr,
               "PE %d: %s on team %s of %d, %zu elements of %zu bytes, round %d: element %zu\n", me,
               call, g.name.c_str(), g.size, count, bytes, round, at);
}

/// Runs `call(dest, source, round)` for each round, with a destination of its own, and compares the
/// `dest_count` elements of it with `expected(i, round)`. The source is refilled as soon as a call
/// has returned.
template <class T, class Call, class Expected>
void run(const group& g, const char* name, std::size_t count, std::size_t source_count,
         std::size_t dest_count, bool in_heap, Call call, Expected expected) {
  const std::size_t stride = dest_count + 1;  // the element behind it remains
  const int times = count >= large ? 2 : rounds;
  const buffers<T> at =
      buffers_for<T>(std::max(stride * static_cast<std::size_t>(times), source_count), in_heap);
  std::memset(static_cast<void*>(at.dest), 0, stride * static_cast<std::size_t>(times) * sizeof(T));
  fill(at.source, g, source_count, 0);
  EXPECT(shmem_team_sync(g.team) == 0);
  for (int round = 0; round < times; ++round) {
    T* const dest = at.dest + stride * static_cast<std::size_t>(round);
    delay();
    EXPECT(call(dest, at.source, round) == 0);
    fill(at.source, g, source_count, round + 1);
    for (std::size_t i = 0; i < dest_count; ++i) {
      if (dest[i] == expected(i, round)) continue;
      report(g, name, count, i, round, sizeof(T));
      break;
    }
    if (dest[dest_count] != T{}) report(g, name, count, dest_count, round, sizeof(T));
  }
  EXPECT(shmem_team_sync(g.team) == 0);
}

// --- Data movement ---

template <class T>
void check_broadcast(const group& g, std::size_t n, bool in_heap) {
  for (int root = 0; root < g.size; ++root) {
    run<T>(
        g, "broadcast", n, n, n, in_heap,
        [&](T* dest, T* source, int) { return moves<T>::broadcast(g.team, dest, source, n, root); },
        [&](std::size_t i, int round) { return value<T>(root, i, round); });
  }
}

/// What a member of rank `rank` gives in a round; some give nothing.
std::size_t part_of(int rank, int round, std::size_t n) {
  return (rank + round) % 3 == 1 ? 0 : n + static_cast<std::size_t>(rank);
}

template <class T>
void check_collects(const group& g, std::size_t n, bool in_heap) {
  const auto members = static_cast<std::size_t>(g.size);
  run<T>(
      g, "collect", n, n + members, members * (n + members), in_heap,
      [&](T* dest, T* source, int round) {
        return moves<T>::collect(g.team, dest, source, part_of(g.rank, round, n));
      },
      [&](std::size_t i, int round) {
        for (int rank = 0; rank < g.size; ++rank) {
          const std::size_t part = part_of(rank, round, n);
          if (i < part) return value<T>(rank, i, round);
          i -= part;
        }
        return T{};
      });
  run<T>(
      g, "fcollect", n, n, members * n, in_heap,
      [&](T* dest, T* source, int) { return moves<T>::fcollect(g.team, dest, source, n); },
      [&](std::size_t i, int round) { return value<T>(static_cast<int>(i / n), i % n, round); });
}

template <class T>
void check_alltoalls(const group& g, std::size_t n, bool in_heap) {
  const auto members = static_cast<std::size_t>(g.size), rank = static_cast<std::size_t>(g.rank);
  run<T>(
      g, "alltoall", n, members * n, members * n, in_heap,
      [&](T* dest, T* source, int) { return moves<T>::alltoall(g.team, dest, source, n); },
      [&](std::size_t i, int round) {
        return value<T>(static_cast<int>(i / n), rank * n + i % n, round);
      });
  if (n > 1000) return;
  for (const auto& [dst, sst] : {std::pair{1, 1}, {2, 1}, {1, 3}, {3, 2}}) {
    const auto apart = static_cast<std::size_t>(dst), from = static_cast<std::size_t>(sst);
    run<T>(
        g, "alltoalls", n, members * n * from, members * n * apart, in_heap,
        [&, d = dst, s = sst](T* dest, T* source, int) {
          return moves<T>::alltoalls(g.team, dest, source, d, s, n);
        },
        [&](std::size_t i, int round) {
          if (i % apart != 0) return T{};
          const std::size_t k = i / apart;
          return value<T>(static_cast<int>(k / n), (rank * n + k % n) * from, round);
        });
  }
}

// --- Reductions and scans ---

/// The call with a destination of its own, then in place; against the fold of members [0, members).
template <class T, class Call, class Fold>
void check_fold(const group& g, const char* name, std::size_t n, bool in_heap, int members,
                Call call, Fold fold) {
  const auto expected = [&](std::size_t i, int round) {
    if (members == 0) return T{};
    T result = value<T>(0, i, round);
    for (int rank = 1; rank < members; ++rank) {
      result = static_cast<T>(fold(result, value<T>(rank, i, round)));
    }
    return result;
  };
  run<T>(
      g, name, n, n, n, in_heap,
      [&](T* dest, T* source, int) { return call(g.team, dest, source, n); }, expected);
  run<T>(
      g, (std::string(name) + " in place").c_str(), n, n, n, in_heap,
      [&](T* dest, T* source, int) {
        std::copy(source, source + n, dest);
        return call(g.team, dest, dest, n);
      },
      expected);
}

template <class T>
void check_sums(const group& g, std::size_t n, bool in_heap) {
  const auto plus = [](T a, T b) { return a + b; };
  const auto times = [](T a, T b) { return a * b; };
  check_fold<T>(g, "sum_reduce", n, in_heap, g.size, sums<T>::sum, plus);
  check_fold<T>(g, "prod_reduce", n, in_heap, g.size, sums<T>::prod, times);
  check_fold<T>(g, "sum_inscan", n, in_heap, g.rank + 1, sums<T>::inscan, plus);
  check_fold<T>(g, "sum_exscan", n, in_heap, g.rank, sums<T>::exscan, plus);
}

template <class T>
void check_order(const group& g, std::size_t n, bool in_heap) {
  const auto least = [](T a, T b) { return std::min(a, b); };
  const auto most = [](T a, T b) { return std::max(a, b); };
  check_fold<T>(g, "min_reduce", n, in_heap, g.size, order<T>::min, least);
  check_fold<T>(g, "max_reduce", n, in_heap, g.size, order<T>::max, most);
}

template <class T>
void check_bits(const group& g, std::size_t n, bool in_heap) {
  check_fold<T>(g, "and_reduce", n, in_heap, g.size, bits<T>::and_, std::bit_and<T>());
  check_fold<T>(g, "or_reduce", n, in_heap, g.size, bits<T>::or_, std::bit_or<T>());
  check_fold<T>(g, "xor_reduce", n, in_heap, g.size, bits<T>::xor_, std::bit_xor<T>());
}

template <class T>
void check_moves(const group& g, std::size_t n, bool in_heap) {
  check_broadcast<T>(g, n, in_heap);
  check_collects<T>(g, n, in_heap);
  check_alltoalls<T>(g, n, in_heap);
}

void check_team(const group& g) {
  bool in_heap = false;
  for (const std::size_t n : {0, 1, 3, 8, 1000}) {
    check_moves<int>(g, n, in_heap);
    check_moves<signed char>(g, n, !in_heap);
    check_moves<long double>(g, n, in_heap);
    check_sums<double>(g, n, in_heap);
    check_order<int>(g, n, !in_heap);
    check_bits<unsigned long>(g, n, in_heap);
    in_heap = !in_heap;
  }
}

void check_more_types(const group& g) {
  for (const std::size_t n : {1, 3, 8, 1000}) {
    check_moves<short>(g, n, false);
    check_moves<double>(g, n, true);
    check_sums<signed char>(g, n, true);
    check_sums<short>(g, n, false);
    check_sums<long long>(g, n, true);
    check_sums<long double>(g, n, false);
    check_sums<ark_shmem_complexf>(g, n, true);
    check_sums<ark_shmem_complexd>(g, n, false);
    check_order<signed char>(g, n, false);
    check_order<long double>(g, n, true);
    check_order<unsigned long>(g, n, false);
    check_bits<signed char>(g, n, true);
    check_bits<short>(g, n, false);
    check_bits<int>(g, n, true);
  }
}

void check_large(const group& g) {
  check_moves<int>(g, large, true);
  check_sums<double>(g, large, true);
  check_fold<long double>(g, "sum_reduce", large, true, g.size, sums<long double>::sum,
                          std::plus<long double>());
  check_fold<signed char>(g, "max_reduce", large, true, g.size, order<signed char>::max,
                          [](signed char a, signed char b) { return std::max(a, b); });
}

shmem_team_t split(int start, int stride, int size) {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, nullptr, 0, &team) == 0);
  for (int i = 0; i < size; ++i) {
    if (start + i * stride == me) EXPECT(shmem_team_my_pe(team) == i);
  }
  return team;
}

/// Each team in turn; PEs that are not members go on to the next.
void strided_teams() {
  for (const auto& [start, stride, name] : {std::tuple{0, 2, "even"},
                                            {1, 2, "odd"},
                                            {pes - 1, -1, "reversed"},
                                            {pes - 1, -2, "down"}}) {
    if (start < 0 || start >= pes) continue;
    const int size = stride < 0 ? start / -stride + 1 : (pes - start + stride - 1) / stride;
    const shmem_team_t team = split(start, stride, size);
    if (team == SHMEM_TEAM_INVALID) continue;
    check_team(group(team, name));
    if (stride == -1) check_large(group(team, name));
    shmem_team_destroy(team);
  }
  const shmem_team_t single = split(pes / 2, 1, 1);
  if (single != SHMEM_TEAM_INVALID) {
    check_team(group(single, "single"));
    check_large(group(single, "single"));
    shmem_team_destroy(single);
  }
}

void axes() {
  shmem_team_t x = SHMEM_TEAM_INVALID, y = SHMEM_TEAM_INVALID;
  EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, nullptr, 0, &x, nullptr, 0, &y) == 0);
  EXPECT(shmem_team_my_pe(x) == me % 2 && shmem_team_my_pe(y) == me / 2);
  check_team(group(y, "column"));
  check_team(group(x, "row"));
  // Both at once: a PE that has left one is in the other already.
  for (int round = 0; round < 50; ++round) {
    static long sum[50][2], one[2];
    one[0] = one[1] = me + round;
    delay();
    EXPECT(shmem_long_sum_reduce(x, &sum[round][0], &one[0], 1) == 0);
    EXPECT(shmem_long_sum_reduce(y, &sum[round][1], &one[1], 1) == 0);
    long across = 0, down = 0;
    for (int pe = 0; pe < pes; ++pe) {
      if (pe / 2 == me / 2) across += pe + round;
      if (pe % 2 == me % 2) down += pe + round;
    }
    EXPECT(sum[round][0] == across && sum[round][1] == down);
  }
  shmem_team_destroy(x);
  shmem_team_destroy(y);
}

// --- Active sets ---

struct active_set {
  int start, log_stride, size;
  int rank_of(int pe) const {
    const int i = (pe - start) >> log_stride;
    return pe >= start && (i << log_stride) == pe - start && i < size ? i : -1;
  }
  int pe(int rank) const { return start + (rank << log_stride); }
};

constexpr int set_calls = 8;
constexpr std::size_t set_elements = 5;
long set_sync[8][SHMEM_REDUCE_SYNC_SIZE];
int set_work[2][set_elements / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];
int set_source[most_pes * set_elements];
long set_source64[most_pes * set_elements];

int set_value(int pe, int i, int n) { return pe * 100 + i + n * 1000; }

/// The n-th call on a set; each has a destination of its own.
void call_on_set(const active_set& s, int rank, int n, int* dest, long* dest64) {
  const int count = set_elements;
  const int total = s.size * count;
  for (int i = 0; i < total; ++i) {
    set_source[i] = set_value(me, i, n);
    set_source64[i] = -set_source[i];
  }
  long* const psync = set_sync[n % 8];
  const int root = n % s.size;
  delay();
  switch (n % set_calls) {
    case 0:
      shmem_broadcast32(dest, set_source, count, root, s.start, s.log_stride, s.size, psync);
      for (int i = 0; i < count; ++i) {
        EXPECT(dest[i] == (rank == root ? 0 : set_value(s.pe(root), i, n)));
      }
      return;
    case 1:
      shmem_fcollect64(dest64, set_source64, count, s.start, s.log_stride, s.size, psync);
      for (int i = 0; i < total; ++i) {
        EXPECT(dest64[i] == -set_value(s.pe(i / count), i % count, n));
      }
      return;
    case 2:
      shmem_int_sum_to_all(dest, set_source, count, s.start, s.log_stride, s.size, set_work[n % 2],
                           psync);
      for (int i = 0; i < count; ++i) {
        int sum = 0;
        for (int r = 0; r < s.size; ++r) sum += set_value(s.pe(r), i, n);
        EXPECT(dest[i] == sum);
      }
      return;
    case 3:
      shmem_collect32(dest, set_source, static_cast<std::size_t>(rank % 2 * 3), s.start,
                      s.log_stride, s.size, psync);
      for (int i = 0; i < s.size / 2 * 3; ++i) {
        EXPECT(dest[i] == set_value(s.pe(i / 3 * 2 + 1), i % 3, n));
      }
      return;
    case 4:
      shmem_alltoall32(dest, set_source, count, s.start, s.log_stride, s.size, psync);
      for (int i = 0; i < total; ++i) {
        EXPECT(dest[i] == set_value(s.pe(i / count), rank * count + i % count, n));
      }
      return;
    case 5:
      shmem_int_p(&dest[0], n, s.pe((rank + 1) % s.size));
      shmem_barrier(s.start, s.log_stride, s.size, psync);
      EXPECT(dest[0] == n);
      return;
    case 6:
      shmem_alltoalls64(dest64, set_source64, 1, 1, count, s.start, s.log_stride, s.size, psync);
      for (int i = 0; i < total; ++i) {
        EXPECT(dest64[i] == -set_value(s.pe(i / count), rank * count + i % count, n));
      }
      return;
    case 7:
      shmem_sync(s.start, s.log_stride, s.size, psync);
      shmem_int_max_to_all(dest, set_source, count, s.start, s.log_stride, s.size, set_work[n % 2],
                           set_sync[(n + 1) % 8]);
      for (int i = 0; i < count; ++i) EXPECT(dest[i] == set_value(s.pe(s.size - 1), i, n));
      return;
  }
}

/// Overlapping sets, one after another: a PE goes on to its next set while others are in the last.
void active_sets() {
  constexpr int calls = 240, between_barriers = 48;
  std::vector<active_set> sets{{0, 0, pes}};
  for (const active_set& s : {active_set{0, 0, 2},
                              {1, 0, 2},
                              {0, 1, 2},
                              {2, 0, 2},
                              {1, 1, 2},
                              {0, 0, 3},
                              {1, 0, 3},
                              {pes - 1, 0, 1}}) {
    if (s.pe(s.size - 1) < pes) sets.push_back(s);
  }
  const std::size_t stride = most_pes * set_elements;
  auto* const dest = static_cast<int*>(shmem_calloc(between_barriers * stride, sizeof(int)));
  auto* const dest64 = static_cast<long*>(shmem_calloc(between_barriers * stride, sizeof(long)));
  for (long(&words)[SHMEM_REDUCE_SYNC_SIZE] : set_sync) {
    std::fill(std::begin(words), std::end(words), SHMEM_SYNC_VALUE);
  }
  std::mt19937 order_of_sets(seed);  // the same on every PE
  for (int n = 0; n < calls; ++n) {
    if (n % between_barriers == 0) {
      shmem_barrier_all();
      std::memset(dest, 0, between_barriers * stride * sizeof(int));
      std::memset(dest64, 0, between_barriers * stride * sizeof(long));
      shmem_barrier_all();
    }
    const active_set& s = sets[order_of_sets() % sets.size()];
    const int rank = s.rank_of(me);
    const std::size_t at = static_cast<std::size_t>(n % between_barriers) * stride;
    if (rank >= 0) call_on_set(s, rank, n, dest + at, dest64 + at);
  }
  shmem_barrier_all();
  for (const long(&words)[SHMEM_REDUCE_SYNC_SIZE] : set_sync) {
    for (const long word : words) EXPECT(word == SHMEM_SYNC_VALUE);
  }
  shmem_free(dest64);
  shmem_free(dest);
}

}  // namespace

int main() {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  generator.seed(seed + static_cast<unsigned>(me));
  if (me == 0) std::printf("seed %u\n", seed);
  heap_bytes = large * sizeof(long double) * 2 +
               (large + most_pes) * 2 * sizeof(int) * static_cast<std::size_t>(pes) + 4096;
  heap_source = static_cast<char*>(shmem_malloc(heap_bytes));
  heap_dest = static_cast<char*>(shmem_malloc(heap_bytes));

  check_team(group(SHMEM_TEAM_WORLD, "world"));
  check_more_types(group(SHMEM_TEAM_WORLD, "world"));
  check_large(group(SHMEM_TEAM_WORLD, "world"));
  check_team(group(SHMEM_TEAM_SHARED, "shared"));
  strided_teams();
  axes();
  active_sets();

  shmem_free(heap_dest);
  shmem_free(heap_source);
  return finish();
}
