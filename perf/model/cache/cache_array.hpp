// A set-associative array of lines: which lines a cache holds, and which it gives up.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace ark::cache_model {

/// Bit i: word i of 4 bytes of a line of 64.
using word_mask = std::uint16_t;
inline constexpr word_mask all_words = 0xffff;

struct cache_line {
  std::uint32_t line = ~std::uint32_t{0};
  word_mask valid = 0, dirty = 0;
  std::uint8_t site = 0;  ///< the call site that brought the line in
  bool pending = false;   ///< of a cache_array: its set_pending() and rename() write it
};

/// Gives up a line that waits for no fill: a random one of those that were not used since all
/// others were. One thread.
class cache_array {
 public:
  /// sets: a power of two. ways: at most 32. hashed: higher bits of a line's number count for its
  /// set as well.
  cache_array(unsigned sets, unsigned ways, bool hashed)
      : ways_(ways),
        sets_(sets),
        hashed_(hashed),
        all_(static_cast<std::uint32_t>((std::uint64_t{1} << ways) - 1)),
        lines_(std::size_t{sets} * ways),
        names_(std::size_t{sets} * ways, ~std::uint32_t{0}),
        state_(sets) {}

  [[nodiscard]] unsigned set_of(std::uint32_t line) const {
    return (hashed_ ? line ^ line / sets_ : line) & (sets_ - 1);
  }
  /// The line, or null. A line that waits for its fill is found.
  cache_line* find(unsigned set, std::uint32_t line) {
    const std::size_t first = std::size_t{set} * ways_;
    const std::uint32_t* const names = &names_[first];
    unsigned found =
        0;  // its way + 1. One way at most has it, so that the compiler may use vectors
    for (unsigned way = 0; way < ways_; ++way) found |= names[way] == line ? way + 1 : 0;
    return found > 0 ? &lines_[first + found - 1] : nullptr;
  }
  /// `way` of a victim() holds another line from now on.
  void rename(cache_line& way, const cache_line& as) {
    const std::uint32_t index = index_of(way);
    way = as;
    names_[index] = as.line;
    state_[index / ways_].used &= ~bit_of(index);
    set_pending(way, as.pending);
  }
  /// Whether it waits for a fill.
  void set_pending(cache_line& way, bool waits) {
    const std::uint32_t index = index_of(way);
    std::uint32_t& pending = state_[index / ways_].pending;
    way.pending = waits;
    pending = waits ? pending | bit_of(index) : pending & ~bit_of(index);
  }
  /// The line to give up; null: all wait for fills.
  cache_line* victim(unsigned set) {
    random_ = random_ * 1664525 + 1013904223;
    const unsigned begin = (random_ >> 16) % ways_;
    const set_state of = state_[set];
    std::uint32_t may = all_ & ~of.pending;
    if ((may & ~of.used) != 0) may &= ~of.used;
    if (may == 0) return nullptr;
    const std::uint32_t from_begin = may >> begin << begin;
    const auto way = std::countr_zero(from_begin != 0 ? from_begin : may);
    return &lines_[std::size_t{set} * ways_ + static_cast<unsigned>(way)];
  }
  void touch(cache_line& one, unsigned set) {
    const std::uint32_t bit = bit_of(index_of(one) - set * ways_);
    std::uint32_t& used = state_[set].used;
    used |= bit;
    if (used == all_) used = bit;
  }
  /// All lines, set by set.
  std::vector<cache_line>& lines() { return lines_; }

 private:
  /// A bit for each way.
  struct set_state {
    std::uint32_t used = 0;  ///< since all others of the set were
    std::uint32_t pending = 0;
  };
  std::uint32_t index_of(const cache_line& way) const {
    return static_cast<std::uint32_t>(&way - lines_.data());
  }
  std::uint32_t bit_of(std::uint32_t index) const { return std::uint32_t{1} << index % ways_; }

  unsigned ways_, sets_;
  bool hashed_;
  std::uint32_t all_;
  std::uint32_t random_ = 1;
  std::vector<cache_line> lines_;
  std::vector<std::uint32_t> names_;  // their numbers again, next to each other for find()
  std::vector<set_state> state_;
};

}  // namespace ark::cache_model
