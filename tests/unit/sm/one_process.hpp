// What tests of kernels with an SM engine, in PEs of one process, ask of memory and rings.
#pragma once

#include <ark/ark.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace ark::testing {

/// Symmetric memory of `count` zeros; all PEs call.
template <class T>
T* zeros(std::size_t count) {
  auto* memory = static_cast<T*>(ark_calloc(count, sizeof(T)));
  if (memory == nullptr) throw std::runtime_error(last_error());
  return memory;
}

/// Descriptors ever posted to `count` rings of this PE from `first` on.
inline std::uint64_t posted(unsigned first, unsigned count) {
  std::uint64_t sum = 0;
  for (unsigned i = first; i < first + count; ++i)
    sum += detail::ring(detail::host_context().rings[i]).head();
  return sum;
}
inline std::uint64_t posted_to_cpu() { return posted(0, detail::host_context().ring_count); }
inline std::uint64_t posted_to_sm() {
  const detail::device_state& state = detail::host_context();
  return posted(state.ring_count, state.sm_ring_count);
}

}  // namespace ark::testing
