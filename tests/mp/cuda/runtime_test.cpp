// A PE whose heap is in GPU memory: what the host does there, between processes. The fake driver's
// memory ends the process if the host touches it other than by the driver.
#include <gmock/gmock.h>

#include <ark/info.hpp>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "api/api_test.hpp"
#include "fake_control.hpp"

namespace ark::detail {
ARK_API device_state* cuda_context_of_caller();
}

namespace ark_mp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int out_of_memory = 2;  // CUDA_ERROR_OUT_OF_MEMORY

/// Every test has a job of its own.
class CudaRuntime : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "256k"}, {"ARK_HEAP_RESERVE", "40m"},
            {"ARK_LOG", "error"}, {"ARK_ON_FAILURE", "go_on"},    {"ARK_TIMEOUT", "20s"}};
  }
  /// What the GPU would see at `at`.
  template <class T>
  T* seen(T* at, std::size_t count = 1) const {
    return driver_.view<T>(at, count * sizeof(T));
  }
  ark::detail::device_state* kernels() const { return seen(ark::detail::cuda_context_of_caller()); }

  const fake::control driver_;
};

TEST_F(CudaRuntime, HeapIsInGpuMemoryAndCallocZeroesIt) {
  EXPECT_THAT(ark::route_report(), HasSubstr("cuda_vmm"));
  auto* words = static_cast<std::uint64_t*>(ark_calloc(512, 8));
  ASSERT_NE(words, nullptr) << ark::last_error();
  for (int i = 0; i < 512; ++i) ASSERT_EQ(seen(words, 512)[i], 0u);
  ark_free(words);
}

TEST_F(CudaRuntime, PutsAndGetsOfTheHostArrive) {
  constexpr std::size_t count = 20000;
  auto* there = static_cast<int*>(ark_calloc(count, sizeof(int)));
  std::vector<int> mine(count), back(count);
  for (std::size_t i = 0; i < count; ++i) mine[i] = pattern<int>(me_, i);
  ark_int_put(there, mine.data(), count, next_);
  ark_barrier_all();
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(seen(there, count)[i], pattern<int>(previous_, i)) << i;
  }
  ark_int_get(back.data(), there, count, next_);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(back[i], pattern<int>(me_, i)) << i;
  ark_barrier_all();
  ark_int_p(there + 7, 4000 + me_, next_);
  ark_barrier_all();
  EXPECT_EQ(ark_int_g(there + 7, me_), 4000 + previous_);
  ark_barrier_all();
  ark_free(there);
}

TEST_F(CudaRuntime, ASignalComesAfterItsDataAndEndsAWaitOfTheHost) {
  auto* data = static_cast<std::uint64_t*>(ark_calloc(64, 8));
  auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  std::vector<std::uint64_t> mine(64, 100 + static_cast<std::uint64_t>(me_));
  ark_uint64_put_signal(data, mine.data(), 64, signal, 5, ARK_SIGNAL_SET, next_);
  EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_EQ, 5), 5u);
  EXPECT_EQ(seen(data, 64)[63], 100u + static_cast<std::uint64_t>(previous_));
  EXPECT_EQ(ark_signal_fetch(signal), 5u);
  EXPECT_EQ(ark_uint64_test(signal, ARK_CMP_GT, 5), 0);
  ark_barrier_all();
  ark_free(signal);
  ark_free(data);
}

TEST_F(CudaRuntime, AtomicsOfTheHostAreDoneByTheGpu) {
  auto* word = static_cast<std::uint64_t*>(ark_calloc(2, 8));
  auto* half = reinterpret_cast<std::uint32_t*>(word + 1);
  constexpr int times = 50;
  for (int i = 0; i < times; ++i) {
    const std::uint64_t before = ark_uint64_atomic_fetch_add(word, 3, 0);
    EXPECT_EQ(before % 3, 0u);
    EXPECT_LT(before, static_cast<std::uint64_t>(3 * times * n_));
    ark_uint32_atomic_inc(half, 0);
  }
  ark_barrier_all();
  ark_signal_add(word, 30, 0);
  ark_barrier_all();
  if (me_ == 0) {
    EXPECT_EQ(*seen(word), static_cast<std::uint64_t>((3 * times + 30) * n_));
    EXPECT_EQ(*seen(half), static_cast<std::uint32_t>(times * n_));
  }
  ark_barrier_all();
  const auto counted = static_cast<std::uint32_t>(next_ == 0 ? times * n_ : 0);
  EXPECT_EQ(ark_uint32_atomic_compare_swap(half, counted, 8, next_), counted);
  ark_barrier_all();
  EXPECT_EQ(*seen(half), 8u);
  ark_barrier_all();
  ark_free(word);
}

