// GoogleTest on a GPU. Exit 77, with the reason, if there is none or if all tests were skipped.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char** argv) {
  constexpr int skipped_status = 77;
  testing::InitGoogleTest(&argc, argv);
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0) {
    std::printf("skipped: no GPU: %s\n",
                code == cudaSuccess ? "the driver has none" : cudaGetErrorString(code));
    return skipped_status;
  }
  // The tests' GPU: else the driver makes its context anew, in seconds, for each test.
  if (cudaInitDevice(0, 0, 0) != cudaSuccess) cudaGetLastError();
  const int status = RUN_ALL_TESTS();
  const testing::UnitTest& unit = *testing::UnitTest::GetInstance();
  const bool all_skipped = unit.skipped_test_count() == unit.test_to_run_count();
  return status == 0 && all_skipped ? skipped_status : status;
}
