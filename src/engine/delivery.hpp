// What an operation does to memory, whoever carries it out: the CPU engine for mapped peers, the
// proxy for what another host asked of this PE.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/descriptor.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::delivery {

/// Copy `bytes`. A transfer of one aligned word of 2, 4 or 8 bytes is one store: whoever polls the
/// word never sees half of it. Release: pairs with the acquire of a wait on this word; what was
/// delivered before, across a fence, is visible to who sees the word.
void copy(std::byte* dest, const std::byte* source, std::uint64_t bytes) noexcept;

/// Do `op` on the word of `width` (4 or 8) bytes at `word`; returns what it held before.
std::uint64_t amo(detail::amo_op op, std::byte* word, std::uint64_t width, std::uint64_t operand,
                  std::uint64_t condition) noexcept;

/// Release: pairs with the acquire of the target's wait; the data of the same operation was written
/// before.
void signal(detail::signal_op op, std::uint64_t* word, std::uint64_t value) noexcept;

}  // namespace ark::delivery
