// Copies that bypass the caches of a CPU.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstddef>

namespace ark::detail {

/// memcpy whose stores bypass the caches if the processor has such stores (x86-64); elsewhere plain
/// memcpy. Any thread; any alignment. Ordered as ordinary stores are: a release after the call
/// covers them.
ARK_API void copy_streaming(void* dest, const void* source, std::size_t bytes) noexcept;

}  // namespace ark::detail
