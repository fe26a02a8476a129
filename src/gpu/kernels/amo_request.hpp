// Arguments of the kernels that execute the host's atomics in a GPU's memory.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <cstddef>
#include <cstdint>

namespace ark {

struct amo_request {
  detail::amo_op op = detail::amo_op::fetch;
  std::uint32_t bytes = 8;  ///< 4 or 8
  std::byte* word = nullptr;
  std::uint64_t operand = 0;
  std::uint64_t condition = 0;      ///< for compare_swap
  std::uint64_t* before = nullptr;  ///< receives the old value
};

/// Arguments of delivery::add, readable by the GPU.
struct add_request {
  detail::element_kind kind = detail::element_kind::int32;
  std::byte* dest = nullptr;
  const std::byte* source = nullptr;
  std::uint64_t bytes = 0;
};
inline constexpr unsigned add_threads = 128;  ///< threads of its kernel, in one block

}  // namespace ark
