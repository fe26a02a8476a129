// Data that a copy moves: written, copied by a kernel, and checked word by word.
#pragma once

#include "session.hpp"

namespace ark_probe {

__host__ __device__ inline std::uint64_t pattern_word(std::uint64_t index, std::uint64_t seed) {
  return (index + 1) * 0x9e3779b97f4a7c15U + seed;
}

static __global__ void fill_pattern(std::uint64_t* words, std::size_t count, std::uint64_t seed) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    words[i] = pattern_word(i, seed);
  }
}

/// Adds the number of words that are not the pattern's to *mismatches, a word of the GPU's memory.
static __global__ void compare_pattern(const std::uint64_t* words, std::size_t count,
                                       std::uint64_t seed, unsigned long long* mismatches) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  unsigned long long wrong = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    wrong += words[i] != pattern_word(i, seed) ? 1 : 0;
  }
  if (wrong != 0) atomicAdd(mismatches, wrong);
}

/// The copy that is known to run on SMs: loads and stores of 16 bytes, four in flight per thread.
static __global__ void __launch_bounds__(1024)
    copy_words(uint4* to, const uint4* from, std::size_t count) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + 3 * threads < count; i += 4 * threads) {
    const uint4 a = from[i], b = from[i + threads], c = from[i + 2 * threads],
                d = from[i + 3 * threads];
    to[i] = a;
    to[i + threads] = b;
    to[i + 2 * threads] = c;
    to[i + 3 * threads] = d;
  }
  for (; i < count; i += threads) to[i] = from[i];
}

/// Writes and checks payloads on a stream of its own, waiting for each: never while SMs are taken.
class payload {
 public:
  explicit payload(session& in) : session_(in), mismatches_(sizeof(unsigned long long)) {}

  void fill(void* at, std::size_t bytes, std::uint64_t seed) {
    fill_pattern<<<256, 256, 0, stream_>>>(static_cast<std::uint64_t*>(at), bytes / 8, seed);
    check_launch("fill_pattern");
    session_.finish(stream_, "fill_pattern");
  }
  void clear(void* at, std::size_t bytes) {
    check(cudaMemsetAsync(at, 0, bytes, stream_), "cudaMemsetAsync");
    session_.finish(stream_, "cudaMemsetAsync");
  }
  /// The number of 8-byte words at `at` that are not as fill() writes them.
  [[nodiscard]] std::uint64_t mismatches(const void* at, std::size_t bytes, std::uint64_t seed) {
    auto* count = mismatches_.as<unsigned long long>();
    unsigned long long wrong = 0;
    clear(count, sizeof wrong);
    compare_pattern<<<256, 256, 0, stream_>>>(static_cast<const std::uint64_t*>(at), bytes / 8,
                                              seed, count);
    check_launch("compare_pattern");
    session_.finish(stream_, "compare_pattern");
    check(cudaMemcpy(&wrong, count, sizeof wrong, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return wrong;
  }

 private:
  session& session_;
  device_memory mismatches_;
  stream stream_;
};

}  // namespace ark_probe
