#include "overlap_measurement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/info.hpp>
#include <nlohmann/json.hpp>

#include "kernels.hpp"

namespace ark_perf {

namespace {

namespace overlap = ark::overlap;
using overlap::order;

/// As the paper divides its cells: within 15 % the two are equally long.
const char* relation(double compute_us, double collective_us) {
  constexpr double margin = 1.15;
  if (compute_us > margin * collective_us) return "G-long";
  return collective_us > margin * compute_us ? "C-long" : "equal";
}

/// The time that is saved, in percent of what overlapping perfectly saves.
double ideal_percent(double compute_us, double collective_us, double us) {
  const double sum = compute_us + collective_us;
  return 100 * (sum / us - 1) / (sum / std::max(compute_us, collective_us) - 1);
}

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return median(values);
}

/// An engine, and its times for the collective without a computation beside it.
struct apart_engine {
  overlap::engine by;
  std::vector<double> collective_us = {};
};
double fastest(const std::vector<apart_engine>& engines) {
  double least = middle(engines.front().collective_us);
  for (const apart_engine& one : engines) least = std::min(least, middle(one.collective_us));
  return least;
}

unsigned workers() {
  return nlohmann::json::parse(ark::info_json()).at("executor").at("workers").get<unsigned>();
}

std::vector<overlap_way> ways_by(const overlap::engine& lanes) {
  const overlap::engine queue = overlap::by_queue();
  std::vector<overlap_way> ways = {{"serial", {order::serial, lanes}},
                                   {"base", {order::compute_first, lanes}},
                                   {"prioritised", {order::collective_first, lanes}},
                                   {"engine", {order::collective_first, queue}}};
  const unsigned least = 2;  // workers, so that one is left for the collective
  if (const unsigned all = kernels_on_gpu() ? 0 : workers(); all >= least) {
    ways.push_back({"partitioned", {order::collective_first, lanes}, all - 1});
    ways.push_back({"engine, partitioned", {order::collective_first, queue}, all - 1});
  }
  ways.push_back({"planned", {}});  // the last one: chosen for each cell
  return ways;
}

/// Half of each size, and double the largest: a plan never knows the size that it is asked for.
std::vector<std::size_t> other_sizes(const std::vector<std::size_t>& sizes) {
  constexpr std::size_t half = 2;
  std::vector<std::size_t> others;
  for (const std::size_t bytes : sizes) {
    for (const std::size_t other : {std::max<std::size_t>(1, bytes / half), bytes * half}) {
      if (std::count(sizes.begin(), sizes.end(), other) +
              std::count(others.begin(), others.end(), other) ==
          0)
        others.push_back(other);
    }
  }
  return others;
}

}  // namespace

overlap_measurement::overlap_measurement(const test_info& test, const options& opts,
                                         pe_group& group)
    : opts_(opts), sizes_(sizes_of(test, opts)) {
  bench_ = make_overlap_bench(sizes_.back());
  ways_ = ways_by(bench_->lanes());
  measured_ = bench_->calibrate(other_sizes(sizes_), opts_.collectives);
  group.barrier();
}

/// The first way that executes as `planned` does, or `planned` itself.
std::size_t overlap_measurement::first_like(const overlap_way& planned) const {
  const auto same = std::find_if(ways_.begin(), ways_.end(), [&](const overlap_way& one) {
    return one.how == planned.how && one.blocks == planned.blocks;
  });
  return static_cast<std::size_t>(same - ways_.begin());
}

