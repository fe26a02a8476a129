// Checked mode: each wrong argument is refused on a kernel's lane and on a host thread, by a text
// that names call, argument, value and what is accepted; right ones are not.
#include <string>
#include <vector>

#include "check_test.hpp"

namespace ark_mp {
namespace {

/// Symmetric words for one wrong call, and words that are not symmetric.
struct arena {
  std::uint64_t* words;
  std::uint64_t* plain;
  int me, n;
  std::uint64_t* end;  ///< of the symmetric heap
  [[nodiscard]] std::uint64_t* odd() const {
    return reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(words) + 4);
  }
};

struct wrong_call {
  const char* says;      ///< with {n} and {last}: the number of PEs, and that less one
  const char* accepted;  ///< too
  void (*call)(const arena& a);
};

constexpr std::size_t huge = std::size_t{1} << 61;
constexpr auto set = ARK_SIGNAL_SET;

const wrong_call wrong_calls[] = {
    // PE
    {"ark_put_nbi: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_put_nbi(a.words, a.plain, 1, a.n); }},
    {"ark_put: pe = -1: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_put(a.words, a.plain, 1, -1); }},
    {"ark_put: pe = -1: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_put(a.words, a.plain, 0, -1); }},
    {"ark_p: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_p(a.words, 1, a.n); }},
    {"ark_g: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { (void)ark_uint64_g(a.words, a.n); }},
    {"ark_get_nbi: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_get_nbi(a.plain, a.words, 1, a.n); }},
    {"ark_iput: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, 2, 1, 2, a.n); }},
    {"ark_atomic_add: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_atomic_add(a.words, 1, a.n); }},
    {"ark_signal_set: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_signal_set(a.words, 1, a.n); }},
    {"ark_put_signal: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_put_signal(a.words, a.plain, 1, a.words + 8, 1, set, a.n); }},
    {"ark_gather_nbi: pieces[1].address = 0x", "accepted: apart",
     [](const arena& a) {
       const ark_piece pieces[] = {{a.words + 8, 8, a.me}, {a.words + 1, 8, a.me}};
       ark_gather_nbi(a.words, pieces, 2, nullptr, 0, 0, 0);
     }},
    {"ark_scatter_nbi: pieces[2].address = 0x", "accepted: data apart from signals",
     [](const arena& a) {
       ark_signal_set(a.words + 12, 0, a.me);
       const ark_piece pieces[] = {
           {nullptr, 0, a.me}, {a.words, 8, a.me}, {a.words + 11, 16, a.me}};
       ark_scatter_nbi(a.plain, pieces, 3, nullptr, 0, 0, 0);
     }},
    // null
    {"ark_put: dest = 0x0: null", "accepted an address in the symmetric heap",
     [](const arena& a) { ark_uint64_put(nullptr, a.plain, 1, a.me); }},
    {"ark_put: source = 0x0: null", "accepted a readable or writable address",
     [](const arena& a) { ark_uint64_put(a.words, nullptr, 1, a.me); }},
    {"ark_get: dest = 0x0: null", "accepted a readable or writable address",
     [](const arena& a) { ark_uint64_get(nullptr, a.words, 1, a.me); }},
    {"ark_get: source = 0x0: null", "accepted an address in the symmetric heap",
     [](const arena& a) { ark_uint64_get(a.plain, nullptr, 1, a.me); }},
    {"ark_atomic_fetch_add_nbi: fetch = 0x0: null", "accepted a readable or writable address",
     [](const arena& a) { ark_uint64_atomic_fetch_add_nbi(nullptr, a.words, 1, a.me); }},
    {"ark_wait_until: ivar = 0x0: null", "accepted an address in the symmetric heap",
     [](const arena&) {
       ark_uint64_wait_until(static_cast<std::uint64_t*>(nullptr), ARK_CMP_EQ, 0);
     }},
    {"ark_put_signal: signal = 0x0: null", "accepted an address in the symmetric heap",
     [](const arena& a) { ark_uint64_put_signal(a.words, a.plain, 1, nullptr, 1, set, a.me); }},
    // not symmetric
    {"ark_put: dest = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_uint64_put(a.plain, a.words, 1, a.me); }},
    {"ark_get: source = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_uint64_get(a.words, a.plain, 1, a.me); }},
    {"ark_atomic_fetch: source = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { (void)ark_uint64_atomic_fetch(a.plain, a.me); }},
    {"ark_signal_add: signal = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_signal_add(a.plain, 1, a.me); }},
    {"ark_wait_until_all: ivar = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_uint64_wait_until_all(a.plain, 2, nullptr, ARK_CMP_EQ, 0); }},
    {"ark_wait_until_some: ivar = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) {
       std::size_t found[2];
       (void)ark_uint64_wait_until_some(a.plain, 2, found, nullptr, ARK_CMP_EQ, 0);
     }},
    {"ark_test: ivar = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { (void)ark_uint64_test(a.plain, ARK_CMP_EQ, 0); }},
    {"ark_signal_wait_until: signal = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { (void)ark_signal_wait_until(a.plain, ARK_CMP_EQ, 0); }},
    {"ark_signal_fetch: ivar = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { (void)ark_signal_fetch(a.plain); }},
    // range
    {"ark_put: dest = 0x", "16 bytes: range ends beyond the symmetric heap, accepted at most 8",
     [](const arena& a) { ark_uint64_put(a.end - 1, a.plain, 2, a.me); }},
    {"ark_iget: source = 0x", "24 bytes: range ends beyond the symmetric heap, accepted at most 16",
     [](const arena& a) { ark_uint64_iget(a.plain, a.end - 2, 1, 2, 2, a.me); }},
    // alignment
    {"ark_put: dest = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { ark_uint64_put(a.odd(), a.plain, 1, a.me); }},
    {"ark_atomic_inc: dest = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { ark_uint64_atomic_inc(a.odd(), a.me); }},
    {"ark_signal_set: signal = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { ark_signal_set(a.odd(), 1, a.me); }},
    {"ark_test_any: ivar = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { (void)ark_uint64_test_any(a.odd(), 2, nullptr, ARK_CMP_EQ, 0); }},
    {"ark_put_add_nbi: dest = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { ark_uint64_put_add_nbi(a.odd(), a.plain, 1, a.me); }},
    {"ark_put_add: source = 0x", "not aligned to its type, accepted multiples of 8",
     [](const arena& a) { ark_uint64_put_add(a.words + 8, a.odd(), 1, a.me); }},
    {"ark_put_add: dest = 0x", "16 bytes: range ends beyond the symmetric heap, accepted at most 8",
     [](const arena& a) { ark_uint64_put_add(a.end - 1, a.plain, 2, a.me); }},
    // sizes and strides
    {"ark_put: count = 2305843009213693952: elements of 8 bytes", "accepted at most 35184372088831",
     [](const arena& a) { ark_uint64_put(a.words, a.plain, huge, a.me); }},
    {"ark_wait_until_any: count = 18446744073709551615: elements of 8 bytes",
     "accepted at most 35184372088831",
     [](const arena& a) {
       (void)ark_uint64_wait_until_any(a.words, ~std::size_t{0}, nullptr, ARK_CMP_EQ, 0);
     }},
    {"ark_iput: dst = 0", "accepted 1 or more",
     [](const arena& a) { ark_uint64_iput(a.words, a.plain, 0, 1, 2, a.me); }},
    {"ark_iget: sst = -3", "accepted 1 or more",
     [](const arena& a) { ark_uint64_iget(a.plain, a.words, 1, -3, 2, a.me); }},
    {"ark_iput: sst = 2305843009213693952: 3 elements of 8 bytes so far apart",
     "accepted less than 2^48 bytes",
     [](const arena& a) {
       ark_uint64_iput(a.words, a.plain, 1, static_cast<std::ptrdiff_t>(huge), 3, a.me);
     }},
    {"ark_iput_block: dst = -1", "accepted 1 or more",
     [](const arena& a) { ark_uint64_iput_block(a.words, a.plain, -1, 1, 2, a.me); }},
    {"ark_iget_warp: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_iget_warp(a.plain, a.words, 2, 1, 2, a.n); }},
    {"ark_ibput: dst = 0", "accepted 1 or more",
     [](const arena& a) { ark_uint64_ibput(a.words, a.plain, 0, 1, 1, 2, a.me); }},
    {"ark_ibput_warp: pe = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_ibput_warp(a.words, a.plain, 2, 2, 2, 0, a.n); }},
    {"ark_ibget_block: sst = -2", "accepted 1 or more",
     [](const arena& a) { ark_uint64_ibget_block(a.plain, a.words, 1, -2, 1, 2, a.me); }},
    {"ark_ibput: bsize = 2305843009213693952", "accepted at most 35184372088831",
     [](const arena& a) { ark_uint64_ibput(a.words, a.plain, 2, 2, huge, 2, a.me); }},
    {"ark_ibget: source = 0x", "24 bytes: range ends beyond the symmetric heap",
     [](const arena& a) { ark_uint64_ibget(a.plain, a.end - 2, 1, 1, 2, 2, a.me); }},
    // overlap
    {"ark_ibput: dest = 0x", "32 bytes overlap source = 0x",
     [](const arena& a) { ark_uint64_ibput(a.words + 2, a.words, 2, 2, 2, 2, a.me); }},
    {"ark_put: dest = 0x", "16 bytes overlap source = 0x",
     [](const arena& a) { ark_uint64_put(a.words + 1, a.words, 2, a.me); }},
    {"ark_put_add: dest = 0x", "16 bytes overlap source = 0x",
     [](const arena& a) { ark_uint64_put_add(a.words + 1, a.words, 2, a.me); }},
    {"ark_put_add_signal: dest = 0x", "16 bytes overlap signal = 0x",
     [](const arena& a) {
       ark_uint64_put_add_signal(a.words, a.plain, 2, a.words + 1, 1, set, a.me);
     }},
    {"ark_put_signal_nbi: dest = 0x", "16 bytes overlap signal = 0x",
     [](const arena& a) {
       ark_uint64_put_signal_nbi(a.words, a.plain, 2, a.words + 1, 1, set, a.me);
     }},
    // operations
    {"ark_put_signal: op = 7", "accepted ARK_SIGNAL_SET or ARK_SIGNAL_ADD",
     [](const arena& a) { ark_uint64_put_signal(a.words, a.plain, 1, a.words + 8, 1, 7, a.me); }},
    {"ark_test_all: cmp = 99", "accepted ARK_CMP_EQ, NE, GT, GE, LT or LE",
     [](const arena& a) { (void)ark_uint64_test_all(a.words, 1, nullptr, 99, 0); }},
    {"ark_signal_wait_until: cmp = -1", "accepted ARK_CMP_EQ, NE, GT, GE, LT or LE",
     [](const arena& a) { (void)ark_signal_wait_until(a.words, -1, 0); }},
    // signal words as data
    {"ark_put: dest = 0x", "24 bytes cover the signal word 0x",
     [](const arena& a) {
       ark_signal_set(a.words + 18, 1, a.me);
       ark_uint64_put(a.words + 16, a.plain, 3, a.me);
     }},
    {"ark_atomic_set: dest = 0x", "4 bytes cover the signal word 0x",
     [](const arena& a) {
       (void)ark_signal_wait_until(a.words + 20, ARK_CMP_GE, 0);
       ark_uint32_atomic_set(reinterpret_cast<std::uint32_t*>(a.words + 20) + 1, 1, a.me);
     }},
    {"ark_iput: dest = 0x", "8 bytes cover the signal word 0x",
     [](const arena& a) {
       ark_uint64_put_signal(a.words, a.plain, 1, a.words + 24, 1, set, a.me);
       ark_uint64_iput(a.words + 22, a.plain, 2, 1, 2, a.me);
     }},
    {"ark_ibput: dest = 0x", "16 bytes cover the signal word 0x",
     [](const arena& a) {
       ark_uint64_put_signal(a.words, a.plain, 1, a.words + 24, 1, set, a.me);
       ark_uint64_ibput(a.words + 20, a.plain, 3, 2, 2, 2, a.me);
     }},
    // collectives, wrong in the same way on every PE
    {"ark_sum_reduce: team = -1: ARK_TEAM_INVALID", "accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or",
     [](const arena& a) { ark_uint64_sum_reduce(ARK_TEAM_INVALID, a.words, a.words + 8, 1); }},
    {"ark_fcollect: team = 5", "or a team that the PE has created",
     [](const arena& a) { ark_uint64_fcollect(5, a.words, a.words + 8, 1); }},
    {"ark_team_sync: team = 64", "accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or",
     [](const arena&) { ark_team_sync(64); }},
    {"ark_sum_inscan: dest = 0x", "accepted: apart, or the same",
     [](const arena& a) { ark_uint64_sum_inscan(ARK_TEAM_WORLD, a.words, a.words + 1, 2); }},
    {"ark_collect: source = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_uint64_collect(ARK_TEAM_WORLD, a.words, a.plain, 1); }},
    {"ark_broadcast: root = {n}: PE out of range", "accepted 0 to {last}",
     [](const arena& a) { ark_uint64_broadcast(ARK_TEAM_WORLD, a.words, a.words + 8, 1, a.n); }},
    {"ark_broadcast: source = 0x", "address is not in the symmetric heap, accepted 0x",
     [](const arena& a) { ark_uint64_broadcast(ARK_TEAM_WORLD, a.words, a.plain, 1, 0); }},
    {"ark_alltoall: dest = 0x0: null", "accepted an address in the symmetric heap",
     [](const arena& a) { ark_uint64_alltoall(ARK_TEAM_WORLD, nullptr, a.words, 1); }},
    {"ark_fcollect: dest = 0x", "overlap source = 0x",
     [](const arena& a) { ark_uint64_fcollect(ARK_TEAM_WORLD, a.words, a.words + 1, 2); }},
    {"ark_max_reduce: dest = 0x", "accepted: apart, or the same",
     [](const arena& a) { ark_uint64_max_reduce(ARK_TEAM_WORLD, a.words, a.words + 1, 2); }},
    {"ark_min_reduce: count = 2305843009213693952", "accepted at most 35184372088831",
     [](const arena& a) { ark_uint64_min_reduce(ARK_TEAM_WORLD, a.words, a.words + 8, huge); }},
    {"ark_broadcast: dest = 0x", "cover the signal word 0x",
     [](const arena& a) {
       ark_signal_set(a.words + 28, 1, a.me);
       ark_uint64_broadcast(ARK_TEAM_WORLD, a.words + 28, a.words + 40, 2, 0);
     }},
};

ARK_GLOBAL void call_on_lane(void (*call)(const arena&), arena a) {
  if (blockIdx.x == 1 && threadIdx.x == 5) call(a);
}

class Arguments : public checked_test {
 protected:
  [[nodiscard]] std::string filled(std::string text) const {
    for (const auto& [name, value] : {std::pair{"{n}", n_}, {"{last}", n_ - 1}}) {
      const std::size_t at = text.find(name);
      if (at != std::string::npos) text.replace(at, std::strlen(name), std::to_string(value));
    }
    return text;
  }
  void expect_refused(const wrong_call& wrong, bool on_lane) {
    const ark::failure_record record = take_failure();
    const std::string text = ark::failure_text(record);
    EXPECT_EQ(record.code, ark::errc::invalid_argument) << wrong.says;
    EXPECT_NE(text.find("; " + filled(wrong.says)), std::string::npos) << text << wrong.says;
    EXPECT_NE(text.find(filled(wrong.accepted)), std::string::npos) << text << wrong.accepted;
    EXPECT_NE(text.find("PE " + std::to_string(me_) + ": "), std::string::npos) << text;
    EXPECT_EQ(record.on_lane, on_lane) << text;
    EXPECT_EQ(text.find("block 1 thread 5") != std::string::npos, on_lane) << text;
  }
  template <class Run>
  void refuse_all(bool on_lane, Run&& run) {
    const sym<std::uint64_t> words(64);
    std::vector<std::uint64_t> plain(64);
    const ark::detail::device_state& state = ark::detail::host_context();
    const arena a{words.get(), plain.data(), me_, n_,
                  reinterpret_cast<std::uint64_t*>(state.heap_base + state.heap_bytes)};
    for (const wrong_call& wrong : wrong_calls) {
      run(wrong.call, a);
      expect_refused(wrong, on_lane);
      meet();
    }
    ark_barrier_all();
    EXPECT_EQ(take_failure().code, ark::errc::ok);
  }
};

TEST_F(Arguments, AreRefusedOnAHostThread) {
  refuse_all(false, [](void (*call)(const arena&), const arena& a) { call(a); });
}

TEST_F(Arguments, AreRefusedOnALane) {
  refuse_all(true, [](void (*call)(const arena&), const arena& a) {
    ark::launch({2, 8}, call_on_lane, call, a);
    sync_despite_failure();
  });
}

TEST_F(Arguments, TextHasNumbersWithTheirSignAndAddressesAsAddresses) {
  const sym<std::uint64_t> words(1);
  ark_uint64_p(words, 1, -2);
  EXPECT_NE(ark::failure_text(take_failure()).find("seen -2;"), std::string::npos);
  std::uint64_t plain = 0;
  ark_uint64_p(&plain, 1, me_);
  const std::string text = ark::failure_text(take_failure());
  EXPECT_EQ(text.find("expected"), std::string::npos) << text;  // the heap has two ends
  EXPECT_NE(text.find(", seen 0x"), std::string::npos) << text;
  ark_barrier_all();
}

ARK_GLOBAL void wrong_by_block(std::uint64_t* words, const std::uint64_t* plain, int me,
                               int* codes) {
  codes[threadIdx.x] = static_cast<int>(
      ark::put_signal_block(words + 1, plain, 2, words + 2, std::uint64_t{1}, ARK_SIGNAL_SET, me));
}
ARK_GLOBAL void wrong_strides_by_block(std::uint64_t* words, const std::uint64_t* plain, int me,
                                       int* codes) {
  const ark::errc iput = ark::iput_block(words, plain, 2, -1, 2, me);
  const ark::errc ibput = ark::ibput_block(words, plain, 0, 1, 1, 2, me);
  codes[threadIdx.x] = static_cast<int>(iput == ibput ? iput : ark::errc::ok);
}
TEST_F(Arguments, OfABlocksCallReachAllOfItsThreads) {
  const sym<std::uint64_t> words(4);
  const std::vector<std::uint64_t> plain(4, 7);
  std::vector<int> codes(40);
  ark::launch({1, 40}, wrong_by_block, words.get(), plain.data(), me_, codes.data());
  sync_despite_failure();
  for (const int code : codes) EXPECT_EQ(code, static_cast<int>(ark::errc::invalid_argument));
  EXPECT_EQ(take_failure().code, ark::errc::invalid_argument);
  codes.assign(40, 0);
  ark::launch({1, 40}, wrong_strides_by_block, words.get(), plain.data(), me_, codes.data());
  sync_despite_failure();
  for (const int code : codes) EXPECT_EQ(code, static_cast<int>(ark::errc::invalid_argument));
  EXPECT_EQ(take_failure().code, ark::errc::invalid_argument);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(words[i], 0u);
  ark_barrier_all();
}

TEST_F(Arguments, SignalWordsAreForgottenByFree) {
  const std::uint64_t plain[2] = {5, 6};
  auto* words = static_cast<std::uint64_t*>(ark_calloc(8, 8));
  ark_signal_set(words, 1, me_);
  ark_free(words);
  const sym<std::uint64_t> again(8);
  ASSERT_EQ(again.get(), words) << "the heap gives the place out again";
  ark_uint64_put(again, plain, 2, me_);
  EXPECT_EQ(again[0], 5u);
  EXPECT_EQ(take_failure().code, ark::errc::ok);
  ark_barrier_all();
}

TEST_F(Arguments, SignalWordsAreForgottenByABarrier) {
  const std::uint64_t plain[2] = {5, 6};
  const sym<std::uint64_t> words(2);
  const auto put_over_a_signal = [&](auto&& synchronise) {
    ark_signal_set(words, 1, me_);
    synchronise();
    ark_uint64_put(words, plain, 2, me_);
    ark_quiet();
    return take_failure().code;
  };
  EXPECT_EQ(put_over_a_signal(ark_barrier_all), ark::errc::ok);
  EXPECT_EQ(words[0], 5u);
  EXPECT_EQ(put_over_a_signal(ark_sync_all), ark::errc::ok);
  EXPECT_EQ(put_over_a_signal([] { (void)ark_team_sync(ARK_TEAM_SHARED); }), ark::errc::ok);
  EXPECT_EQ(put_over_a_signal(ark_quiet), ark::errc::invalid_argument);
  ark_barrier_all();
}

TEST_F(Arguments, ASignalWordMayBeSetBack) {
  const std::uint64_t zero = 0;
  const sym<std::uint64_t> words(2);
  ark_signal_set(words, 1, me_);
  ark_uint64_p(words, 0, me_);
  ark_putmem(words, &zero, 8, me_);
  ark_uint64_atomic_set(words, 0, me_);
  ark_quiet();
  EXPECT_EQ(words[0], 0u);
  EXPECT_EQ(take_failure().code, ark::errc::ok);
  ark_barrier_all();
}

TEST_F(Arguments, NeighboursOfSignalsAreData) {
  const sym<std::uint64_t> words(3);
  ark_signal_set(words + 1, 1, me_);
  ark_uint64_p(words, 5, me_);
  ark_uint64_p(words + 2, 6, me_);
  (void)ark_uint64_atomic_fetch(words + 1, me_);  // reading is no harm
  ark_signal_add(words + 1, 1, me_);
  ark_quiet();
  EXPECT_EQ(words[1], 2u);
  EXPECT_EQ(take_failure().code, ark::errc::ok);
  ark_barrier_all();
}

TEST_F(Arguments, MoreSignalWordsThanTheTableHoldsAreNoFailure) {
  constexpr std::size_t count = 2 * ark::detail::check_state::capacity;
  const sym<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) ark_signal_set(words + i, 1, me_);
  const std::uint64_t plain[2] = {5, 6};
  ark_uint64_put(words + count - 2, plain, 2, me_);  // not noticed: documented
  EXPECT_EQ(take_failure().code, ark::errc::ok);
  ark_uint64_put(words, plain, 2, me_);
  EXPECT_EQ(take_failure().code, ark::errc::invalid_argument);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
