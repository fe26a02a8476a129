// Moving a piece of a transfer in an engine warp: by all threads with loads and stores, or by the
// copy unit of the SM through shared memory.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/platform/ptx_bulk.hpp>
#include <ark/device/engine/channel.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/state/scope.hpp>
#include <ark/device/transfer/copy.hpp>
#include <ark/simt.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

/// Lent shared memory of a warp: a stage for each channel, behind the barriers of their loads. Size
/// 0: none; the warp moves everything by loads and stores. Offsets in the block's dynamic shared
/// memory, because a register is saved with each.
struct stages {
  std::uint32_t at = 0;
  std::uint32_t bytes = 0;  ///< of each
};

// The division of a block's dynamic shared memory among its engine warps.
inline constexpr std::uint32_t stage_header = 128;  ///< for the barriers of a warp's stages
inline constexpr std::uint32_t least_stage =
    1024;  ///< shorter ones are slower than loads and stores
inline constexpr std::uint32_t good_stage = 4096;  ///< fewer warps rather than shorter stages
inline constexpr std::uint32_t most_stage = 16 * 1024;

ARK_HOST_DEVICE constexpr std::uint32_t staging_bytes(std::uint32_t each) {
  return stage_header + channels * each;
}
/// How many of a block's warps serve if it has `bytes` of dynamic shared memory: all of them if
/// that is too little for stages.
ARK_HOST_DEVICE constexpr unsigned serving_warps(unsigned warps, std::uint32_t bytes) {
  if (!ARK_BULK_COPY || bytes < staging_bytes(least_stage)) return warps;
  const unsigned fit = bytes / staging_bytes(good_stage);
  return fit < 1 ? 1 : fit < warps ? fit : warps;
}

#if ARK_BULK_COPY
/// The least size for the copy unit: in the time that it takes to start, the threads move more.
inline constexpr std::uint32_t least_bulk = 512;
/// Bulk copies move multiples of 16 bytes between addresses that are multiples of 16.
inline constexpr std::uint32_t bulk_unit = 16;

ARK_DEVICE inline std::byte* stage_memory(const stages& all) {
  return reinterpret_cast<std::byte*>(detail::dynamic_shared()) + all.at + stage_header +
         team::rank() * all.bytes;
}
ARK_DEVICE inline std::uint64_t* stage_barrier(const stages& all) {
  return reinterpret_cast<std::uint64_t*>(detail::dynamic_shared() + all.at) + team::rank();
}
/// The stages of warp `index` of `warps`. All lanes call. The memory is aligned to 128 bytes.
ARK_DEVICE inline stages stages_of(unsigned index, unsigned warps) {
  const std::uint32_t part = detail::ptx_dynamic_shared_bytes() / warps / 128 * 128;
  if (part < staging_bytes(least_stage)) return {};
  const std::uint32_t fits = (part - stage_header) / channels / 128 * 128;
  const stages all{index * part, fits < most_stage ? fits : most_stage};
  if (team::rank() < channels) {
    detail::ptx_mbarrier_init(stage_barrier(all), 1);
    detail::ptx_proxy_fence_shared();
  }
  return all;
}
/// Called by all lanes when no copy is in flight.
ARK_DEVICE inline void stages_end(const stages& all) {
  if (all.bytes != 0 && team::rank() < channels)
    detail::ptx_mbarrier_invalidate(stage_barrier(all));
}
/// How many of the next `left` bytes the copy unit moves in one piece; 0: the threads move them.
ARK_DEVICE inline std::uint32_t bulk_bytes(const stages& all, const std::byte* dest,
                                           const std::byte* source, std::uint32_t left) {
  const std::uint32_t off = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(dest) |
                                                       reinterpret_cast<std::uint64_t>(source));
  const std::uint32_t most = left < all.bytes ? left & ~(bulk_unit - 1) : all.bytes;
  return most >= least_bulk && off % bulk_unit == 0 ? most : 0;
}
/// Starts the load of the lane's stage.
ARK_DEVICE inline void bulk_begin(const stages& all, const std::byte* source, std::uint32_t bytes) {
  detail::ptx_proxy_fence_global();  // after ordinary stores to the source, which the lane acquired
  detail::ptx_mbarrier_arrive_expect(stage_barrier(all), bytes);
  detail::ptx_bulk_load(stage_memory(all), source, bytes, stage_barrier(all));
}
/// A load that has not ended after the PE's deadline: records it, and ends the launch. The block
/// cannot end itself: the copy unit may still write to its shared memory, which another block gets.
ARK_DEVICE inline void bulk_lost(detail::device_state& state, std::uint32_t bytes) {
  fail(state,
       {errc::timeout, detail::op_kind::kernel, detail::cmp_kind::ge,
        detail::failure_reason::engine_load},
       -1, detail::no_offset, bytes, 0);
  __trap();
  __builtin_unreachable();
}
/// Waits for the load, number `parity` modulo 2 of the lane, and stores it. The bytes are then in
/// global memory, visible to the caller. The wait for the store has no form with a deadline; the
/// hardware ends it, for no thread and no PE.
ARK_DEVICE inline void bulk_end(detail::device_state& state, const stages& all, std::byte* dest,
                                std::uint32_t bytes, std::uint32_t parity) {
  const std::uint32_t start = detail::ptx_global_timer_ms();
  while (!detail::ptx_mbarrier_try_wait(stage_barrier(all), parity)) {
    if (detail::ptx_global_timer_ms() - start > state.timeout_ms) bulk_lost(state, bytes);
  }
  detail::ptx_bulk_store(dest, stage_memory(all), bytes);
  detail::ptx_bulk_commit();
  detail::ptx_bulk_wait<0>();
}
#endif