TEST_F(CudaRuntime, PutAddsOfTheHostAreDoneByTheGpu) {
  constexpr std::size_t count = 20'001;  // several pieces, and an odd end
  auto* sums = static_cast<float*>(ark_calloc(count, sizeof(float)));
  auto* told = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  std::vector<float> mine(count);
  for (std::size_t i = 0; i < count; ++i)
    mine[i] = static_cast<float>(me_) + static_cast<float>(i % 100);
  constexpr int times = 3;
  for (int i = 0; i < times; ++i) {
    ark_float_put_add_nbi(sums, mine.data(), count, 0);
    ark_float_put_add_signal(sums, mine.data(), 1, told, 1, ARK_SIGNAL_ADD, 0);
  }
  ark_barrier_all();
  for (std::size_t i = 0; i < count && me_ == 0; ++i) {
    const auto each = static_cast<float>(i == 0 ? 2 * times : times);
    const float expected = each * (static_cast<float>(n_ * (n_ - 1) / 2) +
                                   static_cast<float>(n_) * static_cast<float>(i % 100));
    ASSERT_EQ(seen(sums, count)[i], expected) << i;
  }
  if (me_ == 0) {
    EXPECT_EQ(*seen(told), static_cast<std::uint64_t>(times * n_));
  }
  ark_barrier_all();
  ark_free(told);
  ark_free(sums);
}

TEST_F(CudaRuntime, GrowsBySegmentsThatKernelsReach) {
  const std::size_t before = ark::heap_query().committed;
  EXPECT_EQ(kernels()->heap_bytes, before);
  auto* big = static_cast<char*>(ark_calloc(5 << 20, 1));
  ASSERT_NE(big, nullptr) << ark::last_error();
  const std::size_t after = ark::heap_query().committed;
  EXPECT_GE(after, before + (5 << 20));
  EXPECT_EQ(kernels()->heap_bytes, after);
  const char mark = static_cast<char>(40 + me_);
  ark_putmem(big + (5 << 20) - 1, &mark, 1, next_);
  ark_barrier_all();
  EXPECT_EQ(*seen(big + (5 << 20) - 1), static_cast<char>(40 + previous_));
  big = static_cast<char*>(ark_realloc(big, 9 << 20));
  ASSERT_NE(big, nullptr) << ark::last_error();
  EXPECT_EQ(*seen(big + (5 << 20) - 1), static_cast<char>(40 + previous_));
  EXPECT_EQ(ark_malloc(64 << 20), nullptr);
  EXPECT_THAT(ark::last_error(), HasSubstr("ARK_HEAP_RESERVE"));
  EXPECT_EQ(ark_buffer_register_symmetric(big, 4096), nullptr);
  EXPECT_THAT(ark::last_error(), HasSubstr("ARK_HEAP=host or cuda_host"));
  ark_free(big);
}

TEST_F(CudaRuntime, ASegmentThatOnePeCannotHaveIsRefusedOnAll) {
  if (me_ == n_ - 1) driver_.fail("cuMemCreate", 1, out_of_memory);
  EXPECT_EQ(ark_malloc(4 << 20), nullptr);
  EXPECT_THAT(ark::last_error(),
              HasSubstr(me_ == n_ - 1 ? "cuMemCreate on device 0 of"
                                      : "failed on PE " + std::to_string(n_ - 1)));
  void* still = ark_malloc(4 << 20);
  EXPECT_NE(still, nullptr) << ark::last_error();
  ark_free(still);
}

