// The arithmetic of a copy through a few stages of shared memory: the order in which stages are
// filled, waited for, emptied and filled again. The same code drives the copy unit of a GPU and, in
// tests, a model of one.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstddef>

namespace ark::detail {

inline constexpr unsigned bulk_stages = 4;

/// Move `bytes` (a multiple of 16) in pieces of `stage_bytes`, the last one shorter, through
/// bulk_stages stages. By one thread. True once all bytes are at their destination. False if a load
/// of `unit` timed out: the pieces stored earlier are then at their destination.
///
/// unit has:
///   load(stage, offset, bytes)     start filling a stage
///   loaded(stage, parity) wait for its fill, the stage's number `parity` modulo 2 store(stage,
///   offset, bytes) start emptying a stage
///   emptied_but_last() wait until all stores but the last have read their stages stored() wait
///   until all stores are at their destination
template <class Unit>
ARK_HOST_DEVICE constexpr bool bulk_walk(std::size_t bytes, std::size_t stage_bytes, Unit&& unit) {
  const std::size_t pieces = (bytes + stage_bytes - 1) / stage_bytes;
  const auto size_of = [&](std::size_t piece) {
    return piece + 1 < pieces ? stage_bytes : bytes - piece * stage_bytes;
  };
  const auto load = [&](std::size_t piece) {
    unit.load(static_cast<unsigned>(piece % bulk_stages), piece * stage_bytes, size_of(piece));
  };
  for (std::size_t piece = 0; piece < pieces && piece < bulk_stages; ++piece) load(piece);
  bool good = true;
  for (std::size_t piece = 0; piece < pieces && good; ++piece) {
    const auto stage = static_cast<unsigned>(piece % bulk_stages);
    good = unit.loaded(stage, static_cast<unsigned>(piece / bulk_stages % 2));
    if (good) unit.store(stage, piece * stage_bytes, size_of(piece));
    // The stage of the previous piece can be filled again once its store has read it. The store of
    // this piece continues meanwhile.
    const std::size_t next = piece + bulk_stages - 1;
    if (!good || piece == 0 || next >= pieces) continue;
    unit.emptied_but_last();
    load(next);
  }
  unit.stored();
  return good;
}

}  // namespace ark::detail
