// Many lanes and pointers of put and get. Run under every route. Sizes, alignments and scopes:
// tests/gpu/rma_test.cpp; names: bindings/openshmem/conformance.
#include "api_test.hpp"

namespace ark_mp {
namespace {

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
