// Atomics in kernels: every one by value and by every route, of words of both widths, and words
// that all threads of all PEs work on, one by one and as elements of put_add. The typed names:
// bindings/openshmem/conformance.
#include <ark/atomic_ref.hpp>

#if ARK_CUDA
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

#include "engine_support.hpp"
#include "pes.hpp"

namespace ark_gpu {
namespace {

// Each PE works on a word of its neighbour, so that values are known.

template <class T>
ARK_HOST_DEVICE void exchange(T* word, T* out, int pe) {
  ark::atomic_set(word, T{5}, pe);
  ark_quiet();
  out[0] = ark::atomic_fetch(word, pe);
  out[1] = ark::atomic_swap(word, T{9}, pe);
  ark::atomic_fetch_nbi(out + 2, word, pe);
  ark_quiet();
  ark::atomic_swap_nbi(out + 3, word, T{11}, pe);
  ark_quiet();
  out[4] = ark::atomic_fetch(word, pe);
}
inline constexpr int exchanged[] = {5, 5, 9, 9, 11};

template <class T>
ARK_HOST_DEVICE void count(T* word, T* out, int pe) {
  ark::atomic_set(word, T{5}, pe);
  ark_quiet();
  out[0] = ark::atomic_compare_swap(word, T{4}, T{6}, pe);  // fails
  out[1] = ark::atomic_compare_swap(word, T{5}, T{6}, pe);
  ark::atomic_compare_swap_nbi(out + 2, word, T{6}, T{7}, pe);
  ark_quiet();
  ark::atomic_inc(word, pe);
  ark_quiet();
  out[3] = ark::atomic_fetch_inc(word, pe);
  ark::atomic_fetch_inc_nbi(out + 4, word, pe);
  ark_quiet();
  ark::atomic_add(word, T{10}, pe);
  ark_quiet();
  out[5] = ark::atomic_fetch_add(word, T{100}, pe);
  ark::atomic_fetch_add_nbi(out + 6, word, static_cast<T>(-1), pe);
  ark_quiet();
  out[7] = ark::atomic_fetch(word, pe);
}
inline constexpr int counted[] = {5, 5, 6, 8, 9, 20, 120, 119};

template <class T>
ARK_HOST_DEVICE void change_bits(T* word, T* out, int pe) {
#define CHANGE(op, at)                                               \
  ark::atomic_set(word, T{0b1100}, pe);                              \
  ark_quiet();                                                       \
  ark::atomic_##op(word, T{0b1010}, pe);                             \
  ark_quiet();                                                       \
  out[at] = ark::atomic_fetch(word, pe);                             \
  out[(at) + 1] = ark::atomic_fetch_##op(word, T{0b0110}, pe);       \
  ark::atomic_fetch_##op##_nbi(out + (at) + 2, word, T{0b0011}, pe); \
  ark_quiet();                                                       \
  out[(at) + 3] = ark::atomic_fetch(word, pe)
  CHANGE(and, 0);
  CHANGE(or, 4);
  CHANGE(xor, 8);
#undef CHANGE
}
inline constexpr int bits[] = {0b1000, 0b1000, 0b0000, 0b0000, 0b1110, 0b1110,
                               0b1110, 0b1111, 0b0110, 0b0110, 0b0000, 0b0011};

template <class T>
using word_calls = void (*)(T*, T*, int);

/// The calls are a template argument: a GPU cannot call through a pointer of the host's.
template <class T, word_calls<T> Calls>
ARK_GLOBAL void call_in_kernel(T* word, T* out, int pe) {
  Calls(word, out, pe);
}

/// By a kernel, and by the host where the heap is in its memory.
template <class T, word_calls<T> Calls, std::size_t Count>
void check_word_on(const pe& self, const int (&expected)[Count]) {
  const array<T> words(3), out(Count);
  for (const bool on_host : {false, true}) {
    if (on_host && on_gpu) break;
    if (on_host) {
      Calls(words.get() + 1, out.get(), self.next);
    } else {
      self.run({1, 1}, call_in_kernel<T, Calls>, words.get() + 1, out.get(), self.next);
    }
    ark_barrier_all();
    const std::vector<T> seen = out.read(), around = words.read();
    for (std::size_t i = 0; i < Count; ++i)
      EXPECT_EQ(seen[i], static_cast<T>(expected[i])) << "PE " << self.me << ", result " << i;
    EXPECT_EQ(around[0], T{}) << "the word before";
    EXPECT_EQ(around[2], T{}) << "the word behind";
    ark_barrier_all();
  }
}
template <class T, word_calls<T> Calls, std::size_t Count>
void check_word(const int (&expected)[Count]) {
  for (const ark::settings& route : routes())
    on_pes(2, route, [&](const pe& self) { check_word_on<T, Calls>(self, expected); });
  // On a GPU by what constants decide.
  if (on_gpu) on_pes(1, {}, [&](const pe& self) { check_word_on<T, Calls>(self, expected); });
}

TEST(AmoOfOneWord, Exchanges) {
  check_word<float, exchange>(exchanged);
  check_word<double, exchange>(exchanged);
  check_word<int, exchange>(exchanged);
}
TEST(AmoOfOneWord, Counts) {
  check_word<int, count>(counted);
  check_word<std::uint64_t, count>(counted);
}
TEST(AmoOfOneWord, Bits) {
  check_word<std::int32_t, change_bits>(bits);
  check_word<std::uint64_t, change_bits>(bits);
}

// --- Contention: all threads of all PEs on words of PE 0.

constexpr unsigned blocks = 4, threads = 64;
constexpr std::uint64_t rounds = 5;

struct contended {
  std::uint64_t *sum, *parity, *chain;
  std::uint64_t* seen;  ///< how often each value came out of the chain
};

/// By atomics of the API, and, if `mixed`, on every second thread by ark::atomic_ref through
/// ark_ptr where the words are mapped.
ARK_GLOBAL void contend(contended w, bool mixed) {
  const std::uint64_t lanes = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t lane = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t me = static_cast<std::uint64_t>(ark_my_pe()) * lanes + lane + 1;
  auto* const mapped = static_cast<std::uint64_t*>(ark_ptr(w.sum, 0));
  for (std::uint64_t i = 0; i < rounds; ++i) {
    if (mixed && lane % 2 == 0 && mapped != nullptr) {
      ark::atomic_ref<std::uint64_t>(*mapped).fetch_add(me);
      ark::atomic_ref<std::uint64_t>(mapped[w.parity - w.sum]).fetch_xor(me * 0x101);
    } else {
      ark_uint64_atomic_add(w.sum, me, 0);
      ark_uint64_atomic_xor(w.parity, me * 0x101, 0);
    }
  }
  ark_uint64_atomic_inc(w.seen + ark_uint64_atomic_swap(w.chain, me, 0), 0);
}

void check_contention(bool mixed) {
  on_pes(3, {}, [&](const pe& self) {
    const std::size_t total = std::size_t{blocks} * threads * static_cast<std::size_t>(self.n);
    const array<std::uint64_t> words(3), seen(total + 1);
    self.run({blocks, threads}, contend, contended{words, words + 1, words + 2, seen}, mixed);
    ark_barrier_all();
    if (self.me == 0) {
      std::uint64_t parity = 0;
      for (std::uint64_t i = 1; i <= total; ++i) parity ^= i * 0x101;  // an odd number of rounds
      EXPECT_EQ(words.at(0), rounds * total * (total + 1) / 2);
      EXPECT_EQ(words.at(1), parity);
      std::vector<std::uint64_t> times = seen.read();
      ++times.at(words.at(2));  // the last one is still in the chain
      EXPECT_EQ(times, std::vector<std::uint64_t>(total + 1, 1))
          << "a swap lost or doubled a value";
    }
    ark_barrier_all();
  });
}
TEST(Amo, SumParityAndChainUnderContention) { check_contention(false); }
TEST(Amo, MixedWithAtomicRefThroughPointer) { check_contention(true); }

/// A lock of compare-and-swap; the guarded word is read and written without atomics.
ARK_GLOBAL void lock_and_count(std::uint64_t* lock, std::uint64_t* counter) {
  const auto me = static_cast<std::uint64_t>(ark_my_pe()) * gridDim.x + blockIdx.x + 1;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    while (ark_uint64_atomic_compare_swap(lock, 0, me, 0) != 0) {
      if (ark_status() != 0) return;
    }
    const std::uint64_t old = ark_uint64_g(counter, 0);
    ark_uint64_p(counter, old + 1, 0);
    ark_quiet();
    ark_uint64_atomic_set(lock, 0, 0);
  }
}
TEST(Amo, CompareSwapLockExcludes) {
  on_pes(2, {}, [](const pe& self) {
    const array<std::uint64_t> lock(1), counter(1);
    self.run({4, 1}, lock_and_count, lock, counter);
    if (self.me == 0) {
      EXPECT_EQ(counter.at(0), 4 * rounds * static_cast<std::uint64_t>(self.n));
    }
    ark_barrier_all();
  });
}

// --- put_add: all blocks of all PEs, and their threads beside them, on elements of PE 0.

constexpr std::size_t many = 20'001;  ///< of a block's: more than goes inline; an odd end
constexpr std::size_t few = 12;       ///< of a thread's

template <class T>
ARK_GLOBAL void add_together(T* sums, const T* source, unsigned engine_blocks) {
  const ark::engine_scope engine(engine_blocks);
  if (engine.served()) return;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    ark::put_add_nbi_block(sums + 1, source + 1, many, 0);
    ark::put_add_nbi(sums + 2, source, few, 0);
  }
}

