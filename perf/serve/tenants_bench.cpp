// A greedy neighbour: the latency of a tenant's requests alone, beside a neighbour without shares,
// and beside a neighbour that is a tenant too. docs/serve.md.
//
//   tenants_bench [--seconds N] [--bytes N] [--compute-us N] [--period-us N]
//
// A request comes every period, whether the last one has ended or not: its bytes are put, and then
// a kernel computes. Its time counts from the moment at which it was due. The neighbour always has
// 32 puts of 256 KiB in its queue and a kernel of 200 blocks of 100 us. One worker: the other core
// is for the host's threads and the engine.
#include <fmt/core.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <ark/serve/tenants.hpp>
#include <ark/symmetric_array.hpp>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using microseconds = std::chrono::duration<double, std::micro>;

struct load {
  double seconds = 3;
  std::size_t bytes = 64 << 10;
  unsigned compute_us = 1000, period_us = 4000;
};

enum class neighbour { none, without_shares, tenant, tenant_below };

struct figures {
  std::vector<double> latencies_us;
  double seconds = 0, neighbour_mib = 0, neighbour_kernels = 0;
};

ARK_GLOBAL void compute(unsigned us) {
  const auto until = clock_type::now() + std::chrono::microseconds(us);
  while (clock_type::now() < until) {
  }
}

/// A tenant's context and stream.
struct place {
  place() : stream(ark::stream_create()) { ark_ctx_create(0, &context); }
  ~place() {
    ark::stream_destroy(stream);
    ark_ctx_destroy(context);
  }
  place(const place&) = delete;
  place& operator=(const place&) = delete;
  void assign_to(ark::serve::tenant& one) const {
    one.assign(context);
    one.assign(stream);
  }
  ark_ctx_t context = ARK_CTX_INVALID;
  ark::stream_t stream;
};

