// A block's shared memory, dynamic and static.
#pragma once

#include <cstddef>

#include "executor/grid.hpp"

namespace ark::executor {

/// Maximum dynamic shared memory of a block. A GPU's blocks have at most 227 KiB.
inline constexpr std::size_t most_dynamic_shared_bytes = std::size_t{1} << 20;

/// Allocate a block's shared memory. Every variable is a separate allocation, so that
/// AddressSanitizer detects an overrun. Memory is not cleared. dynamic_shared stays null if memory
/// is short.
void shared_begin(thread_block& block, std::size_t dynamic_bytes);
void shared_end(thread_block& block);
void* shared_find(thread_block& block, const void* site, std::size_t bytes, std::size_t alignment);
/// True if `address` is in the block's shared memory.
[[nodiscard]] bool shared_contains(const thread_block& block, const void* address);

}  // namespace ark::executor
