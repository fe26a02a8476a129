#include "executor/block_shares.hpp"

#include <algorithm>

namespace ark::executor {

void block_shares::deal(std::uint64_t blocks, unsigned parts) {
  constexpr std::uint64_t most_grains = 0xffffffff;
  blocks_ = blocks;
  grain_ = (blocks + most_grains - 1) / most_grains;
  const std::uint64_t grains = (blocks + grain_ - 1) / grain_;
  if (parts > 1) others_ = std::vector<share>(parts - 1);
  for (unsigned part = 0; part < parts; ++part) {
    of(part).word.store(pack(grains * part / parts, grains * (part + 1) / parts),
                        std::memory_order_relaxed);
  }
}

block_range block_shares::take(unsigned part) {
  std::atomic<std::uint64_t>& word = of(part).word;
  std::uint64_t seen = word.load(std::memory_order_relaxed);
  do {
    if (left_of(seen) == 0) return {};
  } while (!word.compare_exchange_weak(seen, pack(first_of(seen) + 1, end_of(seen)),
                                       std::memory_order_relaxed));
  return blocks_of(first_of(seen), first_of(seen) + 1);
}

bool block_shares::steal(unsigned part) {
  for (;;) {
    std::atomic<std::uint64_t>* largest = nullptr;
    std::uint64_t seen = 0;
    for (unsigned other = 0; other <= others_.size(); ++other) {
      const std::uint64_t word = of(other).word.load(std::memory_order_relaxed);
      if (left_of(word) > left_of(seen)) largest = &of(other).word, seen = word;
    }
    if (largest == nullptr) return false;
    const std::uint64_t from = end_of(seen) - (left_of(seen) + 1) / 2;
    if (largest->compare_exchange_strong(seen, pack(first_of(seen), from),
                                         std::memory_order_relaxed)) {
      of(part).word.store(pack(from, end_of(seen)), std::memory_order_relaxed);
      return true;
    }
  }
}

void block_shares::clear(unsigned part) { of(part).word.store(0, std::memory_order_relaxed); }

std::uint64_t block_shares::left(unsigned part) const {
  const std::uint64_t word = of(part).word.load(std::memory_order_relaxed);
  return blocks_of(first_of(word), end_of(word)).size();
}

block_range block_shares::blocks_of(std::uint64_t first, std::uint64_t end) const {
  return {std::min(first * grain_, blocks_), std::min(end * grain_, blocks_)};
}

}  // namespace ark::executor
