#include "runner.hpp"

#include <fmt/format.h>

#include <ark/launch.hpp>

#include "operations.hpp"
#include "pe_group.hpp"

namespace ark_perf {

namespace {

template <class Scope, class Operation>
void launch(const shape& how, const loop& all) {
  ark::launch_config config;
  config.grid = dim3(how.blocks);
  config.block = dim3(how.threads);
  config.collective = how.collective;
  config.engine_blocks = all.engine_blocks;
  ark::launch(config, &loop_kernel<Scope, Operation>, all);
  try {
    ark::stream_sync(nullptr);
  } catch (const ark::error& problem) {
    if (problem.code() != ark::errc::timeout || ark_status() != 0) throw;
    throw ark::error(problem.code(),
                     fmt::format("{}; a loop of {} iterations must end within ARK_TIMEOUT: give a "
                                 "smaller --iterations, or a longer ARK_TIMEOUT",
                                 problem.what(), all.iterations));
  }
}

template <class Operation, bool scoped = true>
std::uint64_t run(const shape& how, const loop& all) {
  if (how.from == source_kind::host) {
    run_loop<thread_scope, Operation>(all);
  } else if constexpr (!scoped) {
    launch<thread_scope, Operation>(how, all);
  } else {
    switch (how.scope) {
      case scope_kind::thread:
        launch<thread_scope, Operation>(how, all);
        break;
      case scope_kind::warp:
        launch<warp_scope, Operation>(how, all);
        break;
      case scope_kind::block:
        launch<block_scope, Operation>(how, all);
        break;
    }
  }
  throw_recorded_failure();
  return all.iterations + (Operation::meets && all.iterations > 0 ? 1 : 0);
}

}  // namespace

std::uint64_t run_operation(operation_kind operation, const shape& how, const loop& all) {
  switch (operation) {
    case operation_kind::put_quiet:
      return run<put_quiet>(how, all);
    case operation_kind::put_window:
      return run<put_window>(how, all);
    case operation_kind::get_once:
      return run<get_once>(how, all);
    case operation_kind::get_window:
      return run<get_window>(how, all);
    case operation_kind::ping_pong:
      return run<ping_pong<by_put>>(how, all);
    case operation_kind::plan_ping_pong:
      return run<ping_pong<by_plan>, false>(how, all);
    case operation_kind::atomic_once:
      return run<atomic_once, false>(how, all);
    case operation_kind::atomic_window:
      return run<atomic_window, false>(how, all);
    case operation_kind::barrier:
      return run<barrier_round>(how, all);
  }
  return 0;
}

bool run_checked(operation_kind operation, const shape& how, const loop& all, std::uint64_t& used) {
  switch (operation) {
    case operation_kind::ping_pong:
      used = run<ping_pong_checked<by_put>>(how, all);
      return true;
    case operation_kind::plan_ping_pong:
      used = run<ping_pong_checked<by_plan>, false>(how, all);
      return true;
    case operation_kind::barrier:
      used = run<barrier_checked>(how, all);
      return true;
    case operation_kind::put_quiet:
    case operation_kind::put_window:
    case operation_kind::get_once:
    case operation_kind::get_window:
    case operation_kind::atomic_once:
    case operation_kind::atomic_window:
      return false;
  }
  return false;
}

}  // namespace ark_perf
