// Measures the times that overlap::plan() needs.
#pragma once

#include <algorithm>
#include <ark/fused/agreement.hpp>
#include <ark/fused/slice_size.hpp>
#include <ark/overlap/bed.hpp>
#include <ark/overlap/planner.hpp>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ark::overlap {

/// The engines that calibrate() measures, and among which plan() then chooses. The first has about
/// as many lanes as a large collective without an engine.
inline constexpr std::array candidate_engines{by_lanes(ARK_CUDA ? 32 : 1), by_lanes(4), by_queue()};

/// Path of the cache for this job. Callable, Errors: see measured_here().
[[nodiscard]] inline std::string cache_path() {
  const calibration here = measured_here();
  return cache_path(here.pes, here.hosts);
}

struct calibrate_options {
  /// Sizes of the block that a PE gives to each member; at least one.
  std::vector<std::size_t> bytes = {std::size_t{64} << 10, std::size_t{1} << 20};
  /// The collectives to measure; at least one. The time of a calibration is proportional to their
  /// number.
  std::vector<collective> collectives = {all_collectives.begin(), all_collectives.end()};
  /// Number of runs whose median counts, 1 or more; short runs are repeated up to 25 times.
  unsigned repeat = 5;
  std::size_t array_bytes = testbench_options{}.array_bytes;  ///< see testbench_options
  /// File in which PE 0 keeps the result; empty: none.
  std::string path = cache_path();
};

/// The link for operator_options::link of the fused operators, which sets the size of slices. A
/// slice costs its arrival and its signal as well as its put, so a request counts at least as long
/// as the default link's. The default link if a measured value is not more than 0.
[[nodiscard]] inline fused::link_cost link_of(const calibration& measured) {
  const link_time& link = measured.link;
  if (!(link.request_us > 0) || !(link.bytes_per_us > 0)) return {};
  return {link.bytes_per_us, std::max(link.request_us, fused::link_cost{}.request_us)};
}

namespace calibrate_detail {

/// Maximum number of runs of a size and a class within the time budget: short runs vary most and
/// are repeated more often.
inline constexpr unsigned most_short_runs = 25;
inline constexpr double short_us = 100'000;

/// Broadcast PE 0's text to every PE. Collective.
[[nodiscard]] inline std::string from_pe_0(std::string text) {
  const symmetric_array<int> words(2);
  const int length =
      fused::largest_on_all(words.data(), ark_my_pe() == 0 ? static_cast<int>(text.size()) : 0);
  if (length == 0) return {};
  text.resize(static_cast<std::size_t>(length));
  symmetric_array<char> all(text.size());
  if (ark_my_pe() == 0) all.write({text.begin(), text.end()});
  ark_barrier_all();
  ark::get(text.data(), all.data(), text.size(), 0);
  ark_barrier_all();
  return text;
}

/// Runs of a kernel and a collective by one engine: separate, and concurrent in each order. All
/// engines alternate, so that a change of the machine's clock frequency affects all of them.
struct engine_runs {
  std::vector<double> compute, moving;
  std::array<std::vector<double>, all_orders.size()> both;

