// The results of warp operations, computed for all lanes at once by the last lane to arrive.
#pragma once

#include <cstdint>
#include <string>

#include "executor/grid.hpp"

namespace ark::executor {

enum class warp_family : std::uint8_t { sync, vote, shuffle, match, reduce };

/// Identifies an operation on which lanes must agree: family in the high byte, its selector in the
/// low one.
constexpr std::uint16_t warp_kind(warp_family family, unsigned selector) {
  return static_cast<std::uint16_t>((static_cast<unsigned>(family) << 8) | (selector & 0xffu));
}
/// Selector bit of a reduction with signed comparison.
inline constexpr unsigned reduce_signed = 0x80;

/// CUDA's name of the operation, e.g. "__shfl_up_sync".
std::string warp_kind_name(std::uint16_t kind);

/// Reads value, source and width of the lanes in `arrived`, writes their result and all_equal.
/// lanes: the warp's first lane.
void warp_compute(std::uint16_t kind, std::uint32_t arrived, lane* lanes);

/// The operands are in `me`; returns when its result is there.
void warp_rendezvous(lane& me, std::uint32_t mask, std::uint16_t kind);
/// Implements __syncthreads and its counting forms.
int block_rendezvous(lane& me, detail::block_reduce op, int predicate);

}  // namespace ark::executor
