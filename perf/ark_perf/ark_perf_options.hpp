// The command line.
#pragma once

#include <ark/overlap/planner.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "atomic_ops.hpp"
#include "compare.hpp"
#include "fused_sizes.hpp"
#include "gradients_replay.hpp"

namespace ark_perf {

enum class scope_kind { thread, warp, block };
enum class source_kind { kernel, host, stream };
enum class route_kind { automatic, inline_only, queue_only, proxy };
enum class buffer_kind { single, multiple };
enum class format_kind { osu, csv, json };

const char* name_of(scope_kind scope);
const char* name_of(source_kind from);
const char* name_of(route_kind route);
const char* name_of(buffer_kind buffers);

/// A test and the route that it is run on; none: what ARK_ROUTE says.
struct asked_test {
  std::string name;  ///< of the table
  std::optional<route_kind> route;
};

struct options {
  std::vector<asked_test> tests;  ///< in the order given
  std::size_t min_bytes = 0;      ///< 0: the test's own default
  std::size_t max_bytes = 0;      ///< 0: the test's own default
  unsigned factor = 2;
  std::optional<std::uint64_t> iterations;
  std::optional<std::uint64_t> warmup;
  std::uint64_t row_time_ns = 0;  ///< of a row's iterations; 0: as many as were asked for
  unsigned window = 64;
  buffer_kind buffers = buffer_kind::single;  ///< of the messages of a window
  unsigned repeat = 1;
  fused_sizes fused;  ///< of the fused operators
  gradients_options gradients;
  bool check = false;
  bool percentiles = false;
  source_kind from = source_kind::kernel;
  scope_kind scope = scope_kind::thread;
  unsigned blocks = 1;
  unsigned engine_blocks = 0;       ///< blocks of the SM engine, besides `blocks`
  std::size_t shared_bytes = 0;     ///< of each block where there are engine blocks: their stages
  unsigned threads = 1;             ///< per block; 32 and 128 by default for scope warp and block
  std::optional<route_kind> route;  ///< of tests that are given without one
  std::vector<atomic_op> ops;
  /// Of the test `overlap`.
  std::vector<ark::overlap::collective> collectives = {ark::overlap::collective::fcollect,
                                                       ark::overlap::collective::alltoall};
  format_kind format = format_kind::osu;
  std::string output;  ///< file; empty: standard output
  int local_pes = 0;   ///< PEs as threads of this process; 0: the processes that mpirun started
  std::vector<std::string> notes;      ///< what was accepted and has no effect
  std::vector<std::string> arguments;  ///< as they were given, without the program

  /// Independent callers of a loop on one PE.
  [[nodiscard]] unsigned callers() const;
};

/// What the command line asks for: a run, or a text to print before leaving with `status` (2 for a
/// bad option).
struct command {
  std::optional<options> run;
  std::string text;
  int status = 0;
};

/// Never throws for what the user typed.
command parse_command(const std::vector<std::string>& arguments);

/// Carries out `ark_perf compare`; `arguments`: what follows that word. Never throws for what the
/// user typed.
comparison compare_command(const std::vector<std::string>& arguments);

}  // namespace ark_perf
