// The loops of long copies on x86-64.
#pragma once

#include <cstddef>

namespace ark::detail {

/// False: the processor lacks the instructions of the two functions below.
[[nodiscard]] bool has_wide_copies() noexcept;

/// Copy at least wide_least bytes in rows of 128, by stores of 32 aligned bytes, from the lowest
/// address up (rising) or from the highest down (falling). A load waits for an earlier store if the
/// low 12 bits of their addresses agree: in a rising copy if dest lies shortly behind source modulo
/// 4096, in a falling one if shortly before.
inline constexpr std::size_t wide_least = 256;
void copy_rising(void* dest, const void* source, std::size_t bytes) noexcept;
void copy_falling(void* dest, const void* source, std::size_t bytes) noexcept;

}  // namespace ark::detail
