// put_add: every typed name, sums of all PEs that lose nothing whatever their routes, the signal
// behind the data, and what is refused.
#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using ::testing::HasSubstr;

/// Forms: thread, warp, block; then nbi.
constexpr int mover_forms = 6;
#define ARK_TEST_PUT_ADD(name, c)                                                                 \
  struct name##_put_adds {                                                                        \
    using type = c;                                                                               \
    static constexpr void (*puts[])(c*, const c*, std::size_t, int) = {                           \
        ark_##name##_put_add,     ark_##name##_put_add_warp,     ark_##name##_put_add_block,      \
        ark_##name##_put_add_nbi, ark_##name##_put_add_nbi_warp, ark_##name##_put_add_nbi_block}; \
    static constexpr void (*put_signals[])(c*, const c*, std::size_t, std::uint64_t*,             \
                                           std::uint64_t, int, int) = {                           \
        ark_##name##_put_add_signal,          ark_##name##_put_add_signal_warp,                   \
        ark_##name##_put_add_signal_block,    ark_##name##_put_add_signal_nbi,                    \
        ark_##name##_put_add_signal_nbi_warp, ark_##name##_put_add_signal_nbi_block};             \
  };
ARK_TEST_PUT_ADD(int32, std::int32_t)
ARK_TEST_PUT_ADD(int64, std::int64_t)
ARK_TEST_PUT_ADD(uint32, std::uint32_t)
ARK_TEST_PUT_ADD(uint64, std::uint64_t)
ARK_TEST_PUT_ADD(float, float)
ARK_TEST_PUT_ADD(double, double)

/// Each PE has a route of its own, as far as ARK_ROUTE leaves it one.
class PutAdd : public pe_test {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    if (std::getenv("ARK_ROUTE") != nullptr) return {};
    return {{"ARK_ROUTE", rank() % 2 == 0 ? "inline" : "queue"}};
  }
};

// --- Every name

constexpr std::size_t elements = 37;
constexpr std::size_t slot = elements + 3;  ///< the rest must stay as it was

template <class N>
ARK_HOST_DEVICE void add_by_all_forms(typename N::type* sums, const typename N::type* source,
                                      std::uint64_t* signals, int pe) {
  const unsigned thread = ark::device::place::thread_index();
  for (int form = 0; form < mover_forms; ++form) {
    const bool mine = form % 3 == 2 || thread == 0 || (form % 3 == 1 && thread < 32);
    if (!mine) continue;
    typename N::type* at = sums + static_cast<std::size_t>(form) * slot;
    N::puts[form](at, source, elements, pe);
    N::put_signals[form](at, source, elements, signals + form, 5, ARK_SIGNAL_ADD, pe);
  }
}

template <class N>
ARK_GLOBAL void add_in_kernel(typename N::type* sums, const typename N::type* source,
                              std::uint64_t* signals, int pe) {
  add_by_all_forms<N>(sums, source, signals, pe);
}

/// What PE `pe` adds. Twice its negative beside the start value comes back to a small number.
template <class T>
T summand(int pe, std::size_t i) {
  return static_cast<T>(static_cast<T>(0) - static_cast<T>(pe + 1) - static_cast<T>(i % 7));
}

template <class N>
void check_names(bool on_host, int me, int next, int previous) {
  using T = typename N::type;
  const sym<T> sums(mover_forms * slot), source(elements);
  const sym<std::uint64_t> signals(mover_forms);
  for (std::size_t i = 0; i < elements; ++i) source[i] = summand<T>(me, i);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = T{9};
  ark_barrier_all();
  if (on_host) {
    add_by_all_forms<N>(sums, source, signals, next);
  } else {
    run_kernel(1, 48, add_in_kernel<N>, sums.get(), source.get(), signals.get(), next);
  }
  ark_barrier_all();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const T added = i % slot < elements ? summand<T>(previous, i % slot) : T{};
    ASSERT_EQ(sums[i], static_cast<T>(T{9} + added + added)) << "form " << i / slot << ", " << i;
  }
  for (int form = 0; form < mover_forms; ++form) EXPECT_EQ(signals[form], 5u) << form;
  ark_barrier_all();
}

/// use(table) for every type.
template <class Use>
void for_each_type(Use&& use) {
  use(int32_put_adds{});
  use(int64_put_adds{});
  use(uint32_put_adds{});
  use(uint64_put_adds{});
  use(float_put_adds{});
  use(double_put_adds{});
}

