// The tests: what each is called, measures and needs. Data only; engine.hpp says what runs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ark_perf_options.hpp"
#include "loop.hpp"

namespace ark_perf {

/// What a row of a test tells.
enum class metric_kind {
  latency,    ///< microseconds per iteration
  bandwidth,  ///< MB/s
  rate,       ///< MB/s and messages per second
  atomics,    ///< operations per second and microseconds per operation, a row per operation
  barrier,    ///< microseconds, one row
  fused,      ///< microseconds of an operator, a row per way to run it
  overlap,    ///< microseconds of a kernel and a collective, a row per cell and strategy
  gradients,  ///< microseconds of an iteration of training, a row per exchange of its gradients
};

/// Whole kernels or iterations, and not calls of them.
inline bool times_kernels(metric_kind metric) {
  return metric == metric_kind::fused || metric == metric_kind::overlap ||
         metric == metric_kind::gradients;
}

/// Which PEs take part, and in which pairs.
enum class role_kind {
  origin,     ///< PE 0 acts on PE 1, or on itself if it is alone and may be
  ping_pong,  ///< PEs 0 and 1 take turns
  pairs,      ///< PE i acts on PE i + n/2
  everyone,   ///< all PEs, each towards the next
};

/// Loop lengths that depend on the size as in OSU's programs.
enum class length_kind { latency, windows, barrier, collective, kernels, iterations };

/// What one iteration is; operations.hpp.
enum class operation_kind {
  put_quiet,
  put_window,
  get_once,
  get_window,
  gather_window,
  scatter_window,
  ping_pong,
  plan_ping_pong,
  host_ping_pong,
  plan_window,
  atomic_once,
  atomic_window,
  barrier,
  sync,
  team_sync,
  collective,
};

struct test_info {
  const char* name;
  const char* title;     ///< of the table
  const char* measures;  ///< one line for people
  operation_kind operation;
  collective_kind collective = collective_kind::broadcast;  ///< of operation_kind::collective
  reduction_kind reduction = reduction_kind::sum;           ///< of collective_kind::reduce
  metric_kind metric;
  role_kind role;
  length_kind length;
  std::size_t min_bytes = 1;
  std::size_t max_bytes = std::size_t{4} << 20;
  bool sized = true;                               ///< goes through message sizes
  bool scoped = true;                              ///< has warp and block forms
  bool one_caller = false;                         ///< collective: one caller per PE
  bool alone = false;                              ///< may run with one PE
  bool one_process = false;                        ///< its PEs share a process
  std::optional<route_kind> route = std::nullopt;  ///< the only one it makes sense on
};

/// Its calls are made by one thread of the PE, whatever the shape that others are given.
bool is_one_thread(const test_info& test);

/// Its messages are the pieces of a list.
bool is_list(operation_kind operation);

/// Its messages go by ark::plan.
bool is_plan(operation_kind operation);

/// Its calls have stream-ordered forms: --from stream.
bool is_on_stream(operation_kind operation);

/// `asked` as it holds for `test` on `route`: engine blocks only where it may queue, and one thread
/// where the calls have no other form and a PE makes one at a time.
options options_for(const test_info& test, std::optional<route_kind> route, options asked);

/// What moves the bytes of `test` with these options_for it, in one word or two.
const char* engine_name(const test_info& test, const options& opts);

/// Null if there is none of that name.
const test_info* test_find(const std::string& name);
/// In the order of the table.
std::vector<std::string> test_names();

struct loop_length {
  std::uint64_t iterations = 0;
  std::uint64_t warmup = 0;
};

/// As OSU: up to 8 KiB 10000 after 100 (windows: 100 after 10), above 1000 after 10 (20 after 2);
/// what the user gave wins. The default warm-up is never longer than the loop.
loop_length length_of(const test_info& test, std::size_t bytes, const options& opts);

/// As many iterations of `iteration_us` as `time_ns` has room for, 1 to `most`.
std::uint64_t iterations_within(std::uint64_t time_ns, double iteration_us, std::uint64_t most);

/// min, min * factor, ... up to max. One entry for tests without sizes.
std::vector<std::size_t> sizes_of(const test_info& test, const options& opts);

}  // namespace ark_perf
