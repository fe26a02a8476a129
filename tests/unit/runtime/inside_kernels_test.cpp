// What a program may not do inside a kernel of the CPU executor, and what it is told then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/info.hpp>
#include <ark/local.hpp>
#include <ark/plan.hpp>
#include <string>
#include <vector>

#include "executor/sanitizer.hpp"

namespace ark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const settings small_heap{{"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_TIMEOUT", "20s"}};

void empty() {}

struct host_call {
  const char* name;
  void (*call)();
};

const std::vector<host_call> throwing{
    {"ark::init", [] { init(); }},
    {"ark::init", [] { ark_init(); }},
    {"ark::finalize", [] { finalize(); }},
    {"ark::finalize", [] { ark_finalize(); }},
    {"ark::local_run", [] { local_run(1, [](int) {}); }},
    {"ark::launch",
     [] {
       launch({1, 1}, empty);
     }},
    {"ark::stream_create", [] { static_cast<void>(stream_create()); }},
    {"ark::stream_destroy", [] { stream_destroy(nullptr); }},
    {"ark::stream_sync", [] { stream_sync(nullptr); }},
    {"ark::stream_query", [] { static_cast<void>(stream_query(nullptr)); }},
    {"ark::device_sync", [] { device_sync(); }},
    {"ark::heap_query", [] { static_cast<void>(heap_query()); }},
    {"ark::job_info_json", [] { static_cast<void>(job_info_json()); }},
};

void* kept;

const std::vector<host_call> refusing{
    {"ark_malloc", [] { kept = ark_malloc(8); }},
    {"ark_calloc", [] { kept = ark_calloc(1, 8); }},
    {"ark_align", [] { kept = ark_align(64, 8); }},
    {"ark_realloc", [] { kept = ark_realloc(nullptr, 8); }},
    {"ark_free", [] { ark_free(nullptr); }},
    {"ark_plan_create", [] { kept = ark_plan_create(nullptr, nullptr, 8, nullptr, 0); }},
    {"ark_buffer_register_symmetric", [] { kept = ark_buffer_register_symmetric(nullptr, 8); }},
};

struct outcome {
  errc code = errc::ok;
  std::string text;
};

ARK_GLOBAL void call_and_catch(const host_call* made, outcome* seen) {
  try {
    made->call();
  } catch (const error& problem) {
    *seen = {problem.code(), problem.what()};
  }
}

ARK_GLOBAL void call_and_ask(const host_call* made, outcome* seen) {
  kept = nullptr;
  made->call();
  seen->text = last_error();
}

TEST(InsideKernels, HostCallsThrowAnErrorThatNamesThem) {
  local_run(
      1,
      [](int) {
        for (const host_call& made : throwing) {
          outcome seen;
          launch({1, 1}, call_and_catch, &made, &seen);
          device_sync();
          EXPECT_EQ(seen.code, errc::wrong_state) << made.name;
          EXPECT_THAT(seen.text, HasSubstr(std::string(made.name) + " was called inside a kernel"));
        }
      },
      small_heap);
}

TEST(InsideKernels, HostCallsThatDoNotThrowFailWithAReason) {
  local_run(
      1,
      [](int) {
        for (const host_call& made : refusing) {
          outcome seen;
          launch({1, 1}, call_and_ask, &made, &seen);
          device_sync();
          EXPECT_EQ(kept, nullptr) << made.name;
          EXPECT_THAT(seen.text, HasSubstr("was called inside a kernel")) << made.name;
        }
      },
      small_heap);
}

ARK_GLOBAL void finalize_in_a_kernel() { ark_finalize(); }

TEST(InsideKernels, AnUncaughtErrorEndsItsGridOnly) {
  local_run(
      1,
      [](int) {
        ::testing::internal::CaptureStderr();
        errc code = errc::ok;
        launch({2, 32}, finalize_in_a_kernel);
        try {
          device_sync();
        } catch (const error& problem) {
          code = problem.code();
        }
        EXPECT_EQ(code, errc::aborted);
        EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                    AllOf(HasSubstr("let an exception escape"),
                          HasSubstr("ark::finalize was called inside a kernel")));
        launch({1, 1}, empty);
        EXPECT_NO_THROW(device_sync());
      },
      small_heap);
}

TEST(InsideKernels, ANullKernelIsRefused) {
  local_run(
      1,
      [](int) {
        void (*none)(int) = nullptr;
        try {
          launch({1, 1}, none, 7);
          ADD_FAILURE() << "launched";
        } catch (const error& problem) {
          EXPECT_EQ(problem.code(), errc::invalid_argument);
          EXPECT_THAT(problem.what(), HasSubstr("the kernel is null"));
        }
        device_sync();
      },
      small_heap);
}

ARK_GLOBAL void write_behind_the_heap(std::size_t committed, const char* own, const char* heap) {
  if (ark_my_pe() != 0 || threadIdx.x != 3) return;
  auto* peer = static_cast<char*>(ark_ptr(own, 1));
  auto* end = peer - (own - heap) + committed;
  *static_cast<volatile char*>(end + 4096) = 1;
}

// The name of the kernel's own address: launches bind all kernels of one signature alike.
TEST(InsideKernels, AFaultBeyondTheHeapOfAPeNamesThePeAndTheDistance) {
  if (executor::built_with_asan || executor::built_with_tsan)
    GTEST_SKIP() << "the sanitizer handles these signals";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(local_run(
                  2,
                  [](int) {
                    const auto* mine = static_cast<const char*>(ark_malloc(8));
                    const auto* heap =
                        reinterpret_cast<const char*>(device::context("test").heap_base);
                    launch({1, 32}, write_behind_the_heap, heap_query().committed, mine, heap);
                    device_sync();
                    ark_barrier_all();
                  },
                  small_heap),
              ::testing::KilledBySignal(SIGSEGV),
              AllOf(HasSubstr("ark: PE 0: SIGSEGV in kernel "),
                    HasSubstr(", block [0,0,0], thread [3,0,0], address 0x"),
                    HasSubstr(", 4096 bytes behind the end of PE 1's heap of "),
                    ::testing::Not(HasSubstr("bound_kernel"))));
}

}  // namespace
}  // namespace ark
