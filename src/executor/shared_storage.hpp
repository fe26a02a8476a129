// A block's shared memory, dynamic and static.
#pragma once

#include <cstddef>

#include "executor/lane.hpp"

namespace ark::executor {

/// Every variable is an allocation of its own, so that AddressSanitizer sees an overrun. Memory is
/// not cleared.
void shared_begin(thread_block& block, std::size_t dynamic_bytes);
void shared_end(thread_block& block);
void* shared_find(thread_block& block, const void* site, std::size_t bytes, std::size_t alignment);

}  // namespace ark::executor
