// Names by width, strides, many lanes and pointers of put and get. Run under every route. Sizes,
// alignments and scopes: tests/gpu/rma_test.cpp.
#include <array>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned char canary = 0xa5;

class Rma : public pe_test {};

// Every lane of several blocks sends its own part to every PE, all at once.
ARK_GLOBAL void all_lanes_put(int* dest, const int* source, std::size_t count) {
  const std::size_t lanes = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t mine = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    const std::size_t at = (static_cast<std::size_t>(ark_my_pe()) * lanes + mine) * count;
    ark_int_put_nbi(dest + at, source + mine * count, count, pe);
  }
  ark_quiet();
}

TEST_F(Rma, ManyLanesAtOnce) {
  constexpr unsigned blocks = 5, threads = 33;
  constexpr std::size_t count = 70, lanes = blocks * threads;
  const sym<int> source(lanes * count), dest(static_cast<std::size_t>(n_) * lanes * count);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = pattern<int>(me_, i);
  ark_barrier_all();
  run_kernel(blocks, threads, all_lanes_put, dest.get(), source.get(), count);
  ark_barrier_all();
  for (int pe = 0; pe < n_; ++pe) {
    for (std::size_t i = 0; i < lanes * count; ++i) {
      ASSERT_EQ(dest[static_cast<std::size_t>(pe) * lanes * count + i], pattern<int>(pe, i))
          << "from PE " << pe;
    }
  }
  ark_barrier_all();
}

// The forms by width, and bytes.
using untyped = void (*)(void*, const void*, std::size_t, int);
struct width_row {
  untyped put, put_nbi, put_warp, put_block, get, get_nbi, get_warp, get_block;
  std::size_t bytes;
};
#define ARK_TEST_WIDTH(bits, bytes)                                                            \
  {                                                                                            \
    ark_put##bits, ark_put##bits##_nbi, ark_put##bits##_warp, ark_put##bits##_block,           \
        ark_get##bits, ark_get##bits##_nbi, ark_get##bits##_warp, ark_get##bits##_block, bytes \
  }
const width_row width_rows[] = {ARK_TEST_WIDTH(8, 1),    ARK_TEST_WIDTH(16, 2),
                                ARK_TEST_WIDTH(32, 4),   ARK_TEST_WIDTH(64, 8),
                                ARK_TEST_WIDTH(128, 16), ARK_TEST_WIDTH(mem, 1)};

TEST_F(Rma, WidthNamesMoveTheirWidth) {
  constexpr std::size_t count = 11;
  const sym<char> source(256), dest(256);
  for (std::size_t i = 0; i < 256; ++i) source[i] = pattern<char>(me_, i);
  for (const width_row& row : width_rows) {
    const std::array<std::pair<untyped, bool>, 8> forms = {{{row.put, true},
                                                            {row.put_nbi, true},
                                                            {row.put_warp, true},
                                                            {row.put_block, true},
                                                            {row.get, false},
                                                            {row.get_nbi, false},
                                                            {row.get_warp, false},
                                                            {row.get_block, false}}};
    for (const auto& [move, is_put] : forms) {
      std::memset(dest, canary, 256);
      ark_barrier_all();
      move(dest, source, count, next_);
      ark_barrier_all();
      for (std::size_t i = 0; i < 256; ++i) {
        const char expected = i < count * row.bytes ? pattern<char>(is_put ? previous_ : next_, i)
                                                    : static_cast<char>(canary);
        ASSERT_EQ(dest[i], expected) << "width " << row.bytes << " byte " << i;
      }
      ark_barrier_all();
    }
  }
}

using untyped_strided = void (*)(void*, const void*, std::ptrdiff_t, std::ptrdiff_t, std::size_t,
                                 int);
TEST_F(Rma, WidthNamesOfStridedForms) {
  const std::array<std::pair<untyped_strided, std::size_t>, 5> puts = {
      {{ark_iput8, 1}, {ark_iput16, 2}, {ark_iput32, 4}, {ark_iput64, 8}, {ark_iput128, 16}}};
  const std::array<untyped_strided, 5> gets = {ark_iget8, ark_iget16, ark_iget32, ark_iget64,
                                               ark_iget128};
  constexpr std::size_t count = 4;
  const sym<char> source(256), dest(256), back(256);
  for (std::size_t i = 0; i < 256; ++i) source[i] = pattern<char>(me_, i);
  for (std::size_t row = 0; row < puts.size(); ++row) {
    const auto [put, bytes] = puts[row];
    std::memset(dest, 0, 256);
    std::memset(back, 0, 256);
    ark_barrier_all();
    put(dest, source, 2, 3, count, next_);
    ark_barrier_all();
    gets[row](back, dest, 1, 2, count, next_);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t b = 0; b < bytes; ++b) {
        ASSERT_EQ(dest[i * 2 * bytes + b], pattern<char>(previous_, i * 3 * bytes + b))
            << "width " << bytes;
        ASSERT_EQ(back[i * bytes + b], pattern<char>(me_, i * 3 * bytes + b)) << "width " << bytes;
      }
    }
    ark_barrier_all();
  }
}

// ark_ptr names the same memory that put reaches, where that is mapped; elsewhere it is null.
TEST_F(Rma, PointerToAPeer) {
  const sym<int> word(1);
  auto* there = static_cast<int*>(ark_ptr(word, next_));
  ASSERT_EQ(there != nullptr, mapped(next_));
  if (there != nullptr) *there = 100 + me_;
  ark_barrier_all();
  EXPECT_EQ(word[0], mapped(previous_) ? 100 + previous_ : 0);
  EXPECT_EQ(ark_ptr(word, n_), nullptr);
  EXPECT_EQ(ark_ptr(word, -1), nullptr);
  int on_stack = 0;
  EXPECT_EQ(ark_ptr(&on_stack, next_), nullptr);
  EXPECT_EQ(ark_pe_accessible(next_), 1);
  EXPECT_EQ(ark_pe_accessible(n_), 0);
  EXPECT_EQ(ark_addr_accessible(word, next_), 1);
  EXPECT_EQ(ark_addr_accessible(&on_stack, next_), 0);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
