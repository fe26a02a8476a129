// What kernels of a GPU PE find in their context: played by the CPU on the fake driver, so that
// memory, rings and counters are those that ark has made for the GPU.
#include <gmock/gmock.h>

#include <ark/atomic_ref.hpp>
#include <ark/plan.hpp>
#include <span>

#include "api/api_test.hpp"
#include "cuda/played_kernels.hpp"
#include "fake_control.hpp"

namespace ark_mp {
namespace {

constexpr int count = 3000;
constexpr unsigned engines = 2;

/// Every test has a job of its own.
class CudaKernels : public pe_test {
 protected:
  void SetUp() override {
    driver_.settings().open = 1;
    driver_.settings().mps = 1;  // so that kernels may wait for each other
    pe_test::SetUp();
  }
  void TearDown() override {
    EXPECT_EQ(played_kernels::failure(), "");
    pe_test::TearDown();
    driver_.settings().open = driver_.settings().mps = 0;
  }
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_HEAP", "cuda"},
            {"ARK_SYMMETRIC_SIZE", "1m"},
            {"ARK_LOG", "error"},
            {"ARK_ON_FAILURE", "go_on"},
            {"ARK_TIMEOUT", "30s"}};
  }

  const fake::control driver_;
  played_kernels gpu_;
};

void ring_of_puts(int* dest, int* source, std::uint64_t* signal) {
  const int me = ark_my_pe(), next = (me + 1) % ark_n_pes();
  for (int i = 0; i < count; ++i) source[i] = 1000 * me + i;
  ark_int_put_signal_nbi(dest, source, count, signal, 1, ARK_SIGNAL_ADD, next);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 1);
  ark_quiet();
}

TEST_F(CudaKernels, PutsOfKernelsArriveAtKernels) {
  const sym<int> dest(count), source(count);
  const sym<std::uint64_t> signal(1);
  gpu_.run({1, 1}, &ring_of_puts, dest.get(), source.get(), signal.get());
  for (int i = 0; i < count; ++i) ASSERT_EQ(dest[i], 1000 * previous_ + i) << i;
  ark_barrier_all();
}

TEST_F(CudaKernels, CollectivesOfKernelsAndOfTheHostCountForThemselves) {
  const sym<int> mine(4), all(4);
  for (int turn = 1; turn <= 3; ++turn) {
    gpu_.run(
        {1, 1},
        +[](int* out, int* in, int t) {
          in[0] = t * (ark_my_pe() + 1);
          ark_int_sum_reduce(ARK_TEAM_WORLD, out, in, 1);
        },
        all.get(), mine.get(), turn);
    EXPECT_EQ(all[0], turn * n_ * (n_ + 1) / 2);
    ark_barrier_all();
  }
}

/// Workers queue to the engine of their launch, whatever the size.
void engine_puts(std::uint64_t* dest, std::uint64_t* source, unsigned engine_blocks) {
  ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  const unsigned worker = engine.block_index();
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  source[worker] = 100 * static_cast<unsigned>(ark_my_pe()) + worker;
  ark_uint64_put_nbi(dest + worker, source + worker, 1, next);
  ark_quiet();
}

class CudaKernelsQueue : public CudaKernels {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    ark::settings all = CudaKernels::overrides();
    all.emplace("ARK_ROUTE", "queue");
    return all;
  }
};

/// Descriptors taken from the SM engine's rings.
std::uint64_t taken() {
  const ark::detail::device_state& state = *played_kernels::context();
  std::uint64_t all = 0;
  for (unsigned r = 0; r < state.sm_ring_count; ++r)
    all += state.rings[state.ring_count + r].counters->tail.value;
  return all;
}

TEST_F(CudaKernelsQueue, ALaunchWithEngineBlocksHasRingsInTheGpusMemory) {
  constexpr unsigned workers = 5;
  const sym<std::uint64_t> dest(workers), source(workers);
  ASSERT_GE(played_kernels::context()->sm_ring_count, 1u);
  EXPECT_EQ(taken(), 0u);
  for (int launch = 1; launch <= 3; ++launch) {
    gpu_.run({workers, 32, 0, nullptr, false, engines}, &engine_puts, dest.get(), source.get(),
             engines);
    if (mapped(next_)) {
      EXPECT_GE(taken(), 1u);
    }
    ark_barrier_all();
    for (unsigned i = 0; i < workers; ++i) {
      EXPECT_EQ(dest[i], 100 * static_cast<unsigned>(previous_) + i) << "launch " << launch;
    }
    std::fill(dest.get(), dest.get() + workers, 0);
    ark_barrier_all();
  }
}

