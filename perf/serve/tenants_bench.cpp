// A greedy neighbour: the latency of a tenant's requests alone, beside a neighbour without shares,
// and beside a neighbour that is a tenant too. docs/serve.md.
//
//   tenants_bench [--seconds N] [--bytes N] [--compute-us N] [--period-us N]
//
// A request comes every period, whether the last one has ended or not: its bytes are put, and then
// a kernel computes. Its time counts from the moment at which it was due. The neighbour puts 256
// KiB and launches kernels of eight blocks of 100 us as fast as it can.
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
  double neighbour_mib_s = 0, neighbour_kernels_s = 0;
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

void be_greedy(const place& at, const ark::symmetric_array<char>& dest,
               const std::atomic<bool>& over, std::atomic<std::uint64_t>& puts,
               std::atomic<std::uint64_t>& kernels) {
  constexpr std::size_t bytes = 256 << 10;
  constexpr unsigned ahead = 32;  // puts for each kernel
  const std::vector<char> source(bytes, 1);
  while (!over) {
    ark::launch({8, 1, 0, at.stream}, compute, 100u);
    for (unsigned i = 0; i < ahead && !over; ++i, ++puts)
      ark_ctx_putmem_nbi(at.context, dest.data(), source.data(), bytes, 0);
    while (!over && !ark::stream_query(at.stream)) std::this_thread::yield();
    ++kernels;
  }
  ark_ctx_quiet(at.context);
}

figures measure(const load& of, neighbour beside) {
  figures seen;
  const bool has_tenants = beside >= neighbour::tenant;
  const ark::settings how{{"ARK_TENANTS", has_tenants ? "2" : "0"},
                          {"ARK_ROUTE", "queue"},
                          {"ARK_SYMMETRIC_SIZE", "64m"}};
  ark::local_run(
      1,
      [&](int) {
        const ark::symmetric_array<char> dest(of.bytes), greedy_dest(256 << 10);
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
            be_greedy(theirs, greedy_dest, over, puts, kernels);
          });
        }
        const auto begin = clock_type::now() + std::chrono::milliseconds(50);
        const auto period = std::chrono::microseconds(of.period_us);
        const auto requests = static_cast<unsigned>(of.seconds * 1e6 / of.period_us);
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
        seen.neighbour_mib_s = static_cast<double>(puts) / 4 / took;
        seen.neighbour_kernels_s = static_cast<double>(kernels) / took;
        over = true;
        if (other.joinable()) other.join();
      },
      how);
  std::sort(seen.latencies_us.begin(), seen.latencies_us.end());
  return seen;
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
  double alone = 0;
  const std::pair<neighbour, const char*> rows[] = {
      {neighbour::none, "none"},
      {neighbour::without_shares, "greedy, no tenants"},
      {neighbour::tenant, "greedy tenant, equal shares"},
      {neighbour::tenant_below, "greedy tenant, lower priority"}};
  for (const auto& [beside, name] : rows) {
    const figures seen = measure(of, beside);
    const double p99 = percentile(seen.latencies_us, 0.99);
    if (beside == neighbour::none) alone = p99;
    fmt::print("{:<32} {:>10.0f} {:>10.0f} {:>10.0f} {:>9.2f} {:>12.0f} {:>10.0f}\n", name,
               percentile(seen.latencies_us, 0.5), p99, seen.latencies_us.back(), p99 / alone,
               seen.neighbour_mib_s, seen.neighbour_kernels_s);
  }
}
