// The contexts of a PE: what each has posted, so that a quiet or a fence of one waits for no more.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// Context 0 is the default one, which all contexts belong to: it counts nothing.
inline constexpr int context_slots = 256;

/// One for the host and the CPU's kernels of a PE, and one in the memory of its GPU.
struct context_table {
  /// The handle of the context's team plus 1; 0: no such context. Release/acquire.
  std::uint32_t team_plus_1[context_slots] = {};
  std::uint64_t* posted = nullptr;  ///< [context_slots][rings of the PE]: posted_to()

  /// The context has posted this many descriptors or fewer to ring `index` of `rings`. It only
  /// grows, also while a slot has one context after the other. Release/acquire.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* posted_to(std::uint32_t context, unsigned index,
                                                         unsigned rings) const {
    return posted + std::uint64_t{context} * rings + index;
  }
};

}  // namespace ark::detail
