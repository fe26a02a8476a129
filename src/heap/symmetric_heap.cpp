#include "heap/symmetric_heap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <string>

#include "heap/memory_backend.hpp"

namespace ark {

symmetric_heap::symmetric_heap(std::uint64_t capacity) { extend(capacity); }

void symmetric_heap::extend(std::uint64_t capacity) {
  const std::uint64_t usable = capacity / unit * unit;
  if (usable <= capacity_) return;
  const std::uint64_t from = capacity_;
  capacity_ = usable;
  insert_free(from, usable - from);
}

void symmetric_heap::erase_free(std::map<std::uint64_t, std::uint64_t>::iterator range) {
  free_by_size_.erase({range->second, range->first});
  free_by_offset_.erase(range);
}

void symmetric_heap::insert_free(std::uint64_t offset, std::uint64_t bytes) {
  auto next = free_by_offset_.lower_bound(offset);
  if (next != free_by_offset_.end() && next->first == offset + bytes) {
    bytes += next->second;
    auto after = std::next(next);
    erase_free(next);
    next = after;
  }
  if (next != free_by_offset_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {
      offset = before->first;
      bytes += before->second;
      erase_free(before);
    }
  }
  free_by_offset_.emplace(offset, bytes);
  free_by_size_.emplace(bytes, offset);
}

void symmetric_heap::account(std::uint64_t taken) {
  used_ += taken;
  peak_ = std::max(peak_, used_);
}

std::set<std::pair<std::uint64_t, std::uint64_t>>::iterator symmetric_heap::find_fit(
    std::uint64_t taken, std::uint64_t align) {
  const auto fits = [&](const std::pair<std::uint64_t, std::uint64_t>& range) {
    const std::uint64_t gap = round_up(range.second, align) - range.second;
    return gap <= range.first && range.first - gap >= taken;
  };
  auto fit = free_by_size_.lower_bound({taken, 0});
  for (int tries = 8; tries > 0 && fit != free_by_size_.end(); --tries, ++fit) {
    if (fits(*fit)) return fit;
  }
  // Ranges of this size fit at any start address: a search through many that do not would be
  // linear.
  const auto sure = free_by_size_.lower_bound({taken + align - unit, 0});
  if (sure != free_by_size_.end()) return sure;
  return std::find_if(fit, free_by_size_.end(), fits);
}

std::optional<std::uint64_t> symmetric_heap::try_allocate(std::uint64_t bytes,
                                                          std::uint64_t alignment) {
  if (bytes > capacity_) return std::nullopt;
  const std::uint64_t taken = round_up(std::max<std::uint64_t>(bytes, 1), unit);
  const std::uint64_t align = std::max(alignment, unit);
  const auto fit = find_fit(taken, align);
  if (fit == free_by_size_.end()) return std::nullopt;
  const auto [size, begin] = *fit;
  const std::uint64_t offset = round_up(begin, align);
  erase_free(free_by_offset_.find(begin));
  if (offset > begin) insert_free(begin, offset - begin);
  if (offset + taken < begin + size) insert_free(offset + taken, begin + size - offset - taken);
  live_[offset] = {bytes, taken};
  account(taken);
  return offset;
}

std::uint64_t symmetric_heap::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  if (const auto offset = try_allocate(bytes, alignment)) return *offset;
  const heap_use use = query();
  throw error(
      errc::out_of_memory,
      fmt::format("symmetric heap: {} bytes aligned to {} asked for; {} of {} bytes in use, "
                  "largest free range {}",
                  bytes, alignment, use.used, use.capacity, use.largest_free));
}

symmetric_heap::live_map::const_iterator symmetric_heap::find_live(std::uint64_t offset,
                                                                   const char* call) const {
  const auto found = live_.find(offset);
  if (found != live_.end()) return found;
  std::string known = "no allocation is there (freed before?)";
  auto after = live_.upper_bound(offset);
  if (after != live_.begin()) {
    const auto& [begin, has] = *std::prev(after);
    if (offset < begin + has.taken) {
      known = fmt::format("it is {} bytes inside the allocation of {} bytes at {:#x}",
                          offset - begin, has.asked, begin);
    }
  }
  throw error(errc::invalid_argument,
              fmt::format("{}: heap offset {:#x} is not the start of an allocation: {}", call,
                          offset, known));
}

void symmetric_heap::free(std::uint64_t offset) {
  const auto found = find_live(offset, "free");
  const std::uint64_t taken = found->second.taken;
  live_.erase(found);
  used_ -= taken;
  insert_free(offset, taken);
}

bool symmetric_heap::resize(std::uint64_t offset, std::uint64_t bytes) {
  allocation& has = live_[find_live(offset, "resize")->first];
  if (bytes > capacity_) return false;
  const std::uint64_t wanted = round_up(std::max<std::uint64_t>(bytes, 1), unit);
  if (wanted < has.taken) {
    used_ -= has.taken - wanted;
    insert_free(offset + wanted, has.taken - wanted);
  } else if (wanted > has.taken) {
    const std::uint64_t more = wanted - has.taken;
    const auto next = free_by_offset_.find(offset + has.taken);
    if (next == free_by_offset_.end() || next->second < more) return false;
    const std::uint64_t begin = next->first;
    const std::uint64_t size = next->second;
    erase_free(next);
    if (size > more) insert_free(begin + more, size - more);
    account(more);
  }
  has = {bytes, wanted};
  return true;
}

std::uint64_t symmetric_heap::size_of(std::uint64_t offset) const {
  return find_live(offset, "size_of")->second.asked;
}

heap_use symmetric_heap::query() const {
  const std::uint64_t largest = free_by_size_.empty() ? 0 : free_by_size_.rbegin()->first;
  return {used_, peak_, capacity_, largest};
}

}  // namespace ark
