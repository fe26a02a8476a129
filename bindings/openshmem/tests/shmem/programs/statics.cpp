// Global and static variables of every kind, initialised and zero, as targets of puts, gets,
// atomics, reductions and broadcasts.
#include <shmem.h>

#include <cstdio>
#include <string_view>
#include <vector>

#include "rounds.h"

namespace {

constexpr int kLarge = 512 * 1024;

long large[kLarge];                                 // 4 MB, zero
long large_with_values[kLarge / 2] = {11, 22, 33};  // 2 MB, initialised
long token = 42;

struct Account {
  static long balance;
  static inline int visits = 7;
  double rate = 2.5;
  long history[4] = {1, 2, 3, 4};
};
long Account::balance = 1000;
Account account;

template <typename T>
T of_type = T(3);

long bcast_sync[SHMEM_BCAST_SYNC_SIZE];
long reduce_sync[2][SHMEM_REDUCE_SYNC_SIZE];
long long_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 4];
double double_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 4];
long sums[4];
double largest[4] = {-1, -1, -1, -1};

void check(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "PE %d: wrong: %s\n", shmem_my_pe(), what);
  shmem_global_exit(1);
}

long* visitors() {
  static long count = 5;
  return &count;
}

double* average() {
  static double values[4];
  return values;
}

int me, npes, next, previous, last;

}  // namespace

int public_counter = 17;
char public_text[32] = "as initialised";
char public_copy[32];

namespace {

// Here and as another PE sees them.
void check_initial_values() {
  check(large[kLarge - 1] == 0 && large_with_values[2] == 33 && token == 42, "initial values");
  check(shmem_long_g(&large_with_values[1], next) == 22, "remote initialised array");
  check(shmem_long_g(&Account::balance, next) == 1000, "remote member");
  check(shmem_int_g(&Account::visits, next) == 7, "remote inline member");
  check(shmem_double_g(&account.rate, next) == 2.5, "remote object");
  check(shmem_double_g(&of_type<double>, next) == 3.0, "remote variable template");
  check(shmem_long_g(visitors(), next) == 5, "remote function-local variable");
}

void put_and_get(const std::vector<long>& values, std::vector<long>& back) {
  token = 42;
  shmem_barrier_all();
  shmem_long_put(large, values.data(), kLarge, next);
  shmem_long_p(&large_with_values[kLarge / 2 - 1], me, next);
  shmem_long_p(&token, 42 + me, next);
  shmem_long_put(account.history + 1, values.data() + 10, 2, next);
  shmem_barrier_all();
  shmem_long_get(back.data(), large, kLarge, next);
}

void check_put_and_get(const std::vector<long>& values, const std::vector<long>& back) {
  long wrong = 0;
  for (int i = 0; i < kLarge; ++i) wrong += large[i] != previous * 10000000L + i;
  check(wrong == 0, "large array");
  check(large_with_values[kLarge / 2 - 1] == previous && large_with_values[0] == 11, "its end");
  check(token == 42 + previous, "token");
  check(account.history[0] == 1 && account.history[1] == previous * 10000000L + 10 &&
            account.history[2] == previous * 10000000L + 11 && account.history[3] == 4,
        "part of an object");
  check(back == values, "large array got back");
}

// All on the last PE.
void use_atomics() {
  Account::balance = 1000;
  Account::visits = 7;
  public_counter = 17;
  *visitors() = 5;
  shmem_barrier_all();
  shmem_long_atomic_add(&Account::balance, me + 1, last);
  shmem_int_atomic_inc(&Account::visits, last);
  const int before = shmem_int_atomic_fetch_add(&public_counter, 10, last);
  check(before >= 17 && before < 17 + 10 * npes && before % 10 == 7, "fetch_add");
  shmem_long_atomic_inc(visitors(), last);
  shmem_barrier_all();
  check(shmem_long_g(&Account::balance, last) == 1000 + npes * (npes + 1) / 2, "balance");
  check(shmem_int_g(&Account::visits, last) == 7 + npes, "visits");
  check(shmem_int_g(&public_counter, last) == 17 + 10 * npes, "counter");
  check(shmem_long_g(visitors(), last) == 5 + npes, "visitors");
  check(me == last || (public_counter == 17 && *visitors() == 5), "other PEs' variables");
}

void reduce_and_broadcast() {
  static long source[4];
  static double double_source[4];
  for (int i = 0; i < 4; ++i) {
    source[i] = me + i;
    double_source[i] = 0.25 * (me * (i + 1));
  }
  shmem_long_sum_to_all(sums, source, 4, 0, 0, npes, long_work, reduce_sync[0]);
  shmem_double_max_to_all(largest, double_source, 4, 0, 0, npes, double_work, reduce_sync[1]);
  for (int i = 0; i < 4; ++i) {
    check(sums[i] == npes * (npes - 1) / 2 + npes * i, "sum");
    check(largest[i] == 0.25 * (npes - 1) * (i + 1), "maximum");
  }
  if (me == last) std::snprintf(public_text, sizeof(public_text), "from PE %d", me);
  shmem_broadcast64(public_copy, public_text, 4, last, 0, 0, npes, bcast_sync);
  char expected[32];
  std::snprintf(expected, sizeof(expected), "from PE %d", last);
  check(std::string_view(me == last ? public_text : public_copy) == expected, "broadcast");
  for (int i = 0; i < 4; ++i) shmem_double_p(average() + i, 1.5 * me + i, next);
  shmem_barrier_all();
  for (int i = 0; i < 4; ++i) check(average()[i] == 1.5 * previous + i, "function-local array");
}

}  // namespace

int main(int argc, char** argv) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  next = (me + 1) % npes;
  previous = (me + npes - 1) % npes;
  last = npes - 1;
  for (long& word : bcast_sync) word = SHMEM_SYNC_VALUE;
  for (auto& sync : reduce_sync)
    for (long& word : sync) word = SHMEM_SYNC_VALUE;
  if (me == 0) std::printf("statics on %d\n", npes);
  check_initial_values();

  std::vector<long> values(kLarge), back(kLarge);
  for (int i = 0; i < kLarge; ++i) values[i] = me * 10000000L + i;
  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) {
    put_and_get(values, back);
    use_atomics();
    reduce_and_broadcast();
  }
  check_put_and_get(values, back);

  if (me == 0) {
    std::printf("large array of %d words, last word %ld\n", kLarge, large[kLarge - 1]);
    std::printf("balance %ld, counter %d\n", shmem_long_g(&Account::balance, last),
                shmem_int_g(&public_counter, last));
    std::printf("sum %ld, maximum %.2f, text \"%s\"\n", sums[3], largest[3],
                me == last ? public_text : public_copy);
  }
  shmem_barrier_all();
  if (me == 0) std::printf("ok\n");
  shmem_finalize();
  return 0;
}