void be_greedy(const place& at, char* dest, std::uint64_t* arrived, const std::atomic<bool>& over,
               std::atomic<std::uint64_t>& puts, std::atomic<std::uint64_t>& kernels) {
  constexpr std::size_t bytes = 256 << 10;
  constexpr std::uint64_t ahead = 32;
  const std::vector<char> source(bytes, 1);
  while (!over) {
    ark::launch({200, 1, 0, at.stream}, compute, 100u);
    while (!over && !ark::stream_query(at.stream)) {
      const std::uint64_t until = ark_signal_fetch(arrived) + ahead;
      for (; puts < until; ++puts) {
        ark_ctx_putmem_signal_nbi(at.context, dest, source.data(), bytes, arrived, 1,
                                  ARK_SIGNAL_ADD, 0);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    ++kernels;
  }
  ark_ctx_quiet(at.context);
  ark::stream_sync(at.stream);
}

/// Adds to `seen`.
void measure(const load& of, double seconds, neighbour beside, figures& seen) {
  const bool has_tenants = beside >= neighbour::tenant;
  const ark::settings how{{"ARK_TENANTS", has_tenants ? "2" : "0"},
                          {"ARK_ROUTE", "queue"},
                          {"ARK_CPU_WORKERS", "1"},
                          {"ARK_SYMMETRIC_SIZE", "64m"}};
  ark::local_run(
      1,
      [&](int) {
        const ark::symmetric_array<char> dest(of.bytes), greedy_dest(256 << 10);
        const ark::symmetric_array<std::uint64_t> arrived(1);
        const std::vector<char> source(of.bytes, 1);
        const place mine, theirs;
        std::optional<ark::serve::tenant> modest, greedy;
        if (has_tenants) {
          modest.emplace("modest", ark::serve::tenant_limits{
                                       .priority = beside == neighbour::tenant_below ? 1u : 0u});
          greedy.emplace("greedy", ark::serve::tenant_limits{.burst_bytes = 0});
          mine.assign_to(*modest);
          theirs.assign_to(*greedy);
        }
        std::atomic<bool> over{false};
        std::atomic<std::uint64_t> puts{0}, kernels{0};
        void* const pe = ark::detail::pe_of_thread();
        std::thread other;
        if (beside != neighbour::none) {
          other = std::thread([&] {
            ark::detail::bind_thread(pe);
            be_greedy(theirs, greedy_dest.data(), arrived.data(), over, puts, kernels);
          });
        }
        const auto begin = clock_type::now() + std::chrono::milliseconds(50);
        const auto period = std::chrono::microseconds(of.period_us);
        const auto requests = static_cast<unsigned>(seconds * 1e6 / of.period_us);
        for (unsigned i = 0; i < requests; ++i) {
          const auto due = begin + i * period;
          std::this_thread::sleep_until(due);
          ark_ctx_putmem_nbi(mine.context, dest.data(), source.data(), of.bytes, 0);
          ark_ctx_quiet(mine.context);
          ark::launch({4, 1, 0, mine.stream}, compute, of.compute_us / 4);
          while (!ark::stream_query(mine.stream)) std::this_thread::yield();
          seen.latencies_us.push_back(microseconds(clock_type::now() - due).count());
        }
        const double took = std::chrono::duration<double>(clock_type::now() - begin).count();
        seen.seconds += took;
        seen.neighbour_mib += static_cast<double>(puts) / 4;
        seen.neighbour_kernels += static_cast<double>(kernels);
        over = true;
        if (other.joinable()) other.join();
      },
      how);
}

double percentile(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

load read(int argc, char** argv) {
  load given;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    char* end = nullptr;
    const double value = i + 1 < argc ? std::strtod(argv[i + 1], &end) : 0;
    if (value <= 0 || *end != '\0') {
      fmt::print(stderr, "tenants_bench: {} needs a positive number\n", name);
      std::exit(2);
    }
    if (name == "--seconds") {
      given.seconds = value;
    } else if (name == "--bytes") {
      given.bytes = static_cast<std::size_t>(value);
    } else if (name == "--compute-us") {
      given.compute_us = static_cast<unsigned>(value);
    } else if (name == "--period-us") {
      given.period_us = static_cast<unsigned>(value);
    } else {
      fmt::print(stderr,
                 "tenants_bench: {}: known are --seconds, --bytes, --compute-us, "
                 "--period-us\n",
                 name);
      std::exit(2);
    }
  }
  return given;
}

}  // namespace

int main(int argc, char** argv) {
  const load of = read(argc, argv);
  fmt::print(
      "# requests of {} bytes and {} us of 4 blocks, one in {} us, {} s for each row\n"
      "{:<32} {:>10} {:>10} {:>10} {:>9} {:>12} {:>10}\n",
      of.bytes, of.compute_us, of.period_us, of.seconds, "neighbour", "p50 us", "p99 us", "max us",
      "p99/alone", "its MiB/s", "kernels/s");
  const std::pair<neighbour, const char*> rows[] = {
      {neighbour::none, "none"},
      {neighbour::without_shares, "greedy, no tenants"},
      {neighbour::tenant, "greedy tenant, equal shares"},
      {neighbour::tenant_below, "greedy tenant, lower priority"}};
  figures all[std::size(rows)];
  constexpr unsigned rounds = 5;  // what others of the machine do falls into every row
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < std::size(rows); ++i)
      measure(of, of.seconds / rounds, rows[i].first, all[i]);
  }
  double alone = 0;
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    figures& seen = all[i];
    std::sort(seen.latencies_us.begin(), seen.latencies_us.end());
    const double p99 = percentile(seen.latencies_us, 0.99);
    if (i == 0) alone = p99;
    fmt::print("{:<32} {:>10.0f} {:>10.0f} {:>10.0f} {:>9.2f} {:>12.0f} {:>10.0f}\n",
               rows[i].second, percentile(seen.latencies_us, 0.5), p99, seen.latencies_us.back(),
               p99 / alone, seen.neighbour_mib / seen.seconds,
               seen.neighbour_kernels / seen.seconds);
  }
}
