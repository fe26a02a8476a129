// Prices of the queue: posting and taking, and what a chunk size costs
// large transfers and saves small ones.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "queue/cpu_engine.hpp"
#include "queue/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;
using clock = std::chrono::steady_clock;

constexpr std::size_t large_bytes = 4 << 20;

double microseconds_since(clock::time_point start) {
  return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}

template <class Ready>
bool spin_until(Ready&& ready) {
  constexpr unsigned looks_per_clock = 1024;
  const auto start = clock::now();
  for (unsigned looks = 1; !ready(); ++looks) {
    if (looks % looks_per_clock == 0 && clock::now() - start > std::chrono::seconds(20))
      return false;
  }
  return true;
}

/// Post as a host thread does. A full ring is looked at again and again; 20 s of that close it.
ticket post(const ring& to, const descriptor& d) {
  const taken_ticket taken = to.take<false>();
  ticket at{taken.number};
  if (taken.has_slot == 0) {
    at.code = to.await_slot<false>(
        at.number, [](const std::uint64_t* word, cmp_kind, std::uint64_t least) {
          std::uint64_t seen = 0;
          const bool reached = spin_until([&] { return (seen = load_acquire(word)) >= least; });
          return word_seen{seen, reached ? errc::ok : errc::timeout};
        });
  }
  if (at.code != errc::ok) {
    to.close(at.code);
  } else {
    to.fill(at.number, d);
  }
  return at;
}

// --- The ring alone ---

void push_pop_one_thread(benchmark::State& state) {
  const ring_storage storage(1024);
  const ring shared(storage.view());
  const descriptor posted = make_put_inline(0, 0, 8, 1);
  descriptor d;
  std::uint64_t ticket = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(post(shared, posted));
    if (!shared.peek(ticket++, d)) return state.SkipWithError("a descriptor is missing");
    benchmark::DoNotOptimize(d);
    shared.publish_tail(ticket);
  }
}
BENCHMARK(push_pop_one_thread);

void checksum(benchmark::State& state) {
  descriptor d = make_put_inline(0, 0, 8, 1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(d);
    benchmark::DoNotOptimize(descriptor_checksum(d));
  }
}
BENCHMARK(checksum);

