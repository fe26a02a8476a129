// The size of a slice: the part of a PE's result for one destination that is sent at once.
#pragma once

#include <ark/simt.hpp>
#include <cstddef>

namespace ark::fused {

/// The cost of a transfer between two PEs. Default: a network of 100 Gbit/s.
struct link_cost {
  double bytes_per_us = 10000;
  double request_us = 2;  ///< of one transfer, whatever its size
};

/// Minimum number of slices per destination, so that most of its data travels during the
/// computation.
inline constexpr std::size_t least_slices = 4;
/// Maximum number of slices by the rule: with more, transfers begin earlier by less than a
/// sixteenth of the computation, and each slice costs its arrivals, its signal and its own part of
/// the input.
inline constexpr std::size_t enough_slices = 8;

/// Rows of a slice by the rule: clamp(bytes_per_us * request_us / row_bytes, rows / enough_slices,
/// rows / least_slices), at least 1. With fewer bytes than the link transfers in the time of one
/// request, requests and not bytes would limit the link.
///
/// Callable: kernels and host threads. row_bytes: size of one row. rows: rows of one destination; 0
/// gives 1.
[[nodiscard]] ARK_HOST_DEVICE inline std::size_t slice_rows_by_rule(std::size_t row_bytes,
                                                                    std::size_t rows,
                                                                    const link_cost& link = {}) {
  const double bytes = link.bytes_per_us * link.request_us;
  const std::size_t most = rows / least_slices > 1 ? rows / least_slices : 1;
  if (row_bytes == 0 || bytes >= static_cast<double>(row_bytes) * static_cast<double>(most))
    return most;
  const auto whole = static_cast<std::size_t>(bytes) / row_bytes;
  const std::size_t enough =
      whole + (static_cast<double>(whole) * static_cast<double>(row_bytes) < bytes ? 1 : 0);
  const std::size_t few = (rows + enough_slices - 1) / enough_slices;
  return enough > few ? enough : few;
}

}  // namespace ark::fused