TEST_F(PutAdd, AllNamesAddToEachElementAndToNoOther) {
  for_each_type([&]<class N>(N) {
    check_names<N>(false, me_, next_, previous_);
    check_names<N>(true, me_, next_, previous_);
  });
}

// --- Sums of all PEs, blocks and threads on PE 0, while atomics change the first elements

constexpr std::size_t many = 5000;  ///< elements of the blocks' own
constexpr std::size_t few = 12;     ///< of their threads'
constexpr unsigned workers = 3, threads = 40;

template <class N>
ARK_GLOBAL void add_together(typename N::type* sums, const typename N::type* source, int rounds,
                             unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  for (int round = 0; round < rounds; ++round) {
    ark::put_add_nbi_block(sums, source, many, 0);
    ark::put_add(sums + threadIdx.x % 4, source, few, 0);
    if constexpr (std::is_integral_v<typename N::type>)
      ark::atomic_add(sums + threadIdx.x % few, typename N::type{1}, 0);
  }
}

template <class N>
void check_sums(int me, int pes, unsigned engine_blocks) {
  using T = typename N::type;
  constexpr int rounds = 3;
  const sym<T> sums(many + 1), source(many);
  std::vector<std::int64_t> expected(many + 1);
  for (std::size_t i = 0; i < many; ++i) source[i] = summand<T>(me, i);
  for (int pe = 0; pe < pes; ++pe) {
    const std::int64_t times = rounds * static_cast<int>(workers);
    for (std::size_t i = 0; i < many; ++i) expected[i] += times * summand<std::int64_t>(pe, i);
    for (std::size_t t = 0; t < threads; ++t) {
      for (std::size_t i = 0; i < few; ++i)
        expected[t % 4 + i] += times * summand<std::int64_t>(pe, i);
      if (std::is_integral_v<T>) expected[t % few] += times;
    }
  }
  ark_barrier_all();
  ark::launch({workers, threads, 0, nullptr, true, engine_blocks}, add_together<N>, sums.get(),
              static_cast<const T*>(source.get()), rounds, engine_blocks);
  ark::device_sync();
  ark_barrier_all();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i <= many && me == 0; ++i)
    wrong += sums[i] != static_cast<T>(expected[i]);
  EXPECT_EQ(wrong, 0u) << sizeof(T) << " bytes, " << engine_blocks << " engine blocks";
  ark_barrier_all();
}

TEST_F(PutAdd, SumsOfAllPesLoseNothing) {
  for_each_type([&]<class N>(N) { check_sums<N>(me_, n_, 0); });
}
TEST_F(PutAdd, SumsThroughTheSmEngineLoseNothing) {
  for_each_type([&]<class N>(N) { check_sums<N>(me_, n_, 2); });
}

// --- 16-bit floating-point types, as far as the compiler has one

#ifdef __FLT16_MANT_DIG__
constexpr unsigned adders = 8;  ///< threads of a block that add to the first element
/// Of 8 PEs all sums are eighths below 256, which the type holds exactly.
ARK_GLOBAL void add_halves(_Float16* sums, const _Float16* source, std::uint64_t* told) {
  ark::put_add_nbi_block(sums + 1, source, many, 0);
  if (threadIdx.x < adders) ark::put_add(sums, source + 1, 1, 0);
  ark::put_add_signal_nbi_block(sums + 2, source + 2, few, told, 1, ARK_SIGNAL_ADD, 0);
}

TEST_F(PutAdd, HalvesOfAllPesLoseNothing) {
  const sym<_Float16> sums(many + 2), source(many);
  const sym<std::uint64_t> told(1);
  const auto given = [](int pe, std::size_t i) {
    return static_cast<float>((pe + 1) * static_cast<int>(i % 5 + 1)) / 8;
  };
  for (std::size_t i = 0; i < many; ++i) source[i] = static_cast<_Float16>(given(me_, i));
  ark_barrier_all();
  run_kernel(2, threads, add_halves, sums.get(), static_cast<const _Float16*>(source.get()),
             told.get());
  ark_barrier_all();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < sums.size() && me_ == 0; ++i) {
    float expected = 0;
    for (int pe = 0; pe < n_; ++pe) {
      if (i == 0) expected += 2 * adders * given(pe, 1);
      if (i >= 1 && i <= many) expected += 2 * given(pe, i - 1);
      if (i >= 2 && i < 2 + few) expected += 2 * given(pe, i);
    }
    wrong += static_cast<float>(sums[i]) != expected;
  }
  EXPECT_EQ(wrong, 0u);
  if (me_ == 0) {
    EXPECT_EQ(told[0], 2u * static_cast<unsigned>(n_));
  }
  ark_barrier_all();
}
#endif

