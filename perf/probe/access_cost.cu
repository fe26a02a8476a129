// What do memory accesses, fences and clocks cost one thread? The way of a put is a chain of them:
// which loads the SM's cache serves at which scope, what an acquire costs the loads after it, what
// a fence waits for, and how long a store takes to reach a thread on another SM that polls.
#include <vector>

#include "session.hpp"

namespace ark_probe {

namespace {

constexpr unsigned rounds = 256;
constexpr unsigned repeats = 20;
constexpr unsigned words = 1024;  // 8 KiB: any SM's cache holds it

enum class what : unsigned {
  nothing,
  ld,
  ld_pair,
  ld_volatile,
  ld_relaxed_cta,
  ld_relaxed_cta_pair,
  ld_relaxed_gpu,
  ld_relaxed_sys,
  ld_acquire_gpu,
  ld_acquire_sys,
  ld_after_acquire_gpu,
  ld_after_relaxed_gpu,
  st,
  st_relaxed_sys,
  st_release_gpu,
  st_release_sys,
  fence_cta,
  fence_gpu,
  fence_sys,
  fence_sc_gpu,
  fence_sc_sys,
  st_fence_gpu,
  st_fence_sys,
  st_fence_sc_sys,
  atom_relaxed_gpu,
  atom_relaxed_sys,
  atom_acq_rel_gpu,
  atom_acquire_sys,
  atom_acq_rel_sys,
  red_relaxed_sys,
  red_release_sys,
  clock,
  global_timer,
  nanosleep_0,
  nanosleep_100,
  count
};
constexpr const char* names[] = {"nothing",
                                 "ld",
                                 "ld.v2",
                                 "ld.volatile",
                                 "ld.relaxed.cta",
                                 "ld.relaxed.cta.v2",
                                 "ld.relaxed.gpu",
                                 "ld.relaxed.sys",
                                 "ld.acquire.gpu",
                                 "ld.acquire.sys",
                                 "ld.acquire.gpu, ld",
                                 "ld.relaxed.gpu, ld",
                                 "st",
                                 "st.relaxed.sys",
                                 "st.release.gpu",
                                 "st.release.sys",
                                 "fence.acq_rel.cta",
                                 "fence.acq_rel.gpu",
                                 "fence.acq_rel.sys",
                                 "fence.sc.gpu",
                                 "fence.sc.sys",
                                 "st, fence.acq_rel.gpu",
                                 "st, fence.acq_rel.sys",
                                 "st, fence.sc.sys",
                                 "atom.add.relaxed.gpu",
                                 "atom.add.relaxed.sys",
                                 "atom.add.acq_rel.gpu",
                                 "atom.add.acquire.sys",
                                 "atom.add.acq_rel.sys",
                                 "red.add.relaxed.sys",
                                 "red.add.release.sys",
                                 "%clock64",
                                 "%globaltimer",
                                 "nanosleep 0",
                                 "nanosleep 100"};
static_assert(std::size(names) == static_cast<unsigned>(what::count));

#define ARK_PROBE_LOAD(HOW) asm volatile(HOW ".u64 %0, [%1];" : "=l"(got) : "l"(at) : "memory")
#define ARK_PROBE_LOAD_PAIR(HOW) \
  asm volatile(HOW ".v2.u64 {%0, %1}, [%2];" : "=l"(got), "=l"(second) : "l"(at) : "memory")
#define ARK_PROBE_STORE(HOW) asm volatile(HOW ".u64 [%0], %1;" ::"l"(other), "l"(got) : "memory")
#define ARK_PROBE_DO(HOW) asm volatile(HOW ";" ::: "memory")
#define ARK_PROBE_ATOM(HOW) \
  asm volatile(HOW ".u64 %0, [%1], %2;" : "=l"(got) : "l"(at), "l"(std::uint64_t{0}) : "memory")
#define ARK_PROBE_RED(HOW) \
  asm volatile(HOW ".u64 [%0], %1;" ::"l"(other), "l"(std::uint64_t{0}) : "memory")

/// Once; the next address depends on what a load has got, which is 0.
template <what W>
__device__ inline void act(const std::uint64_t*& at, std::uint64_t* other) {
  std::uint64_t got = 0;
  [[maybe_unused]] std::uint64_t second = 0;
  if constexpr (W == what::ld) ARK_PROBE_LOAD("ld.global");
  if constexpr (W == what::ld_pair) ARK_PROBE_LOAD_PAIR("ld.global");
  if constexpr (W == what::ld_relaxed_cta_pair) ARK_PROBE_LOAD_PAIR("ld.relaxed.cta.global");
  if constexpr (W == what::ld_volatile) ARK_PROBE_LOAD("ld.volatile.global");
  if constexpr (W == what::ld_relaxed_cta) ARK_PROBE_LOAD("ld.relaxed.cta.global");
  if constexpr (W == what::ld_relaxed_gpu) ARK_PROBE_LOAD("ld.relaxed.gpu.global");
  if constexpr (W == what::ld_relaxed_sys) ARK_PROBE_LOAD("ld.relaxed.sys.global");
  if constexpr (W == what::ld_acquire_gpu) ARK_PROBE_LOAD("ld.acquire.gpu.global");
  if constexpr (W == what::ld_acquire_sys) ARK_PROBE_LOAD("ld.acquire.sys.global");
  if constexpr (W == what::ld_after_acquire_gpu || W == what::ld_after_relaxed_gpu) {
    if constexpr (W == what::ld_after_acquire_gpu) ARK_PROBE_LOAD("ld.acquire.gpu.global");
    if constexpr (W == what::ld_after_relaxed_gpu) ARK_PROBE_LOAD("ld.relaxed.gpu.global");
    at += got + 64;
    ARK_PROBE_LOAD("ld.global");
    at -= 64;
  }
  if constexpr (W == what::st) ARK_PROBE_STORE("st.global");
  if constexpr (W == what::st_relaxed_sys) ARK_PROBE_STORE("st.relaxed.sys.global");
  if constexpr (W == what::st_release_gpu) ARK_PROBE_STORE("st.release.gpu.global");
  if constexpr (W == what::st_release_sys) ARK_PROBE_STORE("st.release.sys.global");
  if constexpr (W == what::st_fence_gpu || W == what::st_fence_sys || W == what::st_fence_sc_sys)
    ARK_PROBE_STORE("st.global");
  if constexpr (W == what::fence_cta) ARK_PROBE_DO("fence.acq_rel.cta");
  if constexpr (W == what::fence_gpu || W == what::st_fence_gpu) ARK_PROBE_DO("fence.acq_rel.gpu");
  if constexpr (W == what::fence_sys || W == what::st_fence_sys) ARK_PROBE_DO("fence.acq_rel.sys");
  if constexpr (W == what::fence_sc_gpu) ARK_PROBE_DO("fence.sc.gpu");
  if constexpr (W == what::fence_sc_sys || W == what::st_fence_sc_sys) ARK_PROBE_DO("fence.sc.sys");
  if constexpr (W == what::atom_relaxed_gpu) ARK_PROBE_ATOM("atom.add.relaxed.gpu.global");
  if constexpr (W == what::atom_relaxed_sys) ARK_PROBE_ATOM("atom.add.relaxed.sys.global");
  if constexpr (W == what::atom_acq_rel_gpu) ARK_PROBE_ATOM("atom.add.acq_rel.gpu.global");
  if constexpr (W == what::atom_acquire_sys) ARK_PROBE_ATOM("atom.add.acquire.sys.global");
  if constexpr (W == what::atom_acq_rel_sys) ARK_PROBE_ATOM("atom.add.acq_rel.sys.global");
  if constexpr (W == what::red_relaxed_sys) ARK_PROBE_RED("red.relaxed.sys.global.add");
  if constexpr (W == what::red_release_sys) ARK_PROBE_RED("red.release.sys.global.add");
  if constexpr (W == what::clock) got = static_cast<std::uint64_t>(clock64()) >> 62;
  if constexpr (W == what::global_timer) got = global_ns() >> 63;
  if constexpr (W == what::nanosleep_0) __nanosleep(0);
  if constexpr (W == what::nanosleep_100) __nanosleep(100);
  at += got;
}

template <what W>
__global__ void time_it(const std::uint64_t* at, std::uint64_t* other, std::uint64_t* cycles) {
  for (unsigned r = 0; r <= repeats; ++r) {
    const std::uint64_t begin = clock64();
    for (unsigned i = 0; i < rounds; ++i) act<W>(at, other);
    cycles[r] = static_cast<std::uint64_t>(clock64()) - begin + (at == nullptr);
  }
}

/// Two blocks: each stores the next number for the other one and waits for its own.
template <bool Ordered>
__global__ void ping_pong(std::uint64_t* word, std::uint64_t* cycles, kernel_limits limits) {
  std::uint64_t* mine = word + 64 * blockIdx.x;
  std::uint64_t* theirs = word + 64 * (1 - blockIdx.x);
  std::uint64_t turn = 0;
  for (unsigned r = 0; r <= repeats; ++r) {
    const std::uint64_t begin = clock64();
    for (unsigned i = 0; i < rounds; ++i) {
      ++turn;
      const auto came = [&] { return (Ordered ? load_acquire(mine) : load_relaxed(mine)) >= turn; };
      const auto send = [&] {
        Ordered ? store_release(theirs, turn) : store_relaxed(theirs, turn);
      };
      if (blockIdx.x == 0) send();
      if (!wait_for(came, limits)) return;
      if (blockIdx.x == 1) send();
    }
    if (blockIdx.x == 0) cycles[r] = static_cast<std::uint64_t>(clock64()) - begin;
  }
}

class bench {
 public:
  bench()
      : memory_(words * sizeof(std::uint64_t)),
        other_(words * sizeof(std::uint64_t)),
        cycles_((repeats + 1) * sizeof(std::uint64_t)) {}

