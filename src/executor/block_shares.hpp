// How the blocks of a grid are dealt to the workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace ark::executor {

/// Blocks that follow each other: next, next + 1, ... end - 1.
struct block_range {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t size() const { return end - next; }
};

/// Each part of a grid has a share of blocks that follow each other and takes them in order: a
/// block that waits for its predecessor finds it done, but at the seams. A part whose share is
/// empty takes half of what is left of the largest one. Any thread, once dealt.
class block_shares {
 public:
  void deal(std::uint64_t blocks, unsigned parts);
  /// The next blocks of this part's share; none once it is empty. Only the part's worker.
  block_range take(unsigned part);
  /// True if the part's share, which was empty, has blocks of another's now. Only the part's
  /// worker.
  bool steal(unsigned part);
  void clear(unsigned part);
  [[nodiscard]] std::uint64_t left(unsigned part) const;

 private:
  // First and end of what is left, in grains, in one word. A word that is not empty never has the
  // same value again: its first grain is taken once.
  struct share {
    std::atomic<std::uint64_t> word{0};
    char apart[56];  ///< no other share in the cache line
  };
  static constexpr std::uint64_t pack(std::uint64_t first, std::uint64_t end) {
    return first << 32 | end;
  }
  static constexpr std::uint64_t first_of(std::uint64_t word) { return word >> 32; }
  static constexpr std::uint64_t end_of(std::uint64_t word) { return word & 0xffffffff; }
  static constexpr std::uint64_t left_of(std::uint64_t word) {
    return end_of(word) - first_of(word);
  }
  share& of(unsigned part) { return part == 0 ? first_ : others_[part - 1]; }
  [[nodiscard]] const share& of(unsigned part) const {
    return part == 0 ? first_ : others_[part - 1];
  }
  [[nodiscard]] block_range blocks_of(std::uint64_t first, std::uint64_t end) const;

  std::uint64_t blocks_ = 0;
  std::uint64_t grain_ = 1;  ///< blocks; so many that 32 bits number all grains
  share first_;              ///< mostly the only one: a launch of one part allocates nothing
  std::vector<share> others_;
};

}  // namespace ark::executor
