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

namespace {

/// True if `next` lies behind `before`, with elements of the same alignment.
bool is_behind(const tensor& before, const tensor& next) {
  return before.type == next.type &&
         static_cast<const std::byte*>(before.data) + bytes_of(before) == next.data;
}

void add(chunk_list& to, const chunk& one, std::size_t stripe_bytes, bool is_adjacent) {
  const bool is_full =
      to.stripes.empty() || rounded_up(to.stripes.back().bytes) + one.bytes > stripe_bytes;
  if (is_full) to.stripes.push_back({to.all.size()});
  stripe& in = to.stripes.back();
  chunk placed = one;
  placed.stripe = to.stripes.size() - 1;
  placed.follows = is_adjacent && !is_full;
  placed.at = placed.follows ? in.bytes : rounded_up(in.bytes);
  in.bytes = placed.at + one.bytes;
  ++in.count;
  to.all.push_back(placed);
}

}  // namespace

chunk_list cut(const std::vector<tensor>& tensors, std::size_t chunk_bytes,
               std::size_t stripe_bytes, int pes) {
  chunk_list list;
  const tensor* before = nullptr;  // the last one that is not empty
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    list.first_of.push_back(list.all.size());
    const std::size_t bytes = bytes_of(tensors[t]);
    for (std::size_t at = 0; at < bytes; at += chunk_bytes) {
      const bool is_adjacent = at > 0 || (before != nullptr && is_behind(*before, tensors[t]));
      add(list, {t, at, std::min(chunk_bytes, bytes - at)}, stripe_bytes, is_adjacent);
    }
    if (bytes > 0) before = &tensors[t];
  }
  list.first_of.push_back(list.all.size());
  std::vector<std::size_t> owned(static_cast<std::size_t>(pes));
  for (stripe& one : list.stripes) {
    one.bytes = rounded_up(one.bytes);
    const auto least = std::min_element(owned.begin(), owned.end());
    one.owner = static_cast<int>(least - owned.begin());
    *least += one.bytes;
  }
  return list;
}

}  // namespace ark::gradients
