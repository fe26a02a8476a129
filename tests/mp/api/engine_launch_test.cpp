// Transfers by the SM engine: the first blocks of the launch that asks for them. Lengths and
// alignments: tests/gpu/rma_test.cpp.
#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned engines = 2;
constexpr unsigned workers = 3;

class Engine : public pe_test {
 protected:
  /// All PEs run `kernel` with an engine, and wait for the end of all.
  template <class... Parameters, class... Arguments>
  void run(unsigned threads, void (*kernel)(Parameters...), Arguments... arguments) {
    ark::launch({workers, threads, 0, nullptr, true, engines}, kernel,
                static_cast<Parameters>(arguments)...);
    ark::device_sync();
    ark_barrier_all();
  }
};

/// Every lane of every worker block: puts, atomics, a get of what it has put, all through the
/// queue.
ARK_GLOBAL void all_lanes(std::uint64_t* slots, std::uint64_t* counter, std::uint64_t* wrong,
                          int pes) {
  const ark::engine_scope engine(engines);
  if (engine.served()) return;
  const std::uint64_t lane = engine.block_index() * blockDim.x + threadIdx.x;
  for (int pe = 0; pe < pes; ++pe) {
    const std::uint64_t value =
        1 + lane + 1000 * static_cast<unsigned>(pe) + 1000000 * static_cast<unsigned>(ark_my_pe());
    std::uint64_t* mine = slots + static_cast<unsigned>(ark_my_pe()) * 1000 + lane;
    ark_uint64_put_nbi(mine, &value, 1, pe);
    ark_uint64_atomic_add(counter, 1, pe);
    ark_quiet();
    if (ark_uint64_g(mine, pe) != value) ark_uint64_atomic_add(wrong, 1, 0);
    if (ark_uint64_atomic_fetch(counter, pe) == 0) ark_uint64_atomic_add(wrong, 1, 0);
  }
}

TEST_F(Engine, AllLanesOfAllWorkersUseIt) {
  const sym<std::uint64_t> slots(1000 * static_cast<std::size_t>(n_)), counter(1), wrong(1);
  run(40, all_lanes, slots.get(), counter.get(), wrong.get(), n_);
  EXPECT_EQ(counter[0], static_cast<std::uint64_t>(n_) * workers * 40);
  EXPECT_EQ(wrong[0], 0u);
}

/// The block forms, whose threads vote on the route.
ARK_GLOBAL void block_puts(std::uint64_t* dest, const std::uint64_t* source, std::size_t words,
                           std::uint64_t* told, int pe) {
  const ark::engine_scope engine(engines);
  if (engine.served()) return;
  const std::size_t first = engine.block_index() * words;
  ark_uint64_put_signal_nbi_block(dest + first, source + first, words, told, 1, ARK_SIGNAL_ADD, pe);
  if (threadIdx.x == 0) ark_fence();
  __syncthreads();
  ark_uint64_put_block(dest + first, source + first + 1, 1, pe);
}

TEST_F(Engine, BlocksPutTogetherAndAFenceKeepsTheOrder) {
  constexpr std::size_t words = 50'000;
  const sym<std::uint64_t> dest(workers * words), source(workers * words + 1), told(1);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = pattern<std::uint64_t>(me_, i);
  run(96, block_puts, dest.get(), source.get(), words, told.get(), next_);
  ASSERT_EQ(ark_signal_wait_until(told, ARK_CMP_EQ, workers), workers);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < dest.size(); ++i)
    wrong += dest[i] != pattern<std::uint64_t>(previous_, i % words == 0 ? i + 1 : i);
  EXPECT_EQ(wrong, 0u);
  ark_barrier_all();
}

/// Barriers inside of a kernel with an engine: one worker thread of each PE.
ARK_GLOBAL void meet_and_pass_on(std::uint64_t* dest, std::uint64_t* source, std::size_t words,
                                 int rounds, std::uint64_t* wrong, int next) {
  const ark::engine_scope engine(engines);
  if (engine.served() || engine.block_index() != 0 || threadIdx.x != 0) return;
  for (int round = 1; round <= rounds; ++round) {
    for (std::size_t i = 0; i < words; i += 997) source[i] = static_cast<unsigned>(round) + i;
    ark_uint64_put_nbi(dest, source, words, next);
    ark_barrier_all();
    for (std::size_t i = 0; i < words; i += 997)
      *wrong += ark::detail::load_relaxed(dest + i) != static_cast<unsigned>(round) + i;
    ark_barrier_all();
  }
}

TEST_F(Engine, BarriersCompleteTransfersOfTheEngine) {
  constexpr std::size_t words = 60'000;
  const sym<std::uint64_t> dest(words), source(words), wrong(1);
  run(32, meet_and_pass_on, dest.get(), source.get(), words, 10, wrong.get(), next_);
  EXPECT_EQ(wrong[0], 0u);
}

}  // namespace
}  // namespace ark_mp
