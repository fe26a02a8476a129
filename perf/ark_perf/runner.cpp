#include "runner.hpp"

#include "operations.hpp"
#include "stream_loop.hpp"

namespace ark_perf {

std::uint64_t run_operation(operation_kind operation, const shape& how, const loop& all) {
  if (how.from == source_kind::stream) return run_on_stream(operation, how, all);
  switch (operation) {
    case operation_kind::put_quiet:
      return run<put_quiet>(how, all);
    case operation_kind::put_window:
      return run<put_window>(how, all);
    case operation_kind::get_once:
      return run<get_once>(how, all);
    case operation_kind::get_window:
      return run<get_window>(how, all);
    case operation_kind::gather_window:
      return run<list_window<true>>(how, all);
    case operation_kind::scatter_window:
      return run<list_window<false>>(how, all);
    case operation_kind::ping_pong:
      return run<ping_pong<by_put>>(how, all);
    case operation_kind::plan_ping_pong:
      return run<ping_pong<by_plan>, false>(how, all);
    case operation_kind::host_ping_pong:
      return run<ping_pong<by_host>, false>(how, all);
    case operation_kind::plan_window:
      return run<plan_window, false>(how, all);
    case operation_kind::atomic_once:
      return run<atomic_once, false>(how, all);
    case operation_kind::atomic_window:
      return run<atomic_window, false>(how, all);
    case operation_kind::barrier:
      return run<barrier_round<by_barrier>>(how, all);
    case operation_kind::sync:
      return run<barrier_round<by_sync>>(how, all);
    case operation_kind::team_sync:
      return run<barrier_round<by_team_sync>>(how, all);
    case operation_kind::collective:
      return run<collective_round>(how, all);
  }
  return 0;
}

std::uint64_t run_checked(operation_kind operation, const shape& how, const loop& all) {
  if (how.from == source_kind::stream) return run_checked_on_stream(operation, how, all);
  switch (operation) {
    case operation_kind::ping_pong:
      return run<ping_pong_checked<by_put>>(how, all);
    case operation_kind::plan_ping_pong:
      return run<ping_pong_checked<by_plan>, false>(how, all);
    case operation_kind::host_ping_pong:
      return run<ping_pong_checked<by_host>, false>(how, all);
    case operation_kind::barrier:
      return run<barrier_checked<by_barrier>>(how, all);
    case operation_kind::sync:
      return run<barrier_checked<by_sync>>(how, all);
    case operation_kind::team_sync:
      return run<barrier_checked<by_team_sync>>(how, all);
    case operation_kind::collective:
      return run<collective_checked>(how, all);
    case operation_kind::put_quiet:
    case operation_kind::put_window:
    case operation_kind::get_once:
    case operation_kind::get_window:
    case operation_kind::gather_window:
    case operation_kind::scatter_window:
    case operation_kind::plan_window:
    case operation_kind::atomic_once:
    case operation_kind::atomic_window:
      return 0;
  }
  return 0;
}

}  // namespace ark_perf
