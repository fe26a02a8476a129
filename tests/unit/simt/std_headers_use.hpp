// Names that both sides know, used side by side under `using namespace std`.
#pragma once

#include <gtest/gtest.h>

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

// NOLINTNEXTLINE: what users do is the point
using namespace std;

ARK_GLOBAL void both(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = min(i, 3) + ark::max(i, 1) + __popc(7u) + popcount(7u) + atomicAdd(&out[8], 0);
  __syncthreads();
}

void expect_both_work() {
  vector<int> out(9);
  executor::executor on(executor::options{});
  EXPECT_EQ(run(on, {1, 8}, both, out.data()), errc::ok);
  EXPECT_EQ(out[0], 7);
  EXPECT_EQ(out[7], 16);
  atomic<int> counter{1};
  EXPECT_EQ(atomic_ref<int>(out[8]).fetch_add(counter.load()), 0);
  EXPECT_LT(chrono::steady_clock::now().time_since_epoch().count() - clock64(), 1'000'000'000);
}

}  // namespace
}  // namespace ark::simt_test
