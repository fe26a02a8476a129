// What do the loads, atomics and fences cost that ark's calls are made of? One thread does each
// many times, a fence behind a store, and an empty loop beside them.
#include <vector>

#include "session.hpp"

namespace ark_probe {

namespace {

constexpr unsigned rounds = 2000;

enum class access {
  nothing,
  load,
  load_relaxed,
  load_acquire,
  add,
  exchange,
  store,
  fence_gpu,
  fence_sys,
  fence_sc
};
constexpr struct {
  access how;
  const char* name;
} accesses[] = {
    {access::nothing, "nothing"},
    {access::load, "ld.global.cg"},
    {access::load_relaxed, "ld.relaxed.sys"},
    {access::load_acquire, "ld.acquire.sys"},
    {access::add, "atom.relaxed.sys.add"},
    {access::exchange, "atom.acq_rel.sys.exch"},
    {access::store, "st.relaxed.sys"},
    {access::fence_gpu, "st.relaxed.sys, fence.acq_rel.gpu"},
    {access::fence_sys, "st.relaxed.sys, fence.acq_rel.sys"},
    {access::fence_sc, "st.relaxed.sys, fence.sc.sys"},
};

/// What was loaded, which is 0.
template <access How>
__device__ std::uint64_t touch(std::uint64_t* word) {
  std::uint64_t seen = 0;
  if constexpr (How == access::load)
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(seen) : "l"(word) : "memory");
  if constexpr (How == access::load_relaxed) seen = load_relaxed(word);
  if constexpr (How == access::load_acquire) seen = load_acquire(word);
  if constexpr (How == access::add)
    asm volatile("atom.relaxed.sys.global.add.u64 %0, [%1], 0;"
                 : "=l"(seen)
                 : "l"(word)
                 : "memory");
  if constexpr (How == access::exchange)
    asm volatile("atom.acq_rel.sys.global.exch.b64 %0, [%1], 0;"
                 : "=l"(seen)
                 : "l"(word)
                 : "memory");
  if constexpr (How >= access::store) store_relaxed(word, 0);
  if constexpr (How == access::fence_gpu) asm volatile("fence.acq_rel.gpu;" ::: "memory");
  if constexpr (How == access::fence_sys) asm volatile("fence.acq_rel.sys;" ::: "memory");
  if constexpr (How == access::fence_sc) asm volatile("fence.sc.sys;" ::: "memory");
  return seen;
}

/// samples: cycles of each round, then all nanoseconds and all cycles.
template <access How>
__global__ void time_access(std::uint64_t* word, std::uint64_t* samples) {
  const std::uint64_t begin_ns = global_ns();
  const std::uint64_t begin = clock64();
  for (unsigned i = 0; i < rounds; ++i) {
    const std::uint64_t before = clock64();
    if (touch<How>(word) != 0) return;  // the clock is read behind the value
    samples[i] = static_cast<std::uint64_t>(clock64()) - before;
  }
  samples[rounds] = global_ns() - begin_ns;
  samples[rounds + 1] = static_cast<std::uint64_t>(clock64()) - begin;
}

class bench {
 public:
  explicit bench(session& in)
      : session_(in),
        near_(sizeof(std::uint64_t)),
        far_(sizeof(std::uint64_t)),
        samples_((rounds + 2) * sizeof(std::uint64_t)) {}

  template <access How>
  void measure(bool on_host, record& into) {
    std::vector<std::uint64_t> seen(rounds + 2);
    auto* word = on_host ? far_.as<std::uint64_t>() : near_.as<std::uint64_t>();
    for (int turn = 0; turn < 2; ++turn) {  // the first one warms up
      time_access<How><<<1, 1, 0, stream_>>>(word, samples_.as<std::uint64_t>());
      check_launch("time_access");
      session_.finish(stream_, "time_access");
    }
    check(cudaMemcpy(seen.data(), samples_.as<void>(), samples_.bytes(), cudaMemcpyDefault),
          "cudaMemcpy");
    const double ns_per_cycle =
        static_cast<double>(seen[rounds]) / static_cast<double>(seen[rounds + 1]);
    std::vector<double> ns;
    for (unsigned i = 0; i < rounds; ++i) ns.push_back(static_cast<double>(seen[i]) * ns_per_cycle);
    into.distribution("ns", std::move(ns)).verdict("measured");
  }

 private:
  session& session_;
  device_memory near_;
  pinned_memory far_;
  device_memory samples_;
  stream stream_;
};

template <std::size_t At>
void run_from(session& in, bench& on, bool on_host) {
  if constexpr (At < std::size(accesses)) {
    in.attempt(in.result("access")
                   .text("access", accesses[At].name)
                   .text("memory", on_host ? "pinned host" : "device"),
               milliseconds(5000),
               [&](record& into) { on.measure<accesses[At].how>(on_host, into); });
    run_from<At + 1>(in, on, on_host);
  }
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("words", in);
  if (!on) return;
  for (const bool on_host : {false, true}) run_from<0>(in, *on, on_host);
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "access_cost", ark_probe::run);
}
