// Every typed name of the stream-ordered calls, against what it has to move.
#include <algorithm>

#include "api_test.hpp"
#include "typed_names.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t elements = 37;
constexpr std::size_t slot = elements + 3;  ///< the rest must stay as it was

/// The stream-ordered names of one type: one whose parameters are not of it does not compile.
template <class T>
struct names_of {
  using type = T;
  using move = void (*)(T*, const T*, std::size_t, int, ark::stream_t);
  using put_signal = void (*)(T*, const T*, std::size_t, std::uint64_t*, std::uint64_t, int, int,
                              ark::stream_t);
  using spread = int (*)(ark_team_t, T*, const T*, std::size_t, int, ark::stream_t);
  using collective = int (*)(ark_team_t, T*, const T*, std::size_t, ark::stream_t);
  using strided = int (*)(ark_team_t, T*, const T*, std::ptrdiff_t, std::ptrdiff_t, std::size_t,
                          ark::stream_t);
};

#define ARK_TEST_ON_STREAM_NAMES(name, c_type)                                             \
  struct name##_on_stream : names_of<c_type> {                                             \
    static constexpr move puts[] = {ark_##name##_put_on_stream<>,                          \
                                    ark_##name##_put_nbi_on_stream<>};                     \
    static constexpr move gets[] = {ark_##name##_get_on_stream<>,                          \
                                    ark_##name##_get_nbi_on_stream<>};                     \
    static constexpr put_signal put_signals[] = {ark_##name##_put_signal_on_stream<>,      \
                                                 ark_##name##_put_signal_nbi_on_stream<>}; \
    static constexpr spread broadcast = ark_##name##_broadcast_on_stream<>;                \
    static constexpr collective fcollect = ark_##name##_fcollect_on_stream<>;              \
    static constexpr collective alltoall = ark_##name##_alltoall_on_stream<>;              \
    static constexpr collective collect = ark_##name##_collect_on_stream<>;                \
    static constexpr strided alltoalls = ark_##name##_alltoalls_on_stream<>;               \
    static constexpr collective inscan = ark_##name##_sum_inscan_on_stream<>;              \
    static constexpr collective exscan = ark_##name##_sum_exscan_on_stream<>;              \
    static constexpr collective prod = ark_##name##_prod_reduce_on_stream<>;               \
    static constexpr collective sum = ark_##name##_sum_reduce_on_stream<>;                 \
    static constexpr collective min = ark_##name##_min_reduce_on_stream<>;                 \
    static constexpr collective max = ark_##name##_max_reduce_on_stream<>;                 \
  };

ARK_TEST_RMA_TYPES(ARK_TEST_ON_STREAM_NAMES)

#define ARK_TEST_LISTED(name, c_type) , name##_on_stream
using on_stream_types = listed_types<void ARK_TEST_RMA_TYPES(ARK_TEST_LISTED)>::type;
#undef ARK_TEST_LISTED

/// Small integers, so that sums are exact in every type.
template <class T>
T small(int pe, std::size_t i) {
  return static_cast<T>((static_cast<std::size_t>(pe) * 3 + i * 5) % 11);
}

template <class N>
class OnStreamTyped : public pe_test {};
TYPED_TEST_SUITE(OnStreamTyped, on_stream_types);

TYPED_TEST(OnStreamTyped, Movers) {
  using N = TypeParam;
  using T = typename N::type;
  const sym<T> source(slot), put(2 * slot), got(2 * slot), signalled(2 * slot);
  const sym<std::uint64_t> signals(2);
  for (std::size_t i = 0; i < slot; ++i) source[i] = pattern<T>(this->me_, i);
  ark_barrier_all();
  for (std::size_t form = 0; form < 2; ++form) {
    const std::size_t at = form * slot;
    N::puts[form](put + at, source, elements, this->next_, nullptr);
    N::gets[form](got + at, source, elements, this->next_, nullptr);
    N::put_signals[form](signalled + at, source, elements, signals + form, 5, ARK_SIGNAL_ADD,
                         this->next_, nullptr);
  }
  ark_barrier_all_on_stream(nullptr);
  ark::stream_sync(nullptr);
  for (std::size_t form = 0; form < 2; ++form) {
    EXPECT_EQ(signals[form], 5u);
    for (std::size_t i = 0; i < slot; ++i) {
      const std::size_t at = form * slot + i;
      const bool inside = i < elements;
      ASSERT_EQ(put[at], inside ? pattern<T>(this->previous_, i) : T{}) << form << ", " << i;
      ASSERT_EQ(got[at], inside ? pattern<T>(this->next_, i) : T{}) << form << ", " << i;
      ASSERT_EQ(signalled[at], inside ? pattern<T>(this->previous_, i) : T{}) << form << ", " << i;
    }
  }
  ark_barrier_all();
}

TYPED_TEST(OnStreamTyped, Collectives) {
  using N = TypeParam;
  using T = typename N::type;
  const auto n = static_cast<std::size_t>(this->n_);
  const int root = this->n_ - 1;
  const sym<T> source(n * elements), one(slot), all(n * elements), turned(n * elements), sum(slot),
      low(slot), high(slot);
  for (std::size_t i = 0; i < n * elements; ++i) source[i] = small<T>(this->me_, i);
  ark_barrier_all();
  int worst = N::broadcast(ARK_TEAM_WORLD, one, source, elements, root, nullptr);
  worst |= N::fcollect(ARK_TEAM_WORLD, all, source, elements, nullptr);
  worst |= N::alltoall(ARK_TEAM_WORLD, turned, source, elements, nullptr);
  worst |= N::sum(ARK_TEAM_WORLD, sum, source, elements, nullptr);
  worst |= N::min(ARK_TEAM_WORLD, low, source, elements, nullptr);
  worst |= N::max(ARK_TEAM_WORLD, high, source, elements, nullptr);
  EXPECT_EQ(worst, 0);
  ark_barrier_all_on_stream(nullptr);
  ark::stream_sync(nullptr);
  for (std::size_t i = 0; i < elements; ++i) {
    T total{}, least = small<T>(0, i), most = least;
    for (int pe = 0; pe < this->n_; ++pe) {
      const T value = small<T>(pe, i);
      total = static_cast<T>(total + value);
      least = std::min(least, value);
      most = std::max(most, value);
      const std::size_t at = static_cast<std::size_t>(pe) * elements + i;
      ASSERT_EQ(all[at], value);
      ASSERT_EQ(turned[at], small<T>(pe, static_cast<std::size_t>(this->me_) * elements + i));
    }
    ASSERT_EQ(one[i], small<T>(root, i));
    ASSERT_EQ(sum[i], total);
    ASSERT_EQ(low[i], least);
    ASSERT_EQ(high[i], most);
  }
  EXPECT_EQ(one[elements], T{});
  EXPECT_EQ(sum[elements], T{});
}

TYPED_TEST(OnStreamTyped, CollectScansAndStrides) {
  using N = TypeParam;
  using T = typename N::type;
  const auto n = static_cast<std::size_t>(this->n_), me = static_cast<std::size_t>(this->me_);
  constexpr std::size_t few = 5;
  const sym<T> source(2 * n * elements), all(n * elements), turned(2 * n * few), up_to(slot),
      before(slot), product(slot);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = small<T>(this->me_, i);
  ark_barrier_all();
  int worst = N::collect(ARK_TEAM_WORLD, all, source, me + 1, nullptr);  // PE i gives i + 1
  worst |= N::alltoalls(ARK_TEAM_WORLD, turned, source, 2, 1, few, nullptr);
  worst |= N::inscan(ARK_TEAM_WORLD, up_to, source, few, nullptr);
  worst |= N::exscan(ARK_TEAM_WORLD, before, source, few, nullptr);
  worst |= N::prod(ARK_TEAM_WORLD, product, source, 1, nullptr);
  EXPECT_EQ(worst, 0);
  ark_barrier_all_on_stream(nullptr);
  ark::stream_sync(nullptr);
  std::size_t at = 0;
  T whole = static_cast<T>(1);
  for (int pe = 0; pe < this->n_; ++pe) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(pe); ++i)
      ASSERT_EQ(all[at++], small<T>(pe, i)) << pe;
    for (std::size_t i = 0; i < few; ++i) {
      const std::size_t to = 2 * (static_cast<std::size_t>(pe) * few + i);
      ASSERT_EQ(turned[to], small<T>(pe, me * few + i)) << pe << ", " << i;
      ASSERT_EQ(turned[to + 1], T{});
    }
    whole = static_cast<T>(whole * small<T>(pe, 0));
  }
  EXPECT_EQ(product[0], whole);
  for (std::size_t i = 0; i < few; ++i) {
    T sum{};
    for (int pe = 0; pe < this->me_; ++pe) sum = static_cast<T>(sum + small<T>(pe, i));
    ASSERT_EQ(before[i], sum);
    ASSERT_EQ(up_to[i], static_cast<T>(sum + small<T>(this->me_, i)));
  }
}