// --- The signal

TEST_F(PutAdd, TheSignalComesAfterTheSumsOfItsCall) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{900}, std::size_t{100'000}}) {
    const sym<double> sums(count), source(count);
    const sym<std::uint64_t> told(1);
    for (std::size_t i = 0; i < count; ++i) source[i] = me_ + 0.5;
    ark_barrier_all();
    for (std::uint64_t round = 1; round <= 5; ++round) {
      ark_double_put_add_signal_nbi(sums, source, count, told, 1, ARK_SIGNAL_ADD, next_);
      ASSERT_EQ(ark_signal_wait_until(told, ARK_CMP_GE, round), round);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < count; ++i)
        wrong += sums[i] != static_cast<double>(round) * (previous_ + 0.5);
      EXPECT_EQ(wrong, 0u) << count << " elements, round " << round;
      ark_barrier_all();
    }
    ark_barrier_all();
  }
}

TEST_F(PutAdd, OfNoElementsOnlySignals) {
  const sym<std::uint64_t> told(1);
  ark_int32_put_add(nullptr, nullptr, 0, next_);
  ark_int32_put_add_signal(nullptr, nullptr, 0, told, 6, ARK_SIGNAL_SET, next_);
  EXPECT_EQ(ark_signal_wait_until(told, ARK_CMP_NE, 0), 6u);
  ark_barrier_all();
}

// --- Refusals

/// Without checked mode, which refuses them earlier (tests/mp/check).
class PutAddRefused : public PutAdd {
 protected:
  [[nodiscard]] ark::settings overrides() const override {
    return {{"ARK_CHECK", "0"}, {"ARK_ON_FAILURE", "go_on"}, {"ARK_LOG", "error"}};
  }
  void TearDown() override {
    meet();  // a PE that leaves is a failure of the others, too
    EXPECT_NO_THROW(ark::finalize());
    meet();
  }
  /// All PEs are refused, and nobody's memory has changed.
  void expect_refused(ark::errc code, const std::string& why, const sym<std::uint64_t>& words) {
    EXPECT_EQ(code, ark::errc::invalid_argument);
    const std::string text = ark::failure_text(ark::last_failure());
    EXPECT_NE(text.find("in put_add"), std::string::npos) << text;
    EXPECT_NE(text.find(why), std::string::npos) << text;
    meet();
    for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], 0u) << i;
  }
  template <class T>
  static T* shifted(const sym<std::uint64_t>& words, std::size_t bytes) {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(words.get()) + bytes);
  }
};

TEST_F(PutAddRefused, ADestinationThatIsNotAligned) {
  const sym<std::uint64_t> words(8);
  const double mine[2] = {1, 2};
  expect_refused(ark::put_add_nbi(shifted<double>(words, 4), mine, 2, next_),
                 "put_add: dest is not at a multiple of its element's size", words);
  EXPECT_THAT(ark::failure_text(ark::last_failure()),
              HasSubstr("expected a multiple of 8, seen 0x"));
}
TEST_F(PutAddRefused, ASourceThatIsNotAligned) {
  const sym<std::uint64_t> words(8);
  const auto* source = shifted<std::uint32_t>(words, 2);
  expect_refused(ark::put_add(shifted<std::uint32_t>(words, 32), source, 1, next_),
                 "put_add: source is not at a multiple of its element's size", words);
  EXPECT_THAT(ark::failure_text(ark::last_failure()),
              HasSubstr("expected a multiple of 4, seen " +
                        ::testing::PrintToString(static_cast<const void*>(source))));
}
TEST_F(PutAddRefused, ARangeBeyondTheHeap) {
  const sym<std::uint64_t> words(8);
  const float mine[1] = {1};
  expect_refused(ark::put_add(shifted<float>(words, 0), mine, std::size_t{1} << 40, next_),
                 "range ends beyond the symmetric heap", words);
}
TEST_F(PutAddRefused, APeThatThereIsNot) {
  const sym<std::uint64_t> words(8);
  const std::int64_t mine[1] = {1};
  expect_refused(ark::put_add(shifted<std::int64_t>(words, 0), mine, 1, n_), "PE out of range",
                 words);
}

}  // namespace
}  // namespace ark_mp
