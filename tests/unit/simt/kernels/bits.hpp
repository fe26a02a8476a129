// Bits and clocks.
#pragma once

#include <ark/simt.hpp>
#include <cstdint>

namespace portable {

struct bit_results {
  int popc, popcll, ffs, ffsll, clz, clzll;
  unsigned brev;
  unsigned long long brevll;
};

ARK_GLOBAL void bits(const unsigned long long* in, bit_results* out) {
  const unsigned long long value = __ldg(in + threadIdx.x);
  const auto low = static_cast<unsigned>(value);
  out[threadIdx.x] = {__popc(low),
                      __popcll(value),
                      __ffs(static_cast<int>(low)),
                      __ffsll(static_cast<long long>(value)),
                      __clz(static_cast<int>(low)),
                      __clzll(static_cast<long long>(value)),
                      __brev(low),
                      __brevll(value)};
}

struct clock_results {
  long long ticks;
  std::uint64_t nanoseconds;
  bool went_back;
};

/// Differences over a sleep of 200 microseconds.
ARK_GLOBAL void clocks(clock_results* out) {
  const long long ticks = clock64();
  const std::uint64_t begin = ark::global_timer_ns();
  __nanosleep(200'000);
  const std::uint64_t end = ark::global_timer_ns();
  out[blockIdx.x * blockDim.x + threadIdx.x] = {clock64() - ticks, end - begin,
                                                end < begin || clock() < 0};
}

}  // namespace portable
