#include "benchmark.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <ark/detail/failure/record_text.hpp>
#include <ark/host.hpp>
#include <ark_build_info.hpp>
#include <ctime>
#include <functional>
#include <set>
#include <utility>

#include "kernels.hpp"
#include "measurement.hpp"
#include "pe_group.hpp"

#if ARK_PERF_OPERATORS
#include "fused_measurement.hpp"
#include "gradients_measurement.hpp"
#include "overlap_measurement.hpp"
#endif

namespace ark_perf {

namespace {

std::uint64_t host_number() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return std::hash<std::string>{}(name);
}

int count_hosts(pe_group& group) {
  pe_figures mine;
  mine.place = host_number();
  std::set<std::uint64_t> hosts;
  for (const pe_figures& each : group.gather(mine)) hosts.insert(each.place);
  return static_cast<int>(hosts.size());
}

/// `device` is what ran the kernels: `gpu`, not the executor, which had none.
void tell_gpu_as_device(std::vector<std::pair<std::string, std::string>>& facts) {
  for (auto& [key, value] : facts) {
    if (key == "device") {
      key = "host";
    } else if (key == "gpu") {
      key = "device";
    }
  }
}

/// Empty, or why a GPU cannot run `test`.
std::string why_unfit_for_gpu(const asked_test& test, const options& opts) {
  if (opts.from == source_kind::host) return "--from host: on a GPU it takes kernel or stream";
  if (opts.from == source_kind::stream && test.route == route_kind::queue_only)
    return "route queue with --from stream: on a GPU nothing empties the queue";
  const test_info* const info = test_find(test.name);
  if (test.route == route_kind::queue_only && info != nullptr &&
      info->metric == metric_kind::atomics)
    return "route queue: a GPU's kernels execute atomics themselves";
  if (test.route == route_kind::queue_only && opts.engine_blocks == 0)
    return "route queue: on a GPU it takes --engine-blocks 1 or more, which empty the queue";
  return "";
}

std::string time_text(std::time_t now) {
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

environment describe_environment(pe_group& group) {
  namespace build = ark::detail::build_info;
  environment where;
  where.version = build::version;
  where.commit = *build::commit != '\0' ? build::commit : "no commit";
  where.build = fmt::format("{}, {}{}{}", build::compiler, build::build_type,
                            *build::sanitizers != '\0' ? ", sanitizers " : "", build::sanitizers);
  where.start_time = time_text(std::time(nullptr));
  where.facts = read_facts(plain_lines(ark::environment_report()));
  if (kernels_on_gpu()) tell_gpu_as_device(where.facts);
  where.routes = plain_lines(ark::route_report());
  where.n_pes = group.size();
  if (group.pe() == 0 || !group.one_launch()) where.warm_up_ms = warm_up();  // once for a GPU
  where.hosts = count_hosts(group);
  return where;
}

void run_test(const test_info& test, std::optional<route_kind> route, const options& opts,
              const environment& where, pe_group& group, run_progress& progress) {
  options own = options_for(test, route, opts);
#if ARK_PERF_OPERATORS
  if (test.metric == metric_kind::fused && own.blocks == 1 && own.threads == 1) {
    const fused_grid grid = default_fused_grid();
    own.blocks = grid.blocks;
    own.threads = grid.threads;
  }
#endif
  const table_info table{test, own, where, part_of(test, 0, group.size()).pairs,
                         is_launched_once(test, own, group)};
  if (progress.out != nullptr) progress.out->table_begin(table);
  const auto take = [&](const result_row& row) {
    progress.errors += row.errors.value_or(0);
    if (progress.out != nullptr) progress.out->row(table, row);
  };
#if ARK_PERF_OPERATORS
  if (test.metric == metric_kind::fused) {
    fused_measurement running(test, own, group);
    for (const result_row& row : running.measure()) take(row);
    return;
  }
  if (test.metric == metric_kind::gradients) {
    gradients_measurement running(test, own, group);
    for (const result_row& row : running.measure()) take(row);
    return;
  }
  if (test.metric == metric_kind::overlap) {
    overlap_measurement running(test, own, group);
    for (const result_row& row : running.measure()) take(row);
    return;
  }
#endif
  measurement running(test, own, group);
  if (test.metric == metric_kind::atomics) {
    for (const atomic_op op : opts.ops) take(running.measure(test.min_bytes, op));
  } else {
    for (const std::size_t bytes : sizes_of(test, opts)) take(running.measure(bytes, std::nullopt));
  }
}

/// So that finalize does not wait for PEs that have been sent away.
void record_failure() {
  if (ark_status() != 0) return;
  ark::failure_record record;
  record.code = ark::errc::aborted;
  ark::detail::record_text(record).append("the benchmark ended early");
  ark::device::fail(ark::device::context(), record);
}

}  // namespace

std::vector<test_group> group_tests(const options& opts) {
  std::vector<test_group> groups;
  for (const auto& [name, route] : opts.tests) {
    if (groups.empty() || groups.back().route != route) groups.push_back({route, {}});
    groups.back().tests.push_back(test_find(name));
  }
  return groups;
}

std::string check_pes(const options& opts, int n_pes) {
  for (const auto& [name, route] : opts.tests) {
    if (test_find(name)->one_process && opts.local_pes == 0)
      return fmt::format("{} needs its PEs in one process: ark_perf --pes 2 {}", name, name);
  }
  if (n_pes > 1) return "";
  for (const auto& [name, route] : opts.tests) {
    if (test_find(name)->alone) continue;
    return fmt::format(
        "{} needs at least 2 PEs, there is 1: mpirun -n 2 ark_perf {}, or ark_perf --pes 2 {}",
        name, name, name);
  }
  return "";
}

options leave_out_unfit(options opts) {
  if (!kernels_on_gpu()) return opts;
  const std::vector<asked_test> wanted = std::exchange(opts.tests, {});
  for (const asked_test& test : wanted) {
    const std::string reason = why_unfit_for_gpu(test, opts);
    if (reason.empty()) {
      opts.tests.push_back(test);
    } else {
      opts.notes.push_back(fmt::format("{} is left out: {}", test.name, reason));
    }
  }
  return opts;
}

void run_group(const test_group& group, const options& opts, shared_launches* launches,
               run_progress& progress) {
  pe_group pes(launches);
  try {
    const environment where = describe_environment(pes);
    for (const test_info* test : group.tests) {
      progress.test = test->name;
      run_test(*test, group.route, opts, where, pes, progress);
    }
  } catch (const std::exception&) {
    pes.abandon();
    record_failure();
    throw;
  }
}

}  // namespace ark_perf
