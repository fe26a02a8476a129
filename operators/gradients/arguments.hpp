// What all PEs of an exchange have in common, compared when it is made. Collective.
#pragma once

#include <ark/gradients.hpp>
#include <ark/symmetric_array.hpp>
#include <cstddef>
#include <vector>

#include "sum_routes.hpp"

namespace ark::gradients {

/// Throws invalid_argument for this PE's own arguments.
void check_arguments(const std::vector<tensor>& tensors, const options& how);

struct agreement {
  options how;                        ///< with sizes instead of 0
  std::vector<tensor> sent;           ///< in memory that is symmetric on every PE
  symmetric_array<std::byte> copies;  ///< that of tensors whose own memory is not
  host_list hosts;
};
/// Throws asymmetric where PEs differ, and out_of_memory.
[[nodiscard]] agreement agree(const std::vector<tensor>& tensors, const options& how);

/// The failure of the PE, if it has one, as an error of `call`.
void check_failure(const char* call);

}  // namespace ark::gradients
