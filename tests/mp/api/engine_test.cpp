// Transfers by the SM engine: the first blocks of the launch that asks for them.
#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned engines = 2;
constexpr unsigned workers = 3;
constexpr std::size_t step = 352 << 10;  ///< from one transfer's place to the next

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

/// Lengths around every limit of the engine, at every place in a word.
ARK_HOST_DEVICE std::size_t length_of(unsigned i) {
  constexpr std::size_t lengths[] = {1,     2,     3,     4,     7,      8,      9,     16,
                                     63,    64,    65,    511,   512,    513,    4095,  4097,
                                     16384, 16385, 65536, 65537, 262144, 262145, 300001};
  return lengths[i];
}
constexpr unsigned length_count = 23;

ARK_GLOBAL void put_all_lengths(char* dest, const char* source, std::uint64_t* told, unsigned shift,
                                int pe) {
  const ark::engine_scope engine(engines);
  if (engine.served() || threadIdx.x != 0) return;
  for (unsigned i = engine.block_index(); i < length_count; i += engine.block_count()) {
    const std::size_t at = i * step + shift;
    ark_putmem_signal_nbi(dest + at, source + at + shift % 3, length_of(i), told, 1, ARK_SIGNAL_ADD,
                          pe);
  }
}

TEST_F(Engine, EveryLengthAtEveryPlaceArrivesAndNothingBesideIt) {
  const sym<char> dest(step * length_count + 64), source(step * length_count + 64);
  const sym<std::uint64_t> told(1);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = pattern<char>(me_, i);
  std::uint64_t expected = 0;
  for (const unsigned shift : {0u, 1u, 2u, 4u, 5u, 8u, 15u}) {
    std::memset(dest.get(), 0x33, dest.size());
    ark_barrier_all();
    run(64, put_all_lengths, dest.get(), source.get(), told.get(), shift, next_);
    ASSERT_EQ(ark_signal_wait_until(told, ARK_CMP_EQ, expected += length_count), expected);
    std::size_t wrong = 0;
    for (unsigned i = 0; i < length_count; ++i) {
      const std::size_t at = i * step + shift;
      for (std::size_t b = i * step; b < (i + 1) * step; ++b) {
        const bool inside = b >= at && b < at + length_of(i);
        wrong += dest[b] != (inside ? pattern<char>(previous_, b + shift % 3) : char{0x33});
      }
    }
    EXPECT_EQ(wrong, 0u) << "shift " << shift;
    ark_barrier_all();
  }
}

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

TEST_F(Engine, BarriersCompleteWhatTheEngineHas) {
  constexpr std::size_t words = 60'000;
  const sym<std::uint64_t> dest(words), source(words), wrong(1);
  run(32, meet_and_pass_on, dest.get(), source.get(), words, 10, wrong.get(), next_);
  EXPECT_EQ(wrong[0], 0u);
}

}  // namespace
}  // namespace ark_mp
