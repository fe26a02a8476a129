// The engines of stream-ordered collectives (<ark/overlap.hpp>).
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark::overlap {

/// Selects what moves the data of a collective (<ark/overlap.hpp>).
struct engine {
  enum class kind : std::uint8_t { by_size, lanes, queue };

  kind moved = kind::by_size;
  unsigned lanes = 0;  ///< number of blocks, for kind::lanes

  friend bool operator==(const engine&, const engine&) = default;
};

constexpr engine by_size() { return {}; }
/// blocks: 1 to 1024.
constexpr engine by_lanes(unsigned blocks) { return {engine::kind::lanes, blocks}; }
constexpr engine by_queue() { return {engine::kind::queue, 0}; }

}  // namespace ark::overlap
