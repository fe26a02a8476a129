// Which peers a kernel stores to by constants alone, and how.
#pragma once

#include <ark/detail/cuda_unit.hpp>
#include <ark/detail/device_state.hpp>
#include <cstdint>
#include <span>

namespace ark {

/// For PE `pe`, the only one of its process, whose heap is at peers[pe]: it, and as many PEs beside
/// it as are mapped at equal distances that are multiples of 4 GiB. Without the limits of bytes.
/// No peers if `pe` is not mapped.
[[nodiscard]] detail::cuda_stores usual_stores(std::span<const detail::peer_view> peers, int pe);

/// The same with limits: a kernel stores up to `inline_max_bytes` (device_state), and `heap_bytes`
/// are committed. No peers if the limit is below what constants are for.
[[nodiscard]] detail::cuda_stores limited(detail::cuda_stores stores,
                                          std::uint64_t inline_max_bytes, std::uint64_t heap_bytes);

}  // namespace ark