  /// Measure once; returns the time spent, in us.
  double add(testbench& on, load_class kind, unsigned tiles, collective what, const engine& by,
             std::size_t bytes) {
    const apart_times one = on.apart_us(kind, tiles, what, by, bytes);
    compute.push_back(one.compute_us);
    moving.push_back(one.collective_us);
    double us = one.compute_us + one.collective_us;
    for (std::size_t i = 0; i < all_orders.size(); ++i)
      us += both[i].emplace_back(on.together_us(kind, tiles, what, bytes, {all_orders[i], by}));
    return us;
  }
};

/// The measurement of calibrate(), without the file.
[[nodiscard]] inline calibration measure(const calibrate_options& options) {
  if (options.bytes.empty() || std::count(options.bytes.begin(), options.bytes.end(), 0u) > 0) {
    throw error(
        errc::invalid_argument,
        "overlap::calibrate: no sizes, or a size of 0 bytes; accepted: 1 or more sizes of 1 "
        "or more bytes");
  }
  if (options.collectives.empty())
    throw error(errc::invalid_argument, "overlap::calibrate: no collectives; accepted: 1 or more");
  if (options.repeat == 0)
    throw error(errc::invalid_argument, "overlap::calibrate: repeat 0; accepted: 1 or more");
  calibration found = measured_here();
  testbench_options sizes;
  constexpr std::size_t word = sizeof(std::uint64_t);  // measures a request
  sizes.most_bytes = std::max(word, *std::max_element(options.bytes.begin(), options.bytes.end()));
  sizes.array_bytes = options.array_bytes;
  testbench on(sizes);
  const auto median = [&](const auto& run) { return median_of(options.repeat, run); };
  const std::size_t large = sizes.most_bytes;
  found.link = {on.put_us(word, false), on.put_us(word, true),
                static_cast<double>(large) / std::max(on.put_us(large, false), 1e-3)};
  for (const collective what : options.collectives) {
    for (const std::size_t bytes : options.bytes) {
      double least = 0;
      for (const engine& by : candidate_engines) {
        const double us = median([&] { return on.collective_us(what, by, bytes); });
        least = least == 0 ? us : std::min(least, us);
      }
      std::array<double, candidate_engines.size()> alone{};  // mean of both classes
      for (const load_class kind : {load_class::compute_bound, load_class::memory_bound}) {
        const unsigned tiles = on.tiles_for(kind, least);
        std::array<engine_runs, candidate_engines.size()> runs;
        double spent_us = 0;  // the same on every PE
        const auto goes_on = [&](unsigned run) {
          return run <= options.repeat || (run <= most_short_runs && spent_us < short_us);
        };
        for (unsigned run = 0; goes_on(run); ++run) {  // the first run is a warm-up
          for (std::size_t i = 0; i < candidate_engines.size(); ++i)
            spent_us += runs[i].add(on, kind, tiles, what, candidate_engines[i], bytes);
        }
        for (std::size_t i = 0; i < candidate_engines.size(); ++i) {
          const double compute = median_after_first(runs[i].compute);
          const double moving = median_after_first(runs[i].moving);
          alone[i] += moving / 2;
          for (std::size_t j = 0; j < all_orders.size(); ++j) {
            found.stretches.push_back(
                {kind,
                 what,
                 {all_orders[j], candidate_engines[i]},
                 bytes,
                 stretch_of(compute, moving, median_after_first(runs[i].both[j]))});
          }
        }
      }
      for (std::size_t i = 0; i < candidate_engines.size(); ++i)
        found.times.push_back({what, candidate_engines[i], bytes, alone[i]});
    }
  }
  return found;
}

/// True if `known` was measured by a job like this one, so that calibrated() need not measure.
[[nodiscard]] inline bool serves(const calibration& known, const calibrate_options& options) {
  const calibration here = measured_here();
  const auto has = [&](collective what) {
    return std::any_of(known.times.begin(), known.times.end(),
                       [&](const collective_time& one) { return one.what == what; });
  };
  return known.machine == here.machine && known.cores == here.cores &&
         known.version == here.version && known.pes == here.pes && known.hosts == here.hosts &&
         std::all_of(options.collectives.begin(), options.collectives.end(), has);
}

/// measure() on all PEs, with PE 0's result on every PE: the machines of several hosts may differ.
/// Frees its memory, so that an exception thrown later does not wait for other PEs.
[[nodiscard]] inline calibration measured_alike(const calibrate_options& options) {
  const calibration found = measure(options);
  return from_json(from_pe_0(to_json(found)));
}

}  // namespace calibrate_detail

/// Measure a link, and each collective by each engine, after a kernel of each class and
/// concurrently with one that takes as long, in all orders. The result is the same on every PE.
/// Takes 1.3 s on one host, and 11 s with a link of 1 Gbit/s. Nothing else may run on the machine.
///
/// Callable: host, collective, one thread for each PE, after init. Memory: symmetric, 64 MiB and
/// twice the largest block for each PE.
/// Errors: throws ark::error: invalid_argument (no sizes, a size of 0, no collectives, repeat 0,
/// array_bytes below 262144, a size that 64 bits do not hold for all PEs), out_of_memory;
/// system_error, on every PE, if PE 0 cannot write the file; and those of ark::launch and
/// stream_sync.
inline calibration calibrate(const calibrate_options& options = {}) {
  const calibration found = calibrate_detail::measured_alike(options);
  std::string failed;
  if (ark_my_pe() == 0 && !options.path.empty()) {
    try {
      save(found, options.path);
    } catch (const error& why) {
      failed = why.what();
    }
  }
  failed = calibrate_detail::from_pe_0(failed);
  if (!failed.empty()) throw error(errc::system_error, failed);
  return found;
}

/// The calibration in the file `options.path` for this number of PEs and hosts. Measures first if
/// there is no file, or if it is from another machine, use of its cores or version of ark, or lacks
/// a collective of `options`. If the file cannot be written, PE 0 logs a warning and the
/// calibration is kept in memory.
///
/// options: used for a measurement. Callable, Errors: those of calibrate(), except for the file.
inline calibration calibrated(const calibrate_options& options = {}) {
  std::string text;
  if (ark_my_pe() == 0) {
    const std::optional<calibration> known = kept(options.path);
    if (known && calibrate_detail::serves(*known, options)) text = to_json(*known);
  }
  text = calibrate_detail::from_pe_0(text);
  if (!text.empty()) return from_json(text);
  const calibration found = calibrate_detail::measured_alike(options);
  if (ark_my_pe() == 0) keep(found, options.path);
  return found;
}

}  // namespace ark::overlap