TEST_F(CudaRuntime, KernelsHaveAContextOfTheirOwn) {
  const ark::detail::device_state& host = ark::detail::host_context();
  const ark::detail::device_state& gpu = *kernels();
  EXPECT_EQ(gpu.pe, me_);
  EXPECT_EQ(gpu.n_pes, n_);
  EXPECT_EQ(gpu.heap_base, host.heap_base);
  EXPECT_EQ(gpu.timeout_ns, host.timeout_ns);
  EXPECT_EQ(gpu.ring_count, 0u);
  EXPECT_GE(gpu.sm_ring_count, 1u);
  EXPECT_GT(gpu.inline_max_bytes, 0u);
  EXPECT_EQ(host.inline_max_bytes, 0u) << "the host's CPU cannot store to a GPU's heap";
  EXPECT_EQ(gpu.host_copier, nullptr);
  EXPECT_NE(gpu.workspace.barrier_flags, host.workspace.barrier_flags);
  EXPECT_NE(gpu.workspace.tokens, host.workspace.tokens);
  const auto* peers = seen(gpu.peers, static_cast<std::size_t>(n_));
  ASSERT_NE(peers, nullptr);
  for (int pe = 0; pe < n_; ++pe) EXPECT_EQ(peers[pe].heap_base, host.peers[pe].heap_base);
  const auto* collectives = seen(gpu.collectives);
  ASSERT_NE(collectives, nullptr);
  EXPECT_EQ(collectives->barrier_epoch, 0u);
  EXPECT_EQ(collectives->slots, host.collectives->slots);
  const auto* teams = seen(collectives->teams, static_cast<std::size_t>(collectives->slots));
  ASSERT_NE(teams, nullptr);
  EXPECT_EQ(teams[ARK_TEAM_WORLD].rank, me_);
  EXPECT_EQ(teams[ARK_TEAM_WORLD].size, n_);
}

TEST_F(CudaRuntime, TimeSlicedProcessesMayNotWaitInKernels) {
  EXPECT_EQ(kernels()->kernels_wait, n_ == 1);
  EXPECT_THAT(ark::info_json(), HasSubstr("\"mode\": \"time_sliced\""));
  EXPECT_THAT(ark::info_text(), HasSubstr("kernels may not wait for other PEs"));
}

TEST_F(CudaRuntime, StreamsOfCudaBelongToAProgramOfCudas) {
  try {
    ark::launch(
        {1, 1}, +[] {});
    ADD_FAILURE() << "launched on the CPU executor";
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), ark::errc::unsupported);
    EXPECT_THAT(problem.what(), HasSubstr("compile them with nvcc, or set ARK_HEAP=host"));
  }
}

/// Tests that leave a failure behind.
class CudaFailure : public CudaRuntime {
 protected:
  void TearDown() override { ark::finalize(); }
  /// Every PE must have failed before one leaves: else it is the one that is gone.
  void expect_failure(ark::errc code, const std::string& text) {
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, code) << ark::failure_text(record);
    EXPECT_THAT(ark::failure_text(record), HasSubstr(text));
    meet();
  }
};

TEST_F(CudaFailure, AFailureOfTheHostReachesKernels) {
  EXPECT_EQ(kernels()->status, 0u);
  ark_putmem(nullptr, nullptr, 8, 99);
  EXPECT_EQ(kernels()->status, static_cast<std::uint32_t>(ark::errc::invalid_argument));
  expect_failure(ark::errc::invalid_argument, "PE out of range");
}

TEST_F(CudaFailure, AFailureOfAKernelReachesTheHost) {
  // As device::fail does it on the GPU.
  ark::detail::failure_mirror& mirror = *kernels()->mirror;
  mirror.numbers.kind = {ark::errc::timeout, ark::detail::op_kind::signal_wait_until,
                         ark::detail::cmp_kind::ge};
  mirror.numbers.expected = 7;
  mirror.numbers.seen = 3;
  mirror.place.block[0] = 12;
  EXPECT_EQ(ark_status(), 0);
  ark::detail::store_release(&mirror.status, static_cast<std::uint32_t>(ark::errc::timeout));
  EXPECT_EQ(ark_status(), static_cast<int>(ark::errc::timeout));
  expect_failure(ark::errc::timeout,
                 "signal_wait_until, expected ge 7, seen 3; after 20.000 s; block 12");
  const ark::failure_record record = ark::last_failure();
  EXPECT_EQ(record.pe, me_);
  EXPECT_TRUE(record.on_lane && record.has_value);
  EXPECT_EQ(record.cmp, ark::detail::cmp_kind::ge);
  EXPECT_EQ(record.expected, 7u);
  EXPECT_EQ(record.seen, 3u);
  EXPECT_EQ(record.elapsed_ns, ark::device::context().timeout_ns);
}

