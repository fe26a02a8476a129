// The instructions that calls of a host thread and of a kernel execute on the CPU executor, and a
// step of the engine, held to budgets. Compiled as a user's program is.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "queue/cpu_engine.hpp"
#include "queue/two_pes.hpp"
#include "single_step.hpp"

namespace ark {
namespace {

using std::uint64_t;
using testing::instructions_of;

struct buffers {
  uint64_t *data, *word, *signal;
};
uint64_t own = 7;

/// A call of PE 0 towards PE 1 where nothing is outstanding, and the most instructions of it from a
/// host thread and from a kernel.
struct budget {
  const char* name;
  void (*call)(const buffers&);
  unsigned host, kernel;
};

constexpr budget by_stores[] = {
    {"p 8 B", [](const buffers& at) { ark_uint64_p(at.word, 1, 1); }, 130, 85},
    {"put 8 B", [](const buffers& at) { ark_uint64_put(at.data, &own, 1, 1); }, 185, 135},
    {"put_nbi 8 B", [](const buffers& at) { ark_uint64_put_nbi(at.data, &own, 1, 1); }, 185, 135},
    {"put_signal 8 B",
     [](const buffers& at) {
       ark_uint64_put_signal(at.data, &own, 1, at.signal, 1, ARK_SIGNAL_SET, 1);
     },
     315, 260},
    {"get 8 B", [](const buffers& at) { ark_uint64_get(&own, at.data, 1, 1); }, 190, 145},
    {"g 8 B", [](const buffers& at) { own = ark_uint64_g(at.data, 1); }, 195, 140},
    {"atomic_add", [](const buffers& at) { ark_uint64_atomic_add(at.word, 1, 1); }, 130, 85},
    {"atomic_fetch_add",
     [](const buffers& at) { own = ark_uint64_atomic_fetch_add(at.word, 1, 1); }, 210, 165},
    {"fence", [](const buffers&) { ark_fence(); }, 135, 85},
    {"quiet", [](const buffers&) { ark_quiet(); }, 155, 105},
    {"signal_wait_until that is met",
     [](const buffers& at) { ark_signal_wait_until(at.word, ARK_CMP_GE, 0); }, 95, 50},
    {"barrier_all, the last of 2", [](const buffers&) { ark_barrier_all(); }, 545, 395},
};
constexpr budget by_queue[] = {
    {"put_nbi 8 KiB, enqueued",
     [](const buffers& at) { ark_uint64_put_nbi(at.data, at.data, 1024, 1); }, 760, 430},
};
/// Of the engine for a descriptor: of a put of 8 bytes, and with nothing to do.
constexpr unsigned engine_put = 905, engine_idle = 240;

constexpr int runs = 4;  // a barrier of all in each, also for PE 1
struct result {
  std::optional<uint64_t> least[std::size(by_stores)];
};

/// The least of the runs: a wait may take a turn more.
template <std::size_t Count>
void measure(const budget (&rows)[Count], const buffers& at, result& to) {
  for (std::size_t row = 0; row < Count; ++row) {
    for (int run = 0; run < runs; ++run) {
      const auto seen = instructions_of([&] { rows[row].call(at); });
      ark_quiet();
      if (seen) to.least[row] = std::min(to.least[row].value_or(*seen), *seen);
    }
  }
}

template <std::size_t Count>
void take_part(const budget (&rows)[Count], const buffers& at) {
  for (const budget& row : rows)
    for (int run = 0; run < runs; ++run)
      if (std::string_view(row.name).starts_with("barrier")) row.call(at);
}

/// A budget of more than twice what was seen holds nothing.
void expect_within(const std::string& call, std::optional<uint64_t> seen, unsigned budget) {
  if (!seen) GTEST_SKIP() << call << ": " << testing::why_not();
#if !defined(__x86_64__) || !defined(__GNUC__) || defined(__clang__)
  GTEST_SKIP() << call << ": " << *seen << "; the budgets are of g++ for x86-64";
#endif
  std::printf("%s: %lu instructions, budget %u\n", call.c_str(), *seen, budget);
  EXPECT_LE(*seen, budget) << call;
  EXPECT_GE(2 * *seen, budget) << call << ": a budget that nothing comes near";
}

buffers allocate() {
  auto* const data = static_cast<uint64_t*>(ark_calloc(1026, 8));
  return {data, data + 1024, data + 1025};
}

template <std::size_t Count>
void expect_budgets(const budget (&rows)[Count], const char* route) {
  result host, kernel;
  local_run(
      2,
      [&](int pe) {
        const buffers at = allocate();
        if (pe == 0) measure(rows, at, host);
        if (pe == 1) take_part(rows, at);
        ark_barrier_all();
        const auto body = [](const budget(*of)[Count], buffers on, result* to) {
          if (ark_my_pe() == 0) measure(*of, on, *to);
          if (ark_my_pe() == 1) take_part(*of, on);
        };
        launch({.grid = 1, .block = 1, .collective = true}, +body, &rows, at, &kernel);
        device_sync();
        ark_barrier_all();
      },
      {{"ARK_ROUTE", route}, {"ARK_CPU_WORKERS", "2"}, {"ARK_CHECK", "0"}, {"ARK_TIMEOUT", "60s"}});
  for (std::size_t row = 0; row < Count; ++row) {
    expect_within(std::string(rows[row].name) + ", host", host.least[row], rows[row].host);
    expect_within(std::string(rows[row].name) + ", kernel", kernel.least[row], rows[row].kernel);
  }
}

TEST(Instructions, OfCallsByStores) { expect_budgets(by_stores, "auto"); }
TEST(Instructions, OfCallsThatEnqueue) { expect_budgets(by_queue, "queue"); }

class InstructionsOfEngine : public ::testing::Test, protected testing::two_pes {};

TEST_F(InstructionsOfEngine, ForADescriptorAndIdle) {
  engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), cpu_engine_options{});
  std::optional<uint64_t> put, idle;
  for (int run = 0; run < runs; ++run) {
    post(detail::make_put_inline(1, 64, 8, 5));
    const auto busy = instructions_of([&] { engine_->progress(64); });
    drain();
    const auto nothing = instructions_of([&] { engine_->progress(64); });
    if (busy) put = std::min(put.value_or(*busy), *busy);
    if (nothing) idle = std::min(idle.value_or(*nothing), *nothing);
  }
  EXPECT_EQ(heaps_[1][8], 5U);
  expect_within("engine, a put of 8 B", put, engine_put);
  expect_within("engine, idle", idle, engine_idle);
}

