// Context switch and stacks by themselves.
#include <gmock/gmock.h>

#include <cstring>
#include <set>

#include "executor/fiber_context.hpp"
#include "executor/stack_pool.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

struct hop {
  void* caller = nullptr;
  void* fiber = nullptr;
  std::vector<int> trail;
  double carried = 0;
};

// Register contents and alignment must survive: locals in callee-saved registers, a float, an
// aligned object.
void fiber_body(void* argument) {
  hop& shared = *static_cast<hop*>(argument);
  alignas(16) double local[2] = {0.5, 0.25};
  for (int i = 0;; ++i) {
    shared.trail.push_back(i);
    shared.carried += local[i % 2];
    if (reinterpret_cast<std::uintptr_t>(local) % 16 != 0) shared.trail.push_back(-1);
    ark_context_switch(&shared.fiber, shared.caller);
  }
}

TEST(Context, KeepsItsPlaceAndLocalsOverManySwitches) {
  if (built_with_asan || built_with_tsan) GTEST_SKIP() << "a raw switch, without the annotations";
  stack_pool pool(36 * 1024, 0);
  hop shared;
  shared.fiber = context_make(pool.acquire()->top, fiber_body, &shared);
  for (int i = 0; i < 10; ++i) ark_context_switch(&shared.caller, shared.fiber);
  EXPECT_THAT(shared.trail, ::testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_EQ(shared.carried, 5 * 0.75);
}

TEST(StackPool, StridesAreOddNumbersOfPagesAndTopsAreColoured) {
  for (const std::size_t bytes : {std::size_t{32} * 1024, std::size_t{36} * 1024}) {
    stack_pool pool(bytes, 0);
    const stack* first = pool.acquire();
    const stack* second = pool.acquire();
    const std::ptrdiff_t stride =
        static_cast<char*>(second->span.low) - static_cast<char*>(first->span.low);
    EXPECT_EQ(stride % 4096, 0);
    EXPECT_EQ((stride / 4096) % 2, 1);
    std::set<std::uintptr_t> offsets;
    for (int i = 0; i < 16; ++i)
      offsets.insert(reinterpret_cast<std::uintptr_t>(pool.acquire()->top) % 4096);
    EXPECT_EQ(offsets.size(), 16u);
  }
}

TEST(StackPool, ReusesTheLastReleasedFirst) {
  stack_pool pool(36 * 1024, 0);
  stack* first = pool.acquire();
  pool.acquire();
  pool.release(first);
  EXPECT_EQ(pool.acquire(), first);
}

TEST(StackPool, GrowsWithoutMovingStacks) {
  stack_pool pool(36 * 1024, 0);
  std::set<stack*> all;
  for (int i = 0; i < 3000; ++i) all.insert(pool.acquire());
  EXPECT_EQ(all.size(), 3000u);
  EXPECT_EQ(all.count(nullptr), 0u);
  EXPECT_GE(pool.mapped(), 3000u);
}

TEST(StackPool, CanaryDetectsAWriteAtTheLowEnd) {
  stack_pool pool(36 * 1024, 0);
  const stack& one = *pool.acquire();
  EXPECT_TRUE(stack_pool::canary_intact(one));
  static_cast<char*>(one.span.low)[5] = 1;
  EXPECT_FALSE(stack_pool::canary_intact(one));
  stack_pool::canary_restore(one);
  EXPECT_TRUE(stack_pool::canary_intact(one));
}

TEST(StackPool, GuardPageFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        stack_pool pool(36 * 1024, 2);
        pool.acquire();
        *(static_cast<volatile char*>(pool.acquire()->span.low) - 1) = 1;
      },
      "");
}

}  // namespace
}  // namespace ark::executor::testing
