// Several PEs of one process on one GPU, and a program that nvcc has compiled a part of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <ark/plan.hpp>
#include <ark/serve/tenants.hpp>
#include <mutex>
#include <stdexcept>

#include "executor/executor.hpp"
#include "fake_control.hpp"

struct CUstream_st;

namespace ark {

// What launch_cuda.hpp and launch.hpp declare for nvcc.
void stream_destroy(CUstream_st* stream);
void stream_sync(CUstream_st* stream);
bool stream_query(CUstream_st* stream);
namespace detail {
device_state* cuda_context_of_caller();
std::size_t cuda_launch_shared_bytes(std::size_t wanted);
std::size_t cuda_group_shared_bytes(std::size_t wanted, unsigned* pes);
unsigned cuda_engine_shares();
unsigned cuda_green_multiprocessors(CUstream_st* stream);
bool cuda_runs_alone(CUstream_st* stream);
}  // namespace detail

namespace {

using ::testing::HasSubstr;

const settings on_gpu{{"ARK_SYMMETRIC_SIZE", "64k"},
                      {"ARK_ON_FAILURE", "go_on"},
                      {"ARK_TIMEOUT", "30s"},
                      {"ARK_LOG", "error"}};

/// As a file that nvcc has compiled: keeps what its table was set to last.
std::mutex table_mutex;
detail::cuda_context_table table;
const char* keep(const detail::cuda_context_table& fresh) {
  const std::lock_guard lock(table_mutex);
  table = fresh;
  return nullptr;
}
const char* fails(const detail::cuda_context_table&) { return "invalid device symbol"; }

TEST(CudaLocal, PesOfOneProcessFindTheirContextsByTheirPlace) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      2,
      [&](int pe) {
        const auto place = static_cast<unsigned>(pe);
        EXPECT_EQ(table.count, 2u);
        EXPECT_EQ(table.of[place], detail::cuda_context_of_caller());
        EXPECT_EQ(driver.object(table.of[place])->pe, pe);
        EXPECT_TRUE(driver.object(table.of[place])->kernels_wait);
        const std::size_t bytes = detail::cuda_launch_shared_bytes(3000);
        EXPECT_EQ(bytes, 3072 + 16 * place);
        EXPECT_EQ(detail::cuda_launcher_place(bytes), place);
        unsigned pes = 0;
        const std::size_t of_group = detail::cuda_group_shared_bytes(3000, &pes);
        EXPECT_EQ(detail::cuda_launcher_place(of_group), detail::cuda_group_place);
        EXPECT_EQ(pes, 2u);
        EXPECT_EQ(detail::cuda_engine_shares(), 2u) << "both are on one GPU";
        EXPECT_THAT(info_text(), HasSubstr("in_process: 2 PEs in 1 process"));
        ark_barrier_all();
      },
      on_gpu);
  EXPECT_EQ(driver.alive(), 0);
}

TEST(CudaLocal, AGroupOfPesOnSeveralGpusIsRefused) {
  const fake::control driver;
  driver.settings().devices = 2;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      2,
      [&](int) {
        try {
          unsigned pes = 0;
          detail::cuda_group_shared_bytes(0, &pes);
          ADD_FAILURE() << "taken";
        } catch (const error& problem) {
          EXPECT_EQ(problem.code(), errc::unsupported);
          EXPECT_THAT(problem.what(), HasSubstr("a group of the 2 PEs of this process"));
        }
        ark_barrier_all();
      },
      on_gpu);
}

void tell_each_other(std::uint64_t* word) {
  word = own_address(word);
  const int me = ark_my_pe();
  ark_signal_set(word, 70 + static_cast<std::uint64_t>(me), 1 - me);
  ark_signal_wait_until(word, ARK_CMP_NE, 0);
}

