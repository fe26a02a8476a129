// The limit of a kernel's dynamic shared memory, on a CUDA runtime that this file stands in for.
#include <gtest/gtest.h>

#include <ark/device/launch/shared_limit.hpp>
#include <chrono>
#include <string>
#include <thread>

namespace {

constexpr int at_first = 48 << 10;

/// Of the one kernel there is, on the one device.
struct stand_in {
  int limit = at_first;
  std::size_t own = 0;  ///< of static variables
  cudaError_t look = cudaSuccess, set = cudaSuccess;
  int sets = 0;
};
stand_in runtime;
const int kernel = 0;

}  // namespace

/// Long enough for another thread to come between a look and what follows from it.
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* all, const void*) {
  all->maxDynamicSharedSizeBytes = runtime.limit;
  all->sharedSizeBytes = runtime.own;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return runtime.look;
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int value) {
  ++runtime.sets;
  if (runtime.set == cudaSuccess) runtime.limit = value;
  return runtime.set;
}
const char* cudaGetErrorString(cudaError_t) { return "as the test was told"; }

namespace {

class SharedLimit : public ::testing::Test {
 protected:
  void SetUp() override { runtime = {}; }
};

TEST_F(SharedLimit, RisesToTheNeedOfALaunch) {
  ark::detail::allow_shared_bytes(&kernel, at_first);
  EXPECT_EQ(runtime.sets, 0);
  ark::detail::allow_shared_bytes(&kernel, at_first + 16);
  EXPECT_EQ(runtime.limit, at_first + 16);
}

/// CUDA counts the kernel's static variables against the first 48 KiB.
TEST_F(SharedLimit, RisesIfStaticVariablesLeaveTooLittleRoom) {
  runtime.own = 16;
  ark::detail::allow_shared_bytes(&kernel, at_first - 16);
  EXPECT_EQ(runtime.sets, 0);
  ark::detail::allow_shared_bytes(&kernel, at_first);
  EXPECT_EQ(runtime.sets, 1);
  EXPECT_EQ(runtime.limit, at_first);
}

TEST_F(SharedLimit, IsNotLoweredByALaunchThatNeedsLess) {
  ark::detail::allow_shared_bytes(&kernel, 2 * at_first);
  ark::detail::allow_shared_bytes(&kernel, at_first + 16);
  EXPECT_EQ(runtime.limit, 2 * at_first);
}

/// It may look before the other one has raised the limit.
TEST_F(SharedLimit, IsNotLoweredByALaunchAtTheSameTime) {
  std::thread more([] { ark::detail::allow_shared_bytes(&kernel, 2 * at_first); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ark::detail::allow_shared_bytes(&kernel, at_first + 16);
  more.join();
  EXPECT_EQ(runtime.limit, 2 * at_first);
}

TEST_F(SharedLimit, ACallThatFailsIsNamed) {
  const auto text = [] {
    try {
      ark::detail::allow_shared_bytes(&kernel, 2 * at_first);
      return std::string();
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), ark::errc::system_error);
      return std::string(problem.what());
    }
  };
  runtime.set = cudaErrorInvalidValue;
  EXPECT_EQ(text(), "cudaFuncSetAttribute: as the test was told");
  runtime.look = cudaErrorInvalidValue;
  EXPECT_EQ(text(), "cudaFuncGetAttributes: as the test was told");
}

}  // namespace