TEST_F(CudaFailure, AFailureOfAKernelEndsAWaitOfTheHost) {
  auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  ark::detail::failure_mirror& mirror = *kernels()->mirror;
  mirror.record.code = ark::errc::divergence;
  mirror.record.pe = me_;
  std::thread kernel([&] {
    while (driver_.calls("cuMemcpyAsync") < 200) std::this_thread::yield();  // it waits by now
    ark::detail::store_release(&mirror.status, static_cast<std::uint32_t>(ark::errc::divergence));
  });
  ark_signal_wait_until(signal, ARK_CMP_EQ, 1);
  kernel.join();
  expect_failure(ark::errc::divergence, "divergence");
}

TEST_F(CudaFailure, AnAtomicThatFindsNoPlaceOnTheGpuIsAFailure) {
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  driver_.fail("cuLaunchKernel", 1, out_of_memory);
  ark_uint64_atomic_add(word, 1, next_);
  ark_quiet();
  expect_failure(ark::errc::out_of_memory, "cuLaunchKernel on device 0");
}

TEST_F(CudaFailure, APutAddThatFindsNoPlaceOnTheGpuIsAFailure) {
  auto* word = static_cast<double*>(ark_calloc(1, 8));
  const double one = 1;
  driver_.fail("cuLaunchKernel", 1, out_of_memory);
  ark_double_put_add(word, &one, 1, next_);
  ark_quiet();
  expect_failure(ark::errc::out_of_memory, "cuLaunchKernel on device 0");
}

TEST_F(CudaFailure, CollectivesOfTheHostWithDataAreRefused) {
  auto* words = static_cast<std::uint64_t*>(ark_calloc(8, 8));
  ark_broadcastmem(ARK_TEAM_WORLD, words, words + 4, 8, 0);
  expect_failure(ark::errc::unsupported, "call this collective in a kernel");
}

TEST_F(CudaFailure, ACopyThatFailsIsTheHostsFailureWithCallDeviceAndSize) {
  auto* words = static_cast<std::uint64_t*>(ark_calloc(8, 8));
  std::uint64_t mine[8] = {};
  driver_.fail("cuMemcpyAsync", 1, out_of_memory);
  ark_putmem(words, mine, sizeof mine, next_);
  ark_quiet();
  expect_failure(ark::errc::out_of_memory, "cuMemcpyAsync on device 0 of 64 bytes");
}

TEST_F(CudaFailure, AReadThatFailsEndsAWaitOfTheHost) {
  auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  driver_.fail("cuMemcpyAsync", 3, out_of_memory);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 1);
  expect_failure(ark::errc::out_of_memory, "cuMemcpyAsync on device 0 of 8 bytes");
}

/// Starts that do not come off.
class CudaStart : public ::testing::Test {
 protected:
  static void expect_refused(const ark::settings& overrides, ark::errc code,
                             const std::string& text) {
    try {
      ark::init(overrides);
      ADD_FAILURE() << "started";
      ark::finalize();
    } catch (const ark::error& problem) {
      EXPECT_EQ(problem.code(), code) << problem.what();
      EXPECT_THAT(problem.what(), HasSubstr(text));
    }
    meet();
  }
  const fake::control driver_;
};

TEST_F(CudaStart, HeapsOfTwoKindsAreRefusedOnEveryPe) {
  expect_refused({{"ARK_HEAP", rank() == 0 ? "host" : "cuda"}}, ark::errc::asymmetric,
                 "the heap of PE 0 is host, that of PE 1 is cuda");
}

TEST_F(CudaStart, AMissingDeviceOfOnePeFailsOnAll) {
  const bool mine = rank() == 1;
  expect_refused({{"ARK_HEAP", "cuda"}, {"ARK_CUDA_DEVICE", mine ? "5" : "0"}},
                 ark::errc::invalid_argument,
                 mine ? "CUDA device 5: this process sees 1: accepted: 0 to 0"
                      : "PE 1 has no heap: invalid_argument");
}