TEST_F(CudaKernelsQueue, ALaunchWithoutAnEngineStores) {
  const sym<int> dest(count), source(count);
  const sym<std::uint64_t> signal(1);
  gpu_.run({1, 1}, &ring_of_puts, dest.get(), source.get(), signal.get());
  EXPECT_EQ(taken(), 0u);
  for (int i = 0; i < count; ++i) ASSERT_EQ(dest[i], 1000 * previous_ + i) << i;
  ark_barrier_all();
}

/// PEs that only the proxy reaches, as those of other hosts.
class CudaKernelsProxied : public CudaKernels, public testing::WithParamInterface<const char*> {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    ark::settings all = CudaKernels::overrides();
    all["ARK_HEAP"] = GetParam();
    all["ARK_ROUTE"] = "proxy";
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(, CudaKernelsProxied, testing::Values("cuda", "cuda_host"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(CudaKernelsProxied, PutsWithSignalsArrive) {
  const sym<int> dest(count), source(count);
  const sym<std::uint64_t> signal(1);
  gpu_.run({1, 1}, &ring_of_puts, dest.get(), source.get(), signal.get());
  for (int i = 0; i < count; ++i) ASSERT_EQ(dest[i], 1000 * previous_ + i) << i;
  ark_barrier_all();
}

TEST_P(CudaKernelsProxied, GetsOfEverySizeBringTheDataBack) {
  constexpr std::size_t most = 300000;
  const sym<std::uint8_t> data(most), back(most);
  for (std::size_t i = 0; i < most; ++i) data[i] = pattern<std::uint8_t>(me_, i);
  ark_barrier_all();
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, most}) {
    gpu_.run(
        {1, 1},
        +[](std::uint8_t* into, const std::uint8_t* from, std::size_t n, int pe) {
          ark_getmem(into, from, n, pe);
        },
        back.get(), data.get(), bytes, next_);
    for (std::size_t i = 0; i < bytes; ++i) {
      ASSERT_EQ(back[i], pattern<std::uint8_t>(next_, i)) << bytes << " bytes, at " << i;
    }
  }
  ark_barrier_all();
}

/// More than a buffer has room for. The kernel waits for it, and for the kernel would wait whoever
/// takes memory from the GPU or gives it some.
TEST_P(CudaKernelsProxied, LargeTransfersRunBesideTheKernelThatWaitsForThem) {
  constexpr std::size_t most = 9'000'001;
  const sym<std::uint8_t> there(most), data(most);
  const sym<std::uint64_t> told(1);
  for (std::size_t i = 0; i < most; ++i) data[i] = pattern<std::uint8_t>(me_, i);
  ark_barrier_all();
  for (std::uint64_t round = 1; round <= 2; ++round) {
    gpu_.run(
        {1, 1},
        +[](std::uint8_t* to, const std::uint8_t* from, std::uint64_t* signal, std::uint64_t value,
            int pe) {
          ark_putmem_signal_nbi(to, from, most, signal, value, ARK_SIGNAL_SET, pe);
          ark_signal_wait_until(signal, ARK_CMP_EQ, value);
          ark_quiet();
        },
        there.get(), data.get(), told.get(), round, next_);
    const std::uint8_t* seen = there.get();
    for (std::size_t i = 0; i < most; i += 1001)
      ASSERT_EQ(seen[i], pattern<std::uint8_t>(previous_, i)) << i;
    ark_barrier_all();  // all have seen this round's signal
  }
}

TEST_P(CudaKernelsProxied, AllLanesOfABlockPost) {
  constexpr int lanes = 96;
  const sym<int> dest(lanes);
  gpu_.run(
      {3, lanes / 3},
      +[](int* words) {
        const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
        ark_int_p(words + i, 7000 * (ark_my_pe() + 1) + i, (ark_my_pe() + 1) % ark_n_pes());
        ark_quiet();
      },
      dest.get());
  ark_barrier_all();
  for (int i = 0; i < lanes; ++i) ASSERT_EQ(dest[i], 7000 * (previous_ + 1) + i) << i;
  ark_barrier_all();
}

TEST_P(CudaKernelsProxied, BarriersOfKernelsAreBarriers) {
  const sym<int> turns(1);
  gpu_.run(
      {1, 1},
      +[](int* mine) {
        for (int turn = 1; turn <= 10; ++turn) {
          *mine = turn;
          ark_barrier_all();
          const int seen = ark_int_g(mine, (ark_my_pe() + 1) % ark_n_pes());
          if (seen != turn) *mine = -1;
          ark_barrier_all();
        }
      },
      turns.get());
  EXPECT_EQ(turns[0], 10);
}

TEST_P(CudaKernelsProxied, QuietOfTheHostCoversDescriptorsOfItsKernels) {
  constexpr std::size_t large = 400000;
  const sym<std::uint8_t> dest(large), source(large);
  for (std::size_t i = 0; i < large; ++i) source[i] = pattern<std::uint8_t>(me_, i);
  gpu_.run(
      {1, 1},
      +[](std::uint8_t* to, const std::uint8_t* from, std::size_t n, int pe) {
        ark_putmem_nbi(to, from, n, pe);
      },
      dest.get(), source.get(), large, next_);
  ark_quiet();
  const ark::detail::device_state& kernels = *played_kernels::context();
  const ark::detail::host_ring ring(kernels.rings[kernels.sm_ring_count]);
  EXPECT_GE(ring.head(), 1u);
  EXPECT_EQ(ring.done(), ring.head());
  ark_barrier_all();
  for (std::size_t i = 0; i < large; ++i) ASSERT_EQ(dest[i], pattern<std::uint8_t>(previous_, i));
  ark_barrier_all();
}

TEST_P(CudaKernelsProxied, AtomicsOfKernelsAreAtomic) {
  constexpr int lanes = 64;
  const sym<std::uint64_t> counter(1), olds(lanes);
  gpu_.run(
      {1, lanes},
      +[](std::uint64_t* count_at, std::uint64_t* old) {
        old[threadIdx.x] = ark_uint64_atomic_fetch_inc(count_at, 0);
        ark_uint64_atomic_add(count_at, 10, 0);
        ark_quiet();
      },
      counter.get(), olds.get());
  ark_barrier_all();
  if (me_ == 0) {
    EXPECT_EQ(counter[0], static_cast<std::uint64_t>(11 * lanes * n_));
  }
  for (int i = 0; i < lanes; ++i) EXPECT_LT(olds[i], static_cast<std::uint64_t>(11 * lanes * n_));
  ark_barrier_all();
}

TEST_P(CudaKernelsProxied, ReductionsOfKernelsFoldOnTheirStacks) {
  constexpr std::size_t words = 203;  // tiles that no landing divides
  const sym<int> mine(words), all(words);
  for (std::size_t i = 0; i < words; ++i) mine[i] = pattern<int>(me_, i) / 8;
  ark_barrier_all();
  gpu_.run(
      {1, 1}, +[](int* out, const int* in) { ark_int_sum_reduce(ARK_TEAM_WORLD, out, in, words); },
      all.get(), mine.get());
  for (std::size_t i = 0; i < words; ++i) {
    int sum = 0;
    for (int pe = 0; pe < n_; ++pe) sum += pattern<int>(pe, i) / 8;
    ASSERT_EQ(all[i], sum) << i;
  }
  ark_barrier_all();
}

/// As many answers as lanes are waited for at once, by way of the words beside two slots.
class CudaKernelsFewSlots : public CudaKernelsProxied {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    ark::settings all = CudaKernelsProxied::overrides();
    all["ARK_RING_SLOTS"] = "2";
    return all;
  }
};
std::span<const ark::detail::reply_slot> reply_slots() {
  const ark::detail::device_state& kernels = *played_kernels::context();
  const ark::detail::ring_view& ring = kernels.rings[kernels.sm_ring_count];
  return {ring.reply_slots, ring.mask + 1};
}
INSTANTIATE_TEST_SUITE_P(, CudaKernelsFewSlots, testing::Values("cuda", "cuda_host"),
                         [](const auto& one) { return std::string(one.param); });

