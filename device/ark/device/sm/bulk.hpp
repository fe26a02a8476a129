// Copies through stages of shared memory, by asynchronous loads and stores.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::device::sm {

/// Bulk copies move multiples of 16 bytes between addresses that are multiples of 16.
inline constexpr std::uint64_t bulk_unit = 16;
inline constexpr std::uint64_t bulk_least = 512;  ///< for less, plain loads and stores are faster
inline constexpr unsigned bulk_stages = 3;

/// The division of a transfer: loads and stores move head and tail, bulk copies the body.
struct bulk_plan {
  std::uint64_t head = 0, body = 0, tail = 0;
};

/// No body if the transfer is too short, or if the two addresses differ modulo bulk_unit.
ARK_HOST_DEVICE inline bulk_plan plan_bulk(const void* dest, const void* source,
                                           std::uint64_t bytes) {
  const std::uint64_t off = reinterpret_cast<std::uint64_t>(dest) % bulk_unit;
  if (bytes < bulk_least || off != reinterpret_cast<std::uint64_t>(source) % bulk_unit)
    return {bytes, 0, 0};
  const std::uint64_t head = (bulk_unit - off) % bulk_unit;
  const std::uint64_t body = (bytes - head) / bulk_unit * bulk_unit;
  return {head, body, bytes - head - body};
}

/// Move `bytes` through the stages of `unit` by the calling thread; returns when `dest` holds them.
///
/// Unit: load(stage, source, bytes) begins a load; wait_load(stage, parity) waits for the load of
/// that stage with that parity, 0 for its first; store(dest, stage, bytes) begins a store;
/// wait_read_1() waits until all stores but the last one begun have read their stages, wait_all()
/// until all have written. `loads`: loads begun on this unit so far; carries the parities from call
/// to call. If wait_load gives up and returns false, the copy stays incomplete and the result is
/// false.
template <class Unit>
ARK_HOST_DEVICE inline bool bulk_copy(Unit& unit, std::byte* dest, const std::byte* source,
                                      std::uint64_t bytes, std::uint32_t stage_bytes,
                                      std::uint64_t& loads) {
  constexpr unsigned ahead = bulk_stages - 1;
  const std::uint64_t steps = (bytes + stage_bytes - 1) / stage_bytes;
  const std::uint64_t first = loads;
  const auto size = [&](std::uint64_t step) {
    const std::uint64_t rest = bytes - step * stage_bytes;
    return static_cast<std::uint32_t>(rest < stage_bytes ? rest : stage_bytes);
  };
  const auto load = [&](std::uint64_t step) {
    unit.load(static_cast<unsigned>((first + step) % bulk_stages), source + step * stage_bytes,
              size(step));
    ++loads;
  };
  for (std::uint64_t step = 0; step < steps && step < ahead; ++step) load(step);
  for (std::uint64_t step = 0; step < steps; ++step) {
    const std::uint64_t number = first + step;
    const auto stage = static_cast<unsigned>(number % bulk_stages);
    if (!unit.wait_load(stage, static_cast<std::uint32_t>(number / bulk_stages % 2))) {
      unit.wait_all();  // stores still read stages that the caller may reuse
      return false;
    }
    unit.store(dest + step * stage_bytes, stage, size(step));
    if (step + ahead >= steps) continue;
    unit.wait_read_1();  // the previous store reads the stage that is loaded next
    load(step + ahead);
  }
  unit.wait_all();
  return true;
}

}  // namespace ark::device::sm
