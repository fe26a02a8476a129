// What kernels of a GPU PE find in their context: played by the CPU on the fake driver, so that
// memory, rings and counters are those that ark has made for the GPU.
#include <gmock/gmock.h>

#include <numeric>
#include <vector>

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
  for (unsigned r = 0; r < state.sm_ring_count; ++r) all += state.sm->rings[r].taken;
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
    EXPECT_GE(taken(), 1u);
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

}  // namespace
}  // namespace ark_mp
