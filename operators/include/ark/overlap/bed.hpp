// Measures a kernel and a collective, one after another and concurrently.
#pragma once

#include <algorithm>
#include <ark/api/on_stream.hpp>
#include <ark/api/rma.hpp>
#include <ark/overlap.hpp>
#include <ark/overlap/load.hpp>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace ark::overlap {

struct testbench_options {
  std::size_t most_bytes = std::size_t{1} << 20;    ///< block that a PE gives to each member
  std::size_t array_bytes = std::size_t{64} << 20;  ///< array that the memory-bound kernel reads
  unsigned threads = ARK_CUDA ? 256 : 16;           ///< per block of the kernels
};

/// Throws invalid_argument unless the sizes are accepted for this many PEs.
inline void check_testbench(const testbench_options& options, int pes) {
  const auto refuse = [](const char* name, std::size_t value, std::size_t least, std::size_t most) {
    if (value >= least && value <= most) return;
    throw error(errc::invalid_argument,
                std::string("overlap: ") + name + " " + std::to_string(value) +
                    "; accepted: " + std::to_string(least) + " to " + std::to_string(most));
  };
  constexpr std::size_t all = std::numeric_limits<std::ptrdiff_t>::max();
  refuse("array_bytes", options.array_bytes, load_kernels::least_bytes, load_kernels::most_bytes);
  refuse("bytes", options.most_bytes, 1, all / static_cast<std::size_t>(pes));
}

/// The median without the first value, which is a warm-up.
inline double median_after_first(std::vector<double> values) {
  std::sort(values.begin() + 1, values.end());
  return values[1 + (values.size() - 1) / 2];
}

/// The median of `repeat` calls of `run`, after one warm-up.
template <class Run>
double median_of(unsigned repeat, const Run& run) {
  std::vector<double> values;
  for (unsigned i = 0; i <= repeat; ++i) values.push_back(run());
  return median_after_first(std::move(values));
}

/// `rounds` times `count` puts to `pe` and one quiet, by one block; on a GPU its threads put
/// together.
template <class = void>
ARK_GLOBAL void put_round(std::byte* dest, const std::byte* source, std::size_t bytes, int pe,
                          unsigned count, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned i = 0; i < count; ++i) {
      if constexpr (ARK_CUDA) {
        ark_putmem_nbi_block(dest, source, bytes, pe);
      } else {
        ark_putmem_nbi(dest, source, bytes, pe);
      }
    }
    if (threadIdx.x == 0) ark_quiet();
  }
}

/// Owns the data of the measurements. All members are collective: every PE makes the same calls.
/// Times are in us, for one run, of the slowest PE. Throws ark::error: those of check_testbench,
/// symmetric_array, ark::launch and stream_sync.
class testbench {
 public:
  explicit testbench(const testbench_options& options)
      : load_((check_testbench(options, ark_n_pes()), options.threads), options.array_bytes),
        source_(floats_of(options.most_bytes) * pes()),
        dest_(floats_of(options.most_bytes) * pes()),
        words_(2),
        compute_(stream_create()),
        communication_(stream_create()) {}
  ~testbench() {
    if (runtime_ != detail::runtime_number()) return;
    stream_destroy(communication_);
    stream_destroy(compute_);
  }
  testbench(const testbench&) = delete;
  testbench& operator=(const testbench&) = delete;

