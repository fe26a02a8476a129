#include "test_table.hpp"

#include <algorithm>

namespace ark_perf {

namespace {

using op = operation_kind;
using metric = metric_kind;
using role = role_kind;

test_info basic(const char* name, const char* title, const char* measures, operation_kind operation,
                metric_kind metric, role_kind role, length_kind length, bool alone = false) {
  return {.name = name,
          .title = title,
          .measures = measures,
          .operation = operation,
          .metric = metric,
          .role = role,
          .length = length,
          .alone = alone};
}

test_info of_one_thread(test_info test, bool one_process = false) {
  test.scoped = false;
  test.one_caller = true;
  test.one_process = one_process;
  return test;
}

/// The options give it no size.
test_info unsized(test_info test, std::size_t bytes = 1) {
  test.min_bytes = bytes;
  test.sized = test.scoped = false;
  test.alone = true;
  return test;
}

test_info collective(const char* name, const char* title, const char* measures,
                     collective_kind kind) {
  test_info test = basic(name, title, measures, op::collective, metric::latency, role::everyone,
                         length_kind::collective, true);
  test.collective = kind;
  test.min_bytes = 8;
  test.max_bytes = std::size_t{1} << 20;
  test.one_caller = true;
  return test;
}

test_info reduction(const char* name, const char* title, const char* measures,
                    reduction_kind kind) {
  test_info test = collective(name, title, measures, collective_kind::reduce);
  test.reduction = kind;
  return test;
}

test_info barrier(const char* name, const char* title, const char* measures,
                  operation_kind operation) {
  test_info test = basic(name, title, measures, operation, metric::barrier, role::everyone,
                         length_kind::barrier, true);
  test.min_bytes = 0;
  test.sized = false;
  test.one_caller = true;
  return test;
}

const test_info table[] = {
    basic("put_latency", "Put Latency Test",
          "put + quiet at the origin, one way: data delivered, target not involved", op::put_quiet,
          metric::latency, role::origin, length_kind::latency),
    basic("put_bw", "Put Bandwidth Test", "windows of put_nbi, each ended by quiet", op::put_window,
          metric::bandwidth, role::origin, length_kind::windows),
    basic("get_latency", "Get Latency Test", "get at the origin: request and data, both ways",
          op::get_once, metric::latency, role::origin, length_kind::latency),
    basic("get_bw", "Get Bandwidth Test", "windows of get_nbi, each ended by quiet", op::get_window,
          metric::bandwidth, role::origin, length_kind::windows),
    basic("put_mr", "Put Message Rate Test",
          "windows of put_nbi, each ended by quiet, from half of the PEs to the other half at once",
          op::put_window, metric::rate, role::pairs, length_kind::windows),
    basic("gather_mr", "Gather Rate Test",
          "windows of pieces of the peer, each written as a list, read into a contiguous "
          "batch by one gather_nbi, and ended by quiet",
          op::gather_window, metric::rate, role::origin, length_kind::windows, true),
    basic("scatter_mr", "Scatter Rate Test",
          "windows of pieces of the peer, each written as a list, written from a contiguous "
          "batch by one scatter_nbi, and ended by quiet",
          op::scatter_window, metric::rate, role::origin, length_kind::windows, true),
    basic("put_signal_latency", "Put Signal Latency Test",
          "ping-pong of put_signal_nbi and signal_wait_until: half a round trip", op::ping_pong,
          metric::latency, role::ping_pong, length_kind::latency),
    of_one_thread(basic("plan_latency", "Plan Latency Test",
                        "ping-pong of plan_start and signal_wait_until: half a round trip",
                        op::plan_ping_pong, metric::latency, role::ping_pong,
                        length_kind::latency)),
    of_one_thread(basic("plan_bw", "Plan Bandwidth Test",
                        "windows of plan_start of one plan, each ended by quiet", op::plan_window,
                        metric::bandwidth, role::origin, length_kind::windows)),
    of_one_thread(
        basic(
            "host_latency", "Host Copy Latency Test",
            "ping-pong without ark: the kernel stores a flag, its host sees that, copies, waits "
            "for the copy, and stores the flag that the peer's kernel waits for: half a round trip",
            op::host_ping_pong, metric::latency, role::ping_pong, length_kind::latency),
        true),
#if ARK_PERF_OPERATORS
    unsized(basic(
        "fused_embedding", "Fused EmbeddingBag Test",
        "EmbeddingBag and all-to-all in one kernel, beside the kernel, the collective and the "
        "shuffle that it replaces, time of the slowest PE",
        op::put_window, metric::fused, role::everyone, length_kind::kernels)),
    unsized(basic("fused_gemv", "Fused GEMV Test",
                  "GEMV and all-reduce in one kernel, beside the kernel and the collective that it "
                  "replaces, time of the slowest PE",
                  op::put_window, metric::fused, role::everyone, length_kind::kernels)),
    unsized(basic("fused_gemm", "Fused GEMM Test",
                  "GEMM and all-to-all in one kernel, beside the kernel and the collective that it "
                  "replaces, time of the slowest PE",
                  op::put_window, metric::fused, role::everyone, length_kind::kernels)),
    {.name = "overlap",
     .title = "Overlap Test",
     .measures = "a kernel and a collective that do not depend on each other, by several "
                 "strategies, time of the slowest PE",
     .operation = op::put_window,
     .metric = metric::overlap,
     .role = role::everyone,
     .length = length_kind::kernels,
     .min_bytes = std::size_t{256} << 10,
     .max_bytes = std::size_t{4} << 20,
     .scoped = false},
    unsized(basic("gradients", "Gradients Test",
                  "iterations of training whose gradients are exchanged while the backward pass "
                  "computes, by policies of ark and by MPI, time of the slowest PE",
                  op::put_window, metric::gradients, role::everyone, length_kind::iterations)),
#endif
    unsized(basic("atomic_latency", "Atomic Latency Test",
                  "one 8-byte atomic at a time: fetching forms until the value is here, others "
                  "with quiet",
                  op::atomic_once, metric::atomics, role::origin, length_kind::latency),
            8),
    unsized(basic("atomic_rate", "Atomic Operation Rate Test",
                  "windows of 8-byte atomics, fetching forms nbi, each window ended by quiet",
                  op::atomic_window, metric::atomics, role::origin, length_kind::windows),
            8),
    {.name = "queue_rate",
     .title = "Queue Rate Test",
     .measures = "descriptors through the DMA queue: windows of put_nbi on route queue, each ended "
                 "by quiet",
     .operation = op::put_window,
     .metric = metric::rate,
     .role = role::origin,
     .length = length_kind::windows,
     .min_bytes = 8,
     .max_bytes = 8,
     .alone = true,
     .route = route_kind::queue_only},
    barrier("barrier", "Barrier Latency Test", "barrier_all of all PEs, mean over the PEs",
            op::barrier),
    barrier("sync_all", "Sync Latency Test", "sync_all of all PEs, mean over the PEs", op::sync),
    barrier("team_sync", "Team Sync Latency Test",
            "team_sync of ARK_TEAM_SHARED, the PEs of a host, mean over the PEs", op::team_sync),
    collective("broadcast", "Broadcast Latency Test",
               "doubles from one PE to all, the root goes round, mean over the PEs",
               collective_kind::broadcast),
    collective(
        "collect", "Collect Latency Test",
        "a block of doubles of each PE to all, whose sizes are exchanged first, mean over the PEs",
        collective_kind::collect),
    collective("fcollect", "Fcollect Latency Test",
               "a block of doubles of each PE to all, mean over the PEs",
               collective_kind::fcollect),
    collective("alltoall", "All-to-all Latency Test",
               "a block of doubles from each PE to each, mean over the PEs",
               collective_kind::alltoall),
    collective("alltoalls", "Strided All-to-all Latency Test",
               "as alltoall, of every second double, mean over the PEs",
               collective_kind::alltoalls),
    reduction("sum_reduce", "Sum Reduction Latency Test",
              "sum of doubles over all PEs, mean over the PEs", reduction_kind::sum),
    reduction("prod_reduce", "Product Reduction Latency Test",
              "product of doubles over all PEs, mean over the PEs", reduction_kind::prod),
    reduction("min_reduce", "Minimum Reduction Latency Test",
              "least of doubles over all PEs, mean over the PEs", reduction_kind::min),
    reduction("max_reduce", "Maximum Reduction Latency Test",
              "largest of doubles over all PEs, mean over the PEs", reduction_kind::max),
    reduction("and_reduce", "And Reduction Latency Test",
              "bitwise and of 64-bit integers over all PEs, mean over the PEs",
              reduction_kind::bit_and),
    reduction("or_reduce", "Or Reduction Latency Test",
              "bitwise or of 64-bit integers over all PEs, mean over the PEs",
              reduction_kind::bit_or),
    reduction("xor_reduce", "Xor Reduction Latency Test",
              "bitwise exclusive or of 64-bit integers over all PEs, mean over the PEs",
              reduction_kind::bit_xor),
    collective("sum_inscan", "Inclusive Scan Latency Test",
               "sum of doubles over the PEs up to the caller, mean over the PEs",
               collective_kind::inscan),
    collective("sum_exscan", "Exclusive Scan Latency Test",
               "sum of doubles over the PEs before the caller, mean over the PEs",
               collective_kind::exscan),
};

constexpr std::size_t small_bytes = 8192;

loop_length osu_length(length_kind kind, std::size_t bytes) {
  const bool small = bytes <= small_bytes;
  switch (kind) {
    case length_kind::latency:
      return small ? loop_length{10'000, 100} : loop_length{1'000, 10};
    case length_kind::windows:
      return small ? loop_length{100, 10} : loop_length{20, 2};
    case length_kind::barrier:
      return {1'000, 100};
    case length_kind::collective:
      return small ? loop_length{1'000, 100} : loop_length{100, 10};
    case length_kind::kernels:
      return {20, 3};
    case length_kind::iterations:
      return {10, 2};
  }
  return {};
}

}  // namespace

bool is_list(operation_kind operation) {
  return operation == operation_kind::gather_window || operation == operation_kind::scatter_window;
}

bool is_plan(operation_kind operation) {
  return operation == operation_kind::plan_ping_pong || operation == operation_kind::plan_window;
}

bool is_on_stream(operation_kind operation) {
  return !is_plan(operation) && operation != op::host_ping_pong && operation != op::atomic_once &&
         operation != op::atomic_window;
}

const test_info* test_find(const std::string& name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const test_info& test) { return name == test.name; });
  return found == std::end(table) ? nullptr : &*found;
}

std::vector<std::string> test_names() {
  std::vector<std::string> names;
  for (const test_info& test : table) names.emplace_back(test.name);
  return names;
}

bool is_one_thread(const test_info& test) { return test.one_caller && !test.scoped; }

options options_for(const test_info& test, std::optional<route_kind> route, options asked) {
  asked.route = route;
  if (is_one_thread(test)) {
    asked.scope = scope_kind::thread;
    asked.blocks = asked.threads = 1;
  }
  const bool queues = !route || *route == route_kind::automatic || *route == route_kind::queue_only;
  if (is_one_thread(test) || !queues) asked.engine_blocks = 0;
  if (asked.engine_blocks == 0) asked.shared_bytes = 0;
  return asked;
}

const char* engine_name(const test_info& test, const options& opts) {
  if (is_plan(test.operation)) return "plan";
  if (test.operation == op::host_ping_pong) return "host copy";
  switch (opts.route.value_or(route_kind::automatic)) {
    case route_kind::automatic:
      return "by size";
    case route_kind::inline_only:
      return "inline";
    case route_kind::queue_only:
      return opts.engine_blocks > 0 ? "SM engine" : "CPU engine";
    case route_kind::proxy:
      return "proxy";
  }
  return "";
}

loop_length length_of(const test_info& test, std::size_t bytes, const options& opts) {
  loop_length length = osu_length(test.length, bytes);
  if (opts.iterations) length.iterations = *opts.iterations;
  length.warmup = opts.warmup.value_or(std::min(length.warmup, length.iterations));
  return length;
}

std::uint64_t iterations_within(std::uint64_t time_ns, double iteration_us, std::uint64_t most) {
  const double fit = static_cast<double>(time_ns) / (1000 * iteration_us);
  return fit >= static_cast<double>(most)
             ? most
             : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fit));
}

std::vector<std::size_t> sizes_of(const test_info& test, const options& opts) {
  if (!test.sized) return {test.min_bytes};
  // A test of one size goes to it only if neither end is given.
  const std::size_t least = opts.min_bytes > 0   ? opts.min_bytes
                            : opts.max_bytes > 0 ? std::min(test.min_bytes, opts.max_bytes)
                                                 : test.min_bytes;
  const std::size_t most = std::max(least, opts.max_bytes > 0 ? opts.max_bytes : test.max_bytes);
  std::vector<std::size_t> sizes;
  for (std::size_t bytes = least; bytes <= most; bytes *= opts.factor) sizes.push_back(bytes);
  return sizes;
}

}  // namespace ark_perf