  template <what W>
  void measure(session& in) {
    in.attempt(in.result("one thread").text("does", names[static_cast<unsigned>(W)]),
               milliseconds(5000), [&](record& into) {
                 time_it<W><<<1, 1, 0, stream_>>>(memory_.as<std::uint64_t>(),
                                                  other_.as<std::uint64_t>(),
                                                  cycles_.as<std::uint64_t>());
                 check_launch("time_it");
                 in.finish(stream_, "time_it");
                 tell(into, rounds);
               });
  }
  template <bool Ordered>
  void between_sms(session& in) {
    const char* does =
        Ordered ? "st.release.sys, ld.acquire.sys" : "st.relaxed.sys, ld.relaxed.sys";
    in.attempt(in.result("from SM to SM").text("does", does), milliseconds(5000),
               [&](record& into) {
                 check(cudaMemset(other_.as<void>(), 0, other_.bytes()), "cudaMemset");
                 check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
                 ping_pong<Ordered><<<2, 1, 0, stream_>>>(other_.as<std::uint64_t>(),
                                                          cycles_.as<std::uint64_t>(),
                                                          in.limits(milliseconds(2000)));
                 check_launch("ping_pong");
                 in.finish(stream_, "ping_pong");
                 tell(into, 2 * rounds);
               });
  }

 private:
  /// The first repeat warms the caches up.
  void tell(record& into, unsigned each) {
    std::vector<std::uint64_t> seen(repeats + 1);
    check(cudaMemcpy(seen.data(), cycles_.as<void>(), cycles_.bytes(), cudaMemcpyDefault),
          "cudaMemcpy");
    std::vector<double> one;
    for (unsigned r = 1; r <= repeats; ++r) one.push_back(static_cast<double>(seen[r]) / each);
    into.distribution("cycles", std::move(one)).verdict("measured");
  }

  device_memory memory_, other_, cycles_;
  stream stream_;
};

template <unsigned W = 0>
void each(bench& on, session& in) {
  if constexpr (W < static_cast<unsigned>(what::count)) {
    on.measure<static_cast<what>(W)>(in);
    each<W + 1>(on, in);
  }
}

void run(session& in) {
  in.warm_up();
  const auto on = in.prepare<bench>("memory");
  if (!on) return;
  each(*on, in);
  on->between_sms<false>(in);
  on->between_sms<true>(in);
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "access_cost", ark_probe::run);
}
