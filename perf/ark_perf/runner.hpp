// From an operation and a scope to a kernel, or to calls of the host.
#pragma once

#include <cstdint>
#include <functional>

#include "ark_perf_options.hpp"
#include "loop.hpp"
#include "test_table.hpp"

namespace ark_perf {

struct stream_times;

/// The PE that launches a PE's kernel.
enum class launch_kind {
  own,         ///< the PE itself
  for_all,     ///< the PE, for all of its process
  by_another,  ///< a PE of its process
};

/// How a loop is run.
struct shape {
  source_kind from = source_kind::kernel;
  scope_kind scope = scope_kind::thread;
  unsigned blocks = 1;
  bool collective = false;      ///< kernels of several PEs wait for each other
  std::function<void()> serve;  ///< called again and again while the kernel runs
  launch_kind launches = launch_kind::own;
  const loop* place = nullptr;    ///< symmetric: where kernels find their PE's loop
  stream_times* times = nullptr;  ///< written by loops that are queued on a stream
};

/// run_operation for one operation; `scoped`: it has warp and block forms. run_loop.hpp.
template <class Operation, bool scoped = true>
std::uint64_t run(const shape& how, const loop& all);

/// Run `all.iterations` iterations to their end, or, by_another, nothing. Returns how many round
/// numbers, from all.first, are used up. Errors: throws ark::error: what the launch or the kernel
/// died of. What the PE has recorded is the caller's to look for, as pe_group::meet does.
std::uint64_t run_operation(operation_kind operation, const shape& how, const loop& all);

/// As run_operation, with the form of the operation that counts what is wrong in *all.errors; 0 if
/// it has none.
std::uint64_t run_checked(operation_kind operation, const shape& how, const loop& all);

}  // namespace ark_perf