struct wide {
  std::uint64_t low, high;
};

/// What the lanes of one PE read from the next and write to it; `wrong` counts what was not there.
struct lane_words {
  std::uint64_t* longs;
  std::uint8_t* bytes;
  wide* wides;
  wide* wides_put;
  std::uint64_t* tickets;  ///< of PE 0: the counter, and how often each value of it was fetched
  std::uint64_t* wrong;
};
constexpr unsigned lanes_per_block = 32, lane_count = 2 * lanes_per_block;
constexpr std::uint64_t lane_rounds = 3;

void fetch_and_get(lane_words words) {
  const unsigned lane = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  const auto expect = [&](bool right) {
    if (!right) ark::atomic_ref<std::uint64_t>(*words.wrong).fetch_add(1);
  };
  for (std::uint64_t round = 0; round < lane_rounds; ++round) {
    expect(ark_uint64_g(words.longs + lane, next) == pattern<std::uint64_t>(next, lane));
    expect(ark_uint8_g(words.bytes + lane, next) == pattern<std::uint8_t>(next, lane));
    const wide got = ark::g(words.wides + lane, next);
    expect(got.low == pattern<std::uint64_t>(next, lane) && got.high == ~got.low);
    ark_uint64_atomic_inc(words.tickets + 1 + ark_uint64_atomic_fetch_inc(words.tickets, 0), 0);
  }
  ark::p(words.wides_put + lane, wide{lane, ~std::uint64_t{lane}}, next);
  ark_quiet();
}

