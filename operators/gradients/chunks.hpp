// The chunks of tensors, and their owners.
#pragma once

#include <ark/gradients.hpp>
#include <cstddef>
#include <vector>

namespace ark::gradients {

struct chunk {
  std::size_t tensor = 0;
  std::size_t offset = 0, bytes = 0;  ///< in the tensor
  int owner = 0;
  std::size_t slots = 0;   ///< where the owner's memory has a slot for each PE: its first byte
  std::size_t stride = 0;  ///< bytes from a slot to the next
};

struct chunk_list {
  std::vector<chunk> all;             ///< by tensor, then by offset
  std::vector<std::size_t> first_of;  ///< of each tensor; one more at the end
  std::size_t slot_bytes = 0;         ///< what an owner needs: the most of all PEs
};

[[nodiscard]] std::size_t element_bytes(element type);

/// Chunks of at most `chunk_bytes`, a multiple of 64, for `pes` PEs: each goes to the PE that owns
/// the fewest bytes so far.
[[nodiscard]] chunk_list cut(const std::vector<tensor>& tensors, std::size_t chunk_bytes, int pes);

}  // namespace ark::gradients
