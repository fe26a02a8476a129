// What --check writes and looks for: bytes that depend on their place, their sender and their
// round.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

namespace ark_perf {

/// Byte `i` of the data that `seed` stands for.
ARK_HOST_DEVICE inline std::uint8_t pattern_byte(std::uint64_t seed, std::size_t i) {
  const std::uint64_t mixed = (seed + i) * 0x9E3779B97F4A7C15u;
  return static_cast<std::uint8_t>((mixed ^ (mixed >> 29)) >> 32);
}

/// The seed of what `pe`'s caller `caller` sends in round `round`. Far apart, so that no two are
/// shifts of each other.
ARK_HOST_DEVICE inline std::uint64_t pattern_seed(int pe, unsigned caller, std::uint64_t round) {
  return (static_cast<std::uint64_t>(pe + 1) << 52) ^ (std::uint64_t{caller} << 40) ^
         (round * 0xD1B54A32D192ED03u);
}

ARK_HOST_DEVICE inline void pattern_fill(std::byte* bytes, std::size_t count, std::uint64_t seed) {
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(pattern_byte(seed, i));
}

/// Another byte than pattern_byte's.
ARK_HOST_DEVICE inline std::byte poison_byte(std::uint64_t seed, std::size_t i) {
  return static_cast<std::byte>(~pattern_byte(seed, i));
}

/// Every byte wrong: what a destination holds before the data comes.
ARK_HOST_DEVICE inline void pattern_poison(std::byte* bytes, std::size_t count,
                                           std::uint64_t seed) {
  for (std::size_t i = 0; i < count; ++i) bytes[i] = poison_byte(seed, i);
}

/// How many bytes differ from the pattern.
ARK_HOST_DEVICE inline std::uint64_t pattern_errors(const std::byte* bytes, std::size_t count,
                                                    std::uint64_t seed) {
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    wrong += bytes[i] == static_cast<std::byte>(pattern_byte(seed, i)) ? 0 : 1;
  }
  return wrong;
}

/// How many bytes of [count, count + guard) were written: they must still hold the poison.
ARK_HOST_DEVICE inline std::uint64_t pattern_overrun(const std::byte* bytes, std::size_t count,
                                                     std::size_t guard, std::uint64_t seed) {
  std::uint64_t wrong = 0;
  for (std::size_t i = count; i < count + guard; ++i) {
    wrong += bytes[i] == poison_byte(seed, i) ? 0 : 1;
  }
  return wrong;
}

}  // namespace ark_perf