class OnStreamNames : public pe_test {};

// Sizes in bits and bytes: element i of the put is byte i * size.
TEST_F(OnStreamNames, Sized) {
  using sized = void (*)(void*, const void*, std::size_t, int, ark::stream_t);
  using sized_signal = void (*)(void*, const void*, std::size_t, std::uint64_t*, std::uint64_t, int,
                                int, ark::stream_t);
  struct {
    std::size_t bytes;
    sized moves[4];
    sized_signal signals[2];
  } const forms[] = {
#define ARK_TEST_SIZED(bytes, form)                                              \
  {                                                                              \
    bytes,                                                                       \
        {ark_put##form##_on_stream<>, ark_put##form##_nbi_on_stream<>,           \
         ark_get##form##_on_stream<>, ark_get##form##_nbi_on_stream<>},          \
    {                                                                            \
      ark_put##form##_signal_on_stream<>, ark_put##form##_signal_nbi_on_stream<> \
    }                                                                            \
  }
      ARK_TEST_SIZED(1, 8),  ARK_TEST_SIZED(2, 16),   ARK_TEST_SIZED(4, 32),
      ARK_TEST_SIZED(8, 64), ARK_TEST_SIZED(16, 128), ARK_TEST_SIZED(1, mem)};
#undef ARK_TEST_SIZED
  constexpr std::size_t count = 5, room = count * 16 + 16;
  for (const auto& form : forms) {
    const sym<char> source(room), dest(6 * room);
    const sym<std::uint64_t> signals(2);
    for (std::size_t i = 0; i < room; ++i) source[i] = pattern<char>(me_, i);
    ark_barrier_all();
    for (std::size_t k = 0; k < 4; ++k)
      form.moves[k](dest + k * room, source, count, next_, nullptr);
    for (std::size_t k = 0; k < 2; ++k)
      form.signals[k](dest + (4 + k) * room, source, count, signals + k, 2, ARK_SIGNAL_SET, next_,
                      nullptr);
    ark_barrier_all_on_stream(nullptr);
    ark::stream_sync(nullptr);
    for (std::size_t i = 0; i < 6 * room; ++i) {
      const std::size_t k = i / room, at = i % room;
      const int writer = k == 2 || k == 3 ? next_ : previous_;
      ASSERT_EQ(dest[i], at < count * form.bytes ? pattern<char>(writer, at) : char{})
          << form.bytes << " bytes, form " << k << ", byte " << at;
    }
    EXPECT_EQ(signals[0], 2u);
    EXPECT_EQ(signals[1], 2u);
    ark_barrier_all();
  }
}

TEST_F(OnStreamNames, CollectivesOfBytes) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<char> source(5 * n), one(5), all(5 * n), turned(5 * n);
  for (std::size_t i = 0; i < 5 * n; ++i) source[i] = pattern<char>(me_, i);
  ark_barrier_all();
  EXPECT_EQ(ark_broadcastmem_on_stream(ARK_TEAM_WORLD, one, source, 5, n_ - 1, nullptr), 0);
  EXPECT_EQ(ark_fcollectmem_on_stream(ARK_TEAM_WORLD, all, source, 5, nullptr), 0);
  EXPECT_EQ(ark_alltoallmem_on_stream(ARK_TEAM_WORLD, turned, source, 5, nullptr), 0);
  ark::stream_sync(nullptr);
  for (std::size_t i = 0; i < 5 * n; ++i) {
    const int pe = static_cast<int>(i / 5);
    if (i < 5) {
      EXPECT_EQ(one[i], pattern<char>(n_ - 1, i));
    }
    EXPECT_EQ(all[i], pattern<char>(pe, i % 5));
    EXPECT_EQ(turned[i], pattern<char>(pe, static_cast<std::size_t>(me_) * 5 + i % 5));
  }
  ark_barrier_all();
}

