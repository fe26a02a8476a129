// Waits of kernels end: when the condition holds, at the deadline with a record of the missing
// word, or with a failure of the host, of another block, or of a kernel. Kernels of PEs that share
// a GPU wait for each other. Waits of host calls: tests/mp/api/failure_test.cpp; which comparisons
// hold: tests/mp/api/signal_wait_test.cpp.
#include <latch>

#include "pes.hpp"

namespace ark_gpu {
namespace {

using ark::errc;

/// For tests in which a wait ends at its deadline. The host's waits for other PEs have it as well.
ark::settings with_deadline(const char* timeout) {
  return {{"ARK_ON_FAILURE", "go_on"}, {"ARK_TIMEOUT", timeout}, {"ARK_LOG", "error"}};
}
/// Of a PE without others.
constexpr const char* short_wait = on_gpu ? "1s" : "300ms";
constexpr std::uint64_t short_wait_ns = on_gpu ? 1'000'000'000 : 300'000'000;

std::int64_t offset_of(const void* pointer) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uint64_t>(pointer) -
                                   ark::detail::host_context().heap_base);
}

// --- The condition never holds.

enum class kind { one, all, any, some, signal };

/// How the wait ended. The forms that find something find nothing after a failure.
ARK_DEVICE errc wait_for_41(kind what, std::uint64_t* words, std::size_t count) {
  constexpr std::uint64_t value = 41;
  std::size_t indices[2];
  bool found = false;
  switch (what) {
    case kind::one:
      return ark::wait_until(words, ARK_CMP_EQ, value);
    case kind::all:
      return ark::wait_until_all(words, count, nullptr, ARK_CMP_EQ, value);
    case kind::signal:
      return ark::signal_wait_until(words, ARK_CMP_EQ, value);
    case kind::any:
      found = ark::wait_until_any(words, count, nullptr, ARK_CMP_EQ, value) < count;
      break;
    case kind::some:
      found = ark::wait_until_some(words, count, indices, nullptr, ARK_CMP_EQ, value) > 0;
      break;
  }
  return found ? errc::ok : errc::timeout;
}
ARK_GLOBAL void wait_in_kernel(kind what, std::uint64_t* words, std::size_t count, int* codes) {
  codes[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(wait_for_41(what, words, count));
}

void check_record(const pe& self, const void* word, std::uint64_t seen) {
  const ark::failure_record record = ark::last_failure();
  const std::string text = ark::failure_text(record);
  EXPECT_EQ(record.code, errc::timeout) << text;
  EXPECT_EQ(record.pe, self.me) << text;
  EXPECT_EQ(record.offset_bytes, offset_of(word)) << text;
  EXPECT_TRUE(record.has_value);
  EXPECT_EQ(record.expected, 41u) << text;
  EXPECT_EQ(record.seen, seen) << text;
  EXPECT_TRUE(record.on_lane);
  EXPECT_GE(record.elapsed_ns, short_wait_ns) << text;
}

void check_timeout(kind what, std::size_t missing) {
  constexpr std::size_t lanes = 2 * 40;
  run_pes(1, with_deadline(short_wait), [&](const pe& self) {
    const array<std::uint64_t> words(2);
    const array<int> codes(lanes);
    words.write({missing == 0 ? 7u : 41u, 8});
    self.run({2, 40}, wait_in_kernel, what, words, words.size(), codes);
    EXPECT_EQ(codes.read(), std::vector<int>(lanes, static_cast<int>(errc::timeout)));
    check_record(self, words + missing, missing == 0 ? 7 : 8);
  });
}
TEST(WaitEnds, OneWord) { check_timeout(kind::one, 0); }
TEST(WaitEnds, Signal) { check_timeout(kind::signal, 0); }
TEST(WaitEnds, AnyOfASet) { check_timeout(kind::any, 0); }
TEST(WaitEnds, SomeOfASet) { check_timeout(kind::some, 0); }
TEST(WaitEnds, AllOfASetNamesTheMissingOne) { check_timeout(kind::all, 1); }

ARK_GLOBAL void barrier_in_kernel(int* code) {
  ark_barrier_all();
  *code = ark_status();
}

TEST(WaitEnds, BarrierThatOnePeDoesNotEnter) {
  std::latch given_up(1);
  run_pes(2, with_deadline("1s"), [&](const pe& self) {
    const array<int> code(1);
    load(barrier_in_kernel);
    ark_barrier_all();
    if (self.me == 0) {
      given_up.wait();
      ark_putmem(code, code, 1, 99);  // a PE without a failure would wait for the other at the end
      return;
    }
    self.start({1, 1}, barrier_in_kernel, code);
    self.finish();
    const ark::failure_record record = ark::last_failure();
    EXPECT_EQ(record.code, errc::timeout) << ark::failure_text(record);
    EXPECT_EQ(record.pe, 1) << ark::failure_text(record);
    EXPECT_EQ(record.peer, 0) << ark::failure_text(record);
    EXPECT_EQ(code.at(0), static_cast<int>(errc::timeout));
    given_up.count_down();
  });
}

// --- A failure of the one side ends the waits of the other.

ARK_GLOBAL void tell_and_wait(std::uint64_t* here, const std::uint64_t* never, int* code) {
  if (threadIdx.x == 0 && blockIdx.x == 0) ark_signal_set(here, 1, ark_my_pe());
  const errc ended = ark::wait_until(never, ARK_CMP_EQ, std::uint64_t{1});
  if (threadIdx.x == 0) code[blockIdx.x] = static_cast<int>(ended);
}

TEST(FailureReaches, AWaitingKernelFromTheHost) {
  run_pes(1, {{"ARK_LOG", "error"}}, [](const pe& self) {
    const array<std::uint64_t> words(2);
    const array<int> codes(2);
    load(tell_and_wait);
    self.start({2, 33}, tell_and_wait, words, words.get() + 1, codes);
    EXPECT_EQ(ark_signal_wait_until(words, ARK_CMP_EQ, 1), 1u);
    EXPECT_EQ(ark::put(words.get(), words.get() + 1, 1, 99), errc::invalid_argument);
    self.finish();
    EXPECT_EQ(codes.read(), std::vector<int>(2, static_cast<int>(errc::invalid_argument)));
    const ark::failure_record record = ark::last_failure();
    EXPECT_FALSE(record.on_lane) << ark::failure_text(record);
  });
}

ARK_GLOBAL void put_to_nobody(std::uint64_t* words, std::uint64_t* go) {
  ark_signal_wait_until(go, ARK_CMP_EQ, 1);
  ark::put(words, words + 1, 1, 99);
}

TEST(FailureReaches, AWaitingHostFromAKernel) {
  run_pes(1, {{"ARK_LOG", "error"}}, [](const pe& self) {
    const array<std::uint64_t> words(4);
    load(put_to_nobody);
    self.start({1, 1}, put_to_nobody, words, words.get() + 3);
    ark_signal_set(words.get() + 3, 1, self.me);
    EXPECT_EQ(ark::wait_until(words.get() + 2, ARK_CMP_EQ, std::uint64_t{1}),
              errc::invalid_argument);
    const ark::failure_record record = ark::last_failure();
    EXPECT_TRUE(record.on_lane) << ark::failure_text(record);
    EXPECT_EQ(record.seen, 99u) << ark::failure_text(record);
    self.finish();
  });
}

ARK_GLOBAL void fail_beside_waiters(std::uint64_t* words, int* codes) {
  if (blockIdx.x == 0 && threadIdx.x == 0) ark::put(words, words + 1, 1, -1);
  const errc ended = ark::wait_until(words + 2, ARK_CMP_EQ, std::uint64_t{1});
  codes[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(ended);
}

TEST(FailureReaches, OtherBlocksOfTheKernel) {
  constexpr std::size_t lanes = 3 * 33;
  run_pes(1, {{"ARK_LOG", "error"}}, [](const pe& self) {
    const array<std::uint64_t> words(3);
    const array<int> codes(lanes);
    self.run({3, 33}, fail_beside_waiters, words, codes);
    EXPECT_EQ(codes.read(), std::vector<int>(lanes, static_cast<int>(errc::invalid_argument)));
  });
}

// --- Kernels of several PEs that wait for each other.

struct meeting {
  std::uint64_t* data;
  std::uint64_t* source;
  std::uint64_t* sum;
  std::uint64_t* all;  ///< a block of `words` for each PE
  std::uint64_t* wrong;
};
constexpr std::size_t words = 1000;

template <class Scope>
ARK_DEVICE void meet_in_round(const meeting& m, std::uint64_t round) {
  const auto me = static_cast<std::uint64_t>(ark_my_pe()),
             n = static_cast<std::uint64_t>(ark_n_pes());
  for (std::size_t i = Scope::rank(); i < words; i += Scope::size()) m.source[i] = round + me + i;
  ark::put<std::uint64_t>(m.data + Scope::rank(), m.source + Scope::rank(), 1,
                          static_cast<int>((me + 1) % n));
  ark::detail::barrier_all<Scope>();
  if (m.data[Scope::rank()] != round + (me + n - 1) % n + Scope::rank()) *m.wrong = round;
  ark::reduce<Scope>(ARK_TEAM_WORLD, m.sum, m.source, words, ark::device::collective::sum_op{});
  ark::fcollect<Scope>(ARK_TEAM_WORLD, m.all, m.source, words);
  for (std::size_t i = Scope::rank(); i < words; i += Scope::size()) {
    if (m.sum[i] != n * (round + i) + n * (n - 1) / 2) *m.wrong = round;
    for (std::uint64_t pe = 0; pe < n; ++pe)
      if (m.all[pe * words + i] != round + pe + i) *m.wrong = round;
  }
  ark::broadcast<Scope>(ARK_TEAM_WORLD, m.data, m.source, words, static_cast<int>(round % n));
  for (std::size_t i = Scope::rank(); i < words; i += Scope::size())
    if (m.data[i] != round + round % n + i) *m.wrong = round;
  ark::detail::barrier_all<Scope>();
}

template <class Scope>
ARK_GLOBAL void meet(meeting m, unsigned rounds) {
  if (Scope::size() == 1 && threadIdx.x != 0) return;
  m = {ark::own_address(m.data), ark::own_address(m.source), ark::own_address(m.sum),
       ark::own_address(m.all), ark::own_address(m.wrong)};
  for (unsigned round = 1; round <= rounds; ++round) meet_in_round<Scope>(m, round);
}

/// By launches of all PEs, collective or not, or by one launch for all of them.
enum class launching { plain, collective, group };

template <class Scope>
void check_meeting(int pes, unsigned threads, launching how, unsigned rounds = on_gpu ? 200 : 5,
                   const ark::settings& route = {}) {
  on_pes(pes, route, [&](const pe& self) {
    const array<std::uint64_t> data(words), source(words), sum(words), wrong(1);
    const array<std::uint64_t> all(words * static_cast<std::size_t>(pes));
    const shape grid{.threads = threads,
                     .collective = how == launching::collective,
                     .group = how == launching::group};
    self.run(grid, meet<Scope>, meeting{data, source, sum, all, wrong}, rounds);
    EXPECT_EQ(wrong.at(0), 0u) << "the last wrong round of " << rounds;
    ark_barrier_all();
  });
}
using ark::device::block_scope;
using ark::device::thread_scope;
using ark::device::warp_scope;
TEST(PesSynchronize, ByThreads) { check_meeting<thread_scope>(2, 1, launching::plain); }
TEST(PesSynchronize, ByWarps) { check_meeting<warp_scope>(3, 32, launching::plain); }
TEST(PesSynchronize, ByBlocks) { check_meeting<block_scope>(4, 96, launching::plain); }
TEST(PesSynchronize, ByBlocksOfCollectiveLaunches) {
  check_meeting<block_scope>(2, 96, launching::collective);
}
TEST(PesSynchronize, ByThreadsThroughTheProxy) {
  check_meeting<thread_scope>(2, 1, launching::plain, 3, {{"ARK_ROUTE", "proxy"}});
}
TEST(PesSynchronize, ByThreadsOfOneLaunch) { check_meeting<thread_scope>(2, 1, launching::group); }
TEST(PesSynchronize, ByWarpsOfOneLaunch) { check_meeting<warp_scope>(3, 32, launching::group); }
TEST(PesSynchronize, ByBlocksOfOneLaunch) { check_meeting<block_scope>(4, 96, launching::group); }
TEST(PesSynchronize, ByThreadsOfOneLaunchThroughTheProxy) {
  check_meeting<thread_scope>(2, 1, launching::group, 3, {{"ARK_ROUTE", "proxy"}});
}

}  // namespace
}  // namespace ark_gpu
