// Cookies by which the transport identifies a transfer to the proxy: 64 bits each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark::proxy::cookie {

inline constexpr std::uint64_t none = 0;
inline constexpr unsigned sequence_bits = 42;
inline constexpr std::uint64_t operation_tag = std::uint64_t{1} << 62;
inline constexpr std::uint64_t receive_tag = std::uint64_t{2} << 62;
inline constexpr std::uint64_t bundle_tag = std::uint64_t{3} << 62;

/// A PE has 20 bits; 42 bits of operations per peer last for a month at a million per second.
[[nodiscard]] constexpr std::uint64_t of_operation(int pe, std::uint64_t sequence) noexcept {
  return operation_tag | static_cast<std::uint64_t>(pe) << sequence_bits | sequence;
}
[[nodiscard]] constexpr bool is_operation(std::uint64_t cookie) noexcept {
  return (cookie >> 62) == 1;
}
[[nodiscard]] constexpr int pe_of(std::uint64_t cookie) noexcept {
  return static_cast<int>(cookie >> sequence_bits & 0xfffff);
}
[[nodiscard]] constexpr std::uint64_t sequence_of(std::uint64_t cookie) noexcept {
  return cookie & ((std::uint64_t{1} << sequence_bits) - 1);
}

[[nodiscard]] constexpr std::uint64_t of_bundle(std::size_t number) noexcept {
  return bundle_tag | number;
}
[[nodiscard]] constexpr bool is_bundle(std::uint64_t cookie) noexcept {
  return (cookie >> 62) == 3;
}
[[nodiscard]] constexpr std::size_t bundle_of(std::uint64_t cookie) noexcept {
  return static_cast<std::size_t>(cookie & ~bundle_tag);
}

/// Cookie of a staged answer: all values without a tag.
[[nodiscard]] constexpr std::uint64_t of_answer(std::size_t buffer) noexcept { return buffer + 1; }
[[nodiscard]] constexpr bool is_answer(std::uint64_t cookie) noexcept {
  return cookie != none && (cookie >> 62) == 0;
}
[[nodiscard]] constexpr std::size_t answer_of(std::uint64_t cookie) noexcept {
  return static_cast<std::size_t>(cookie - 1);
}

/// Tag of a write or read of a peer's memory.
inline constexpr std::uint64_t transfer_tag = receive_tag | std::uint64_t{1} << 61;
[[nodiscard]] constexpr std::uint64_t of_transfer(std::size_t slot) noexcept {
  return transfer_tag | slot;
}
[[nodiscard]] constexpr bool is_transfer(std::uint64_t cookie) noexcept {
  return (cookie >> 61) == transfer_tag >> 61;
}
[[nodiscard]] constexpr std::size_t transfer_of(std::uint64_t cookie) noexcept {
  return static_cast<std::size_t>(cookie & ~transfer_tag);
}

[[nodiscard]] constexpr std::uint64_t of_receive(std::size_t slot) noexcept {
  return receive_tag | slot;
}
[[nodiscard]] constexpr std::size_t slot_of(std::uint64_t cookie) noexcept {
  return static_cast<std::size_t>(cookie & ~receive_tag);
}

}  // namespace ark::proxy::cookie
