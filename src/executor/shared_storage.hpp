// A block's shared memory, dynamic and static.
#pragma once

#include <cstddef>

#include "executor/grid.hpp"

namespace ark::executor {

/// What a block may ask for. A GPU's has at most 227 KiB.
inline constexpr std::size_t most_dynamic_shared_bytes = std::size_t{1} << 20;

/// Every variable is an allocation of its own, so that AddressSanitizer sees an overrun. Memory is
/// not cleared. shared_begin leaves dynamic_shared null where there is no memory for it.
void shared_begin(thread_block& block, std::size_t dynamic_bytes);
void shared_end(thread_block& block);
void* shared_find(thread_block& block, const void* site, std::size_t bytes, std::size_t alignment);
/// Whether a byte of the block's shared memory is at `address`.
[[nodiscard]] bool shared_contains(const thread_block& block, const void* address);

}  // namespace ark::executor
