// The peers to which a kernel stores with an address computed from constants.
#pragma once

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <span>

namespace ark {

/// For PE `pe`, the only one of its process, whose heap is at peers[pe]: this PE and as many
/// neighbours as are mapped at equal distances that are multiples of 4 GiB. Without the limits of
/// bytes. No peers if `pe` is not mapped.
[[nodiscard]] detail::cuda_stores stores_to_peers(std::span<const detail::peer_view> peers, int pe);

/// `stores` with the limits of bytes: `inline_max_bytes` is that of device_state, and `heap_bytes`
/// are committed. No peers if a thread's limit is below cuda_stores::least_most_bytes.
[[nodiscard]] detail::cuda_stores with_limits(detail::cuda_stores stores,
                                              std::uint64_t inline_max_bytes,
                                              std::uint64_t heap_bytes);

}  // namespace ark
