// What this machine's memory allows, beside the libraries of perf/bench peers: rows and arguments
// in peers.h, with two processes of its own. put and get are memcpy, the other form of put is
// non-temporal stores, and a signal of 8 bytes has data and flag in one cache line.
#include "peers.h"
// after _GNU_SOURCE
#ifdef __SSE2__
#include <immintrin.h>
#endif
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <new>

namespace {

using flag = std::atomic<std::uint64_t>;
struct alignas(128) slot {
  flag signal;
  std::uint64_t data;
};
struct shared_words {
  slot slots[2];
  alignas(128) flag arrived[2];
  double first;
};

constexpr std::size_t half = std::size_t{1} << 28;  // the memory of one process
char* memory;
shared_words* words;
int me;

void wait_for(const flag& word, std::uint64_t value) {
  constexpr unsigned polls_a_yield = 1 << 14;
  double begin = 0;
  for (unsigned poll = 1; word.load(std::memory_order_acquire) < value; ++poll) {
    if (poll % polls_a_yield != 0) continue;
    sched_yield();
    if (begin == 0) begin = peers_now_us();
    if (peers_now_us() - begin < 30e6) continue;
    fprintf(stderr, "peers: PE %d waited 30 s for %llu from its peer, seen %llu\n", me,
            static_cast<unsigned long long>(value), static_cast<unsigned long long>(word.load()));
    exit(1);
  }
}

/// The same place at the peer.
std::uint64_t* at_peer(std::uint64_t* mine) { return me == 0 ? mine + half / 8 : mine - half / 8; }

void copy_streaming(std::uint64_t* dest, const std::uint64_t* source, std::size_t count) {
#ifdef __SSE2__
  for (std::size_t i = 0; i < count; ++i)
    _mm_stream_si64(reinterpret_cast<long long*>(dest + i), static_cast<long long>(source[i]));
  _mm_sfence();
#else
  std::memcpy(dest, source, count * 8);
#endif
}

void send(const peers_task* t, std::uint64_t value) {
  slot& peer = words->slots[1 - me];
  if (t->words == 1) {
    peer.data = *t->source;
  } else {
    std::memcpy(at_peer(t->dest), t->source, t->bytes);
  }
  peer.signal.store(value, std::memory_order_release);
}

void receive(peers_task* t, std::uint64_t value) {
  wait_for(words->slots[me].signal, value);
  if (t->words == 1) *t->dest = words->slots[me].data;
  if (t->row == row_signal_read) t->sum += peers_read_all(t->dest, t->words);
}

void calls(peers_task* t) {
  const long count = t->count;
  const std::size_t window = t->words * static_cast<std::size_t>(t->window);
  std::uint64_t *dest = at_peer(t->dest), *source = t->source;
  switch (t->row) {
    case row_put:
      PEERS_CALLS(std::memcpy(dest, source, t->bytes));
    case row_get:
      PEERS_CALLS(std::memcpy(t->dest, at_peer(source), t->bytes));
    case row_bandwidth:
      PEERS_CALLS(for (std::size_t at = 0; at < window; at += t->words)
                      std::memcpy(dest + at, source + at, t->bytes));
    case row_put_alt:
      PEERS_CALLS(copy_streaming(dest, source, t->words));
    case row_bandwidth_alt:
      PEERS_CALLS(copy_streaming(dest, source, window));
    default:
      PEERS_CALLS(const auto value = static_cast<std::uint64_t>(t->first + i + 1);
                  if (me == 1) receive(t, value); send(t, value); if (me == 0) receive(t, value));
  }
}

}  // namespace

static int peers_has(int row) {
  return row <= row_get || (row >= row_bandwidth && row <= row_signal_read) || row > row_fcollect;
}

static void peers_meet() {
  static std::uint64_t turn = 0;
  words->slots[me].signal = 0;
  words->arrived[me].store(++turn, std::memory_order_release);
  wait_for(words->arrived[1 - me], turn);
}

static double peers_first(const peers_task*, double mine) {
  if (me == 0) words->first = mine;
  peers_meet();
  const double first = words->first;
  peers_meet();
  return first;
}

static void* peers_memory(std::size_t bytes) {
  if (bytes > half) peers_fail("BYTES", "rows of at most 64 MiB");
  return memory + (me == 0 ? 0 : half);
}

static const volatile std::uint64_t* peers_put_once(const std::uint64_t*, int, int) {
  peers_fail("--start", "rows; no library starts here");
  return nullptr;
}

static double peers_run(peers_task* t) {
  const double begin = peers_now_us();
  if (me == 0 || t->row == row_signal || t->row == row_signal_read) calls(t);
  return peers_now_us() - begin;
}

int main(int argc, char** argv) {
  void* shared = mmap(nullptr, 2 * half + sizeof(shared_words), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (shared == MAP_FAILED) peers_fail("memory", "512 MiB of address space");
  memory = static_cast<char*>(shared);
  words = new (memory + 2 * half) shared_words{};
  // A process that fails ends the other, which would wait for it.
  std::signal(SIGCHLD, [](int) {
    int status = 0;
    wait(&status);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  });
  const pid_t child = fork();
  me = child == 0 ? 1 : 0;
  if (me == 1) prctl(PR_SET_PDEATHSIG, SIGKILL);
  setenv("OMPI_COMM_WORLD_LOCAL_RANK", me == 0 ? "0" : "1", 1);
  peers_how how;
  int start = 0;
  const int first = peers_options_of(argc, argv, &how, &start);
  if (start) peers_start_row(0, me, 2);
  peers_run_rows(argc - first, argv + first, &how, me, 2);
  std::signal(SIGCHLD, SIG_DFL);
  peers_meet();
  if (me == 0) waitpid(child, nullptr, 0);
  return 0;
}
