// Sizes, alignments, scopes, strides and overlap in time of put and get. Run under every route.
#include <array>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr std::array<std::size_t, 24> sizes = {0,    1,    3,    7,     8,     9,     15,    16,
                                               17,   31,   63,   64,    65,    127,   1000,  4095,
                                               4096, 4097, 8191, 16384, 16385, 20000, 65536, 65537};
constexpr std::size_t guard = 64;
constexpr std::size_t room = guard + 65537 + 8 + guard;
constexpr unsigned char canary = 0xa5;

enum class form { put, put_nbi, get, get_nbi };

template <class Scope>
ARK_HOST_DEVICE void move_bytes(form how, char* dest, const char* source, std::size_t bytes,
                                int pe) {
  constexpr auto local = ark::device::completion::local,
                 deferred = ark::device::completion::deferred;
  switch (how) {
    case form::put:
      ark::device::put_bytes<Scope>(dest, source, bytes, pe, local);
      break;
    case form::put_nbi:
      ark::device::put_bytes<Scope>(dest, source, bytes, pe, deferred);
      break;
    case form::get:
      ark::device::get_bytes<Scope>(dest, source, bytes, pe, local);
      break;
    case form::get_nbi:
      ark::device::get_bytes<Scope>(dest, source, bytes, pe, deferred);
      break;
  }
}

template <class Scope>
ARK_GLOBAL void move_in_kernel(form how, char* dest, const char* source, std::size_t bytes,
                               int pe) {
  if (Scope::size() > 1 || threadIdx.x == 0) {
    if (std::is_same_v<Scope, ark::device::block_scope> || threadIdx.x < 32) {
      move_bytes<Scope>(how, dest, source, bytes, pe);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) ark_barrier_all();
}

class Rma : public pe_test {
 protected:
  void check_area(const char* area, std::size_t shift, std::size_t bytes, int writer,
                  const std::string& what) {
    const auto* values = reinterpret_cast<const unsigned char*>(area);
    const std::size_t first = guard + shift;
    for (std::size_t i = 0; i < room; ++i) {
      const bool inside = i >= first && i < first + bytes;
      const unsigned char expected = inside ? pattern<unsigned char>(writer, i - first) : canary;
      ASSERT_EQ(values[i], expected)
          << what << ", byte " << static_cast<long>(i) - static_cast<long>(first) << " of "
          << bytes;
    }
  }

  template <class Scope>
  void check_sizes(form how, bool on_host) {
    const sym<char> source(room), dest(room);
    for (const std::size_t bytes : sizes) {
      const std::size_t from = bytes % 5, to = bytes % 3 + 1;  // odd and unlike alignments
      std::memset(dest, canary, room);
      for (std::size_t i = 0; i < bytes; ++i) source[from + i] = pattern<char>(me_, i);
      ark_barrier_all();
      char* target = dest + guard + to;
      if (on_host) {
        move_bytes<Scope>(how, target, source + from, bytes, next_);
        ark_barrier_all();
      } else {
        run_kernel(1, std::is_same_v<Scope, ark::device::thread_scope> ? 1 : 48,
                   move_in_kernel<Scope>, how, target, source + from, bytes, next_);
      }
      const bool is_put = how == form::put || how == form::put_nbi;
      check_area(dest, to, bytes, is_put ? previous_ : next_, on_host ? "host" : "kernel");
      ark_barrier_all();
    }
  }
};

TEST_F(Rma, PutSizesThread) { check_sizes<ark::device::thread_scope>(form::put, false); }
TEST_F(Rma, PutSizesWarp) { check_sizes<ark::device::warp_scope>(form::put, false); }
TEST_F(Rma, PutSizesBlock) { check_sizes<ark::device::block_scope>(form::put, false); }
TEST_F(Rma, PutNbiSizesBlock) { check_sizes<ark::device::block_scope>(form::put_nbi, false); }
TEST_F(Rma, PutNbiSizesThread) { check_sizes<ark::device::thread_scope>(form::put_nbi, false); }
TEST_F(Rma, GetSizesThread) { check_sizes<ark::device::thread_scope>(form::get, false); }
TEST_F(Rma, GetSizesWarp) { check_sizes<ark::device::warp_scope>(form::get, false); }
TEST_F(Rma, GetSizesBlock) { check_sizes<ark::device::block_scope>(form::get, false); }
TEST_F(Rma, GetNbiSizesThread) { check_sizes<ark::device::thread_scope>(form::get_nbi, false); }
TEST_F(Rma, PutSizesHost) { check_sizes<ark::device::thread_scope>(form::put, true); }
TEST_F(Rma, PutNbiSizesHost) { check_sizes<ark::device::thread_scope>(form::put_nbi, true); }
TEST_F(Rma, GetSizesHost) { check_sizes<ark::device::thread_scope>(form::get, true); }
TEST_F(Rma, GetNbiSizesHost) { check_sizes<ark::device::thread_scope>(form::get_nbi, true); }

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
