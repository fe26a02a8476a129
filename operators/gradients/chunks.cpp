#include "chunks.hpp"

#include <algorithm>

namespace ark::gradients {

std::size_t element_bytes(element type) {
  switch (type) {
    case element::float64:
      return 8;
    case element::float32:
      return 4;
    case element::float16:
    case element::bfloat16:
      return 2;
  }
  return 0;
}

chunk_list cut(const std::vector<tensor>& tensors, std::size_t chunk_bytes, int pes) {
  constexpr std::size_t line = 64;
  chunk_list cut_up;
  std::vector<std::size_t> used(static_cast<std::size_t>(pes));
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    cut_up.first_of.push_back(cut_up.all.size());
    const std::size_t bytes = tensors[t].count * element_bytes(tensors[t].type);
    for (std::size_t at = 0; at < bytes; at += chunk_bytes) {
      const std::size_t part = std::min(chunk_bytes, bytes - at);
      const std::size_t stride = (part + line - 1) / line * line;
      const auto least = std::min_element(used.begin(), used.end());
      cut_up.all.push_back({t, at, part, static_cast<int>(least - used.begin()), *least, stride});
      *least += stride * static_cast<std::size_t>(pes);
    }
  }
  cut_up.first_of.push_back(cut_up.all.size());
  cut_up.slot_bytes = *std::max_element(used.begin(), used.end());
  return cut_up;
}

}  // namespace ark::gradients
