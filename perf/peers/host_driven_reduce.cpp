// Sum reductions between kernels, driven by the host, beside ark_perf's sum_reduce in a kernel:
//   host_driven_reduce host_waits|on_stream [-b -e -f -n -x]
//
// Two PEs in this process, each with a kernel of one thread that writes its data, and one reduction
// per iteration. host_waits: the host waits until the kernel has ended, reduces, and launches the
// next one. on_stream: the host queues kernels and reductions on a stream and waits once.
#include <sched.h>

#include <ark/ark.hpp>
#include <cstdint>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "rows.h"

namespace {

constexpr int pes = 2;

ARK_GLOBAL void write_first(double* source, double value) { *source = value; }

/// One PE. Host thread of the PE only.
class driver {
 public:
  driver(std::size_t bytes, bool waits)
      : count_(bytes / sizeof(double)),
        waits_(waits),
        dest_(static_cast<double*>(ark_calloc(count_, sizeof(double)))),
        source_(static_cast<double*>(ark_calloc(count_, sizeof(double)))),
        stream_(ark::stream_create()) {
    if (source_ == nullptr) throw ark::error(ark::errc::out_of_memory, "host_driven_reduce: heap");
  }
  ~driver() {
    ark::stream_destroy(stream_);
    ark_free(source_);
    ark_free(dest_);
  }
  driver(const driver&) = delete;
  driver& operator=(const driver&) = delete;

  /// Microseconds per iteration.
  double run(long iterations) {
    const double begin = peers_now_us();
    for (long i = 0; i < iterations; ++i) {
      ark::launch({1, 1, 0, stream_}, write_first, source_, static_cast<double>(++turn_));
      if (waits_) ark::stream_sync(stream_);
      reduce();
    }
    ark::stream_sync(stream_);
    return (peers_now_us() - begin) / static_cast<double>(iterations);
  }
  [[nodiscard]] bool is_right() const {
    return ark_double_g(dest_, ark_my_pe()) == pes * static_cast<double>(turn_);
  }

 private:
  void reduce() {
    if (waits_ && ARK_CUDA == 0) {
      ark_double_sum_reduce(ARK_TEAM_WORLD, dest_, source_, count_);
    } else {  // the host cannot read a GPU's memory
      ark_double_sum_reduce_on_stream(ARK_TEAM_WORLD, dest_, source_, count_, stream_);
      if (waits_) ark::stream_sync(stream_);
    }
  }

  std::size_t count_;
  bool waits_;
  double* dest_;
  double* source_;
  ark::stream_t stream_;
  long turn_ = 0;
};

/// Gives the host thread of a PE the core of that number among the process's cores. The workers of
/// the CPU executor poll on all of them, and the scheduler then leaves both hosts on one.
void bind_host(int pe) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  for (int cpu = 0, place = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &all) && place++ == pe) CPU_SET(cpu, &one);
  }
  if (CPU_COUNT(&one) == 1) sched_setaffinity(0, sizeof one, &one);
}

void measure(const peers_options& options, std::size_t bytes, bool waits, std::vector<double>& us) {
  driver mine(bytes, waits);
  mine.run(peers_warmup(&options, bytes, 0) + 1);
  const int me = ark_my_pe();
  us[static_cast<std::size_t>(me)] = mine.run(peers_iterations(&options, bytes, 0));
  ark_barrier_all();
  if (!mine.is_right()) throw ark::error(ark::errc::aborted, "host_driven_reduce: a wrong sum");
  if (me == 0) peers_latency_row(bytes, std::accumulate(us.begin(), us.end(), 0.0) / pes);
}

}  // namespace

int main(int argc, char** argv) {
  const peers_options options = peers_parse(argc, argv);
  const std::string way = options.test;
  if ((way != "host_waits" && way != "on_stream") || options.min % sizeof(double) != 0) {
    std::fprintf(
        stderr,
        "usage: host_driven_reduce host_waits|on_stream [-b -e -f -n -x]; -b is a multiple "
        "of 8\n");
    return 2;
  }
  try {
    std::vector<double> us(pes);
    ark::local_run(pes, [&](int pe) {
      bind_host(pe);
      ark::on_stream_prepare();
      for (std::size_t bytes = options.min; bytes <= options.max; bytes *= options.factor)
        measure(options, bytes, way == "host_waits", us);
    });
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "host_driven_reduce: %s\n", problem.what());
    return 1;
  }
  return 0;
}
