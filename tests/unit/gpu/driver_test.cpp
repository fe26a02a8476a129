// Finding the driver, and what is said when there is none or not enough of one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/errc.hpp>
#include <cstdlib>
#include <string>

#include "fake_control.hpp"
#include "gpu/driver/cuda_driver.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// What `make` throws: its code and text.
template <class Make>
void expect_refused(errc code, Make&& make, const ::testing::Matcher<std::string>& text) {
  try {
    make();
    FAIL() << "nothing was thrown";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), code) << problem.what();
    EXPECT_THAT(std::string(problem.what()), text);
  }
}

TEST(CudaDriver, EveryFunctionIsFoundInTheVersionWanted) {
  const cuda_driver driver("libcuda.so.1");
  EXPECT_EQ(driver.version(), 13000);
  int count = 0;
  EXPECT_EQ(driver.init(0), CUDA_SUCCESS);
  EXPECT_EQ(driver.device_get_count(&count), CUDA_SUCCESS);
  EXPECT_EQ(count, 1);
}

/// What the driver reads from the environment; null: unset.
class CudaEnvironment : public ::testing::Test {
 protected:
  void SetUp() override {
    unsetenv(loading);
    unsetenv(connections);
  }
  static constexpr const char *loading = "CUDA_MODULE_LOADING",
                              *connections = "CUDA_DEVICE_MAX_CONNECTIONS";
};

TEST_F(CudaEnvironment, IsSetBeforeTheDriverStarts) {
  cuda_driver::get();
  EXPECT_STREQ(getenv(loading), "EAGER");
  EXPECT_STREQ(getenv(connections), "32");
}

TEST_F(CudaEnvironment, StaysAsTheUserHasSetIt) {
  setenv(loading, "LAZY", 1);
  setenv(connections, "8", 1);
  cuda_driver::get();
  EXPECT_STREQ(getenv(loading), "LAZY");
  EXPECT_STREQ(getenv(connections), "8");
}

TEST_F(CudaEnvironment, StaysAsItIsWhereTheProgramHasStartedTheDriver) {
  const cuda_driver programs("libcuda.so.1");
  ASSERT_EQ(programs.init(0), CUDA_SUCCESS);
  cuda_driver::get();
  EXPECT_EQ(getenv(loading), nullptr);
  EXPECT_EQ(getenv(connections), nullptr);
}

TEST_F(CudaEnvironment, StaysAsItIsInAProgramThatOnlyHasKernels) {
  const detail::cuda_unit unit(
      [](const detail::cuda_context_table&) -> const char* { return nullptr; }, true);
  EXPECT_EQ(getenv(loading), nullptr);
  EXPECT_EQ(getenv(connections), nullptr);
}

TEST(CudaDriver, AMissingLibraryIsNamedWithARemedy) {
  expect_refused(
      errc::unsupported, [] { const cuda_driver driver("libno-such-driver.so.1"); },
      AllOf(HasSubstr("libno-such-driver.so.1"), HasSubstr("NVIDIA's driver has to be installed")));
}

TEST(CudaDriver, ALibraryThatIsNoDriverIsRefused) {
  expect_refused(
      errc::unsupported, [] { const cuda_driver driver("libm.so.6"); },
      AllOf(HasSubstr("libm.so.6"), HasSubstr("cuDriverGetVersion")));
}

TEST(CudaDriver, AnOldDriverIsRefusedWithBothVersions) {
  const fake::control driver;
  driver.settings().version = 11040;
  expect_refused(
      errc::unsupported, [] { cuda_driver::get(); },
      AllOf(HasSubstr("supports CUDA 11.4"), HasSubstr("12.0 or newer")));
}

TEST(CudaDriver, AMissingFunctionIsNamedWithItsVersionAndTheDrivers) {
  const fake::control driver;
  driver.settings().version = 12020;
  driver.settings().missing = "cuMemCreate";
  expect_refused(
      errc::unsupported, [] { cuda_driver::get(); },
      AllOf(HasSubstr("CUDA 12.2"), HasSubstr("no cuMemCreate of CUDA 10.2")));
}

TEST(CudaDriver, ADriverWithoutADeviceIsRefusedTheSameWayEachTime) {
  const fake::control driver;
  driver.settings().devices = 0;
  for (int i = 0; i < 2; ++i) {
    expect_refused(
        errc::unsupported, [] { cuda_driver::get(); },
        AllOf(HasSubstr("cuInit"), HasSubstr("CUDA_ERROR_NO_DEVICE")));
  }
  EXPECT_EQ(driver.calls("cuInit"), 1u);
}

TEST(CudaCheck, SuccessIsSilent) { cuda_check(CUDA_SUCCESS, "cuAnything"); }

TEST(CudaCheck, AFailureNamesCallDeviceSizeCudasTextAndPlace) {
  expect_refused(
      errc::out_of_memory,
      [] {
        cuda_check(CUDA_ERROR_OUT_OF_MEMORY, "cuMemCreate", {3, 4096});
      },
      AllOf(HasSubstr("cuMemCreate on device 3 of 4096 bytes"),
            HasSubstr("CUDA_ERROR_OUT_OF_MEMORY (out of memory)"), HasSubstr("driver_test.cpp:")));
  expect_refused(
      errc::unsupported, [] { cuda_check(CUDA_ERROR_NOT_SUPPORTED, "cuX"); }, HasSubstr("cuX: "));
  expect_refused(
      errc::system_error,
      [] {
        cuda_check(CUDA_ERROR_UNKNOWN, "cuX", {-1, 7});
      },
      HasSubstr("cuX of 7 bytes: "));
}

TEST(CudaCheck, ACodeUnknownToTheDriverIsANumber) {
  expect_refused(
      errc::system_error, [] { cuda_check(static_cast<CUresult>(4711), "cuX"); },
      HasSubstr("CUDA error 4711"));
}

}  // namespace
}  // namespace ark