/// One launch of both PEs, played by an executor apart from ark's, in the contexts of the device.
void play_group(std::uint64_t* word) {
  using bound = detail::bound_kernel<std::uint64_t*>;
  executor::executor played(executor::options{});
  played.launch({{1, 1, 2}, {1, 1, 1}, 0, nullptr, true, true},
                {&bound::run, &bound::destroy, new bound{tell_each_other, {word}}}, table.of[1], {},
                {table.of, table.count});
  EXPECT_EQ(played.stream_sync(nullptr, 30'000'000'000), errc::ok);
}

TEST(CudaLocal, BlocksOfOneLaunchAreOfSeveralPes) {
  const fake::control driver;
  driver.settings().open = 1;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      2,
      [&](int pe) {
        auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        if (pe == 1) play_group(word);
        ark_barrier_all();
        EXPECT_EQ(*driver.object(word), 71u - static_cast<std::uint64_t>(pe));
        ark_barrier_all();
        ark_free(word);
      },
      on_gpu);
}

TEST(CudaLocal, PesOfOneProcessReachEachOthersMemory) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      2,
      [&](int pe) {
        auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
        ark_uint64_p(word, 70 + static_cast<std::uint64_t>(pe), 1 - pe);
        ark_barrier_all();
        EXPECT_EQ(*driver.object(word), 71u - static_cast<std::uint64_t>(pe));
        EXPECT_EQ(ark_uint64_g(word, 1 - pe), 70u + static_cast<std::uint64_t>(pe));
        ark_barrier_all();
        ark_free(word);
      },
      on_gpu);
}

/// PE 2 has the GPU of PE 0.
TEST(CudaLocal, PesOnGpusApartAreReachedByTheProxy) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  driver.settings().devices = 2;
  for (const auto& [peers, why] :
       {std::pair{0, "do not reach each other's memory"}, {1, "there are no atomics"}}) {
    driver.settings().peers = peers;
    local_run(
        3,
        [&, text = why](int pe) {
          auto* word = static_cast<std::uint64_t*>(ark_calloc(1, 8));
          EXPECT_EQ(ark_ptr(word, 1) == nullptr, pe != 1);
          EXPECT_EQ(ark_ptr(word, 2) == nullptr, pe == 1);
          EXPECT_THAT(ark::info_text(), HasSubstr(text));
          EXPECT_THAT(ark::info_text(),
                      HasSubstr(pe == 1 ? "the proxy, to PE 0, 2" : "the proxy, to PE 1"));
          for (int to = 0; to < 3; ++to) ark_uint64_atomic_add(word, 1u << (4 * pe), to);
          ark_barrier_all();
          EXPECT_EQ(ark_uint64_g(word, (pe + 1) % 3), 0x111u);
          ark_barrier_all();
          ark_free(word);
        },
        on_gpu);
  }
}

TEST(CudaLocal, PesOnGpusApartAreADowngradeAndAnErrorWhereThatIsWanted) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  driver.settings().devices = 2;
  driver.settings().peers = 1;
  settings strict = on_gpu;
  strict["ARK_STRICT"] = "1";
  try {
    local_run(
        2, [](int) {}, strict);
    FAIL() << "started";
  } catch (const error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("joined by NVLink"));
  }
}

TEST(CudaLocal, InfoNamesTheTransferPathOfGpuMemoryAndItsReason) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  settings proxied = on_gpu;
  proxied["ARK_ROUTE"] = "proxy";
  local_run(
      2,
      [&](int) {
        EXPECT_THAT(info_text(), HasSubstr("other hosts: staged through pinned memory of the host: "
                                           "loopback takes no memory of a GPU"));
      },
      proxied);
}

TEST(CudaLocal, AutomaticIsTheGpuForAProgramOfNvcc) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        EXPECT_THAT(route_report(), HasSubstr("cuda_vmm"));
        EXPECT_THAT(route_report(), HasSubstr("a launch without engine_blocks has no engine"));
        EXPECT_THAT(info_text(), HasSubstr("the program has kernels for GPUs, and there is one"));
        EXPECT_EQ(table.of[0], detail::cuda_context_of_caller());
        EXPECT_EQ(detail::cuda_launch_shared_bytes(3000), 3000u)
            << "there is nobody to be told from";
        unsigned pes = 0;
        EXPECT_EQ(detail::cuda_group_shared_bytes(3000, &pes), 3000u);
        EXPECT_EQ(pes, 1u);
        EXPECT_EQ(detail::cuda_engine_shares(), 1u);
      },
      on_gpu);
  EXPECT_EQ(table.of[0], nullptr) << "kernels launched now are to fail, not to find freed memory";
}