// The generic names, by deduction alone.
TEST_F(OnStreamNames, Generic) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<long> source(n), dest(3), sums(3), all(2 * n), got(2), sent(1);
  const sym<std::uint64_t> signals(2);
  const sym<int> word(1);
  for (std::size_t i = 0; i < n; ++i) source[i] = 10 + me_;
  ark_barrier_all();
  ark_put_on_stream(dest.get(), source.get(), 1, next_, nullptr);
  ark_put_nbi_on_stream(dest.get() + 1, source.get(), 1, next_, nullptr);
  ark_put_signal_on_stream(dest.get() + 2, source.get(), 1, signals, 1, ARK_SIGNAL_ADD, next_,
                           nullptr);
  ark_put_signal_nbi_on_stream(dest.get() + 2, source.get(), 1, signals, 1, ARK_SIGNAL_ADD, next_,
                               nullptr);
  ark_wait_until_on_stream(signals.get(), ARK_CMP_EQ, 2, nullptr);
  ark_wait_until_on_stream(word.get(), ARK_CMP_EQ, 0, nullptr);
  EXPECT_EQ(ark_sum_reduce_on_stream(ARK_TEAM_WORLD, sums.get(), source.get(), 1, nullptr), 0);
  EXPECT_EQ(ark_min_reduce_on_stream(ARK_TEAM_WORLD, sums.get() + 1, source.get(), 1, nullptr), 0);
  EXPECT_EQ(ark_max_reduce_on_stream(ARK_TEAM_WORLD, sums.get() + 2, source.get(), 1, nullptr), 0);
  EXPECT_EQ(ark_fcollect_on_stream(ARK_TEAM_WORLD, all.get(), source.get(), 1, nullptr), 0);
  EXPECT_EQ(ark_alltoall_on_stream(ARK_TEAM_WORLD, all.get() + n, source.get(), 1, nullptr), 0);
  ark_barrier_all_on_stream(nullptr);
  ark::stream_sync(nullptr);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(dest[i], 10 + previous_);
  EXPECT_EQ(sums[0], 10 * n_ + n_ * (n_ - 1) / 2);
  EXPECT_EQ(sums[1], 10);
  EXPECT_EQ(sums[2], 10 + n_ - 1);
  for (std::size_t i = 0; i < 2 * n; ++i) EXPECT_EQ(all[i], 10 + static_cast<long>(i % n));
  ark_get_on_stream(got.get(), source.get(), 1, next_, nullptr);
  ark_get_nbi_on_stream(got.get() + 1, source.get(), 1, next_, nullptr);
  EXPECT_EQ(ark_broadcast_on_stream(ARK_TEAM_WORLD, sent.get(), source.get(), 1, 0, nullptr), 0);
  ark::stream_sync(nullptr);
  EXPECT_EQ(got[0], 10 + next_);
  EXPECT_EQ(got[1], 10 + next_);
  EXPECT_EQ(sent[0], 10);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
