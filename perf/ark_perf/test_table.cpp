#include "test_table.hpp"

#include <algorithm>

namespace ark_perf {

namespace {

using op = operation_kind;
using metric = metric_kind;
using role = role_kind;

test_info collective(const char* name, const char* title, const char* measures,
                     collective_kind kind) {
  return {.name = name,
          .title = title,
          .measures = measures,
          .operation = op::collective,
          .collective = kind,
          .metric = metric::latency,
          .role = role::everyone,
          .length = length_kind::collective,
          .min_bytes = 8,
          .max_bytes = std::size_t{1} << 20,
          .one_caller = true,
          .alone = true};
}

test_info reduction(const char* name, const char* title, const char* measures,
                    reduction_kind kind) {
  test_info test = collective(name, title, measures, collective_kind::reduce);
  test.reduction = kind;
  return test;
}

test_info barrier(const char* name, const char* title, const char* measures,
                  operation_kind operation) {
  return {.name = name,
          .title = title,
          .measures = measures,
          .operation = operation,
          .metric = metric::barrier,
          .role = role::everyone,
          .length = length_kind::barrier,
          .min_bytes = 0,
          .max_bytes = 0,
          .sized = false,
          .one_caller = true,
          .alone = true};
}

const test_info table[] = {
    {.name = "put_latency",
     .title = "Put Latency Test",
     .measures = "put + quiet at the origin, one way: data delivered, target not involved",
     .operation = op::put_quiet,
     .metric = metric::latency,
     .role = role::origin,
     .length = length_kind::latency},
    {.name = "put_bw",
     .title = "Put Bandwidth Test",
     .measures = "windows of put_nbi, each ended by quiet",
     .operation = op::put_window,
     .metric = metric::bandwidth,
     .role = role::origin,
     .length = length_kind::windows},
    {.name = "get_latency",
     .title = "Get Latency Test",
     .measures = "get at the origin: request and data, both ways",
     .operation = op::get_once,
     .metric = metric::latency,
     .role = role::origin,
     .length = length_kind::latency},
    {.name = "get_bw",
     .title = "Get Bandwidth Test",
     .measures = "windows of get_nbi, each ended by quiet",
     .operation = op::get_window,
     .metric = metric::bandwidth,
     .role = role::origin,
     .length = length_kind::windows},
    {.name = "put_mr",
     .title = "Put Message Rate Test",
     .measures =
         "windows of put_nbi, each ended by quiet, from half of the PEs to the other half at once",
     .operation = op::put_window,
     .metric = metric::rate,
     .role = role::pairs,
     .length = length_kind::windows},
    {.name = "gather_mr",
     .title = "Gather Rate Test",
     .measures = "windows of pieces of the peer, each written as a list, read into a contiguous "
                 "batch by one gather_nbi, and ended by quiet",
     .operation = op::gather_window,
     .metric = metric::rate,
     .role = role::origin,
     .length = length_kind::windows,
     .alone = true},
    {.name = "scatter_mr",
     .title = "Scatter Rate Test",
     .measures = "windows of pieces of the peer, each written as a list, written from a contiguous "
                 "batch by one scatter_nbi, and ended by quiet",
     .operation = op::scatter_window,
     .metric = metric::rate,
     .role = role::origin,
     .length = length_kind::windows,
     .alone = true},
    {.name = "put_signal_latency",
     .title = "Put Signal Latency Test",
     .measures = "ping-pong of put_signal_nbi and signal_wait_until: half a round trip",
     .operation = op::ping_pong,
     .metric = metric::latency,
     .role = role::ping_pong,
     .length = length_kind::latency},
    {.name = "plan_latency",
     .title = "Plan Latency Test",
     .measures = "ping-pong of plan_start and signal_wait_until: half a round trip",
     .operation = op::plan_ping_pong,
     .metric = metric::latency,
     .role = role::ping_pong,
     .length = length_kind::latency,
     .scoped = false,
     .one_caller = true},
    {.name = "plan_bw",
     .title = "Plan Bandwidth Test",
     .measures = "windows of plan_start of one plan, each ended by quiet",
     .operation = op::plan_window,
     .metric = metric::bandwidth,
     .role = role::origin,
     .length = length_kind::windows,
     .scoped = false,
     .one_caller = true},
    {.name = "host_latency",
     .title = "Host Copy Latency Test",
     .measures =
         "ping-pong without ark: the kernel stores a flag, its host sees that, copies, waits "
         "for the copy, and stores the flag that the peer's kernel waits for: half a round trip",
     .operation = op::host_ping_pong,
     .metric = metric::latency,
     .role = role::ping_pong,
     .length = length_kind::latency,
     .scoped = false,
     .one_caller = true,
     .one_process = true},
#if ARK_PERF_OPERATORS
    {.name = "fused_embedding",
     .title = "Fused EmbeddingBag Test",
     .measures =
         "EmbeddingBag and all-to-all in one kernel, beside the kernel, the collective and the "
         "shuffle that it replaces, time of the slowest PE",
     .operation = op::put_window,
     .metric = metric::fused,
     .role = role::everyone,
     .length = length_kind::kernels,
     .sized = false,
     .scoped = false,
     .alone = true},
    {.name = "fused_gemv",
     .title = "Fused GEMV Test",
     .measures = "GEMV and all-reduce in one kernel, beside the kernel and the collective that it "
                 "replaces, time of the slowest PE",
     .operation = op::put_window,
     .metric = metric::fused,
     .role = role::everyone,
     .length = length_kind::kernels,
     .sized = false,
     .scoped = false,
     .alone = true},
    {.name = "fused_gemm",
     .title = "Fused GEMM Test",
     .measures = "GEMM and all-to-all in one kernel, beside the kernel and the collective that it "
                 "replaces, time of the slowest PE",
     .operation = op::put_window,
     .metric = metric::fused,
     .role = role::everyone,
     .length = length_kind::kernels,
     .sized = false,
     .scoped = false,
     .alone = true},
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
    {.name = "gradients",
     .title = "Gradients Test",
     .measures = "iterations of training whose gradients are exchanged while the backward pass "
                 "computes, by policies of ark and by MPI, time of the slowest PE",
     .operation = op::put_window,
     .metric = metric::gradients,
     .role = role::everyone,
     .length = length_kind::iterations,
     .sized = false,
     .scoped = false,
     .alone = true},
#endif
    {.name = "atomic_latency",
     .title = "Atomic Latency Test",
     .measures =
         "one 8-byte atomic at a time: fetching forms until the value is here, others with quiet",
     .operation = op::atomic_once,
     .metric = metric::atomics,
     .role = role::origin,
     .length = length_kind::latency,
     .min_bytes = 8,
     .max_bytes = 8,
     .sized = false,
     .scoped = false,
     .alone = true},
    {.name = "atomic_rate",
     .title = "Atomic Operation Rate Test",
     .measures = "windows of 8-byte atomics, fetching forms nbi, each window ended by quiet",
     .operation = op::atomic_window,
     .metric = metric::atomics,
     .role = role::origin,
     .length = length_kind::windows,
     .min_bytes = 8,
     .max_bytes = 8,
     .sized = false,
     .scoped = false,
     .alone = true},
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
  switch (operation) {
    case op::put_quiet:
    case op::put_window:
    case op::get_once:
    case op::get_window:
    case op::gather_window:
    case op::scatter_window:
    case op::ping_pong:
    case op::barrier:
    case op::sync:
    case op::team_sync:
    case op::collective:
      return true;
    case op::plan_ping_pong:
    case op::plan_window:
    case op::host_ping_pong:
    case op::atomic_once:
    case op::atomic_window:
      return false;
  }
  return false;
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
