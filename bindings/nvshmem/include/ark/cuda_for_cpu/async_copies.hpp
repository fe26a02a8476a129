// cuda::memcpy_async for the CPU executor: the copy is done when the call returns, so that waits
// only wait for the other threads of the group. Callable: kernels.
#pragma once

#include <cstddef>
#include <cstring>

namespace cuda {

/// A number of bytes, of addresses that are multiples of Alignment.
template <::std::size_t Alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  constexpr explicit aligned_size_t(::std::size_t bytes) : value(bytes) {}
  constexpr operator ::std::size_t() const { return value; }
};

/// sync: a barrier or a pipeline.
template <class Sync>
void memcpy_async(void* dest, const void* source, ::std::size_t bytes, Sync&) {
  ::std::memcpy(dest, source, bytes);
}
/// By all threads of the group. The first copies: each arrives at `sync` after this call.
template <class Group, class Sync>
void memcpy_async(const Group& group, void* dest, const void* source, ::std::size_t bytes, Sync&) {
  if (group.thread_rank() == 0) ::std::memcpy(dest, source, bytes);
}

}  // namespace cuda
