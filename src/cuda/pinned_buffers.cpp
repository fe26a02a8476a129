#include "cuda/pinned_buffers.hpp"

#include <algorithm>

namespace ark {

std::size_t pinned_buffers::acquire(std::size_t bytes) {
  if (bytes > kept_bytes) return acquire_large(bytes);
  const unsigned size_class = class_of(std::max<std::size_t>(bytes, 1));
  if (free_[size_class].empty()) cut_slab(size_class);
  const std::size_t number = free_[size_class].back();
  free_[size_class].pop_back();
  return number;
}

void pinned_buffers::release(std::size_t number) {
  buffer& ended = buffers_[number];
  if (ended.bytes <= kept_bytes) return free_[class_of(ended.bytes)].push_back(number);
  pins_.unpin(ended.at);
  ended = {};
  unused_.push_back(number);
}

void pinned_buffers::cut_slab(unsigned size_class) {
  const std::size_t each = least_bytes << size_class;
  const std::size_t whole = std::max(each, slab_bytes);
  std::byte* const base = slabs_.emplace_back(pinned_region(whole)).base();
  for (std::size_t at = 0; at < whole; at += each) {
    free_[size_class].push_back(buffers_.size());
    buffers_.push_back({base + at, each, {}});
  }
}

std::size_t pinned_buffers::acquire_large(std::size_t bytes) {
  if (unused_.empty()) {
    unused_.push_back(buffers_.size());
    buffers_.emplace_back();
  }
  reserved_region own = pinned_region(bytes);
  const std::size_t number = unused_.back();
  unused_.pop_back();
  std::byte* const at = own.base();
  buffers_[number] = {at, bytes, std::move(own)};
  return number;
}

reserved_region pinned_buffers::pinned_region(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t whole = (bytes + page - 1) / page * page;
  reserved_region region(whole, "bytes on their way to a GPU");
  region.back(whole);
  pins_.pin(region.base(), whole);
  return region;
}

}  // namespace ark
