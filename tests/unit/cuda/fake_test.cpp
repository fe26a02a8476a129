// The fake driver itself: what tests rely on it for.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "cuda/driver.hpp"
#include "fake_control.hpp"

namespace ark {
namespace {

constexpr std::size_t segment = 2 << 20;

/// One device with its context current, and a segment mapped twice over its memory.
class FakeDriver : public ::testing::Test {
 protected:
  void SetUp() override {
    CUcontext context = nullptr;
    ASSERT_EQ(api_.primary_retain(&context, 0), CUDA_SUCCESS);
    ASSERT_EQ(api_.ctx_push_current(context), CUDA_SUCCESS);
    CUmemAllocationProp prop{};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    ASSERT_EQ(api_.mem_create(&handle_, segment, &prop, 0ull), CUDA_SUCCESS);
    ASSERT_EQ(api_.mem_address_reserve(&at_, 2 * segment, std::size_t{0}, CUdeviceptr{0}, 0ull),
              CUDA_SUCCESS);
    ASSERT_EQ(api_.mem_map(at_, segment, std::size_t{0}, handle_, 0ull), CUDA_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(api_.mem_unmap(at_, segment), CUDA_SUCCESS);
    EXPECT_EQ(api_.mem_address_free(at_, 2 * segment), CUDA_SUCCESS);
    EXPECT_EQ(api_.mem_release(handle_), CUDA_SUCCESS);
    CUcontext context = nullptr;
    EXPECT_EQ(api_.ctx_pop_current(&context), CUDA_SUCCESS);
    EXPECT_EQ(api_.primary_release(0), CUDA_SUCCESS);
    EXPECT_EQ(driver_.alive(), 0);
  }
  void allow() {
    CUmemAccessDesc access{};
    access.location = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    ASSERT_EQ(api_.mem_set_access(at_, segment, &access, std::size_t{1}), CUDA_SUCCESS);
  }

  const fake::control driver_;
  const cuda_driver& api_ = cuda_driver::get();
  CUmemGenericAllocationHandle handle_ = 0;
  CUdeviceptr at_ = 0;
};
using FakeDriverDeathTest = FakeDriver;

TEST_F(FakeDriver, MemoryIsOutOfReachUntilAccessIsGiven) {
  EXPECT_EQ(driver_.view(reinterpret_cast<void*>(at_)), nullptr);
  EXPECT_EQ(api_.memset_d8_async(at_, '\0', segment, nullptr), CUDA_ERROR_INVALID_VALUE);
  allow();
  EXPECT_NE(driver_.view(reinterpret_cast<void*>(at_), segment), nullptr);
  EXPECT_EQ(driver_.view(reinterpret_cast<void*>(at_ + segment)), nullptr);
}

TEST_F(FakeDriverDeathTest, AStoreOfTheHostDies) {
  allow();
  EXPECT_DEATH(*reinterpret_cast<volatile int*>(at_) = 1, "");
}

TEST_F(FakeDriver, MemoryOfADeviceApartCannotBeGivenToAnother) {
  driver_.settings().devices = 2;
  CUmemAccessDesc access{};
  access.location = {CU_MEM_LOCATION_TYPE_DEVICE, {1}};
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  driver_.settings().peers = 0;
  EXPECT_EQ(api_.mem_set_access(at_, segment, &access, std::size_t{1}),
            CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  driver_.settings().peers = 1;
  EXPECT_EQ(api_.mem_set_access(at_, segment, &access, std::size_t{1}), CUDA_SUCCESS);
}

TEST_F(FakeDriver, MemoryIsNotZeroed) {
  allow();
  EXPECT_NE(*driver_.view<std::uint64_t>(reinterpret_cast<void*>(at_)), 0u);
}

TEST_F(FakeDriver, TheNthCallFailsAndTheNextDoesNot) {
  driver_.fail("cuStreamCreate", 2, CUDA_ERROR_UNKNOWN);
  CUstream one = nullptr, two = nullptr;
  EXPECT_EQ(api_.stream_create(&one, 0u), CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_create(&two, 0u), CUDA_ERROR_UNKNOWN);
  EXPECT_EQ(api_.stream_create(&two, 0u), CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_destroy(one), CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_destroy(two), CUDA_SUCCESS);
}

TEST_F(FakeDriver, AStreamDoesOneThingAfterTheOther) {
  allow();
  CUstream stream = nullptr;
  ASSERT_EQ(api_.stream_create(&stream, 0u), CUDA_SUCCESS);
  auto* words = driver_.view<std::uint64_t>(reinterpret_cast<void*>(at_), 16);
  words[0] = words[1] = 0;
  EXPECT_EQ(api_.stream_wait_value_64(stream, at_, cuuint64_t{5}, CU_STREAM_WAIT_VALUE_GEQ),
            CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_write_value_64(stream, at_ + 8, cuuint64_t{9}, 0u), CUDA_SUCCESS);
  std::atomic_ref<std::uint64_t> second(words[1]);
  EXPECT_EQ(api_.stream_query(stream), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(second.load(), 0u);
  std::atomic_ref<std::uint64_t>(words[0]).store(5);
  while (api_.stream_query(stream) == CUDA_ERROR_NOT_READY) std::this_thread::yield();
  EXPECT_EQ(second.load(), 9u);
  EXPECT_EQ(api_.stream_destroy(stream), CUDA_SUCCESS);
}

TEST_F(FakeDriver, AStreamThatWaitsForEverCanBeDestroyed) {
  allow();
  CUstream stream = nullptr;
  ASSERT_EQ(api_.stream_create(&stream, 0u), CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_wait_value_64(stream, at_, cuuint64_t{1}, CU_STREAM_WAIT_VALUE_EQ),
            CUDA_SUCCESS);
  EXPECT_EQ(api_.stream_destroy(stream), CUDA_SUCCESS);
}

}  // namespace
}  // namespace ark
