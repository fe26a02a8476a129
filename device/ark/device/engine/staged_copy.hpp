// Copies through stages of shared memory, by asynchronous loads and stores.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

/// Bulk copies move multiples of 16 bytes between addresses that are multiples of 16.
inline constexpr std::uint64_t bulk_unit = 16;
inline constexpr std::uint64_t bulk_least = 512;  ///< below this, plain loads and stores are faster
inline constexpr unsigned bulk_stages = 3;

/// The division of a transfer: loads and stores move head and tail, bulk copies the body.
struct bulk_plan {
  std::uint64_t head = 0, body = 0, tail = 0;
};

/// The body is empty if the transfer is too short, or if the two addresses differ modulo bulk_unit.
ARK_HOST_DEVICE inline bulk_plan plan_bulk(const void* dest, const void* source,
                                           std::uint64_t bytes) {
  const std::uint64_t off = reinterpret_cast<std::uint64_t>(dest) % bulk_unit;
  if (bytes < bulk_least || off != reinterpret_cast<std::uint64_t>(source) % bulk_unit)
    return {bytes, 0, 0};
  const std::uint64_t head = (bulk_unit - off) % bulk_unit;
  const std::uint64_t body = (bytes - head) / bulk_unit * bulk_unit;
  return {head, body, bytes - head - body};
}

/// The stage of a load and the parity of its barrier. Both are periodic, so a position is a number
/// below `positions`, which the caller keeps between calls; initially 0.
struct bulk_position {
  static constexpr unsigned positions = 2 * bulk_stages;
  unsigned number;

  [[nodiscard]] ARK_HOST_DEVICE unsigned parity() const { return number >= bulk_stages ? 1 : 0; }
  [[nodiscard]] ARK_HOST_DEVICE unsigned stage() const { return number - parity() * bulk_stages; }
  ARK_HOST_DEVICE void advance() { number = number + 1 == positions ? 0 : number + 1; }
};

/// Move `bytes` through the stages of `unit` by the calling thread; returns when `dest` holds them.
///
/// Unit: load(stage, source, bytes) begins a load; wait_load(stage, parity) waits for the load of
/// that stage with that parity, 0 for its first; store(dest, stage, bytes) begins a store;
/// wait_read_1() waits until all stores but the last one begun have read their stages, wait_all()
/// until all have written. `next`: the position of the next load on this unit. If wait_load times
/// out and returns false, the copy stays incomplete and the result is false.
template <class Unit>
ARK_HOST_DEVICE inline bool bulk_copy(Unit& unit, std::byte* dest, const std::byte* source,
                                      std::uint64_t bytes, std::uint32_t stage_bytes,
                                      bulk_position& next) {
  const auto step_at = [&](std::uint64_t at) {
    const std::uint64_t remaining = bytes - at;
    return remaining < stage_bytes ? static_cast<std::uint32_t>(remaining) : stage_bytes;
  };
  std::uint64_t loading = 0;  // bytes whose loads have begun
  const auto load = [&] {
    const std::uint32_t size = step_at(loading);
    unit.load(next.stage(), source + loading, size);
    loading += size;
    next.advance();
  };
  bulk_position now = next;
  for (unsigned ahead = 1; ahead < bulk_stages && loading < bytes; ++ahead) load();
  for (std::uint64_t at = 0; at < bytes; now.advance()) {
    if (!unit.wait_load(now.stage(), now.parity())) {
      unit.wait_all();  // stores still read stages that the caller may reuse
      return false;
    }
    const std::uint32_t size = step_at(at);
    unit.store(dest + at, now.stage(), size);
    at += size;
    if (loading == bytes) continue;
    unit.wait_read_1();  // the previous store reads the stage that is loaded next
    load();
  }
  unit.wait_all();
  return true;
}

}  // namespace ark::device::sm
