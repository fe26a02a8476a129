// The grid of a launch with engine blocks, and of a launch for several PEs.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <ark/errc.hpp>
#include <ark/simt.hpp>
#include <cstdint>

#if !ARK_RTC
#include <optional>
#include <string>
#endif

namespace ark {

/// The first parameter of a kernel whose engine ark::launch provides: the number of engine blocks
/// in front of the grid's own, for ark::engine_scope. The caller's arguments do not include it.
struct engine_blocks {
  unsigned count = 0;

  ARK_HOST_DEVICE constexpr operator unsigned() const { return count; }  // NOLINT: it is a number
};

/// The engine of a launch: the number of its blocks, and the reason for it.
struct launch_result {
  unsigned engine_blocks = 0;
  const char* why = "";  ///< a text with static storage
};

}  // namespace ark

#if !ARK_RTC
namespace ark::detail {

/// ark::launch_config.
template <class Stream>
struct launch_settings {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  Stream stream = nullptr;
  bool collective = false;
  std::optional<unsigned> engine_blocks = {};
  bool group = false;
};

/// True for a kernel to which ark::launch passes the number of engine blocks.
template <class... Parameters>
inline constexpr bool counts_engine_blocks = false;
template <class... Rest>
inline constexpr bool counts_engine_blocks<engine_blocks, Rest...> = true;

/// The engine of a launch if it does not depend on the free space of a GPU; no value if it does.
template <class... Parameters>
std::optional<launch_result> engine_without_room(std::optional<unsigned> asked) {
  if (asked) return launch_result{*asked, "launch_config::engine_blocks"};
  if (!counts_engine_blocks<Parameters...>)
    return launch_result{0, "the kernel takes no ark::engine_blocks"};
  return std::nullopt;
}

/// No engine for a launch whose room on the GPU is not known: kernels of other streams take a part
/// of it. No value if it is known: the launch is `alone`, or it is `resident`: CUDA starts all of
/// its blocks at once or refuses it.
inline std::optional<launch_result> engine_beside_others(bool resident, bool alone) {
  if (resident || alone) return std::nullopt;
  return launch_result{0, "other kernels may run beside the grid"};
}

/// The engine blocks that fit on a GPU beside `grid`, where `possible` blocks run at once: at most
/// one for each 16 multiprocessors, none of blocks without a whole warp. `shares`: PEs on the GPU;
/// 0: no launch has an engine.
inline launch_result engine_in_room(dim3 grid, dim3 block, unsigned shares, std::uint64_t possible,
                                    unsigned multiprocessors) {
  constexpr unsigned warp = 32;
  if (shares == 0) return {0, "ARK_ROUTE=inline"};
  if (std::uint64_t{block.x} * block.y * block.z < warp)
    return {0, "an engine block needs 32 threads"};
  if (grid.y != 1 || grid.z != 1) return {0, "the grid has more than one dimension"};
  const std::uint64_t taken = std::uint64_t{grid.x} * shares;
  const std::uint64_t room = taken < possible ? (possible - taken) / shares : 0;
  const std::uint64_t most = multiprocessors < 16 ? 1 : multiprocessors / 16;
  if (room == 0) return {0, "the grid leaves no room on the GPU"};
  return {static_cast<unsigned>(room < most ? room : most), "the room that the grid leaves"};
}

/// Throws invalid_argument for a null kernel.
inline void check_kernel(const void* kernel) {
  if (kernel == nullptr) throw error(errc::invalid_argument, "launch: the kernel is null");
}

/// Throws invalid_argument for engine blocks in a grid of more than one dimension, and for too many
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

/// Throws invalid_argument for a group's grid that has no dimension left for its PEs.
inline void check_group_grid(dim3 grid) {
  if (grid.z == 1) return;
  throw error(errc::invalid_argument,
              "launch: a group with a grid of [" + std::to_string(grid.x) + "," +
                  std::to_string(grid.y) + "," + std::to_string(grid.z) +
                  "]; accepted: [x,y,1] for each PE, the PEs themselves are along z");
}

/// Throws out_of_memory if the blocks of a group cannot all run at once.
inline void check_group_room(dim3 grid, unsigned per_multiprocessor, unsigned multiprocessors) {
  const std::uint64_t needed = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t possible = std::uint64_t{per_multiprocessor} * multiprocessors;
  if (needed <= possible) return;
  throw error(errc::out_of_memory,
              "launch: a group of " + std::to_string(grid.z) + " PEs needs " +
                  std::to_string(needed) + " blocks at once; possible on this GPU: " +
                  std::to_string(possible) + ", " + std::to_string(per_multiprocessor) +
                  " on each of " + std::to_string(multiprocessors) + " multiprocessors");
}

}  // namespace ark::detail
#endif