TEST(CudaLocal, AutomaticIsTheHostWithoutADriver) {
  const fake::control driver;
  driver.settings().version = 11000;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        EXPECT_THAT(route_report(), HasSubstr("host_shm"));
        EXPECT_THAT(info_text(), HasSubstr("supports CUDA 11.0; ark takes 12.0 or newer"));
        EXPECT_THROW(detail::cuda_launch_shared_bytes(0), error);
      },
      on_gpu);
}

TEST(CudaLocal, AutomaticDoesNotHideABadDevice) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  settings bad = on_gpu;
  bad["ARK_CUDA_DEVICE"] = "7";
  try {
    local_run(
        1, [](int) {}, bad);
    FAIL() << "started";
  } catch (const error& problem) {
    EXPECT_EQ(problem.code(), errc::invalid_argument);
    EXPECT_THAT(problem.what(), HasSubstr("CUDA device 7"));
  }
}

TEST(CudaLocal, AFailedUpdateOfKernelsIsAnErrorOfInit) {
  const fake::control driver;
  const detail::cuda_unit unit(&fails, true);
  try {
    local_run(
        1, [](int) {}, on_gpu);
    FAIL() << "started";
  } catch (const error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("cudaMemcpyToSymbol on device 0"));
    EXPECT_THAT(problem.what(), HasSubstr("invalid device symbol"));
  }
  EXPECT_EQ(driver.alive(), 0);
}

/// A plan to the neighbour that nobody destroys.
void leave_a_plan(int pe) {
  auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
  EXPECT_NE(ark_plan_create(words, words + 8, 64, words + 16, 1 - pe), nullptr) << last_error();
  ark_barrier_all();
}

TEST(CudaLocal, ADriverWithoutGraphsThatLoopHasNoPlansByCopyEngines) {
  const fake::control driver;
  driver.settings().version = 12030;
  const detail::cuda_unit unit(&keep, true);
  const std::string why =
      "the driver (CUDA 12.3) has no graphs with loops that copy; a driver of CUDA 12.4 or newer "
      "has";
  local_run(
      2,
      [&](int pe) {
        auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
        EXPECT_EQ(ark_plan_create(words, words + 8, 64, words + 16, 1 - pe), nullptr);
        EXPECT_THAT(last_error(), HasSubstr("plans by copy engines are unsupported: " + why));
        EXPECT_THAT(info_text(), HasSubstr("gpu copy engine, not available: " + why));
        EXPECT_THAT(info_json(), HasSubstr("\"verdict\": \"not available: " + why));
        ark_barrier_all();
      },
      on_gpu);
}

TEST(CudaLocal, ADriverWithoutGraphsThatLoopHasPlansByTheProxy) {
  const fake::control driver;
  driver.settings().version = 12030;
  const detail::cuda_unit unit(&keep, true);
  settings proxied = on_gpu;
  proxied["ARK_ROUTE"] = "proxy";
  local_run(
      2,
      [](int pe) {
        auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
        const ark_plan_t plan = ark_plan_create(words, words + 8, 64, words + 16, 1 - pe);
        EXPECT_NE(plan, nullptr) << last_error();
        ark_barrier_all();
        ark_plan_destroy(plan);
        ark_barrier_all();
      },
      proxied);
}

TEST(CudaLocal, APlanIsTakenAwayBesideOneOfAnotherPe) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      2,
      [](int pe) {
        auto* words = static_cast<std::uint64_t*>(ark_calloc(64, 8));
        const ark_plan_t plan = ark_plan_create(words, words + 8, 64, words + 16, 1 - pe);
        ark_barrier_all();
        if (pe == 0) ark_plan_destroy(plan);
        ark_barrier_all();
      },
      on_gpu);
}

