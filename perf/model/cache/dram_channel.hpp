// One channel of DRAM: banks with an open row each, a queue of reads and one of writes, row hits
// first.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

namespace ark::cache_model {

using cycle = std::uint64_t;
inline constexpr cycle never = std::numeric_limits<cycle>::max();
inline constexpr std::uint32_t nobody = ~std::uint32_t{0};

/// Times in cycles of the GPU's clock. Powers of two: banks (at most 32), row_lines.
struct dram_shape {
  unsigned banks = 16;
  unsigned row_lines = 32;    ///< lines of an open row of one channel
  unsigned precharge = 14;    ///< close a row
  unsigned activate = 14;     ///< open a row
  unsigned access = 14;       ///< from the column command to the data
  unsigned burst = 4;         ///< bus time of a line
  unsigned turnaround = 12;   ///< bus time lost between reads and writes
  unsigned write_queue = 64;  ///< writes that wait and can be merged
  unsigned write_high = 48;   ///< from so many on writes go first,
  unsigned write_low = 16;    ///< until so few are left
};

/// A read that has its data, or a write that has entered the queue.
struct dram_reply {
  std::uint32_t tag;
  cycle at;
  bool read;
};

struct dram_counts {
  std::uint64_t reads = 0, writes = 0, activates = 0;
};

/// First ready, first come: of the queue that is served, the oldest request whose row is open in a
/// bank that is ready; beside the data one bank at a time opens the row of its oldest request if no
/// request waits for the row that is open. Writes wait until there are no reads or too many writes.
/// One thread.
class dram_channel {
 public:
  explicit dram_channel(const dram_shape& shape) : shape_(shape), banks_(shape.banks) {}

  /// `line`: of this channel's own lines, numbered without gaps; a row holds row_lines of them. The
  /// reply has `tag`.
  void read(std::uint32_t line, std::uint32_t tag, cycle now);
  /// Replies when the write has entered the queue, at once if it merges with a write to the line;
  /// no reply for the tag `nobody`.
  void write(std::uint32_t line, std::uint32_t tag, cycle now);
  /// Do what is due at `now`, and return the time of the next call; `never`: when there is a
  /// request again.
  cycle serve(cycle now);

  [[nodiscard]] bool idle() const { return reads_.empty() && writes_.empty(); }
  [[nodiscard]] cycle bus_free() const { return bus_free_; }
  [[nodiscard]] const dram_counts& counts() const { return counts_; }
  /// Replies since the last clear().
  std::vector<dram_reply>& replies() { return replies_; }

  [[nodiscard]] static std::uint32_t bank_of(const dram_shape& shape, std::uint32_t row) {
    return (row ^ row / shape.banks) & (shape.banks - 1);
  }

 private:
  struct request {
    std::uint32_t line, row, tag;
    std::uint32_t bank;
  };
  struct bank {
    std::uint32_t row = nobody;
    cycle ready = 0;
  };

  [[nodiscard]] request made(std::uint32_t line, std::uint32_t tag) const {
    const std::uint32_t row = line / shape_.row_lines;
    return {line, row, tag, bank_of(shape_, row)};
  }
  void accept(const request& one, cycle now);
  bool turn(cycle now);
  /// One bank of those that are a bit of `may` and ready opens the row of the oldest request.
  void open_row(const std::vector<request>& queue, std::uint32_t may, cycle now);

  dram_shape shape_;
  std::vector<bank> banks_;
  std::vector<request> reads_, writes_;  // oldest first
  std::deque<request> beyond_;           // writes that the queue has no room for
  std::vector<dram_reply> replies_;
  bool draining_ = false;
  cycle bus_free_ = 0;
  dram_counts counts_;
};

}  // namespace ark::cache_model
