// The kernels that libark brings along, as nvcc compiles them.
#include <gtest/gtest.h>

#include <ark/detail/transfer/delivery.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/kernels/amo_request.hpp"
#include "gpu/plans/plan_turn.hpp"
#include "machine.hpp"
#include "modules.hpp"

namespace ark {
namespace {

class PtxOwn : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Of, PtxOwn, ::testing::ValuesIn(ptx::generations({80, 90})),
                         [](const auto& arch) { return "sm_" + std::to_string(arch.param); });

/// On the CPU the same function is atomics of C++.
TEST_P(PtxOwn, AtomicsAreThoseOfTheCpu) {
  using enum detail::amo_op;
  ptx::machine gpu(ptx::module_of("amo_kernel", GetParam()));
  std::uint64_t words[3];
  gpu.allow(words, sizeof words);
  for (const detail::amo_op op : {fetch, swap, compare_swap, add, bit_and, bit_or, bit_xor}) {
    for (const std::uint32_t bytes : {4u, 8u}) {
      for (const std::uint64_t condition : {0xf0f0f0f0f0f0f0f0u, 0x1111111122222222u}) {
        words[0] = words[1] = 0xf0f0f0f0f0f0f0f0u;
        words[2] = 0;
        const amo_request wanted{
            op,        bytes,    reinterpret_cast<std::byte*>(&words[0]), 0x123456789abcdef0u,
            condition, &words[2]};
        gpu.run("ark_amo", {1}, {1}, wanted);
        const std::uint64_t before = delivery::amo(op, reinterpret_cast<std::byte*>(&words[1]),
                                                   bytes, wanted.operand, condition);
        EXPECT_EQ(words[0], words[1]) << static_cast<int>(op) << " of " << bytes;
        EXPECT_EQ(words[2], before) << static_cast<int>(op) << " of " << bytes;
      }
    }
  }
}

TEST_P(PtxOwn, AdditionsReachEveryElement) {
  ptx::machine gpu(ptx::module_of("amo_kernel", GetParam()));
  std::vector<float> sums(3000, 0.5f), more(3000);
  std::iota(more.begin(), more.end(), 0.0f);
  for (const auto* one : {&sums, &more}) gpu.allow(one->data(), one->size() * sizeof(float));
  const std::size_t count = 2501;
  gpu.run("ark_add", {1}, {add_threads},
          add_request{detail::element_kind::float32, reinterpret_cast<std::byte*>(sums.data()),
                      reinterpret_cast<const std::byte*>(more.data()), count * sizeof(float)});
  for (std::size_t i = 0; i < sums.size(); ++i)
    ASSERT_EQ(sums[i], i < count ? 0.5f + more[i] : 0.5f) << i;
}

/// CUDA's own part of a graph, to which the condition is a word's address.
constexpr const char* set_conditional = R"(
.func cudaGraphSetConditional(
.param .b64 condition,
.param .b32 value
)
{
.reg .b64 %d<2>;
.reg .b32 %r<2>;
ld.param.b64 %d1, [condition];
ld.param.b32 %r1, [value];
st.u32 [%d1], %r1;
ret;
}
)";

TEST_P(PtxOwn, TurnsOfAGraphDeliverInOrderAndEndWhenNoTransferIsStarted) {
  ptx::machine gpu(ptx::module_of("plan_kernel", GetParam()) + set_conditional);
  struct {
    alignas(8) std::uint32_t again = 7;
    std::uint64_t started = 3, done = 3, signal = 0, host_done = 0, closed = 0;
  } w;
  gpu.allow(&w, sizeof w);
  plan_turn turn{reinterpret_cast<std::uint64_t>(&w.again),
                 &w.started,
                 &w.done,
                 &w.signal,
                 2,
                 &w.host_done,
                 &w.closed,
                 5000};
  gpu.run("ark_plan_enter", {1}, {1}, turn);
  EXPECT_EQ(w.again, 0u) << "nothing is started for 5000 ns";
  w.started = 5;
  gpu.run("ark_plan_enter", {1}, {1}, turn);
  EXPECT_EQ(w.again, 1u);
  bool early = false;
  gpu.watch = [&] { early |= w.done == 4 && w.signal != 2; };
  gpu.run("ark_plan_deliver", {1}, {1}, turn);
  EXPECT_FALSE(early) << "the signal comes before the count";
  EXPECT_EQ(w.done, 4u);
  EXPECT_EQ(w.signal, 2u);
  EXPECT_EQ(w.host_done, 2u);
  EXPECT_EQ(w.again, 1u) << "a fifth is started";
  turn.signal = nullptr;
  turn.idle_ns = ~std::uint64_t{0};
  w.closed = 1;
  gpu.run("ark_plan_deliver", {1}, {1}, turn);
  EXPECT_EQ(w.done, 5u);
  EXPECT_EQ(w.signal, 2u) << "none is wanted";
  EXPECT_EQ(w.again, 0u) << "the host closes";
}

}  // namespace
}  // namespace ark
