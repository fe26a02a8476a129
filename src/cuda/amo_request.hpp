// An atomic that the host wants done in a GPU's memory: what its kernel is given.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

struct amo_request {
  detail::amo_op op = detail::amo_op::fetch;
  std::uint32_t bytes = 8;  ///< 4 or 8
  std::byte* word = nullptr;
  std::uint64_t operand = 0;
  std::uint64_t condition = 0;      ///< of compare_swap
  std::uint64_t* before = nullptr;  ///< gets what the word held
};

}  // namespace ark
