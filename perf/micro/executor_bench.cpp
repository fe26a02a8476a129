// Prices of the CPU executor, one worker: barriers, warp operations, launches, waits, memory per
// blocked lane.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <ark/detail/simt/lane.hpp>
#include <chrono>
#include <cstdint>
#include <fstream>

#include "executor/executor.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t sync_timeout_ns = 60'000'000'000;

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

// Launches `body` by reference: the caller waits for it.
template <class Body>
void launch(executor& on, unsigned blocks, unsigned lanes, Body& body) {
  on.launch({{blocks}, {lanes}},
            {[](void* argument) { (*static_cast<Body*>(argument))(); }, nullptr, &body}, nullptr);
}

template <class Body>
void run(executor& on, unsigned blocks, unsigned lanes, Body& body) {
  launch(on, blocks, lanes, body);
  on.stream_sync(nullptr, sync_timeout_ns);
}

// Lane 0 measures `rounds` calls of `step`, which every lane makes.
template <class Step>
void time_rounds(benchmark::State& state, unsigned lanes, Step step) {
  constexpr int rounds = 1000;
  executor on(options{});
  double elapsed = 0;
  auto body = [&] {
    step();
    const auto start = clock::now();
    for (int i = 0; i < rounds; ++i) step();
    if (detail::self()->linear_index == 0) elapsed = seconds_since(start);
  };
  for (auto _ : state) {
    run(on, 1, lanes, body);
    state.SetIterationTime(elapsed / rounds);
  }
}

void syncthreads(benchmark::State& state) {
  time_rounds(state, static_cast<unsigned>(state.range(0)),
              [] { detail::block_barrier(detail::block_reduce::none, 0); });
}
BENCHMARK(syncthreads)->Arg(32)->Arg(128)->Arg(256)->Arg(1024)->UseManualTime()->Iterations(50);

void warp_ballot(benchmark::State& state) {
  time_rounds(state, 32, [] {
    benchmark::DoNotOptimize(detail::warp_vote(0xffffffffu, detail::vote_op::ballot, true));
  });
}
BENCHMARK(warp_ballot)->UseManualTime()->Iterations(50);

void warp_shuffle(benchmark::State& state) {
  time_rounds(state, 32, [] {
    benchmark::DoNotOptimize(detail::warp_shuffle(0xffffffffu, detail::shuffle_op::bfly,
                                                  detail::self()->linear_index, 1, 32));
  });
}
BENCHMARK(warp_shuffle)->UseManualTime()->Iterations(50);

void lane_yield(benchmark::State& state) {
  time_rounds(state, 32, [] { detail::yield(); });
}
BENCHMARK(lane_yield)->UseManualTime()->Iterations(50);

void launch_without_barrier(benchmark::State& state) {
  executor on(options{});
  auto body = [] {};
  for (auto _ : state)
    run(on, static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1)), body);
}
BENCHMARK(launch_without_barrier)->Args({1, 1})->Args({132, 128})->UseRealTime()->Iterations(200);

void launch_with_barrier(benchmark::State& state) {
  executor on(options{});
  auto body = [] { detail::block_barrier(detail::block_reduce::none, 0); };
  for (auto _ : state)
    run(on, static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1)), body);
}
BENCHMARK(launch_with_barrier)->Args({132, 128})->UseRealTime()->Iterations(200);

struct hop {
  const std::uint32_t* turn;
  std::uint32_t mine;
};

// A signal that goes once through 132 blocks, each waiting for its predecessor.
void signal_hop(benchmark::State& state) {
  constexpr unsigned blocks = 132;
  executor on(options{});
  std::uint32_t turn = 0;
  auto body = [&] {
    hop wanted{&turn, detail::self()->block->block_index.x};
    detail::wait_info info;
    info.timeout_ns = sync_timeout_ns;
    detail::wait(
        [](void* held) { return *static_cast<hop*>(held)->turn == static_cast<hop*>(held)->mine; },
        &wanted, info);
    ++turn;
  };
  for (auto _ : state) {
    turn = 0;
    const auto start = clock::now();
    run(on, blocks, 1, body);
    state.SetIterationTime(seconds_since(start) / blocks);
  }
}
BENCHMARK(signal_hop)->UseManualTime()->Iterations(50);

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  file >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void memory_per_blocked_lane(benchmark::State& state) {
  const auto blocks = static_cast<unsigned>(state.range(0));
  const auto lanes = static_cast<unsigned>(state.range(1));
  double per_lane = 0;
  for (auto _ : state) {
    executor on(options{});
    const double before = resident_bytes();
    std::uint32_t arrived = 0;
    double after = 0;
    auto body = [&] {
      if (++arrived == blocks * lanes) {
        after = resident_bytes();
        return;
      }
      detail::wait_info info;
      info.timeout_ns = sync_timeout_ns;
      hop wanted{&arrived, blocks * lanes};
      detail::wait(
          [](void* held) {
            return *static_cast<hop*>(held)->turn == static_cast<hop*>(held)->mine;
          },
          &wanted, info);
    };
    run(on, blocks, lanes, body);
    per_lane = (after - before) / (blocks * lanes);
  }
  state.counters["bytes_per_lane"] = per_lane;
}
BENCHMARK(memory_per_blocked_lane)->Args({132, 128})->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace ark::executor

BENCHMARK_MAIN();
