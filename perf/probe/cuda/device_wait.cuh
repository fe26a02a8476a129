// What kernels do with words that others write: orders by name, a clock, and a wait with an end.
#pragma once

#include <cstdint>

namespace ark_probe {

/// Ends every wait of a kernel: *abort != 0 (a word of pinned host memory) or the time.
struct kernel_limits {
  const std::uint32_t* abort;
  std::uint64_t budget_ns;
};

__device__ inline std::uint64_t global_ns() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__device__ inline std::uint64_t load_acquire(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline std::uint64_t load_relaxed(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline std::uint32_t load_relaxed(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline void store_release(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

__device__ inline void store_relaxed(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

__device__ inline void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

/// Polls `done` until it is true; false if the limits came first. The limits are looked at every
/// 256 polls, because the abort word lies across the bus; with a sleep, after each.
template <class Done>
__device__ bool wait_for(Done done, kernel_limits limits, unsigned sleep_ns = 0) {
  const std::uint64_t start = global_ns();
  for (unsigned polls = 1;; ++polls) {
    if (done()) return true;
    if (sleep_ns != 0) __nanosleep(sleep_ns);
    if (sleep_ns == 0 && polls % 256 != 0) continue;
    if (load_relaxed(limits.abort) != 0 || global_ns() - start > limits.budget_ns) return false;
  }
}

}  // namespace ark_probe