TEST(CudaLocal, PlansNotDestroyedDoNotWriteToAFreedHeap) {
  const fake::control driver;
  const int alive = driver.alive();
  const detail::cuda_unit unit(&keep, true);
  const std::uint64_t before = driver.calls("cuGraphLaunch");
  local_run(2, leave_a_plan, on_gpu);
  EXPECT_GE(driver.calls("cuGraphLaunch"), before + 2);
  EXPECT_EQ(driver.alive(), alive);
}

TEST(CudaLocal, PlansOfFailedPesDoNotWriteToAFreedHeap) {
  const fake::control driver;
  const int alive = driver.alive();
  const detail::cuda_unit unit(&keep, true);
  EXPECT_THROW(local_run(
                   2,
                   [](int pe) {
                     leave_a_plan(pe);
                     if (pe == 0) throw std::runtime_error("PE 0 gives up");
                   },
                   on_gpu),
               std::exception);
  EXPECT_EQ(driver.alive(), alive);
}

TEST(CudaLocal, StreamsAreCudas) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        const int before = driver.alive();
        auto* stream = reinterpret_cast<CUstream_st*>(stream_create());
        EXPECT_EQ(driver.alive(), before + 1);
        EXPECT_TRUE(stream_query(stream));
        stream_sync(stream);
        stream_sync(static_cast<CUstream_st*>(nullptr));
        device_sync();
        stream_destroy(stream);
        EXPECT_EQ(driver.alive(), before);
        EXPECT_THROW(stream_destroy(stream), error);
        driver.fail("cuStreamQuery", 1, 700);
        EXPECT_THROW(device_sync(), error);
        [[maybe_unused]] const stream_t left = stream_create();  // finalize destroys it
      },
      on_gpu);
  EXPECT_EQ(driver.alive(), 0);
}

/// Only then its room is known: for engine blocks.
TEST(CudaLocal, ALaunchIsAloneIfNoOtherStreamOfItsPeHasWork) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        auto* const one = reinterpret_cast<CUstream_st*>(stream_create());
        auto* const other = reinterpret_cast<CUstream_st*>(stream_create());
        for (auto* const stream : {one, other}) EXPECT_TRUE(detail::cuda_runs_alone(stream));
        for (auto* const busy : {one, other}) {
          void* const kernel = driver.run_kernel(busy);
          for (auto* const stream : {one, other, static_cast<CUstream_st*>(nullptr)})
            EXPECT_EQ(detail::cuda_runs_alone(stream), stream == busy) << "its own is in order";
          driver.end_kernel(kernel);
          stream_sync(busy);
        }
        EXPECT_TRUE(detail::cuda_runs_alone(nullptr));
        driver.fail("cuStreamQuery", 1, 700);
        EXPECT_FALSE(detail::cuda_runs_alone(nullptr)) << "not known";

        const std::uint64_t queries = driver.calls("cuStreamQuery");
        driver.settings().captures = 1;
        EXPECT_FALSE(detail::cuda_runs_alone(one)) << "the graphs may run at any time";
        driver.settings().captures = 0;
        driver.fail("cuStreamIsCapturing", 1, 906);
        EXPECT_FALSE(detail::cuda_runs_alone(one)) << "the legacy stream beside a capture";
        EXPECT_EQ(driver.calls("cuStreamQuery"), queries) << "a query would end the capture";
        stream_destroy(one);
        stream_destroy(other);
      },
      on_gpu);
}