TEST_P(CudaKernelsFewSlots, RepliesToManyLanesReachTheirRequesters) {
  const sym<std::uint64_t> longs(lane_count), wrong(1),
      tickets(1 + lane_count * lane_rounds * static_cast<unsigned>(n_));
  const sym<std::uint8_t> bytes(lane_count);
  const sym<wide> wides(lane_count), wides_put(lane_count);
  for (unsigned i = 0; i < lane_count; ++i) {
    longs[i] = pattern<std::uint64_t>(me_, i);
    bytes[i] = pattern<std::uint8_t>(me_, i);
    wides[i] = {longs[i], ~longs[i]};
  }
  ark_barrier_all();
  gpu_.run(
      {lane_count / lanes_per_block, lanes_per_block}, &fetch_and_get,
      lane_words{longs.get(), bytes.get(), wides, wides_put.get(), tickets.get(), wrong.get()});
  ark_barrier_all();
  EXPECT_EQ(wrong[0], 0u);
  for (unsigned i = 0; i < lane_count; ++i) {
    EXPECT_EQ(wides_put[i].low, i);
    EXPECT_EQ(wides_put[i].high, ~std::uint64_t{i});
  }
  for (std::size_t i = 1; me_ == 0 && i < tickets.size(); ++i)
    EXPECT_EQ(tickets[i], 1u) << "value " << i - 1;
  for (const ark::detail::reply_slot& beside : reply_slots()) {
    EXPECT_NE(beside.value[0], 0u) << "no answer came this way";
    EXPECT_EQ(beside.taken, 0u);
  }
  ark_barrier_all();
}

TEST_P(CudaKernelsProxied, PutAddsOfKernelsAreSummed) {
  constexpr std::size_t large = 30'000;
  constexpr int lanes = 8;
  const sym<std::uint32_t> sums(large), source(large);
  for (std::size_t i = 0; i < large; ++i) source[i] = static_cast<std::uint32_t>(i) + 1;
  gpu_.run(
      {1, lanes},
      +[](std::uint32_t* to, const std::uint32_t* from, std::size_t n) {
        ark_uint32_put_add_nbi(to, from, n, 0);
        ark_uint32_atomic_add(to, 5, 0);
        ark_quiet();
      },
      sums.get(), source.get(), large);
  ark_barrier_all();
  const auto all = static_cast<std::uint32_t>(lanes * n_);
  for (std::size_t i = 0; i < large && me_ == 0; ++i)
    ASSERT_EQ(sums[i], all * (source[i] + (i == 0 ? 5 : 0))) << i;
  ark_barrier_all();
}

constexpr std::uint64_t starts = 20;

void start_plan(ark_plan_t plan, std::uint64_t* source, std::uint64_t value) {
  *source = value;
  for (std::uint64_t i = 0; i < starts; ++i) ark_plan_start(plan);
  ark_quiet();
}

/// Every PE's plan tells the next PE `starts` times.
void expect_plan_arrives(played_kernels& gpu, int next, int previous) {
  const sym<std::uint64_t> dest(1), source(1), told(1);
  const ark::plan plan(dest.get(), source.get(), 8, told.get(), next);
  ark_barrier_all();
  gpu.run({1, 1}, &start_plan, plan.get(), source.get(),
          900 + static_cast<std::uint64_t>(ark_my_pe()));
  ark_barrier_all();
  EXPECT_EQ(told[0], starts);
  EXPECT_EQ(dest[0], 900u + static_cast<std::uint64_t>(previous));
  ark_barrier_all();
}

TEST_F(CudaKernels, PlansThatKernelsStartAreCarriedOutByGraphs) {
  const std::uint64_t before = driver_.calls("cuGraphLaunch");
  expect_plan_arrives(gpu_, next_, previous_);
  EXPECT_EQ(driver_.calls("cuGraphLaunch") > before, mapped(next_));
}

TEST_F(CudaKernels, PlansToAPeReachedOnlyByTheProxyArrive) {
  ark::finalize();
  ark::settings proxied = CudaKernels::overrides();
  proxied["ARK_ROUTE"] = "proxy";
  ark::init(proxied);
  expect_plan_arrives(gpu_, next_, previous_);
}

}  // namespace
}  // namespace ark_mp
