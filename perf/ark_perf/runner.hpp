// From an operation and a scope to a kernel, or to a call on the host.
#pragma once

#include <cstdint>
#include <functional>

#include "loop.hpp"
#include "options.hpp"
#include "test_table.hpp"

namespace ark_perf {

/// How a loop is run.
struct shape {
  source_kind from = source_kind::kernel;
  scope_kind scope = scope_kind::thread;
  unsigned blocks = 1;
  unsigned threads = 1;
  bool collective = false;      ///< kernels of several PEs wait for each other
  std::function<void()> serve;  ///< called again and again while the kernel runs
};

/// run_operation for one operation; `scoped`: it has warp and block forms. run_loop.hpp.
template <class Operation, bool scoped = true>
std::uint64_t run(const shape& how, const loop& all);

/// Run `all.iterations` iterations to their end. Returns how many round numbers, from all.first,
/// are used up. Errors: throws ark::error: what the launch or the kernel died of. What the PE has
/// recorded is the caller's to look for, as pe_group::meet does.
std::uint64_t run_operation(operation_kind operation, const shape& how, const loop& all);

/// As run_operation, with an operation that counts what is wrong in *all.errors. True if
/// `operation` has such a form.
bool run_checked(operation_kind operation, const shape& how, const loop& all, std::uint64_t& used);

}  // namespace ark_perf
