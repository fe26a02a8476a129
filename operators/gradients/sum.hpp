// The sum of the chunks of several PEs.
#pragma once

#include <ark/gradients.hpp>
#include <cstddef>
#include <vector>

namespace ark::gradients {

/// Of two parts or more: to[i] = (((from[0][i] + from[1][i]) + from[2][i]) + ...), divided by
/// `divisor`. Elements of 16 bits are added as floats, and rounded once. `to` may be one of `from`.
void sum(element type, std::size_t bytes, const std::vector<const std::byte*>& from,
         std::size_t divisor, std::byte* to);

}  // namespace ark::gradients
