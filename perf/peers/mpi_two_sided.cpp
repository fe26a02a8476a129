// What MPI's two-sided calls do on the same link: mpirun -n 2 mpi_two_sided latency|bw [-b -e -f -n
// -x]
//
// latency: half a round trip of blocking send and receive; ark_perf's counterpart is
// put_signal_latency. bw: windows of 64 non-blocking sends to receives that are posted, each window
// answered by an empty message; put_bw.
#include <mpi.h>

#include <array>
#include <string_view>
#include <vector>

#include "rows.h"

namespace {

constexpr int data_tag = 1;
constexpr int answer_tag = 2;

void ping_pong(int me, std::vector<char>& out, std::vector<char>& in, int bytes, long rounds) {
  const int peer = 1 - me;
  for (long i = 0; i < rounds; ++i) {
    if (me == 0) MPI_Send(out.data(), bytes, MPI_BYTE, peer, data_tag, MPI_COMM_WORLD);
    MPI_Recv(in.data(), bytes, MPI_BYTE, peer, data_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me == 1) MPI_Send(out.data(), bytes, MPI_BYTE, peer, data_tag, MPI_COMM_WORLD);
  }
}

void windows(int me, std::vector<char>& out, std::vector<char>& in, int bytes, long rounds) {
  const int peer = 1 - me;
  std::array<MPI_Request, peers_window> open;
  for (long i = 0; i < rounds; ++i) {
    for (MPI_Request& one : open) {
      if (me == 0) {
        MPI_Isend(out.data(), bytes, MPI_BYTE, peer, data_tag, MPI_COMM_WORLD, &one);
      } else {
        MPI_Irecv(in.data(), bytes, MPI_BYTE, peer, data_tag, MPI_COMM_WORLD, &one);
      }
    }
    MPI_Waitall(peers_window, open.data(), MPI_STATUSES_IGNORE);
    if (me == 0) {
      MPI_Recv(nullptr, 0, MPI_BYTE, peer, answer_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(nullptr, 0, MPI_BYTE, peer, answer_tag, MPI_COMM_WORLD);
    }
  }
}

void row(const peers_options& options, int me, std::size_t bytes, bool bandwidth) {
  const auto run = bandwidth ? windows : ping_pong;
  std::vector<char> out(bytes, 'o');
  std::vector<char> in(bytes, 'i');
  const long rounds = peers_iterations(&options, bytes, bandwidth);
  run(me, out, in, static_cast<int>(bytes), peers_warmup(&options, bytes, bandwidth));
  MPI_Barrier(MPI_COMM_WORLD);
  run(me, out, in, static_cast<int>(bytes), 1);
  const double begin = peers_now_us();
  run(me, out, in, static_cast<int>(bytes), rounds);
  const double took = peers_now_us() - begin;
  if (me != 0) return;
  const double count = static_cast<double>(rounds);
  if (bandwidth) {
    peers_bandwidth_row(bytes, (double)count * (double)peers_window, took);
  } else {
    peers_latency_row(bytes, took / count / 2);
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
  if (count != 2 || (test != "latency" && test != "bw")) {
    if (me == 0) fprintf(stderr, "usage: mpirun -n 2 mpi_two_sided latency|bw [-b -e -f -n -x]\n");
    MPI_Finalize();
    return 2;
  }
  for (std::size_t bytes = options.min; bytes <= options.max; bytes *= options.factor) {
    row(options, me, bytes, test == "bw");
  }
  MPI_Finalize();
  return 0;
}
