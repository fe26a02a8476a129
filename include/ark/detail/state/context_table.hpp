// The contexts of a PE: the position of the last post of each context in each ring, up to which a
// quiet or a fence of the context waits.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

namespace ark::detail {

/// Context 0 is the default one, to which all operations belong: it counts nothing.
inline constexpr int context_slots = 256;

/// A context's handle: its slot in the low bits, and above it the number of earlier contexts in
/// that slot.
inline constexpr int context_slot_bits = 8;
[[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t context_slot(int handle) {
  return static_cast<std::uint32_t>(handle) % context_slots;
}
[[nodiscard]] ARK_HOST_DEVICE constexpr std::uint32_t context_generation(int handle) {
  return static_cast<std::uint32_t>(handle) >> context_slot_bits;
}
static_assert(1 << context_slot_bits == context_slots);

/// Entry of the table in one word, 32 bits each from the lowest: the handle of the context's team
/// plus 1, or 0 if the slot is free; and the generation of this context, or of the next one.
struct context_entry {
  std::uint64_t word = 0;

  [[nodiscard]] ARK_HOST_DEVICE static constexpr context_entry of(std::uint32_t generation,
                                                                  int team) {
    return {std::uint64_t{generation} << 32 | (static_cast<std::uint32_t>(team) + 1)};
  }
  /// The entry of the slot after this context is destroyed.
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

/// One table for the host and the CPU's kernels of a PE, and one in the memory of its GPU.
struct context_table {
  std::uint64_t entries[context_slots] = {};  ///< words of context_entry. Release/acquire.
  std::uint64_t* posted = nullptr;            ///< [context_slots][rings of the PE]: posted_to()
  /// On the host: the tenant of each context; 0: none. Relaxed.
  std::uint32_t tenants[context_slots] = {};

  /// Upper bound of the number of descriptors that the context has posted to ring `index` of
  /// `rings`. Only grows, also across successive contexts of a slot. Release/acquire.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* posted_to(std::uint32_t context, unsigned index,
                                                         unsigned rings) const {
    return posted + std::uint64_t{context} * rings + index;
  }
};

}  // namespace ark::detail
