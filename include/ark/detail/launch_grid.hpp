// The grid of a launch whose first blocks are an engine.
#pragma once

#include <ark/detail/lane.hpp>
#include <ark/errc.hpp>
#include <ark/simt.hpp>
#include <string>

namespace ark::detail {

/// Throws invalid_argument for engine blocks of a grid of more dimensions than one, or of too many
/// blocks.
inline dim3 grid_with_engine(dim3 grid, unsigned engine_blocks) {
  if (engine_blocks == 0) return grid;
  constexpr unsigned most_blocks = 2147483647;
  if (grid.y != 1 || grid.z != 1) {
    throw error(errc::invalid_argument,
                "launch: " + std::to_string(engine_blocks) + " engine blocks with a grid of [" +
                    std::to_string(grid.x) + "," + std::to_string(grid.y) + "," +
                    std::to_string(grid.z) + "]; accepted: a grid of one dimension, [n,1,1]");
  }
  if (grid.x == 0 || grid.x > most_blocks || engine_blocks > most_blocks - grid.x) {
    throw error(errc::invalid_argument, "launch: " + std::to_string(engine_blocks) +
                                            " engine blocks with " + std::to_string(grid.x) +
                                            " others; accepted: 1 or more others, and at most " +
                                            std::to_string(most_blocks) + " together");
  }
  return {grid.x + engine_blocks, 1, 1};
}

}  // namespace ark::detail