TEST_F(CudaStart, EveryFailedCallIsAnErrorAndLeaksNothing) {
  for (const char* call :
       {"cuDevicePrimaryCtxRetain", "cuStreamCreateWithPriority", "cuMemCreate", "cuMemMap",
        "cuMemSetAccess", "cuMemHostRegister", "cuMemHostGetDevicePointer", "cuMemAlloc"}) {
    driver_.fail(call, 1, out_of_memory);
    expect_refused({{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_LOG", "error"}},
                   ark::errc::out_of_memory, call);
    EXPECT_EQ(driver_.alive(), 0) << call;
  }
  ark::init({{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}});
  ark::finalize();
  EXPECT_EQ(driver_.alive(), 0);
}

TEST_F(CudaStart, WithoutRoomForARowOfHeapsEachHasAPlaceOfItsOwn) {
  for (const bool has_room : {true, false}) {
    if (!has_room) driver_.fail("cuMemAddressReserve", 1, out_of_memory);
    ark::init({{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_HEAP_RESERVE", "64m"}});
    const ark::detail::device_state& state = ark::device::context();
    const std::uint64_t apart = state.peers[1].heap_base - state.peers[0].heap_base;
    EXPECT_EQ(apart % (std::uint64_t{1} << 32) == 0, has_room) << apart;
    auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
    ark_uint64_p(word, 5, 1 - rank());
    ark_barrier_all();
    EXPECT_EQ(ark_uint64_g(word, rank()), 5u);
    ark_free(word);
    ark::finalize();
    EXPECT_EQ(driver_.alive(), 0);
  }
}

TEST_F(CudaStart, MpsLetsKernelsWait) {
  driver_.settings().mps = 1;
  ark::init({{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}});
  EXPECT_THAT(ark::info_json(), HasSubstr("\"mode\": \"mps\""));
  EXPECT_THAT(ark::info_text(), HasSubstr("kernels may wait for other PEs"));
  ark::finalize();
  driver_.settings().mps = 0;
}

TEST_F(CudaStart, WaitsInKernelsCanBeForcedOnATimeSlicedGpu) {
  ark::init({{"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_CUDA_WAIT", "always"}});
  EXPECT_THAT(ark::info_text(), HasSubstr("time_sliced"));
  EXPECT_THAT(ark::info_text(), HasSubstr("kernels may wait for other PEs"));
  ark::finalize();
}

TEST_F(CudaStart, SettingsAGpuDoesNotSupportAreDowngrades) {
  ark::settings wanted{{"ARK_HEAP", "cuda"},
                       {"ARK_SYMMETRIC_SIZE", "64k"},
                       {"ARK_LOG", "error"},
                       {"ARK_ROUTE", "queue"},
                       {"ARK_CHECK", "1"}};
  ark::init(wanted);
  EXPECT_THAT(
      ark::info_text(),
      HasSubstr("downgrade: ARK_ROUTE: queue wanted, inline in launches without engine_blocks"));
  EXPECT_THAT(ark::info_text(), HasSubstr("downgrade: ARK_CHECK: 1 wanted, only kernels"));
  ark::finalize();
  wanted["ARK_STRICT"] = "1";
  expect_refused(wanted, ark::errc::unsupported, "ARK_ROUTE: queue wanted");
}

const ark::settings small_heap{
    {"ARK_HEAP", "cuda"}, {"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_LOG", "error"}};

/// The heap is by cudaIpc, works, is full where it ends, and leaves nothing behind.
void expect_ipc_heap(const fake::control& driver) {
  EXPECT_THAT(ark::route_report(), HasSubstr("cuda_ipc"));
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  const int previous = (ark_my_pe() + ark_n_pes() - 1) % ark_n_pes();
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  ASSERT_NE(word, nullptr) << ark::last_error();
  ark_uint64_p(word, 70 + static_cast<std::uint64_t>(ark_my_pe()), next);
  ark_barrier_all();
  EXPECT_EQ(*driver.object(word), 70 + static_cast<std::uint64_t>(previous));
  ark_barrier_all();
  EXPECT_EQ(ark_malloc(4 << 20), nullptr);
  EXPECT_THAT(
      ark::last_error(),
      AllOf(HasSubstr("4194304 bytes aligned to"), HasSubstr("largest free range"),
            HasSubstr("0 more available up to the limit 2097152"), HasSubstr("ARK_SYMMETRIC_SIZE"),
            HasSubstr("a heap for cudaIpc"), HasSubstr("cannot grow")));
  EXPECT_EQ(ark_buffer_register_symmetric(word, 4096), nullptr);
  EXPECT_THAT(ark::last_error(), HasSubstr("ARK_HEAP=host or cuda_host"));
  ark_free(word);
  ark::finalize();
  EXPECT_EQ(driver.alive(), 0);
}

TEST_F(CudaStart, MemoryThatCannotBePassedOnGivesAHeapByIpcAndIsADowngrade) {
  driver_.settings().posix_fd = 0;
  ark::init(small_heap);
  EXPECT_THAT(ark::info_text(),
              AllOf(HasSubstr("downgrade: ARK_HEAP: cuda wanted, cuda_ipc used, which cannot grow: "
                              "device 0 passes no memory to other processes"),
                    HasSubstr("ARK_HEAP=cuda_ipc selects the heap in use")));
  EXPECT_THAT(ark::info_json(), HasSubstr("\"heap\": \"cuda_ipc\""));
  expect_ipc_heap(driver_);
  ark::settings strict = small_heap;
  strict["ARK_STRICT"] = "1";
  expect_refused(strict, ark::errc::unsupported, "cuda wanted, cuda_ipc used");
  driver_.settings().posix_fd = 1;
  EXPECT_EQ(driver_.alive(), 0);
}

TEST_F(CudaStart, MemoryThatOnePeCannotExportIsUsedByNone) {
  if (rank() == 1) driver_.fail("cuMemExportToShareableHandle", 1, 800);
  ark::init(small_heap);
  EXPECT_THAT(ark::info_text(),
              HasSubstr(rank() == 1 ? "cuMemExportToShareableHandle on device 0 of 2097152 bytes"
                                    : "PE 1 cannot have cuda (see its log)"));
  expect_ipc_heap(driver_);
}

TEST_F(CudaStart, ARequestedHeapByIpcIsNoDowngrade) {
  ark::settings wanted = small_heap;
  wanted["ARK_HEAP"] = "cuda_ipc";
  wanted["ARK_STRICT"] = "1";
  ark::init(wanted);
  expect_ipc_heap(driver_);
  wanted["ARK_HEAP_RESERVE"] = "1g";
  expect_refused(wanted, ark::errc::unsupported, "cudaIpc hands out, it cannot grow");
}

TEST_F(CudaStart, ADriverThatSharesNoMemoryIsAnErrorThatNamesARemedy) {
  driver_.settings().posix_fd = driver_.settings().ipc = 0;
  expect_refused(small_heap, ark::errc::unsupported,
                 "cuIpcGetMemHandle on device 0 of 2097152 bytes");
  driver_.settings().posix_fd = driver_.settings().ipc = 1;
  EXPECT_EQ(driver_.alive(), 0);
}

TEST_F(CudaStart, PinnedHostMemoryIsTheHostsAsWell) {
  ark::init({{"ARK_HEAP", "cuda_host"}, {"ARK_SYMMETRIC_SIZE", "64k"}});
  EXPECT_THAT(ark::route_report(), HasSubstr("cuda_host (pinned memfd)"));
  auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  ark_uint64_atomic_add(word, 1, (ark_my_pe() + 1) % ark_n_pes());
  ark_barrier_all();
  EXPECT_EQ(*word, 1u);
  ark_barrier_all();
  ark_free(word);
  ark::finalize();
}

TEST_F(CudaStart, AutomaticIsTheHostWithoutKernelsOfNvcc) {
  const std::uint64_t before = driver_.calls("cuDevicePrimaryCtxRetain");
  ark::init({{"ARK_SYMMETRIC_SIZE", "64k"}});
  EXPECT_THAT(ark::route_report(), HasSubstr("host_shm"));
  EXPECT_THAT(ark::info_text(), HasSubstr("no part of the program was compiled by nvcc"));
  EXPECT_EQ(driver_.calls("cuDevicePrimaryCtxRetain"), before) << "a device was looked for";
  try {
    ark::detail::cuda_context_of_caller();
    ADD_FAILURE() << "there is no context on a GPU";
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), ark::errc::unsupported);
    EXPECT_THAT(problem.what(), HasSubstr("is in host memory: no part of the program"));
  }
  ark::finalize();
}

}  // namespace
}  // namespace ark_mp
