// What MPI's one-sided calls do on the same link: mpirun -n 2 mpi_rma
// put_latency|put_bw|put_signal_latency [-b -e -f -n -x]
//
// Passive target on memory of MPI_Win_allocate, locked for the whole run.
// put_latency: put, then flush. put_bw: windows of 64 puts, each ended by a flush.
// put_signal_latency: put, flush, put of a word that the target looks at, and back: half a round
// trip. The target makes progress while it waits: without, nothing arrives over a network that
// cannot write by itself.
#include <mpi.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "rows.h"

namespace {

/// A window of bytes for data and, behind them, a word.
class window_memory {
 public:
  explicit window_memory(std::size_t bytes) : bytes_((bytes + 63) / 64 * 64), source_(bytes, 's') {
    void* base = nullptr;
    MPI_Win_allocate(static_cast<MPI_Aint>(bytes_ + sizeof(std::uint64_t)), 1, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &window_);
    word_ = reinterpret_cast<volatile std::uint64_t*>(static_cast<char*>(base) + bytes_);
    *word_ = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  }
  ~window_memory() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  window_memory(const window_memory&) = delete;
  window_memory& operator=(const window_memory&) = delete;

  void put(int peer) {
    const int bytes = static_cast<int>(source_.size());
    MPI_Put(source_.data(), bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, window_);
  }
  void flush(int peer) { MPI_Win_flush(peer, window_); }
  void signal(int peer, const std::uint64_t& value) {
    MPI_Put(&value, 1, MPI_UINT64_T, peer, static_cast<MPI_Aint>(bytes_), 1, MPI_UINT64_T, window_);
    MPI_Win_flush(peer, window_);
  }
  void wait_for(std::uint64_t value) {
    while (*word_ < value) {
      int arrived = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
      MPI_Win_sync(window_);
    }
  }

 private:
  std::size_t bytes_;
  std::vector<char> source_;
  MPI_Win window_ = MPI_WIN_NULL;
  volatile std::uint64_t* word_ = nullptr;
};

enum class kind { latency, bandwidth, signal };

void run(kind what, window_memory& memory, int me, long rounds, std::uint64_t& turn) {
  for (long i = 0; i < rounds; ++i) {
    if (what == kind::signal) {
      ++turn;
      if (me == 1) memory.wait_for(turn);
      memory.put(1 - me);
      memory.flush(1 - me);
      memory.signal(1 - me, turn);
      if (me == 0) memory.wait_for(turn);
    } else if (me == 0) {
      for (int k = 0; k < (what == kind::bandwidth ? peers_window : 1); ++k) memory.put(1);
      memory.flush(1);
    }
  }
}

void row(const peers_options& options, int me, std::size_t bytes, kind what) {
  const bool windows = what == kind::bandwidth;
  window_memory memory(bytes);
  std::uint64_t turn = 0;
  const long rounds = peers_iterations(&options, bytes, windows);
  run(what, memory, me, peers_warmup(&options, bytes, windows) + 1, turn);
  const double begin = peers_now_us();
  run(what, memory, me, rounds, turn);
  const double took = peers_now_us() - begin;
  // The barrier makes PE 1, who has nothing to do in two of the tests, drive its side.
  MPI_Barrier(MPI_COMM_WORLD);
  if (me != 0) return;
  const double count = static_cast<double>(rounds);
  if (windows) {
    peers_bandwidth_row(bytes, (double)count * (double)peers_window, took);
  } else {
    peers_latency_row(bytes, took / count / (what == kind::signal ? 2 : 1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const peers_options options = peers_parse(argc, argv);
  int me = 0;
  int count = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  const std::string_view test = options.test;
  const kind what = test == "put_bw"               ? kind::bandwidth
                    : test == "put_signal_latency" ? kind::signal
                                                   : kind::latency;
  if (count != 2 || (what == kind::latency && test != "put_latency")) {
    if (me == 0) {
      fprintf(stderr,
              "usage: mpirun -n 2 mpi_rma put_latency|put_bw|put_signal_latency "
              "[-b -e -f -n -x]\n");
    }
    MPI_Finalize();
    return 2;
  }
  for (std::size_t bytes = options.min; bytes <= options.max; bytes *= options.factor) {
    row(options, me, bytes, what);
  }
  MPI_Finalize();
  return 0;
}
