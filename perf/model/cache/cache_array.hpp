// A set-associative array of lines: which lines a cache holds, and which it gives up.
#pragma once

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
  bool used = false;      ///< since all others of the set were
  bool pending = false;
};

/// Gives up a line that waits for no fill: a random one of those that were not used since all
/// others were. One thread.
class cache_array {
 public:
  /// sets: a power of two. hashed: higher bits of a line's number count for its set as well.
  cache_array(unsigned sets, unsigned ways, bool hashed)
      : ways_(ways),
        sets_(sets),
        hashed_(hashed),
        lines_(std::size_t{sets} * ways),
        names_(std::size_t{sets} * ways, ~std::uint32_t{0}) {}

  [[nodiscard]] unsigned set_of(std::uint32_t line) const {
    return (hashed_ ? line ^ line / sets_ : line) & (sets_ - 1);
  }
  /// The line, or null. A line that waits for its fill is found.
  cache_line* find(unsigned set, std::uint32_t line) {
    const std::size_t first = std::size_t{set} * ways_;
    unsigned found = ways_;
    for (unsigned way = 0; way < ways_; ++way) found = names_[first + way] == line ? way : found;
    return found < ways_ ? &lines_[first + found] : nullptr;
  }
  /// `way` of a victim() holds another line from now on.
  void rename(cache_line& way, const cache_line& as) {
    way = as;
    names_[static_cast<std::size_t>(&way - lines_.data())] = as.line;
  }
  /// The line to give up; null: all wait for fills.
  cache_line* victim(unsigned set) {
    cache_line* const first = &lines_[std::size_t{set} * ways_];
    random_ = random_ * 1664525 + 1013904223;
    const unsigned begin = (random_ >> 16) % ways_;
    cache_line* found = nullptr;
    for (unsigned i = 0; i < ways_; ++i) {
      cache_line& one = first[begin + i < ways_ ? begin + i : begin + i - ways_];
      if (one.pending) continue;
      if (!one.used) return &one;
      if (found == nullptr) found = &one;
    }
    return found;
  }
  void touch(cache_line& one, unsigned set) {
    one.used = true;
    cache_line* const first = &lines_[std::size_t{set} * ways_];
    for (unsigned i = 0; i < ways_; ++i) {
      if (!first[i].used) return;
    }
    for (unsigned i = 0; i < ways_; ++i) first[i].used = false;
    one.used = true;
  }
  /// All lines, set by set.
  std::vector<cache_line>& lines() { return lines_; }

 private:
  unsigned ways_, sets_;
  bool hashed_;
  std::uint32_t random_ = 1;
  std::vector<cache_line> lines_;
  std::vector<std::uint32_t> names_;  // their numbers again, next to each other for find()
};

}  // namespace ark::cache_model
