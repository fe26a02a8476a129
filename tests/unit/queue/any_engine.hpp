// What tests of every engine need of one. Each program of such tests has one engine_under_test().
#pragma once

#include <ark/detail/device_state.hpp>
#include <ark/detail/ring.hpp>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/engine.hpp"

namespace ark::testing {

struct engine_wish {
  std::size_t piece_bytes = 64 * 1024;  ///< longer transfers go in pieces
  bool reorders = false;                ///< does whatever the order of descriptors allows, by seed
  std::uint64_t seed = 1;
};

struct engine_maker {
  const char* name;
  std::unique_ptr<engine> (*make)(detail::device_state& state,
                                  std::span<const detail::ring_view> rings,
                                  const engine_wish& wish);
};

[[nodiscard]] engine_maker engine_under_test();

}  // namespace ark::testing
