// The fake driver itself: that it sees each kind of misuse.
#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fake_control.hpp"
#include "gpu/amo_image.hpp"
#include "gpu/driver/gpu_device.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

TEST_F(FakeDriverDeathTest, AStoreOfTheHostDies) {
  allow();
  EXPECT_DEATH(*reinterpret_cast<volatile int*>(at_) = 1, "");
}

/// A stream on which a kernel runs.
class FakeWait : public FakeDriver {
 protected:
  void SetUp() override {
    FakeDriver::SetUp();
    allow();
    words_ = driver_.view<std::uint64_t>(reinterpret_cast<void*>(at_), 16);
    waiting_ = create();
    occupy(waiting_);
  }
  void TearDown() override {
    release();
    driver_.settings().strict = 1;
    driver_.settings().patience_ms = 5000;
    FakeDriver::TearDown();
  }
  [[nodiscard]] CUstream create(int priority = 0) const {
    CUstream made = nullptr;
    EXPECT_EQ(
        api_.stream_create_with_priority(&made, unsigned{CU_STREAM_NON_BLOCKING}, int{priority}),
        CUDA_SUCCESS);
    return made;
  }
  void occupy(CUstream stream) { kernel_ = driver_.run_kernel(stream); }
  void release() {
    if (kernel_ != nullptr) driver_.end_kernel(std::exchange(kernel_, nullptr));
  }
  [[nodiscard]] std::uint64_t word(int which) const {
    return std::atomic_ref<std::uint64_t>(words_[which]).load();
  }
  void write(CUstream stream, int which, std::uint64_t value) const {
    EXPECT_EQ(api_.stream_write_value_64(stream, at_ + 8u * static_cast<unsigned>(which),
                                         cuuint64_t{value}, 0u),
              CUDA_SUCCESS);
  }
  void finish(CUstream stream) const {
    while (api_.stream_query(stream) == CUDA_ERROR_NOT_READY) std::this_thread::yield();
    EXPECT_EQ(api_.stream_destroy(stream), CUDA_SUCCESS);
  }
  /// `call` would not have come back.
  template <class Call>
  void expect_hang(const char* name, Call&& call) {
    driver_.settings().patience_ms = 20;
    EXPECT_EQ(call(), CUDA_ERROR_LAUNCH_TIMEOUT) << name;
    EXPECT_THAT(
        driver_.hangs(),
        ElementsAre(AllOf(HasSubstr(std::string(name) + " would wait for ever for device 0"),
                          HasSubstr("stream 0: a kernel"))));
    driver_.settings().patience_ms = 5000;
  }

  std::uint64_t* words_ = nullptr;
  CUstream waiting_ = nullptr;
  void* kernel_ = nullptr;
};