// The benchmark's thread posts, another one takes.
void push_pop_two_threads(benchmark::State& state) {
  const ring_storage storage(1024);
  const ring shared(storage.view());
  std::jthread consumer([&](const std::stop_token& stop) {
    descriptor d;
    for (std::uint64_t ticket = 0; !stop.stop_requested();) {
      if (!shared.peek(ticket, d)) continue;
      benchmark::DoNotOptimize(d);
      shared.publish_tail(++ticket);
    }
  });
  for (auto _ : state) {
    if (post(shared, make_put_inline(0, 0, 8, 1)).code != errc::ok) {
      return state.SkipWithError("no slot within the deadline");
    }
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(push_pop_two_threads)->UseRealTime();

// --- The engine ---

/// One PE that is its own peer, with one ring.
class engine_bed {
 public:
  explicit engine_bed(std::size_t chunk_bytes)
      : storage_(1024),
        view_(storage_.view()),
        heap_(2 * large_bytes / 8, 1),
        source_(large_bytes / 8, 2) {
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = 2 * large_bytes;
    cpu_engine_options options;
    options.chunk_bytes = chunk_bytes;
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
  [[nodiscard]] ring queue() const { return ring(view_); }
  [[nodiscard]] cpu_engine& engine() { return *engine_; }
  [[nodiscard]] std::uint64_t* heap() { return heap_.data(); }
  /// Into the lower half of the heap.
  ticket post_put(std::size_t bytes) {
    return post(queue(), make_put(0, 0, source_.data(), bytes));
  }

 private:
  ring_storage storage_;
  ring_view view_;
  std::vector<std::uint64_t> heap_, source_;
  peer_view peer_;
  device_state state_;
  std::unique_ptr<cpu_engine> engine_;
};

// --- Pieces of memory in a batch ---

constexpr std::size_t pieces_of_batch = 1000;

/// Pieces of `bytes`, with gaps, in the upper half of the heap.
std::vector<ark_piece> pieces_in(engine_bed& bed, std::size_t bytes) {
  const std::size_t step = std::min(bytes + 64, large_bytes / pieces_of_batch / 64 * 64);
  std::vector<ark_piece> pieces;
  for (std::size_t i = 0; i < pieces_of_batch; ++i)
    pieces.push_back({reinterpret_cast<std::byte*>(bed.heap()) + large_bytes + i * step, bytes, 0});
  return pieces;
}
/// Of one thread, which posts and moves: all CPU time that the bytes take.
template <class Post>
void batch_of_pieces(benchmark::State& state, Post&& post_batch) {
  engine_bed bed(64 << 10);
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::vector<ark_piece> pieces = pieces_in(bed, bytes);
  for (auto _ : state) {
    post_batch(bed, pieces, bytes);
    while (bed.engine().progress(64)) {
    }
    if (bed.queue().done() != bed.queue().head()) return state.SkipWithError("not delivered");
  }
  const auto moved = state.iterations() * static_cast<std::int64_t>(pieces_of_batch);
  state.SetItemsProcessed(moved);
  state.SetBytesProcessed(moved * state.range(0));
}
void batch_by_puts(benchmark::State& state) {
  batch_of_pieces(state,
                  [](engine_bed& bed, const std::vector<ark_piece>& pieces, std::size_t bytes) {
                    std::uint64_t at = 0;
                    for (const ark_piece& piece : pieces) {
                      post(bed.queue(), make_put(0, at, piece.address, bytes));
                      at += bytes;
                    }
                  });
}
BENCHMARK(batch_by_puts)->RangeMultiplier(4)->Range(64, 4096);
void batch_by_gather(benchmark::State& state) {
  batch_of_pieces(
      state, [](engine_bed& bed, const std::vector<ark_piece>& pieces, std::size_t bytes) {
        post(bed.queue(), make_list(descriptor_op::gather, 0, bed.heap(), pieces.size() * bytes,
                                    pieces.data(), pieces.size()));
      });
}
BENCHMARK(batch_by_gather)->RangeMultiplier(4)->Range(64, 4096);

double percentile(std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

// 4 MiB in chunks of the given size. step_us: how long the engine looks at nothing else, which is
// what a small put waits at most.
void large_by_chunk(benchmark::State& state) {
  engine_bed bed(static_cast<std::size_t>(state.range(0)));
  std::vector<double> steps;
  for (auto _ : state) {
    if (bed.post_put(large_bytes).code != errc::ok) return state.SkipWithError("no slot");
    auto last = clock::now();
    while (bed.engine().progress(1)) {
      const auto now = clock::now();
      steps.push_back(std::chrono::duration<double, std::micro>(now - last).count());
      last = now;
    }
  }
  std::sort(steps.begin(), steps.end());
  state.counters["step_us"] = percentile(steps, 0.5);
  state.counters["step_p90_us"] = percentile(steps, 0.9);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(large_bytes));
}
BENCHMARK(large_by_chunk)->RangeMultiplier(4)->Range(4 << 10, 4 << 20);

// One put of 8 bytes at a time, at random moments, beside a 4 MiB put that is always under way; the
// engine runs on a thread of its own. Time: from the post until the word has arrived.
void small_beside_large(benchmark::State& state) {
  engine_bed bed(static_cast<std::size_t>(state.range(0)));
  std::jthread engine([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) bed.engine().progress(16);
  });
  const ring queue = bed.queue();
  const std::uint64_t offset = large_bytes + 4096;
  const std::uint64_t* word = bed.heap() + offset / 8;
  std::mt19937_64 random(1);
  std::vector<double> latencies;
  std::uint64_t large_end = 0, value = 1;
  for (auto _ : state) {
    if (queue.done() >= large_end) large_end = bed.post_put(large_bytes).number + 1;
    const auto pause = std::chrono::nanoseconds(random() % 20'000);
    for (const auto start = clock::now(); clock::now() - start < pause;) {
    }
    const auto start = clock::now();
    ++value;
    const bool posted = post(queue, make_put_inline(0, offset, 8, value)).code == errc::ok;
    if (!posted || !spin_until([&] { return load_acquire(word) == value; })) {
      return state.SkipWithError("a small put did not arrive");
    }
    latencies.push_back(microseconds_since(start));
    state.SetIterationTime(latencies.back() * 1e-6);
  }
  std::sort(latencies.begin(), latencies.end());
  state.counters["median_us"] = percentile(latencies, 0.5);
  state.counters["p90_us"] = percentile(latencies, 0.9);
}
BENCHMARK(small_beside_large)
    ->RangeMultiplier(4)
    ->Range(4 << 10, 4 << 20)
    ->UseManualTime()
    ->Iterations(20'000);

}  // namespace
}  // namespace ark

BENCHMARK_MAIN();
