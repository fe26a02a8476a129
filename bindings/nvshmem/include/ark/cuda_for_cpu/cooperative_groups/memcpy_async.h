// CUDA's cooperative_groups::memcpy_async: the first thread of the group copies, and wait() is a
// barrier of the group.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cooperative_groups/memcpy_async.h>
#else

#include <ark/cuda_for_cpu/cooperative_groups.h>

#include <algorithm>
#include <ark/cuda_for_cpu/async_copies.hpp>
#include <cstring>

namespace cooperative_groups {

template <class Group, class T>
void memcpy_async(const Group& group, T* dest, const T* source, std::size_t bytes) {
  if (group.thread_rank() == 0) std::memcpy(dest, source, bytes);
}
/// Copies as many elements as both arrays have.
template <class Group, class T>
void memcpy_async(const Group& group, T* dest, std::size_t dest_count, const T* source,
                  std::size_t source_count) {
  memcpy_async(group, dest, source, std::min(dest_count, source_count) * sizeof(T));
}
template <class Group>
void wait(const Group& group) {
  group.sync();
}
template <unsigned Prior, class Group>
void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#endif
