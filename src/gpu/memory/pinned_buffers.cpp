#include "gpu/memory/pinned_buffers.hpp"

#include <algorithm>

namespace ark {

std::size_t pinned_buffers::acquire(std::size_t bytes) {
  const unsigned size_class = class_of(std::max<std::size_t>(bytes, 1));
  if (free_[size_class].empty()) cut_slab(size_class);
  const std::size_t number = free_[size_class].back();
  free_[size_class].pop_back();
  return number;
}

void pinned_buffers::release(std::size_t number) {
  free_[class_of(buffers_[number].bytes)].push_back(number);
}

void pinned_buffers::cut_slab(unsigned size_class) {
  const std::size_t each = least_bytes << size_class;
  const std::size_t whole = std::max(each, slab_bytes);
  if (used_ + whole > room_bytes) pin_room();
  std::byte* const base = rooms_.back().base() + used_;
  used_ += whole;
  for (std::size_t at = 0; at < whole; at += each) {
    free_[size_class].push_back(buffers_.size());
    buffers_.push_back({base + at, each});
  }
}

void pinned_buffers::pin_room() {
  reserved_region room(room_bytes, "staging buffers for a GPU");
  room.back(room_bytes);
  pins_.pin(room.base(), room_bytes);
  rooms_.push_back(std::move(room));
  used_ = 0;
}

}  // namespace ark
