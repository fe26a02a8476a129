// Atomics: every typed name by value, and sums, parities, locks and chains under contention. Run
// under every route.
#include <algorithm>
#include <ark/atomic_ref.hpp>
#include <vector>

#include "api_test.hpp"
#include "typed_calls.hpp"

namespace ark_mp {
namespace {

template <class T>
using names_call = void (*)(T*, T*, int);
template <class T>
ARK_GLOBAL void call_in_kernel(names_call<T> call, T* word, T* out, int pe) {
  call(word, out, pe);
}

template <class T, std::size_t Count>
void check_names(names_call<T> call, const int (&expected)[Count], int next) {
  const sym<T> words(3), out(Count);
  for (const bool on_host : {false, true}) {
    if (on_host) {
      call(words + 1, out, next);
    } else {
      run_kernel(1, 1, call_in_kernel<T>, call, words + 1, out.get(), next);
    }
    for (std::size_t i = 0; i < Count; ++i)
      EXPECT_EQ(out[i], static_cast<T>(expected[i])) << "result " << i;
    ark_barrier_all();
    EXPECT_EQ(words[0], T{}) << "the word before";
    EXPECT_EQ(words[2], T{}) << "the word behind";
    ark_barrier_all();
  }
}

template <class A>
class AmoExtended : public pe_test {};
TYPED_TEST_SUITE(AmoExtended, extended_amo_types);
TYPED_TEST(AmoExtended, Names) {
  check_names<typename TypeParam::type>(extended_names<TypeParam>, extended_results, this->next_);
}
template <class A>
class AmoStandard : public pe_test {};
TYPED_TEST_SUITE(AmoStandard, standard_amo_types);
TYPED_TEST(AmoStandard, Names) {
  check_names<typename TypeParam::type>(standard_names<TypeParam>, standard_results, this->next_);
}
template <class A>
class AmoBitwise : public pe_test {};
TYPED_TEST_SUITE(AmoBitwise, bitwise_amo_types);
TYPED_TEST(AmoBitwise, Names) {
  check_names<typename TypeParam::type>(bitwise_names<TypeParam>, bitwise_results, this->next_);
}

// --- Contention: all lanes of all PEs on words of PE 0. ---

constexpr unsigned blocks = 3, threads = 16;
constexpr std::uint64_t rounds = 5;

struct contended {
  std::uint64_t* sum;
  std::uint64_t* parity;
  std::uint64_t* chain;
  std::uint64_t* lock;
  std::uint64_t* guarded;
  std::uint64_t* taken;  ///< what each lane got out of the chain
};

/// Direct: the same words by ark::atomic_ref through ark_ptr, where they are mapped.
ARK_GLOBAL void contend(contended w, bool direct) {
  const std::uint64_t lanes = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t lane = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint64_t me = static_cast<std::uint64_t>(ark_my_pe()) * lanes + lane + 1;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    if (direct && lane % 2 == 0 && ark_ptr(w.sum, 0) != nullptr) {
      ark::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(ark_ptr(w.sum, 0))).fetch_add(me);
      ark::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(ark_ptr(w.parity, 0)))
          .fetch_xor(me * 0x101);
    } else {
      ark_uint64_atomic_add(w.sum, me, 0);
      ark_uint64_atomic_xor(w.parity, me * 0x101, 0);
    }
  }
  w.taken[lane] = ark_uint64_atomic_swap(w.chain, me, 0);
  ark_quiet();
}

class Amo : public pe_test {
 protected:
  void check_contention(bool direct) {
    constexpr std::size_t lanes = blocks * threads;
    const sym<std::uint64_t> words(3), taken(lanes), all(lanes * static_cast<std::size_t>(n_));
    const contended w{words, words + 1, words + 2, nullptr, nullptr, taken};
    run_kernel(blocks, threads, contend, w, direct);
    ark_barrier_all();
    ark::fcollect<ark::device::thread_scope>(ARK_TEAM_WORLD, all.get(), taken.get(), lanes);
    if (me_ == 0) {
      const std::uint64_t total = lanes * static_cast<std::uint64_t>(n_);
      std::uint64_t parity = 0;
      for (std::uint64_t i = 1; i <= total; ++i) parity ^= i * 0x101;  // an odd number of rounds
      EXPECT_EQ(words[0], rounds * total * (total + 1) / 2);
      EXPECT_EQ(words[1], parity);
      // Every value went into the chain once: all but the last came out again, and the initial zero
      // with them.
      std::vector<std::uint64_t> values(all.get(), all.get() + total);
      values.push_back(words[2]);
      std::sort(values.begin(), values.end());
      for (std::uint64_t i = 0; i <= total; ++i)
        ASSERT_EQ(values[i], i) << "swap chain lost or doubled a value";
    }
    ark_barrier_all();
  }
};
TEST_F(Amo, SumParityAndChainUnderContention) { check_contention(false); }
TEST_F(Amo, MixedWithAtomicRefThroughPointer) { check_contention(true); }

// A lock of compare-and-swap; the guarded word is read and written without atomics.
ARK_GLOBAL void lock_and_count(std::uint64_t* lock, std::uint64_t* counter) {
  const std::uint64_t me = static_cast<std::uint64_t>(ark_my_pe()) * blockDim.x + threadIdx.x + 1;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    while (ark_uint64_atomic_compare_swap(lock, 0, me, 0) != 0) {
      if (ark_status() != 0) return;
    }
    const std::uint64_t old = ark_uint64_g(counter, 0);
    ark_uint64_p(counter, old + 1, 0);
    ark_quiet();
    ark_uint64_atomic_set(lock, 0, 0);
  }
  ark_quiet();
}
TEST_F(Amo, CompareSwapLockExcludes) {
  const sym<std::uint64_t> lock(1), counter(1);
  run_kernel(1, 4, lock_and_count, lock.get(), counter.get());
  ark_barrier_all();
  if (me_ == 0) {
    EXPECT_EQ(counter[0], 4 * rounds * static_cast<std::uint64_t>(n_));
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