/// The room for engine blocks: that of the stream's kernels.
TEST(CudaLocal, AStreamOfAGreenContextHasItsMultiprocessorsOnly) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        auto* const all = reinterpret_cast<CUstream_st*>(stream_create());
        driver.settings().green_sms = 16;
        auto* const some = reinterpret_cast<CUstream_st*>(stream_create());
        EXPECT_EQ(detail::cuda_green_multiprocessors(all), 0u);
        EXPECT_EQ(detail::cuda_green_multiprocessors(some), 16u);
        EXPECT_EQ(detail::cuda_green_multiprocessors(nullptr), 0u);
        driver.fail("cuStreamGetGreenCtx", 1, 700);
        EXPECT_THROW(static_cast<void>(detail::cuda_green_multiprocessors(some)), error);
        stream_destroy(some);
        stream_destroy(all);
        driver.settings().green_sms = 0;
      },
      on_gpu);
}

TEST(CudaLocal, APartitionHasTheMultiprocessorsThatFewestOthersHave) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        const unsigned all = [] {
          try {
            const serve::gpu_partition more(1 << 20);
          } catch (const error& problem) {
            EXPECT_EQ(problem.code(), errc::invalid_argument);
            const std::string text = problem.what();
            return static_cast<unsigned>(std::stoul(text.substr(text.rfind(' '))));
          }
          return 0u;
        }();
        ASSERT_GE(all, 16u);
        {
          const serve::gpu_partition one(9), whole(all);
          EXPECT_EQ(one.multiprocessors(), 16u);  // in groups of 8
          EXPECT_EQ(whole.multiprocessors(), all);
          // The shadow of one, while that serves.
          serve::shadowed<serve::gpu_partition> in_use(std::make_unique<serve::gpu_partition>(8));
          const auto request = in_use.use();
          in_use.replace(std::make_unique<serve::gpu_partition>(16));
          EXPECT_EQ(request->multiprocessors(), 8u);
          EXPECT_EQ(in_use.use()->multiprocessors(), 16u);
          EXPECT_NE(request->stream(), in_use.use()->stream());
        }
        driver.fail("cuGreenCtxStreamCreate", 1, 700);
        EXPECT_THROW(serve::gpu_partition(8), error);
        driver.fail("cuGreenCtxCreate", 1, 2);
        EXPECT_THROW(serve::gpu_partition(8), error);
      },
      on_gpu);
  EXPECT_EQ(driver.alive(), 0);
}

TEST(CudaLocal, APartitionNeedsADriverWithGreenContexts) {
  const fake::control driver;
  driver.settings().missing = "cuGreenCtxStreamCreate";
  const detail::cuda_unit unit(&keep, true);
  local_run(
      1,
      [&](int) {
        try {
          const serve::gpu_partition some(8);
          ADD_FAILURE() << "made without cuGreenCtxStreamCreate";
        } catch (const error& problem) {
          EXPECT_EQ(problem.code(), errc::unsupported);
          EXPECT_THAT(problem.what(), HasSubstr("green contexts need CUDA 12.5 or newer"));
        }
      },
      on_gpu);
}

TEST(CudaLocal, AStreamThatDoesNotFinishIsATimeout) {
  const fake::control driver;
  const detail::cuda_unit unit(&keep, true);
  settings short_wait = on_gpu;
  short_wait["ARK_TIMEOUT"] = "300ms";
  local_run(
      1,
      [&](int) {
        auto* stream = reinterpret_cast<CUstream_st*>(stream_create());
        void* const kernel = driver.run_kernel(stream);
        EXPECT_FALSE(stream_query(stream));
        try {
          stream_sync(stream);
          ADD_FAILURE() << "synchronised";
        } catch (const error& problem) {
          EXPECT_EQ(problem.code(), errc::timeout);
          EXPECT_THAT(problem.what(), HasSubstr("stream_sync: PE 0: not done after 0.6 s"));
        }
        const int alive = driver.alive();
        stream_destroy(stream);  // logs that
        EXPECT_EQ(driver.alive(), alive) << "the kernel still uses it";
        driver.end_kernel(kernel);
        stream_destroy(stream);
        EXPECT_EQ(driver.alive(), alive - 1);
      },
      short_wait);
}

}  // namespace
}  // namespace ark