TEST_F(FakeWait, CallsThatFreeResourcesOfARunningKernelTimeOut) {
  driver_.settings().strict = 0;
  release();
  finish(waiting_);
  alignas(4096) static std::byte page[4096];
  CUdeviceptr memory = 0;
  CUmodule module = nullptr;
  ASSERT_EQ(api_.mem_alloc(&memory, std::size_t{8}), CUDA_SUCCESS);
  ASSERT_EQ(api_.mem_host_register(static_cast<void*>(page), sizeof page, 0u), CUDA_SUCCESS);
  ASSERT_EQ(api_.module_load_data(&module, static_cast<const void*>(amo_image)), CUDA_SUCCESS);
  void* const kernel = driver_.run_kernel();
  driver_.settings().patience_ms = 20;
  EXPECT_EQ(api_.mem_free(memory), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(api_.mem_host_unregister(static_cast<void*>(page)), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(api_.module_unload(module), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(api_.mem_unmap(at_, segment), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(api_.primary_release(0), CUDA_ERROR_LAUNCH_TIMEOUT);
  const std::vector<std::string> hangs = driver_.hangs();
  EXPECT_EQ(hangs.size(), 5u);
  for (const std::string& one : hangs) EXPECT_THAT(one, HasSubstr(": a kernel"));
  driver_.end_kernel(kernel);
  driver_.settings().patience_ms = 5000;
  EXPECT_EQ(api_.mem_free(memory), CUDA_SUCCESS) << "nothing was freed";
  EXPECT_EQ(api_.mem_host_unregister(static_cast<void*>(page)), CUDA_SUCCESS);
  EXPECT_EQ(api_.module_unload(module), CUDA_SUCCESS);
}

TEST_F(FakeWait, CallsThatMayWaitTimeOutInStrictTests) {
  alignas(4096) static std::byte page[4096];
  CUdeviceptr memory = 0;
  CUmodule module = nullptr;
  const auto allocate = [&] { return api_.mem_alloc(&memory, std::size_t{8}); };
  const auto pin = [&] {
    return api_.mem_host_register(static_cast<void*>(page), sizeof page, 0u);
  };
  const auto load = [&] {
    return api_.module_load_data(&module, static_cast<const void*>(amo_image));
  };
  expect_hang("cuMemAlloc", allocate);
  expect_hang("cuMemHostRegister", pin);
  expect_hang("cuModuleLoadData", load);
  driver_.settings().strict = 0;
  EXPECT_EQ(allocate(), CUDA_SUCCESS);
  EXPECT_EQ(pin(), CUDA_SUCCESS);
  EXPECT_EQ(load(), CUDA_SUCCESS);
  release();
  EXPECT_EQ(api_.mem_free(memory), CUDA_SUCCESS);
  EXPECT_EQ(api_.mem_host_unregister(static_cast<void*>(page)), CUDA_SUCCESS);
  EXPECT_EQ(api_.module_unload(module), CUDA_SUCCESS);
  finish(waiting_);
}

TEST_F(FakeWait, StreamsThatShareAHardwareQueueWaitForEachOther) {
  release();
  finish(waiting_);
  for (const int connections : {2, 1}) {
    driver_.settings().connections = connections;
    const CUstream first = create(), second = create();
    words_[0] = words_[1] = 0;
    occupy(first);
    write(first, 0, 8);  // cannot begin
    write(second, 1, 9);
    if (connections == 2) {
      while (word(1) != 9) std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      EXPECT_EQ(word(1), 0u);
      EXPECT_EQ(api_.stream_query(second), CUDA_ERROR_NOT_READY);
    }
    release();
    finish(first);
    finish(second);
    EXPECT_EQ(word(0), 8u);
    EXPECT_EQ(word(1), 9u);
  }
}

TEST_F(FakeWait, StreamsOfDifferentPrioritiesShareNoHardwareQueue) {
  driver_.settings().connections = 1;
  int least = -1, greatest = 0;
  EXPECT_EQ(api_.ctx_get_stream_priority_range(&least, &greatest), CUDA_SUCCESS);
  EXPECT_LT(greatest, least);
  const CUstream lowest = create(), highest = create(greatest);
  write(lowest, 0, 8);
  write(highest, 1, 9);
  while (word(1) != 9) std::this_thread::yield();
  release();
  for (const CUstream each : {lowest, highest, waiting_}) finish(each);
}

TEST(FakeControl, ABlockedCallThatIsNotExpectedFailsTheTest) {
  const cuda_device device(0);
  const cuda_scope current(device);
  EXPECT_NONFATAL_FAILURE(
      {
        const fake::control driver;
        driver.settings().patience_ms = 20;
        void* const kernel = driver.run_kernel();
        CUdeviceptr memory = 0;
        EXPECT_EQ(cuda_driver::get().mem_alloc(&memory, std::size_t{8}), CUDA_ERROR_LAUNCH_TIMEOUT);
        driver.end_kernel(kernel);
      },
      "cuMemAlloc would wait for ever");
}

}  // namespace
}  // namespace ark
