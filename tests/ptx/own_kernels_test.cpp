// The kernels that libark brings along, as nvcc compiles them.
#include <gmock/gmock.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/detail/delivery.hpp>
#include <ark/detail/sm_workspace.hpp>
#include <ark/lease.hpp>
#include <ark/local.hpp>
#include <memory>
#include <numeric>
#include <vector>

#include "api_kernels.hpp"
#include "cuda/amo_request.hpp"
#include "cuda/lease_shape.hpp"
#include "cuda/plan_turn.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using testing::kernels;

class PtxOwn : public testing::ptx_test {};
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

TEST_P(PtxOwn, AGraphsTurnsDeliverInOrderAndLeaveWhenNothingIsStarted) {
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

/// The fake driver's stream lends its thread: some turns of the kernel at a time.
class leased_kernel {
 public:
  static int generation;

  static int step(void* state, const void* request) {
    if (!only) {
      only = std::make_unique<ptx::machine>(ptx::module_of("lease_kernel", generation), 41);
      only->allow(reinterpret_cast<void*>(std::uintptr_t{4096}), std::size_t{1} << 47);
      only->most_instructions = ~std::uint64_t{0};
      only->begin(lease_shared_bytes, "ark_lease", {1}, {lease_threads}, state,
                  *static_cast<const detail::sm_lease_request*>(request));
    }
    for (int turns = 0; turns < 500; ++turns) {
      if (only->turn()) continue;
      only.reset();
      return 1;
    }
    return 0;
  }

 private:
  static std::unique_ptr<ptx::machine> only;
};
int leased_kernel::generation = 0;
std::unique_ptr<ptx::machine> leased_kernel::only;

TEST_P(PtxOwn, ALeasedEngineServesAKernelThatHasNone) {
  leased_kernel::generation = GetParam();
  driver_.settings().lease_step = &leased_kernel::step;
  local_run(
      1,
      [&](int) {
        constexpr std::size_t bytes = 60'000;
        auto* from = static_cast<char*>(ark_calloc(bytes, 1));
        auto* to = static_cast<char*>(ark_calloc(bytes, 1));
        auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        for (std::size_t i = 0; i < bytes; ++i) from[i] = static_cast<char>(11 * i);
        engine_lease(1, 20, 20);
        const detail::sm_workspace& work = *detail::cuda_context_of_caller()->sm;
        ASSERT_TRUE(
            testing::eventually([&] { return detail::load_acquire(&work.rings[0].leased) != 0; }));
        kernels gpu("inline_path", GetParam(), 43);
        gpu.run("vector_put_signal", 1, 32, to, static_cast<const char*>(from), bytes, signal,
                int{ARK_SIGNAL_ADD}, 0);
        ark_quiet();
        EXPECT_EQ(engine_lease_query().served, 1u);
        EXPECT_FALSE(engine_lease_query().resident) << "quiet parks";
        EXPECT_EQ(*signal, 1u);
        EXPECT_TRUE(std::equal(from, from + bytes, to));
        EXPECT_EQ(ark_status(), 0) << failure_text(last_failure());
      },
      settings_);
}

}  // namespace
}  // namespace ark
