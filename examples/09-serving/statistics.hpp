// Arrival times of an open loop, and quantiles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

/// Times in seconds from 0 to `seconds`, ascending: bursts of `burst` requests at one time, whose
/// times are a Poisson process; together `rate` requests per second. burst 1: a Poisson process.
inline std::vector<double> arrivals(double rate, unsigned burst, double seconds,
                                    std::uint64_t seed) {
  std::vector<double> times;
  if (rate <= 0) return times;
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> pause(rate / burst);
  for (double at = pause(random); at < seconds; at += pause(random))
    times.insert(times.end(), burst, at);
  return times;
}

/// The least value that at least the share `q` of the values does not exceed; 0 without values.
/// `sorted` is ascending, 0 < q <= 1.
inline double quantile(const std::vector<double>& sorted, double q) {
  if (sorted.empty()) return 0;
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}