  [[nodiscard]] double compute_us(load_class kind, unsigned tiles) {
    return time_us([&] { load_.launch(kind, tiles, 0, compute_); });
  }
  [[nodiscard]] double collective_us(collective what, const engine& by, std::size_t bytes) {
    return time_us([&] { queue(what, by, bytes, communication_); });
  }
  /// Time the kernel and then the collective, each separately. They alternate, as in a program, so
  /// that each finds the caches as the other has left them; alone, its data might stay cached.
  [[nodiscard]] apart_times apart_us(load_class kind, unsigned tiles, collective what,
                                     const engine& by, std::size_t bytes) {
    const double compute = compute_us(kind, tiles);
    return {compute, collective_us(what, by, bytes)};
  }
  /// blocks: number of the kernel's blocks; 0: one for each tile.
  [[nodiscard]] double together_us(load_class kind, unsigned tiles, collective what,
                                   std::size_t bytes, const strategy& how, unsigned blocks = 0) {
    return time_us([&] {
      if (how.when == order::collective_first) queue(what, how.by, bytes, communication_);
      load_.launch(kind, tiles, blocks, compute_);
      if (how.when == order::compute_first) queue(what, how.by, bytes, communication_);
      if (how.when == order::serial) queue(what, how.by, bytes, compute_);
    });
  }
  /// The time that one more put, or one more round, adds to a kernel of puts to the PE half of all
  /// PEs further on; more than 0. bytes: size of a put, at most testbench_options::most_bytes.
  [[nodiscard]] double put_us(std::size_t bytes, bool rounds) {
    constexpr unsigned put_threads = ARK_CUDA ? 256 : 1;
    constexpr unsigned most = 1u << 18;
    // A kernel of this many times the shortest one's duration shows its puts.
    constexpr double noise = 8;
    constexpr double clock_us = 1e-3;
    const int pe = (ark_my_pe() + (ark_n_pes() + 1) / 2) % ark_n_pes();
    const auto run = [&](unsigned n) {
      return median_of(5, [&] {
        return time_us([&] {
          ark::launch({1, put_threads, 0, communication_}, put_round<>,
                      reinterpret_cast<std::byte*>(dest_.data()),
                      reinterpret_cast<const std::byte*>(source_.data()), bytes, pe,
                      rounds ? 1u : n, rounds ? n : 1u);
        });
      });
    };
    const double one = run(1);
    unsigned many = 64;
    double longer = run(many);
    for (; longer < noise * one && many < most; longer = run(many)) many *= 8;
    return std::max(longer - one, clock_us) / (many - 1);
  }
  /// The number of tiles whose kernel takes about `us`, the same on every PE.
  [[nodiscard]] unsigned tiles_for(load_class kind, double us) {
    unsigned tiles = 16;
    for (int step = 0; step < 3; ++step) {
      const double per_tile = median_of(3, [&] { return compute_us(kind, tiles); }) / tiles;
      const double wanted = std::round(us / per_tile);
      tiles = static_cast<unsigned>(std::clamp(wanted, 1.0, double{load_kernels::most_tiles}));
    }
    return tiles;
  }

 private:
  [[nodiscard]] static std::size_t pes() { return static_cast<std::size_t>(ark_n_pes()); }

  /// Number of floats for this many bytes, at least one.
  [[nodiscard]] static std::size_t floats_of(std::size_t bytes) {
    return (bytes + sizeof(float) - 1) / sizeof(float);
  }

  [[nodiscard]] errc queued(collective what, const engine& by, std::size_t bytes, stream_t stream) {
    auto* const dest = reinterpret_cast<std::byte*>(dest_.data());
    const auto* const source = reinterpret_cast<const std::byte*>(source_.data());
    switch (what) {
      case collective::fcollect:
        return fcollect_on_stream(ARK_TEAM_WORLD, dest, source, bytes, by, stream);
      case collective::alltoall:
        return alltoall_on_stream(ARK_TEAM_WORLD, dest, source, bytes, by, stream);
      case collective::broadcast:
        return broadcast_on_stream(ARK_TEAM_WORLD, dest, source, bytes, 0, by, stream);
      case collective::reduce:
        return reduce_on_stream(ARK_TEAM_WORLD, dest_.data(), source_.data(), floats_of(bytes),
                                device::collective::sum_op{}, by, stream);
    }
    return errc::invalid_argument;
  }
  void queue(collective what, const engine& by, std::size_t bytes, stream_t stream) {
    const errc code = queued(what, by, bytes, stream);
    if (code != errc::ok) throw error(code, "overlap: " + failure_text(last_failure()));
  }

  template <class Run>
  double time_us(const Run& run) {
    ark_barrier_all();
    const auto begin = std::chrono::steady_clock::now();
    run();
    stream_sync(compute_);
    stream_sync(communication_);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return slowest(took.count()) / 1000;
  }
  double slowest(double ns) {
    const auto mine = static_cast<std::uint64_t>(ns);
    ark::put(words_.data(), &mine, 1, ark_my_pe());
    ark_quiet();
    const errc code = reduce_on_stream(ARK_TEAM_WORLD, words_.data() + 1, words_.data(), 1,
                                       device::collective::max_op{}, compute_);
    stream_sync(compute_);
    if (code != errc::ok || status() != errc::ok)
      throw error(status(), "overlap: " + failure_text(last_failure()));
    return static_cast<double>(ark::g(words_.data() + 1, ark_my_pe()));
  }

  load_kernels load_;
  symmetric_array<float> source_, dest_;
  symmetric_array<std::uint64_t> words_;
  stream_t compute_, communication_;
  std::uint64_t runtime_ = detail::runtime_number();
};

}  // namespace ark::overlap
