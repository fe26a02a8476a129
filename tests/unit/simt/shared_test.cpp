// Shared memory, assert and printf in kernels.
#include <cstdint>
#include <set>

#include "executor_launch.hpp"
// After executor_launch.hpp: GoogleTest brings back the C library's assert, which simt.hpp replaces
// again.
#include "kernels/shared.hpp"

namespace ark::simt_test {
namespace {

using ::testing::HasSubstr;

TEST(Shared, TwoDimensionalTileTransposes) {
  constexpr unsigned rows = 96;
  executor::executor on(with_workers(2));
  std::vector<float> in(rows * rows), out(rows * rows);
  for (unsigned i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  ASSERT_EQ(run(on, {dim3(3, 3), dim3(32, 8)}, portable::transpose, in.data(), out.data(), rows),
            errc::ok);
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < rows; ++x) ASSERT_EQ(out[y * rows + x], in[x * rows + y]);
  }
}

std::vector<void*> all_of(const portable::sites& seen) {
  return {seen.first,  seen.second,    seen.function, seen.function_again,
          seen.of_int, seen.of_double, seen.dynamic};
}

TEST(Shared, OneVariablePerBlockAndSite) {
  unsigned arrived = 0;
  const auto seen = results({3, 4, 64}, portable::shared_sites, &arrived);
  std::set<void*> different;
  for (unsigned i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(all_of(seen[i]), all_of(seen[i / 4 * 4])) << "threads of a block share it";
    EXPECT_EQ(seen[i].function, seen[i].function_again) << "a function has one, whoever calls it";
    for (void* address : all_of(seen[i])) different.insert(address);
  }
  EXPECT_EQ(different.size(), 3u * 6u);  // blocks by first, second, function, int, double, dynamic
}

TEST(Shared, DynamicMemoryHasTheLaunchsSizeAndIsAligned) {
  const auto seen = results({2, 64, 64 * sizeof(double)}, portable::reverse);
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(seen[i], 63.0 - i % 64);
  unsigned arrived = 0;
  const auto sites = results({1, 1, 64}, portable::shared_sites, &arrived);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(sites[0].dynamic) % 128, 0u);
}

TEST(Shared, WithoutDynamicMemoryThePointerIsNull) {
  unsigned arrived = 0;
  EXPECT_EQ(results({1, 1}, portable::shared_sites, &arrived)[0].dynamic, nullptr);
}

TEST(Trap, EndsTheGridAndNamesTheThread) {
  executor::executor on(executor::options{});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {1, 8}, portable::trapped, 2u), errc::aborted);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("thread: [2,0,0] Assertion `__trap()` failed"));
}

#if !defined(NDEBUG)
TEST(Assert, EndsTheGridAndNamesTheThread) {
  executor::executor on(executor::options{});
  std::vector<int> reached(4 * 8);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {4, 8}, portable::checked, 3u, reached.data()), errc::aborted);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("block: [3,0,0], thread: [3,0,0] Assertion `threadIdx.x != bad || "
                             "blockIdx.x != bad` failed"));
  EXPECT_THAT(log, HasSubstr("kernels/shared.hpp:"));
  EXPECT_EQ(reached[3 * 8 + 3], 0);
  EXPECT_EQ(run(on, {4, 8}, portable::checked, 99u, reached.data()), errc::ok) << "usable again";
  EXPECT_THAT(reached, ::testing::Each(1));
}

TEST(Assert, PlainWordMeansTheSame) {
  executor::executor on(executor::options{});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {1, 8}, portable::checked_plain, 2u), errc::aborted);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("thread: [2,0,0] Assertion `threadIdx.x != bad` failed"));
  EXPECT_EQ(run(on, {1, 8}, portable::checked_plain, 8u), errc::ok);
}

TEST(AssertDeathTest, OnAHostThreadTheProcessEnds) {
  const int two = 2;
  EXPECT_DEATH(ARK_ASSERT(two == 3), "Assertion `two == 3` failed");
  EXPECT_DEATH(assert(two == 4), "Assertion `two == 4` failed");
  ARK_ASSERT(two == 2);
}
#endif

TEST(Print, ReachesStandardOutput) {
  executor::executor on(executor::options{});
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run(on, {1, 2}, portable::print, 42), errc::ok);
  std::fflush(stdout);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "value 42 of thread 1, 0.25\n");
}

}  // namespace
}  // namespace ark::simt_test