template <class T>
void check_sums(ark::settings settings, const shape& how) {
  on_pes(3, std::move(settings), [&](const pe& self) {
    const array<T> sums(many + 2), source(many + 1);
    std::vector<T> values(many + 1);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 5 + 1);
    source.write(values);
    self.run(how, add_together<T>, sums.get(), source.get(), how.engine_blocks);
    const std::vector<T> seen = sums.read();
    const std::size_t times =
        self.me == 0 ? static_cast<unsigned>(self.n) * rounds * how.blocks : 0;
    std::size_t wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      std::size_t expected = i >= 1 && i <= many ? i % 5 + 1 : 0;
      if (i >= 2 && i < 2 + few) expected += how.threads * ((i - 2) % 5 + 1);
      if (seen[i] == static_cast<T>(times * expected)) continue;
      if (wrong++ < 3) {
        first += " element " + std::to_string(i) + " is " + std::to_string(seen[i]) + ", not " +
                 std::to_string(times * expected) + ";";
      }
    }
    EXPECT_EQ(wrong, 0u) << sizeof(T) << " bytes, PE " << self.me << ", shared memory of "
                         << how.shared_bytes << " bytes:" << first;
    ark_barrier_all();
  });
}

TEST(PutAdd, ByTheCallersLosesNothing) {
  check_sums<double>({{"ARK_ROUTE", "inline"}}, {blocks, threads});
  check_sums<std::uint32_t>({{"ARK_ROUTE", "inline"}}, {blocks, threads});
}
/// Once with shared memory for the SM's copy units, once without.
TEST(PutAdd, ByTheEngineLosesNothing) {
  if (const std::string reason = why_no_engine(); !reason.empty()) GTEST_SKIP() << reason;
  for (const unsigned shared_bytes : {0u, 40'960u}) {
    check_sums<double>({{"ARK_ROUTE", "queue"}}, {blocks, threads, 2, shared_bytes});
    check_sums<std::uint32_t>({{"ARK_ROUTE", "queue"}}, {blocks, threads, 2, shared_bytes});
  }
}

// --- put_add of 16-bit floating-point types: sums that each type holds exactly.

template <class T>
ARK_GLOBAL void add_halves(T* sums, const T* source) {
  ark::put_add_nbi_block(sums + 1, source, many, 0);
  if (threadIdx.x == 0) ark::put_add(sums, source + 1, 1, 0);
}

template <class T>
void check_halves() {
  for (const ark::settings& route : routes()) {
    on_pes(3, route, [](const pe& self) {
      const array<T> sums(many + 2), source(many);
      std::vector<T> values(many);
      for (std::size_t i = 0; i < many; ++i) values[i] = T(static_cast<float>(i % 5 + 1) / 4);
      source.write(values);
      self.run({4, threads}, add_halves<T>, sums.get(), source.get());
      const std::vector<T> seen = sums.read();
      const float times = self.me == 0 ? static_cast<float>(4 * self.n) : 0;
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < seen.size(); ++i) {
        const std::size_t given = i == 0 ? 2 : i <= many ? (i - 1) % 5 + 1 : 0;
        wrong += static_cast<float>(seen[i]) != times * static_cast<float>(given) / 4;
      }
      EXPECT_EQ(wrong, 0u) << "PE " << self.me;
      ark_barrier_all();
    });
  }
}

#if ARK_CUDA
TEST(PutAdd, OfHalvesLosesNothing) { check_halves<__half>(); }
TEST(PutAdd, OfBfloat16LosesNothing) { check_halves<__nv_bfloat16>(); }
#elif defined(__FLT16_MANT_DIG__)
TEST(PutAdd, OfHalvesLosesNothing) { check_halves<_Float16>(); }
#endif

}  // namespace
}  // namespace ark_gpu
