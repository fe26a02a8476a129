// Tensors cut into chunks, and chunks gathered in stripes, which have an owner each.
#pragma once

#include <ark/gradients.hpp>
#include <cstddef>
#include <vector>

namespace ark::gradients {

constexpr std::size_t most_chunks = 1 << 24;  ///< of an exchange: as a message names them

struct chunk {
  std::size_t tensor = 0;
  std::size_t offset = 0, bytes = 0;  ///< in the tensor
  std::size_t stripe = 0;
  std::size_t at = 0;    ///< in the stripe
  bool follows = false;  ///< the chunk before, without a gap, in memory and in the same stripe: one
                         ///< put can carry both
};

struct stripe {
  std::size_t first = 0, count = 0;  ///< its chunks
  std::size_t bytes = 0;             ///< a multiple of 64
  int owner = 0;                     ///< PE
};

/// Chunks that travel together: to the PE that adds them, or as their result.
struct message {
  static constexpr std::size_t most_count = 0xffff;
  bool is_result = false;
  std::size_t first = 0, count = 0;
};

struct chunk_list {
  std::vector<chunk> all;             ///< by tensor, then by offset
  std::vector<std::size_t> first_of;  ///< of each tensor; one more at the end
  std::vector<stripe> stripes;
};

[[nodiscard]] std::size_t element_bytes(element type);
[[nodiscard]] inline std::size_t bytes_of(const tensor& one) {
  return one.count * element_bytes(one.type);
}
[[nodiscard]] constexpr std::size_t rounded_up(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

/// Chunks of at most `chunk_bytes`, a multiple of 64, in stripes of at most `stripe_bytes` or one
/// chunk. A stripe goes to the PE that owns the fewest bytes so far.
[[nodiscard]] chunk_list cut(const std::vector<tensor>& tensors, std::size_t chunk_bytes,
                             std::size_t stripe_bytes, int pes);

}  // namespace ark::gradients
