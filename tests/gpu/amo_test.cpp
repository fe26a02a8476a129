// Atomics in kernels: every typed name by value and by every route, and words that all threads of
// all PEs work on, one by one and as elements of put_add.
#include <ark/atomic_ref.hpp>

#include "engine_support.hpp"
#include "pes.hpp"
#include "typed_calls.hpp"

namespace ark_gpu {
namespace {

// One name for each C type: the others call the same code, nvcc would take minutes more for them,
// and tests/mp/api has them all.
using standard_types =
    testing::Types<ark_mp::int_amos, ark_mp::long_amos, ark_mp::longlong_amos, ark_mp::uint_amos,
                   ark_mp::ulong_amos, ark_mp::ulonglong_amos>;
using extended_types =
    testing::Types<ark_mp::float_extended_amos, ark_mp::double_extended_amos, ark_mp::int_amos,
                   ark_mp::long_amos, ark_mp::longlong_amos, ark_mp::uint_amos, ark_mp::ulong_amos,
                   ark_mp::ulonglong_amos>;
using bitwise_types =
    testing::Types<ark_mp::uint_bitwise, ark_mp::ulong_bitwise, ark_mp::ulonglong_bitwise,
                   ark_mp::int32_bitwise, ark_mp::int64_bitwise>;

template <class T>
using names_call = void (*)(T*, T*, int);

/// The call is a template argument: a GPU cannot call through a pointer of the host's.
template <class T, names_call<T> Call>
ARK_GLOBAL void call_names(T* word, T* out, int pe) {
  Call(word, out, pe);
}

/// Each PE works on a word of its neighbour, so that values are known.
template <class T, names_call<T> Call, std::size_t Count>
void check_names_by(const ark::settings& route, const int (&expected)[Count]) {
  on_pes(2, route, [&](const pe& self) {
    const array<T> words(3), out(Count);
    self.run({1, 1}, call_names<T, Call>, words.get() + 1, out.get(), self.next);
    const std::vector<T> seen = out.read(), around = words.read();
    for (std::size_t i = 0; i < Count; ++i)
      EXPECT_EQ(seen[i], static_cast<T>(expected[i])) << "PE " << self.me << ", result " << i;
    EXPECT_EQ(around[0], T{}) << "the word before";
    EXPECT_EQ(around[2], T{}) << "the word behind";
    ark_barrier_all();
  });
}

template <class T, names_call<T> Call, std::size_t Count>
void check_names(const int (&expected)[Count]) {
  check_names_by<T, Call>({}, expected);
  SCOPED_TRACE("through the proxy");
  check_names_by<T, Call>({{"ARK_ROUTE", "proxy"}}, expected);
}

template <class A>
class AmoExtended : public testing::Test {};
TYPED_TEST_SUITE(AmoExtended, extended_types);
TYPED_TEST(AmoExtended, Names) {
  check_names<typename TypeParam::type, ark_mp::extended_names<TypeParam>>(
      ark_mp::extended_results);
}
template <class A>
class AmoStandard : public testing::Test {};
TYPED_TEST_SUITE(AmoStandard, standard_types);
TYPED_TEST(AmoStandard, Names) {
  check_names<typename TypeParam::type, ark_mp::standard_names<TypeParam>>(
      ark_mp::standard_results);
}
template <class A>
class AmoBitwise : public testing::Test {};
TYPED_TEST_SUITE(AmoBitwise, bitwise_types);
TYPED_TEST(AmoBitwise, Names) {
  check_names<typename TypeParam::type, ark_mp::bitwise_names<TypeParam>>(ark_mp::bitwise_results);
}

// --- Contention: all threads of all PEs on words of PE 0.

constexpr unsigned blocks = 4, threads = 64;
constexpr std::uint64_t rounds = 5;

/// By atomics of the API, and on every second thread by ark::atomic_ref through ark_ptr.
ARK_GLOBAL void contend(std::uint64_t* sum, std::uint64_t* parity, std::uint64_t* chain,
                        std::uint64_t* taken) {
  const std::uint64_t lanes = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t lane = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::uint64_t me = static_cast<std::uint64_t>(ark_my_pe()) * lanes + lane + 1;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    if (lane % 2 == 0) {
      ark::atomic_ref<std::uint64_t>(*static_cast<std::uint64_t*>(ark_ptr(sum, 0))).fetch_add(me);
    } else {
      ark_uint64_atomic_add(sum, me, 0);
    }
    ark_uint64_atomic_xor(parity, me * 0x101, 0);
  }
  taken[lane] = ark_uint64_atomic_swap(chain, me, 0);
}

TEST(AmoContention, NothingIsLost) {
  constexpr int pes = 3;
  constexpr std::uint64_t lanes = blocks * threads, total = pes * lanes;
  std::vector<std::uint64_t> seen(total + 1);  // how often each value came out of the chain
  std::mutex mutex;
  on_pes(pes, {}, [&](const pe& self) {
    const array<std::uint64_t> words(3), taken(lanes);
    self.run({blocks, threads}, contend, words.get(), words.get() + 1, words.get() + 2, taken);
    {
      const std::lock_guard lock(mutex);
      for (const std::uint64_t value : taken.read()) ++seen.at(value);
      if (self.me == 0) ++seen.at(words.at(2));
    }
    if (self.me == 0) {
      std::uint64_t parity = 0;
      for (std::uint64_t i = 1; i <= total; ++i) parity ^= i * 0x101;  // an odd number of rounds
      EXPECT_EQ(words.at(0), rounds * total * (total + 1) / 2);
      EXPECT_EQ(words.at(1), parity);
    }
    ark_barrier_all();
  });
  for (std::uint64_t value = 0; value <= total; ++value)
    EXPECT_EQ(seen[value], 1u) << "a chain of swaps lost or doubled " << value;
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
  constexpr int pes = 3;
  on_pes(pes, std::move(settings), [&](const pe& self) {
    const array<T> sums(many + 2), source(many + 1);
    std::vector<T> values(many + 1);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 5 + 1);
    source.write(values);
    self.run(how, add_together<T>, sums.get(), source.get(), how.engine_blocks);
    const std::vector<T> seen = sums.read();
    const std::size_t times = self.me == 0 ? pes * rounds * how.blocks : 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      std::size_t expected = i >= 1 && i <= many ? i % 5 + 1 : 0;
      if (i >= 2 && i < 2 + few) expected += how.threads * ((i - 2) % 5 + 1);
      wrong += seen[i] != static_cast<T>(times * expected);
    }
    EXPECT_EQ(wrong, 0u) << sizeof(T) << " bytes, PE " << self.me;
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

}  // namespace
}  // namespace ark_gpu
