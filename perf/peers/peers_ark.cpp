// perf/bench peers in ark's C++ calls, on the host or in a kernel of one thread:
//   peers_ark --from host|kernel [OPTIONS] ROW:BYTES...
// Rows and options are in peers.h.
#include "peers.h"
// after _GNU_SOURCE
#include <ark/ark.hpp>
#include <string_view>

namespace {

using scope = ark::device::thread_scope;
bool in_kernel = false;

ARK_HOST_DEVICE void receive(peers_task& t, std::uint64_t value) {
  ark::signal_wait_until(t.signal, ARK_CMP_GE, value);
  if (t.row == row_signal_read) t.sum += peers_read_all(t.dest, t.words);
}

ARK_HOST_DEVICE void pair_calls(peers_task& t) {
  const long count = t.count, first = t.first;
  const int peer = 1 - t.me;
  const std::size_t words = t.words, window = words * static_cast<std::size_t>(t.window);
  std::uint64_t *source = t.source, *dest = t.dest;
  if (peer == 0 && t.row < row_signal) return;
  switch (t.row) {
    case row_put:
      PEERS_CALLS(ark::put(dest, source, words, 1); ark::quiet());
    case row_get:
      PEERS_CALLS(ark::get(dest, source, words, 1));
    case row_put_nbi:
      PEERS_CALLS(PEERS_MESSAGES(ark::put_nbi(dest + k, source + k, 1, 1)) ark::quiet());
    case row_p:
      PEERS_CALLS(PEERS_MESSAGES(ark::p(
          dest + k, static_cast<std::uint64_t>((first + i) * peers_slots + k), 1)) ark::quiet());
    case row_add:
      PEERS_CALLS(PEERS_MESSAGES(ark::atomic_add(dest, std::uint64_t{1}, 1)) ark::quiet());
    case row_bandwidth:
      PEERS_CALLS(for (std::size_t at = 0; at < window; at += words)
                      ark::put_nbi(dest + at, source + at, words, 1);
                  ark::quiet());
    default:
      PEERS_CALLS(const auto value = static_cast<std::uint64_t>(first + i + 1);
                  if (peer == 0) receive(t, value);
                  ark::put_signal(dest, source, words, t.signal, value, ARK_SIGNAL_SET, peer);
                  if (peer == 1) receive(t, value));
  }
}

ARK_HOST_DEVICE void collective_calls(const peers_task& t) {
  const long count = t.count, first = t.first;
  const std::size_t words = t.words;
  std::uint64_t *source = t.source, *dest = t.dest;
  switch (t.row) {
    case row_barrier:
      PEERS_CALLS(ark_barrier_all());
    case row_broadcast:
      PEERS_CALLS(
          const int root = static_cast<int>((first + i) % t.pes); ark::broadcast<scope>(
              ARK_TEAM_WORLD, dest + static_cast<std::size_t>(root) * words, source, words, root));
    case row_sum:
      PEERS_CALLS(ark::reduce<scope>(ARK_TEAM_WORLD, reinterpret_cast<double*>(dest),
                                     reinterpret_cast<const double*>(source), words,
                                     ark::device::collective::sum_op{}));
    case row_alltoall:
      PEERS_CALLS(ark::alltoall<scope>(ARK_TEAM_WORLD, dest, source, words));
    case row_fcollect:
      PEERS_CALLS(ark::fcollect<scope>(ARK_TEAM_WORLD, dest, source, words));
  }
}

ARK_HOST_DEVICE double timed_calls(peers_task& t) {
  const double begin = peers_now_us();
  if (t.row < row_barrier) {
    pair_calls(t);
  } else {
    collective_calls(t);
  }
  return peers_now_us() - begin;
}

ARK_GLOBAL void run_kernel(peers_task* task, double* us) { *us = timed_calls(*task); }

ARK_GLOBAL void put_kernel(std::uint64_t* cell, std::uint64_t value, int next) {
  ark::p(cell, value, next);
  ark::quiet();
}

}  // namespace

static int peers_has(int row) { return row <= row_fcollect; }

static void peers_meet() { ark_barrier_all(); }

static double peers_first(const peers_task* t, double mine) {
  auto* cell = reinterpret_cast<double*>(t->control);
  *cell = mine;
  ark_barrier_all();
  const double first = ark::g(cell, 0);
  ark_barrier_all();
  return first;
}

static void* peers_memory(std::size_t bytes) {
  void* memory = ark_calloc(bytes, 1);
  if (memory == nullptr) peers_fail("ARK_SYMMETRIC_SIZE", "room for the rows");
  return memory;
}

static const volatile std::uint64_t* peers_put_once(const std::uint64_t* mine, int next, int) {
  auto* cell = static_cast<std::uint64_t*>(ark_calloc(1, sizeof(std::uint64_t)));
  if (in_kernel) {
    ark::launch({1, 1}, put_kernel, cell, *mine, next);
    ark::device_sync();
  } else {
    ark::p(cell, *mine, next);
    ark::quiet();
  }
  return cell;
}

static double peers_run(peers_task* t) {
  if (!in_kernel) return timed_calls(*t);
  double us = 0;
  ark::launch({1, 1, 0, nullptr, true}, run_kernel, t, &us);
  ark::device_sync();
  return us;
}

int main(int argc, char** argv) {
  const std::string_view from = argc > 2 && argv[1] == std::string_view("--from") ? argv[2] : "";
  in_kernel = from == "kernel";
  if (!in_kernel && from != "host") peers_fail(argc > 2 ? argv[2] : "", "--from host|kernel");
  peers_how how;
  int start = 0;
  const int first = 2 + peers_options_of(argc - 2, argv + 2, &how, &start);
  const double begin = peers_now_us();
  const ark::session session;
  if (start) {
    peers_start_row(begin, ark_my_pe(), ark_n_pes());
  } else {
    peers_run_rows(argc - first, argv + first, &how, ark_my_pe(), ark_n_pes());
  }
  return ark_status();
}
