#include "fused_measurement.hpp"

#include <algorithm>
#include <ark/launch.hpp>
#include <chrono>
#include <map>
#include <string>

namespace ark_perf {

namespace {

using times = std::map<fused_way, std::vector<double>>;

/// The times of one way in one repeat, beside those of the others.
fused_figures figures_of(const times& all, fused_way way) {
  const auto of = [&](fused_way one) { return all.count(one) > 0 ? median(all.at(one)) : 0; };
  fused_figures found;
  found.to_unfused = of(way) / of(fused_way::unfused);
  if (way < fused_way::fused) return found;
  found.exposed_us = of(way) - of(fused_way::compute);
  const double hidden =
      of(fused_way::unfused) - std::max(of(fused_way::compute), of(fused_way::collective));
  if (hidden > 0) found.ideal_percent = 100 * (of(fused_way::unfused) - of(way)) / hidden;
  return found;
}

std::unique_ptr<fused_bench> make_bench(const std::string& test, const options& opts) {
  const fused_grid grid{opts.blocks, opts.threads};
  if (test == "fused_gemv") return make_gemv_bench(opts.fused, grid);
  if (test == "fused_gemm") return make_gemm_bench(opts.fused, grid);
  return make_embedding_bench(opts.fused, grid);
}

}  // namespace

fused_measurement::fused_measurement(const test_info& test, const options& opts, pe_group& group)
    : opts_(opts),
      group_(group),
      length_(length_of(test, 0, opts)),
      bench_(make_bench(test.name, opts)) {
  group_.barrier();
}

fused_measurement::turn fused_measurement::measure_turn(fused_way way, std::uint64_t iterations) {
  group_.barrier();
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < iterations; ++i) bench_->launch(way);
  ark::device_sync();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  throw_recorded_failure();
  pe_figures mine;
  mine.duration_ns = static_cast<std::uint64_t>(took.count());
  std::uint64_t slowest = 1, fastest = ~std::uint64_t{0};
  for (const pe_figures& each : group_.gather(mine)) {
    slowest = std::max(slowest, each.duration_ns);
    fastest = std::min(fastest, each.duration_ns);
  }
  const auto us = [&](std::uint64_t ns) {
    return static_cast<double>(ns) / static_cast<double>(iterations) / 1000;
  };
  return {us(slowest), us(slowest - std::min(fastest, slowest))};
}

std::uint64_t fused_measurement::sum_errors(std::uint64_t mine) {
  pe_figures figures;
  figures.errors = mine;
  std::uint64_t sum = 0;
  for (const pe_figures& each : group_.gather(figures)) sum += each.errors;
  return sum;
}

std::vector<result_row> fused_measurement::measure() {
  times all, skews;
  for (unsigned repeat = 0; repeat < opts_.repeat; ++repeat) {
    for (const fused_way way : fused_ways) {
      if (!bench_->has(way)) continue;
      if (length_.warmup > 0) measure_turn(way, length_.warmup);
      const turn found = measure_turn(way, length_.iterations);
      all[way].push_back(found.us);
      skews[way].push_back(found.skew_us);
    }
  }
  for (auto& [way, us] : all) us = sorted(std::move(us));
  const std::uint64_t wrong = opts_.check ? sum_errors(bench_->wrong_elements()) : 0;
  std::vector<result_row> rows;
  for (const auto& [way, us] : all) {
    result_row row;
    row.op = name_of(way);
    row.bytes = bench_->bytes_sent();
    row.length = length_;
    row.repeats_us = us;
    row.fused = figures_of(all, way);
    row.fused->skew_us = median(sorted(skews[way]));
    if (opts_.check) row.errors = way == fused_way::fused ? wrong : 0;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace ark_perf
