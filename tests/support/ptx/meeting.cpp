// Where threads of a block or a warp wait for each other.
#include <algorithm>

#include "machine.hpp"

namespace ptx {

/// Let those go on who have all come to the same instruction.
void machine::meet() {
  for (const auto& all : blocks_) {
    finish_block(*all);
    for (unsigned first = 0; first < all->lanes.size(); first += 32) {
      while (finish_warp(*all, first)) {
      }
    }
  }
}

bool machine::finish_block(block& all) {
  const std::string* which = nullptr;
  for (const lane* one : all.lanes) {
    if (one->ended) continue;
    if (one->meets.rfind("block", 0) != 0) return false;
    if (which != nullptr && *which != one->meets) return false;
    which = &one->meets;
  }
  if (which == nullptr) return false;
  std::uint64_t any = 0, every = 1, count = 0;
  for (const lane* one : all.lanes) {
    if (one->ended) continue;
    any |= one->brought;
    every &= one->brought;
    count += one->brought;
  }
  const bool wants_all = which->find(".and") != std::string::npos;
  const bool wants_count = which->find(".popc") != std::string::npos;
  for (lane* one : all.lanes) {
    one->taken = wants_count ? count : wants_all ? every : any;
    one->meets.clear();
  }
  return true;
}

namespace {

/// Which lane's value one gets by a shuffle.
unsigned shuffled(const lane& one) {
  const auto me = one.place_in_warp();
  const auto by = static_cast<unsigned>(one.brought_2 & 31);
  const auto clamp = static_cast<unsigned>(one.brought_2 >> 32 & 31);
  const auto segment = static_cast<unsigned>(one.brought_2 >> 40 & 31);
  const unsigned last = (me & segment) | (clamp & ~segment), first = me & segment;
  const auto has = [&](const char* mode) { return one.meets.find(mode) != std::string::npos; };
  if (has(".up")) {
    const int from = static_cast<int>(me) - static_cast<int>(by);
    return from >= static_cast<int>(last) ? static_cast<unsigned>(from) : me;
  }
  unsigned from = first | (by & ~segment);
  if (has(".down")) from = me + by;
  if (has(".bfly")) from = me ^ by;
  return from <= last ? from : me;
}

std::uint64_t result_in_warp(const lane& one, const std::vector<lane*>& all) {
  const auto has = [&](const char* what) { return one.meets.find(what) != std::string::npos; };
  std::uint64_t ballot = 0, every = 1;
  for (const lane* other : all) {
    ballot |= (other->brought & 1) << other->place_in_warp();
    every &= other->brought;
  }
  if (has("shfl")) {
    const unsigned from = shuffled(one);
    for (const lane* other : all)
      if (other->place_in_warp() == from) return other->brought;
    one.refuse("shuffles with a lane that is not there");
  }
  if (has("redux")) {
    const auto less = [](const lane* a, const lane* b) { return a->brought < b->brought; };
    return (*std::min_element(all.begin(), all.end(), less))->brought;
  }
  if (has("ballot")) return ballot;
  if (has("any")) return ballot != 0 ? 1 : 0;
  return every;
}

}  // namespace

bool machine::finish_warp(block& all, unsigned first) {
  const auto end = std::min<std::size_t>(first + 32, all.lanes.size());
  for (std::size_t i = first; i < end; ++i) {
    const lane& one = *all.lanes[i];
    if (one.meets.rfind("warp", 0) != 0) continue;
    std::vector<lane*> with;
    bool there = true;
    for (std::size_t j = first; j < end; ++j) {
      lane& other = *all.lanes[j];
      if ((one.mask >> other.place_in_warp() & 1) == 0 || other.ended) continue;
      there &= other.meets == one.meets && other.mask == one.mask;
      with.push_back(&other);
    }
    if (!there) continue;
    for (lane* other : with) other->taken = result_in_warp(*other, with);
    for (lane* other : with) other->meets.clear();
    return true;
  }
  return false;
}

}  // namespace ptx