std::vector<result_row> overlap_measurement::measure(const overlap_cell& cell) {
  const auto alone = [&](const overlap::engine& by) {
    bench_->collective_us(cell.what, by, cell.bytes);  // does not count
    return bench_->collective_us(cell.what, by, cell.bytes);
  };
  const double wanted = std::min(alone(bench_->lanes()), alone(overlap::by_queue()));
  const unsigned tiles = bench_->tiles_for(cell.kind, wanted * cell.compute_share);
  std::vector<double> compute;
  std::vector<apart_engine> engines = {{bench_->lanes(), {}}, {overlap::by_queue(), {}}};
  const auto measure_apart = [&](apart_engine& engine) {
    const overlap::apart_times one =
        bench_->apart_us(cell.kind, tiles, cell.what, engine.by, cell.bytes);
    compute.push_back(one.compute_us);
    engine.collective_us.push_back(one.collective_us);
  };
  std::vector<std::vector<double>> times(ways_.size());
  std::size_t as_planned = ways_.size() - 1;  // the way whose times those of the plan are
  for (unsigned repeat = 0; repeat < opts_.repeat; ++repeat) {
    for (apart_engine& engine : engines) measure_apart(engine);
    if (repeat == 0) {
      const overlap::question asked{compute.front(), cell.kind, cell.what, cell.bytes};
      ways_.back().how = overlap::plan(measured_, asked).how;
      const overlap::engine planned = ways_.back().how.by;
      const auto is_planned = [&](const apart_engine& one) {
        return overlap::name_of(one.by) == overlap::name_of(planned);
      };
      if (std::none_of(engines.begin(), engines.end(), is_planned))
        measure_apart(engines.emplace_back(planned));
      as_planned = first_like(ways_.back());
    }
    for (std::size_t turn = 0; turn < ways_.size(); ++turn) {
      const std::size_t i = (turn + repeat) % ways_.size();  // each way follows each other one
      if (i + 1 == ways_.size() && as_planned != i) continue;
      times[i].push_back(bench_->together_us(cell.kind, tiles, cell.what, cell.bytes, ways_[i].how,
                                             ways_[i].blocks));
    }
  }
  times.back() = times[as_planned];
  overlap_figures figures;
  figures.kind = overlap::name_of(cell.kind);
  figures.collective = overlap::name_of(cell.what);
  figures.compute_us = middle(compute);
  figures.collective_us = fastest(engines);
  figures.relation = relation(figures.compute_us, figures.collective_us);
  std::vector<result_row> rows;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    std::sort(times[i].begin(), times[i].end());
    result_row row;
    row.bytes = cell.bytes;
    row.length = {1, 0};
    row.repeats_us = times[i];
    figures.strategy = ways_[i].name;
    figures.executed =
        overlap::name_of(ways_[i].how.when) + " " + overlap::name_of(ways_[i].how.by);
    figures.ideal_percent =
        ideal_percent(figures.compute_us, figures.collective_us, median(times[i]));
    row.overlap = figures;
    row.op = fmt::format("{} {} {} {}", figures.kind, figures.collective, figures.relation,
                         figures.strategy);
    rows.push_back(row);
  }
  return rows;
}

/// The mean of the percentages, and their ratio of means: the saved time of all cells in percent of
/// what could have been saved.
std::vector<result_row> overlap_measurement::means(const std::vector<result_row>& cells) const {
  std::vector<result_row> rows;
  for (const overlap_way& way : ways_) {
    result_row row;
    row.op = fmt::format("mean of all {}", way.name);
    row.length = {1, 0};
    overlap_figures sum;
    sum.strategy = way.name;
    sum.relation = "all";
    double us = 0, count = 0;
    for (const result_row& cell : cells) {
      if (cell.overlap->strategy != way.name) continue;
      sum.compute_us += cell.overlap->compute_us;
      sum.collective_us += cell.overlap->collective_us;
      sum.ideal_percent += cell.overlap->ideal_percent;
      us += cell.time_us();
      ++count;
    }
    for (double* each : {&sum.compute_us, &sum.collective_us, &sum.ideal_percent, &us})
      *each /= count;
    row.repeats_us = {us};
    row.overlap = sum;
    rows.push_back(row);
  }
  return rows;
}

std::vector<result_row> overlap_measurement::measure() {
  std::vector<result_row> rows;
  for (const auto kind : {overlap::load_class::compute_bound, overlap::load_class::memory_bound}) {
    for (const overlap::collective what : opts_.collectives) {
      for (const std::size_t bytes : sizes_) {
        for (const double share : {2.0, 1.0, 0.5}) {
          for (const result_row& row : measure({kind, what, bytes, share})) rows.push_back(row);
        }
      }
    }
  }
  for (const result_row& row : means(rows)) rows.push_back(row);
  return rows;
}

}  // namespace ark_perf
