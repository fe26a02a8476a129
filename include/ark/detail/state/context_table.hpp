// The contexts of a PE: the last post of each to each ring. A quiet or a fence of a context waits
// up to that.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// Context 0 is the default one, which all contexts belong to: it counts nothing.
inline constexpr int context_slots = 256;

/// A context's handle: its slot, and above it the number of the contexts that had the slot before.
inline constexpr int context_slot_bits = 8;
[[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t context_slot(int handle) {
  return static_cast<std::uint32_t>(handle) % context_slots;
}
[[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t context_generation(int handle) {
  return static_cast<std::uint32_t>(handle) >> context_slot_bits;
}
static_assert(1 << context_slot_bits == context_slots);

/// The context that has a slot of the table, in one word: from the lowest, 32 bits each, the handle
/// of its team plus 1, or 0 if the slot is free; and its generation, or that of the next one.
struct context_entry {
  std::uint64_t word = 0;

  [[nodiscard]] ARK_HOST_DEVICE static constexpr context_entry of(std::uint32_t generation,
                                                                  int team) {
    return {std::uint64_t{generation} << 32 | (static_cast<std::uint32_t>(team) + 1)};
  }
  /// The free slot after a context.
  [[nodiscard]] ARK_HOST_DEVICE static constexpr context_entry free_after(
      std::uint32_t generation) {
    constexpr std::uint32_t last = 0x7fff'ffff >> context_slot_bits;
    return {std::uint64_t{(generation + 1) & last} << 32};
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr bool is_free() const {
    return static_cast<std::uint32_t>(word) == 0;
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t generation() const {
    return static_cast<std::uint32_t>(word >> 32);
  }
  [[nodiscard]] ARK_HOST_DEVICE constexpr int team() const {
    return static_cast<int>(static_cast<std::uint32_t>(word)) - 1;
  }
};

/// One for the host and the CPU's kernels of a PE, and one in the memory of its GPU.
struct context_table {
  std::uint64_t entries[context_slots] = {};  ///< words of context_entry. Release/acquire.
  std::uint64_t* posted = nullptr;            ///< [context_slots][rings of the PE]: posted_to()

  /// The context has posted this many descriptors or fewer to ring `index` of `rings`. It only
  /// grows, also while a slot has one context after the other. Release/acquire.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* posted_to(std::uint32_t context, unsigned index,
                                                         unsigned rings) const {
    return posted + std::uint64_t{context} * rings + index;
  }
};

}  // namespace ark::detail