#if ARK_DEVICE_PASS
/// Move `words` words of 16 bytes by the team, four loads of each lane in flight. The offsets of
/// a turn are constants.
ARK_DEVICE inline void copy_wide(std::byte* dest, const std::byte* source, std::uint32_t words) {
  constexpr unsigned lanes = warp_scope::width, flight = 4;
  const unsigned rank = team::rank();
  auto* to = reinterpret_cast<uint4*>(dest) + rank;
  const auto* from = reinterpret_cast<const uint4*>(source) + rank;
  auto left = static_cast<std::int32_t>(words - rank);
  ARK_NO_UNROLL
  for (; left > static_cast<std::int32_t>((flight - 1) * lanes); left -= flight * lanes) {
    uint4 held[flight];
    for (unsigned i = 0; i < flight; ++i) held[i] = from[i * lanes];
    for (unsigned i = 0; i < flight; ++i) to[i * lanes] = held[i];
    to += flight * lanes;
    from += flight * lanes;
  }
  ARK_NO_UNROLL
  for (; left > 0; left -= lanes) {
    *to = *from;
    to += lanes;
    from += lanes;
  }
}
/// Move `bytes` in words of 1 to 8 bytes by the team.
ARK_DEVICE inline void copy_narrow(std::byte* dest, const std::byte* source, std::uint32_t bytes,
                                   std::uint32_t word) {
  ARK_NO_UNROLL
  for (std::uint32_t at = team::rank() * word; at < bytes; at += team::size() * word)
    detail::ptx_store_narrow(dest + at, detail::ptx_load_narrow(source + at, word), word);
}
/// Move the first `head` and the last `tail` of `bytes`, less than 16 each: a byte by each thread.
ARK_DEVICE inline void copy_edges(std::byte* dest, const std::byte* source, std::uint32_t bytes,
                                  std::uint32_t head, std::uint32_t tail) {
  const std::uint32_t half = team::size() / 2, rank = team::rank();
  const std::uint32_t at = rank < half ? rank : bytes - tail + (rank - half);
  if (rank < half ? rank < head : rank - half < tail) dest[at] = source[at];
}
#endif

/// Copy by all threads of `Team`, without synchronising them. After Team::sync(), a release by any
/// of them covers the data.
template <class Team>
ARK_HOST_DEVICE inline void copy_piece(std::byte* dest, const std::byte* source,
                                       std::uint32_t bytes) {
#if ARK_DEVICE_PASS
  const auto low = [](const void* at) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(at));
  };
  // The widest words to which both are aligned alike; before and behind them, bytes.
  const std::uint32_t word = detail::word_for(low(dest) ^ low(source), 16);
  const std::uint32_t to_word = (0 - low(dest)) & (word - 1);
  const std::uint32_t head = to_word < bytes ? to_word : bytes;
  const std::uint32_t tail = (bytes - head) & (word - 1);
  copy_edges(dest, source, bytes, head, tail);
  dest += head;
  source += head;
  bytes -= head + tail;
  if (word == 16) {
    copy_wide(dest, source, bytes / 16);
  } else {
    copy_narrow(dest, source, bytes, word);
  }
#else
  copy<Team>(dest, source, bytes);
#endif
}

}  // namespace ark::device::sm