TEST(Instructions, ControlOneAboveTheBudgetFails) {
  static const std::string call = "a call";
  EXPECT_NONFATAL_FAILURE(expect_within(call, 101, 100), "a call");
  EXPECT_NONFATAL_FAILURE(expect_within(call, 49, 100), "nothing comes near");
  expect_within(call, 100, 100);
}

TEST(SingleStep, CountsEachInstruction) {
  const auto nops = [](auto more) {
    return instructions_of([&] {
      asm volatile(".rept 100\n\tnop\n\t.endr");
      if constexpr (more.value) asm volatile(".rept 23\n\tnop\n\t.endr");
    });
  };
  const auto few = nops(std::false_type{}), many = nops(std::true_type{});
  if (!few || !many) GTEST_SKIP() << testing::why_not();
  EXPECT_GE(*few, 100U);
  EXPECT_LT(*few, 110U);
  EXPECT_EQ(*many - *few, 23U);
}

TEST(SingleStep, EndsAfterTheMostSteps) {
  if (!instructions_of([] {})) GTEST_SKIP() << testing::why_not();
  volatile uint64_t sum = 0;
  EXPECT_FALSE(instructions_of([&] {
    for (uint64_t i = 0; i < testing::most_steps; ++i) sum = sum + i;
  }));
  EXPECT_EQ(testing::why_not(), "more than 5000 instructions");
  EXPECT_TRUE(instructions_of([] {})) << "the next one is counted";
}

}  // namespace
}  // namespace ark

int main(int count, char** arguments) {
  return ark::testing::with_tracer([&] {
    ::testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
  });
}
