// Kernels that end the process: the line that says which lane did it, and who sees the signal.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ark/detail/state/device_state.hpp>
#include <cstdlib>

#include "executor/sanitizer.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ExitedWithCode;
using ::testing::HasSubstr;
using ::testing::KilledBySignal;
using ::testing::Not;

class Crash : public ::testing::Test {
 protected:
  void SetUp() override {
    if (built_with_asan || built_with_tsan) GTEST_SKIP() << "the sanitizer handles these signals";
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

options with_guards() {
  options opts;
  opts.guard_pages = true;
  return opts;
}

/// Runs `body` in thread 5 of block 3 of a kernel, which it is not meant to leave.
template <class Body>
void in_one_lane(const options& opts, Body body) {
  executor on(opts);
  run(on, {{4}, {8}}, [&] {
    if (block_index() == 3 && lane_index() == 5) body();
  });
}

[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[512];
  frame[0] = static_cast<char>(depth);
  const int deeper = depth == 0 ? 0 : recurse(depth - 1);
  return deeper + frame[0];
}

/// 60 KiB of stack and more.
void recurse_deeply() {
  const volatile int sum = recurse(120);
  static_cast<void>(sum);
}

void touch(std::uintptr_t address) {
  const volatile std::uintptr_t unknown = address;  // or the compiler sees that nothing is there
  *reinterpret_cast<volatile char*>(unknown) = 1;
}

constexpr const char* overflow =
    "^ark: stack overflow in kernel .+, block \\[3,0,0\\], thread \\[5,0,0\\]: ARK_CPU_STACK is "
    "36864 bytes; give more, e\\.g\\. ARK_CPU_STACK=144k\n$";

TEST_F(Crash, AStackOverflowNamesLaneKernelAndVariable) {
  EXPECT_EXIT(in_one_lane(with_guards(), recurse_deeply), KilledBySignal(SIGSEGV),
              ContainsRegex(overflow));
}

TEST_F(Crash, AStackOverflowIsSeenWithoutGuardPagesWhereNoOtherStackLiesBelow) {
  EXPECT_EXIT(
      {
        executor on(options{});
        run(on, {{1}, {32}}, recurse_deeply);
      },
      KilledBySignal(SIGSEGV),
      HasSubstr("block [0,0,0], thread [0,0,0]: ARK_CPU_STACK is 36864 bytes"));
}

TEST_F(Crash, AStackOverflowUnderASeededScheduleIsNamed) {
  options seeded = with_guards();
  seeded.order = {policy_kind::random, 7, 3};
  EXPECT_EXIT(in_one_lane(seeded, recurse_deeply), KilledBySignal(SIGSEGV),
              ContainsRegex(overflow));
}

// The stack pointer is far below the stack when the array's first byte is written.
TEST_F(Crash, ALocalArrayLargerThanTheStackIsAnOverflow) {
  const auto fill_array = [] {
    constexpr std::size_t bytes = 60 * 1024;
    auto* local = static_cast<volatile char*>(__builtin_alloca(bytes));
    for (std::size_t i = bytes; i-- > 0;) local[i] = 1;
  };
  EXPECT_EXIT(in_one_lane(with_guards(), fill_array), KilledBySignal(SIGSEGV),
              ContainsRegex(overflow));
}

// Lane 1 writes beyond its stack into lane 0's, which then returns to nowhere.
TEST_F(Crash, AFaultAfterAnOverflowIntoAnotherStackNamesTheOverflow) {
  const auto overflow_below = [] {
    if (lane_index() == 1) {
      constexpr std::size_t bytes = 39 * 1024;
      auto* local = static_cast<volatile char*>(__builtin_alloca(bytes));
      for (std::size_t i = bytes; i-- > 0;) local[i] = 1;
    }
    sync_threads();
    detail::yield();
  };
  EXPECT_EXIT(
      {
        executor on(options{});
        run(on, {{1}, {2}}, overflow_below);
      },
      KilledBySignal(SIGSEGV),
      AllOf(HasSubstr("SIGSEGV in kernel"), HasSubstr("thread [0,0,0]"),
            HasSubstr("; a lane has overflowed its stack before: ARK_CPU_STACK is 36864 bytes")));
}

TEST_F(Crash, AnAddressIsNamed) {
  EXPECT_EXIT(in_one_lane({}, [] { touch(0x7000'0000'1238); }), KilledBySignal(SIGSEGV),
              ContainsRegex("^ark: SIGSEGV in kernel .+, block \\[3,0,0\\], thread \\[5,0,0\\], "
                            "address 0x700000001238\n"));
}

TEST_F(Crash, AnIntegerDivisionByZeroIsNamed) {
#if defined(__x86_64__)
  const auto divide = [] {
    const volatile int zero = 0, one = 1;
    const volatile int result = one / zero;
    static_cast<void>(result);
  };
  EXPECT_EXIT(in_one_lane({}, divide), KilledBySignal(SIGFPE),
              ContainsRegex("^ark: SIGFPE in kernel .+, block \\[3,0,0\\], thread \\[5,0,0\\], an "
                            "integer division by zero, or one whose result does not fit, at the "
                            "instruction 0x[0-9a-f]+\n"));
#else
  GTEST_SKIP() << "only x86-64 raises SIGFPE for it";
#endif
}

TEST_F(Crash, AnIllegalInstructionIsNamed) {
#if defined(__x86_64__)
  EXPECT_EXIT(in_one_lane({}, [] { __builtin_trap(); }), KilledBySignal(SIGILL),
              ContainsRegex("^ark: SIGILL in kernel .+, block \\[3,0,0\\], thread \\[5,0,0\\], an "
                            "instruction that this processor does not have, or "
                            "__builtin_trap\\(\\), at the instruction 0x[0-9a-f]+\n"));
#else
  GTEST_SKIP() << "elsewhere __builtin_trap() may raise another signal";
#endif
}

TEST_F(Crash, ANullPointerIsNamed) {
  EXPECT_EXIT(in_one_lane({}, [] { touch(0x18); }), KilledBySignal(SIGSEGV),
              HasSubstr("thread [5,0,0], null pointer, address 0x18\n"));
}

#if defined(__x86_64__)
TEST_F(Crash, APointerThatIsNoAddressIsNotCalledNull) {
  EXPECT_EXIT(in_one_lane({}, [] { touch(0xdead'beef'dead'beef); }), KilledBySignal(SIGSEGV),
              AllOf(HasSubstr("not canonical"), Not(HasSubstr("null"))));
}
#endif

TEST_F(Crash, AFaultInTheConditionOfAWaitNamesItsLane) {
  EXPECT_EXIT(in_one_lane({}, [] { wait_for([] { return touch(0x18), true; }); }),
              KilledBySignal(SIGSEGV), HasSubstr("thread [5,0,0], null pointer"));
}

TEST_F(Crash, SigbusIsNamed) {
  const auto touch_behind_the_file = [] {
    const int fd = memfd_create("empty", 0);
    touch(reinterpret_cast<std::uintptr_t>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)));
  };
  EXPECT_EXIT(in_one_lane({}, touch_behind_the_file), KilledBySignal(SIGBUS),
              HasSubstr("ark: SIGBUS in kernel"));
}

/// Two heaps, 64 KiB committed of 1 MiB reserved each, which nothing may touch.
struct two_heaps {
  static constexpr std::size_t committed = 64 * 1024;
  static constexpr std::size_t reserved = 1024 * 1024;

  two_heaps() {
    state.pe = 1;
    state.n_pes = 2;
    peers[0] = {reserve(), detail::peer_route::mapped};
    state.heap_base = reserve();
    state.heap_bytes = committed;
    state.heap_reserved = reserved;
    state.peers = peers;
  }
  /// With as much of nothing around it.
  static std::uint64_t reserve() {
    return reinterpret_cast<std::uint64_t>(
               mmap(nullptr, 5 * reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) +
           2 * reserved;
  }
  void touch_in_a_kernel(std::uint64_t address) {
    executor on(options{});
    const detail::kernel_call call = bind_kernel([address] { touch(address); });
    on.launch({{1}, {1}}, call, &state);
    on.stream_sync(nullptr, sync_timeout_ns);
  }

  detail::peer_view peers[2];
  detail::device_state state;
};

TEST_F(Crash, AnAddressInAHeapIsGivenAsPeAndOffset) {
  two_heaps heaps;
  EXPECT_EXIT(heaps.touch_in_a_kernel(heaps.state.heap_base + 0x208), KilledBySignal(SIGSEGV),
              AllOf(HasSubstr("ark: PE 1: SIGSEGV in kernel"),
                    HasSubstr(", symmetric offset 0x208 of PE 1's heap\n")));
  EXPECT_EXIT(heaps.touch_in_a_kernel(heaps.peers[0].heap_base + 0x1010), KilledBySignal(SIGSEGV),
              HasSubstr(", symmetric offset 0x1010 of PE 0's heap\n"));
}

TEST_F(Crash, AnAddressBesideAHeapIsGivenAsDistance) {
  two_heaps heaps;
  EXPECT_EXIT(heaps.touch_in_a_kernel(heaps.peers[0].heap_base + two_heaps::committed + 16),
              KilledBySignal(SIGSEGV),
              HasSubstr(", 16 bytes behind the end of PE 0's heap of 65536 bytes\n"));
  EXPECT_EXIT(heaps.touch_in_a_kernel(heaps.state.heap_base - 24), KilledBySignal(SIGSEGV),
              HasSubstr(", 24 bytes before the start of PE 1's heap\n"));
  EXPECT_EXIT(heaps.touch_in_a_kernel(heaps.state.heap_base - (two_heaps::reserved + 8)),
              KilledBySignal(SIGSEGV), Not(HasSubstr("heap")));
}

void install_earlier_handler() {
  struct sigaction earlier {};
  earlier.sa_handler = [](int) {
    static constexpr char text[] = "the earlier handler\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(7);
  };
  sigaction(SIGSEGV, &earlier, nullptr);
}

TEST_F(Crash, TheEarlierHandlerSeesTheFaultAfterTheLine) {
  EXPECT_EXIT(
      {
        install_earlier_handler();
        in_one_lane({}, [] { touch(0x18); });
      },
      ExitedWithCode(7),
      ContainsRegex("^ark: SIGSEGV in kernel .*address 0x18\nthe earlier handler\n$"));
}

TEST_F(Crash, AStackOverflowEndsTheProcessWithoutTheEarlierHandler) {
  EXPECT_EXIT(
      {
        install_earlier_handler();
        in_one_lane(with_guards(), recurse_deeply);
      },
      KilledBySignal(SIGSEGV), ContainsRegex(overflow));
}

TEST_F(Crash, AFaultOutsideKernelsIsLeftToTheEarlierHandler) {
  EXPECT_EXIT(
      {
        install_earlier_handler();
        executor on(options{});
        run(on, {{1}, {1}}, [] {});
        touch(0x18);
      },
      ExitedWithCode(7), ContainsRegex("^the earlier handler\n$"));
  EXPECT_EXIT(
      {
        executor on(options{});
        run(on, {{1}, {1}}, [] {});
        touch(0x18);
      },
      KilledBySignal(SIGSEGV), Not(HasSubstr("ark")));
}

TEST_F(Crash, ASignalThatWasSentIsNoFaultOfTheLaneThatRuns) {
  EXPECT_EXIT(in_one_lane({}, [] { raise(SIGSEGV); }), KilledBySignal(SIGSEGV),
              Not(HasSubstr("in kernel")));
}

// In a process of its own: executors that a test has lost keep the handlers.
TEST_F(Crash, HandlersAreInPlaceFromTheFirstLaunchToTheLastExecutor) {
  const auto changed = [] {
    struct sigaction now {};
    sigaction(SIGSEGV, nullptr, &now);
    return now.sa_handler != SIG_DFL;
  };
  const auto run_and_look = [&] {
    signal(SIGSEGV, SIG_DFL);
    bool right = true;
    {
      executor first(options{});
      right &= !changed();
      run(first, {{1}, {1}}, [] {});
      right &= changed();
      {
        executor second(options{});
        run(second, {{1}, {1}}, [] {});
      }
      right &= changed();
    }
    _exit(right && !changed() ? 0 : 1);
  };
  EXPECT_EXIT(run_and_look(), ExitedWithCode(0), "");
}

struct sigaction came_first;

// Handlers that save what they find and go back to it, as many crash reporters do.
void come_later() {
  struct sigaction later {};
  later.sa_handler = [](int number) { sigaction(number, &came_first, nullptr); };
  sigaction(SIGSEGV, &later, &came_first);
}

TEST_F(Crash, AHandlerInstalledLaterStaysAndIsNotCalledInACycle) {
  const auto run_two_executors = [] {
    for (int i = 0; i < 2; ++i) {
      executor on(options{});
      run(on, {{1}, {1}}, [] {});
      if (i == 0) come_later();
    }
    struct sigaction now {};
    sigaction(SIGSEGV, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler == SIG_DFL) _exit(1);
    touch(0x18);
  };
  EXPECT_EXIT(run_two_executors(), KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace ark::executor::testing
