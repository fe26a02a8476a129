// Lists of pieces for tests of gather and scatter: what is in them, and whether they have arrived.
#pragma once

#include <ark/constants.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/transfer/pieces.hpp>
#include <random>
#include <string>
#include <vector>

#include "error/failure_report.hpp"

namespace ark::testing {

/// A list whose pieces lie, in random order and with gaps, in memory of PE 0 or in the heap of
/// another PE, and the batch for it.
class list_case {
 public:
  struct pe_memory {
    int pe;
    std::byte* here;      ///< a PE's bytes, where the test reads and writes them
    std::byte* as_given;  ///< their address in a piece
    std::size_t bytes;
  };
  /// `sizes` in turn. The memories take the pieces in turn.
  list_case(const std::vector<pe_memory>& memories, std::size_t count,
            const std::vector<std::size_t>& sizes, std::uint64_t seed = 1) {
    std::mt19937_64 random(seed);
    std::vector<std::size_t> used(memories.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t bytes = sizes[i % sizes.size()];
      const pe_memory& in = memories[i % memories.size()];
      std::size_t& at = used[i % memories.size()];
      at += random() % 9;
      EXPECT_LE(at + bytes, in.bytes) << "the test's memory of PE " << in.pe << " is too small";
      pieces.push_back({in.as_given + at, bytes, in.pe});
      here_.push_back(in.here + at);
      at += bytes;
      total += bytes;
    }
    for (std::size_t i = count; i > 1; --i) {
      const std::size_t other = random() % i;
      std::swap(pieces[i - 1], pieces[other]);
      std::swap(here_[i - 1], here_[other]);
    }
    batch.assign(total + 16, guard);
  }
  /// Fill the sources of a gather or a scatter with numbers from a seed, the destinations with a
  /// guard.
  void fill(bool gathers, std::uint64_t seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    expected_.resize(total);
    for (std::byte& one : expected_) one = static_cast<std::byte>(1 + random() % 250);
    std::fill(batch.begin(), batch.end(), guard);
    std::size_t at = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::size_t b = 0; b < pieces[i].bytes; ++b)
        here_[i][b] = gathers ? expected_[at + b] : guard;
      at += pieces[i].bytes;
    }
    if (!gathers) std::copy(expected_.begin(), expected_.end(), batch.begin());
  }
  /// The number of bytes that have not arrived, or that lie behind the batch and have changed.
  [[nodiscard]] std::size_t wrong(bool gathers) const {
    std::size_t bad = 0, at = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const std::byte* got = gathers ? batch.data() + at : here_[i];
      for (std::size_t b = 0; b < pieces[i].bytes; ++b) bad += got[b] != expected_[at + b];
      at += pieces[i].bytes;
    }
    for (std::size_t b = total; b < batch.size(); ++b) bad += batch[b] != guard;
    return bad;
  }
  [[nodiscard]] detail::descriptor descriptor(bool gathers) {
    return detail::make_list(
        gathers ? detail::descriptor_op::gather : detail::descriptor_op::scatter, 0, batch.data(),
        total, pieces.data(), pieces.size());
  }

  std::vector<ark_piece> pieces;
  std::vector<std::byte> batch;
  std::size_t total = 0;

 private:
  static constexpr std::byte guard{0xfd};
  std::vector<std::byte*> here_;
  std::vector<std::byte> expected_;
};

/// Whether the failure of a list names a piece: its index, its PE and `words`.
inline void expect_bad_piece(const detail::device_state& state, const char* op, int pe,
                             std::size_t index, const std::string& words) {
  const std::optional<failure_record> failure = failure_read(state);
  ASSERT_TRUE(failure) << "nothing was refused";
  const std::string text = failure_text(*failure);
  EXPECT_NE(text.find(std::string("in ") + op), std::string::npos) << text;
  const std::string piece =
      "piece " + std::to_string(index) + ", PE " + std::to_string(pe) + ", address 0x";
  EXPECT_NE(text.find(piece), std::string::npos) << text;
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

}  // namespace ark::testing
