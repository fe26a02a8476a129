// The distribution of a grid's blocks to the workers.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace ark::executor {

/// Consecutive blocks: next, next + 1, ... end - 1.
struct block_range {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t size() const { return end - next; }
};

/// Each part of a grid has a share of consecutive blocks and takes them in order: a block that
/// waits for its predecessor finds it done, except at the boundaries of shares. A part whose share
/// is empty takes half of the largest remaining share. Any thread, after construction.
class block_shares {
 public:
  void deal(std::uint64_t blocks, unsigned parts);
  /// The next blocks of this part's share; none once it is empty. Only the part's worker.
  block_range take(unsigned part);
  /// Refills the part's empty share from another part; false if all are empty. Only the part's
  /// worker.
  bool steal(unsigned part);
  void clear(unsigned part);
  [[nodiscard]] std::uint64_t left(unsigned part) const;

 private:
  // Begin and end of the remaining blocks, in grains, in one word. A non-empty word never has the
  // same value again, because its first grain is taken once: no ABA problem.
  struct share {
    std::atomic<std::uint64_t> word{0};
    char apart[56];  ///< padding: one share per cache line
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
  std::uint64_t grain_ = 1;  ///< blocks per grain; large enough that 32 bits number all grains
  share first_;              ///< inline: a launch of one part allocates nothing
  std::vector<share> others_;
};

}  // namespace ark::executor
