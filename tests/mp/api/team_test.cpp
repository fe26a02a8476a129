// Teams: creation, queries on the host and in kernels, and all collectives against a serial result.
// Run under every route.
#include <algorithm>

#include "team_shapes.hpp"

namespace ark_mp {
namespace {

constexpr unsigned team_threads = 48;

class Team : public pe_test {};

/// What a PE sees of a team.
struct team_facts {
  int rank, size, to_world, from_world, absent, out_of_range;
  std::uint64_t* next;
};

ARK_HOST_DEVICE void look_at(ark_team_t team, int next_in_world, std::uint64_t* word,
                             team_facts* facts) {
  const int size = ark_team_n_pes(team), rank = ark_team_my_pe(team);
  const int next = rank < 0 ? -1 : (rank + 1) % size;
  *facts = {rank,
            size,
            ark_team_translate_pe(team, next, ARK_TEAM_WORLD),
            ark_team_translate_pe(ARK_TEAM_WORLD, next_in_world, team),
            ark_team_translate_pe(team, 0, ARK_TEAM_INVALID),
            ark_team_translate_pe(team, size, ARK_TEAM_WORLD),
            static_cast<std::uint64_t*>(ark_team_ptr(team, word, next))};
}
ARK_GLOBAL void look_in_kernel(ark_team_t team, int next_in_world, std::uint64_t* word,
                               team_facts* facts) {
  look_at(team, next_in_world, word, facts);
}

void expect_facts(const team_of_pes& team, const team_facts& facts, int me,
                  const std::uint64_t* word) {
  const int rank = team.rank_of(me);
  EXPECT_EQ(facts.rank, rank) << team.shape;
  EXPECT_EQ(facts.absent, -1) << team.shape;
  EXPECT_EQ(facts.out_of_range, -1) << team.shape;
  if (rank < 0) {
    EXPECT_EQ(facts.size, -1) << team.shape;
    EXPECT_EQ(facts.next, nullptr) << team.shape;
    return;
  }
  const int next = team.pes[static_cast<std::size_t>((rank + 1) % team.size())];
  EXPECT_EQ(facts.size, team.size()) << team.shape;
  EXPECT_EQ(facts.to_world, next) << team.shape;
  EXPECT_EQ(facts.from_world, (rank + 1) % team.size()) << team.shape;
  EXPECT_EQ(facts.next, mapped(next) || next == me ? ark_ptr(word, next) : nullptr) << team.shape;
}

TEST_F(Team, ReturnsSizeRankAndPesOfItsMembers) {
  const sym<std::uint64_t> word(1);
  const sym<team_facts> facts(1);
  {
    const some_teams teams(n_);
    for (const team_of_pes& team : teams) {
      const int rank = team.rank_of(me_);
      const int next = rank < 0 ? 0 : team.pes[static_cast<std::size_t>((rank + 1) % team.size())];
      look_at(team.handle, next, word, facts.get());
      expect_facts(team, facts[0], me_, word);
      run_kernel(1, 1, look_in_kernel, team.handle, next, word.get(), facts.get());
      expect_facts(team, facts[0], me_, word);
    }
  }
  ark_barrier_all();
}

TEST_F(Team, SharedHasThePesWithMappedMemory) {
  team_of_pes shared{"shared", ARK_TEAM_SHARED, {}};
  for (int pe = 0; pe < n_; ++pe) {
    if (pe == me_ || mapped(pe)) shared.pes.push_back(pe);
  }
  EXPECT_EQ(ark_team_n_pes(ARK_TEAM_SHARED), shared.size());
  EXPECT_EQ(ark_team_my_pe(ARK_TEAM_SHARED), shared.rank_of(me_));
  for (int i = 0; i < shared.size(); ++i) {
    EXPECT_EQ(ark_team_translate_pe(ARK_TEAM_SHARED, i, ARK_TEAM_WORLD),
              shared.pes[static_cast<std::size_t>(i)]);
  }
  const sym<int> ones(1), sum(1);
  ones[0] = 1;
  EXPECT_EQ(ark_int_sum_reduce(ARK_TEAM_SHARED, sum, ones, 1), 0);
  EXPECT_EQ(sum[0], shared.size());
  ark_barrier_all();
}

TEST_F(Team, KeepsItsConfiguration) {
  const ark_team_config_t wanted{3};
  ark_team_t with = ARK_TEAM_INVALID, without = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, &wanted, ARK_TEAM_NUM_CONTEXTS, &with),
            0);
  ASSERT_EQ(ark_team_split_strided(ARK_TEAM_WORLD, 0, 1, n_, &wanted, 0, &without), 0);
  EXPECT_NE(with, without);
  ark_team_config_t seen{-1};
  EXPECT_EQ(ark_team_get_config(with, 0, &seen), 0);
  EXPECT_EQ(seen.num_contexts, -1) << "nothing was selected";
  EXPECT_EQ(ark_team_get_config(with, ARK_TEAM_NUM_CONTEXTS, &seen), 0);
  EXPECT_EQ(seen.num_contexts, 3);
  EXPECT_EQ(ark_team_get_config(without, ARK_TEAM_NUM_CONTEXTS, &seen), 0);
  EXPECT_EQ(seen.num_contexts, 0);
  ark_team_destroy(with);
  EXPECT_NE(ark_team_get_config(with, ARK_TEAM_NUM_CONTEXTS, &seen), 0);
  EXPECT_NE(ark_team_get_config(ARK_TEAM_INVALID, ARK_TEAM_NUM_CONTEXTS, &seen), 0);
  EXPECT_EQ(ark_team_my_pe(with), -1) << "destroyed";
  ark_team_destroy(without);
  ark_team_destroy(ARK_TEAM_INVALID);
}

TEST_F(Team, SplitOfNoTeamDoesNothing) {
  ark_team_t made = 17, other = 17;
  EXPECT_NE(ark_team_split_strided(ARK_TEAM_INVALID, 0, 1, 1, nullptr, 0, &made), 0);
  EXPECT_EQ(made, ARK_TEAM_INVALID);
  EXPECT_NE(ark_team_split_2d(ARK_TEAM_INVALID, 1, nullptr, 0, &made, nullptr, 0, &other), 0);
  EXPECT_EQ(other, ARK_TEAM_INVALID);
}

TEST_F(Team, OneRowIfItIsLongerThanTheTeam) {
  ark_team_t row = ARK_TEAM_INVALID, column = ARK_TEAM_INVALID;
  ASSERT_EQ(ark_team_split_2d(ARK_TEAM_WORLD, n_ + 5, nullptr, 0, &row, nullptr, 0, &column), 0);
  EXPECT_EQ(ark_team_n_pes(row), n_);
  EXPECT_EQ(ark_team_my_pe(row), me_);
  EXPECT_EQ(ark_team_n_pes(column), 1);
  ark_team_destroy(row);
  ark_team_destroy(column);
}

// --- Every collective, by every form, on every team.

/// 1 to 3, so that products are exact.
template <class T>
ARK_HOST_DEVICE T factor(int pe, std::size_t i) {
  return static_cast<T>(1 + (static_cast<std::size_t>(pe) * 2 + i * 5) % 3);
}

/// Elements that member `rank` gives to a collect of `count`.
ARK_HOST_DEVICE std::size_t collected(int rank, std::size_t count) {
  return rank % 3 == 1 ? 0 : count - static_cast<std::size_t>(rank % 3);
}

template <class T>
struct team_arrays {
  T *source, *spread, *joined, *gathered, *swapped, *strided, *sum, *product, *low, *high, *upto,
      *before;
  int* codes;
};

constexpr std::ptrdiff_t dest_stride = 2, source_stride = 3;

template <class T>
ARK_HOST_DEVICE void call_all(ark_team_t team, const team_arrays<T>& a, std::size_t count, int form,
                              int root) {
  by_form(form, [&]<class Scope>(Scope) {
    using namespace ark::device::collective;
    const std::size_t mine = collected(ark_team_my_pe(team), count);
    const ark::errc codes[] = {
        ark::broadcast<Scope>(team, a.spread, a.source, count, root),
        ark::collect<Scope>(team, a.joined, a.source, mine),
        ark::fcollect<Scope>(team, a.gathered, a.source, count),
        ark::alltoall<Scope>(team, a.swapped, a.source, count),
        ark::alltoalls<Scope>(team, a.strided, a.source, dest_stride, source_stride, count),
        ark::reduce<Scope>(team, a.sum, a.source, count, sum_op{}),
        ark::reduce<Scope>(team, a.product, a.source, count, prod_op{}),
        ark::reduce<Scope>(team, a.low, a.source, count, min_op{}),
        ark::reduce<Scope>(team, a.high, a.source, count, max_op{}),
        ark::sum_inscan<Scope>(team, a.upto, a.source, count),
        ark::sum_exscan<Scope>(team, a.before, a.source, count)};
    for (const ark::errc code : codes)
      if (code != ark::errc::ok) *a.codes = static_cast<int>(code);
  });
}
template <class T>
ARK_GLOBAL void all_in_kernel(ark_team_t team, team_arrays<T> a, std::size_t count, int form,
                              int root) {
  if (team != ARK_TEAM_INVALID) call_all(team, a, count, form, root);
}

template <class T>
class TeamTyped : public pe_test {
 protected:
  static std::size_t at(int pe) { return static_cast<std::size_t>(pe); }

  void check_folds(const team_of_pes& team, const team_arrays<T>& a, std::size_t count) {
    const int rank = team.rank_of(me_);
    for (std::size_t i = 0; i < count; ++i) {
      T sum{}, product{1}, low = factor<T>(team.pes[0], i), high = low, upto{}, before{};
      for (int member = 0; member < team.size(); ++member) {
        const T value = factor<T>(team.pes[at(member)], i);
        sum = static_cast<T>(sum + value);
        product = static_cast<T>(product * value);
        low = std::min(low, value);
        high = std::max(high, value);
        if (member <= rank) upto = static_cast<T>(upto + value);
        if (member < rank) before = static_cast<T>(before + value);
      }
      ASSERT_EQ(a.sum[i], sum) << "sum of " << team.shape << ", element " << i;
      ASSERT_EQ(a.product[i], product) << "product of " << team.shape << ", element " << i;
      ASSERT_EQ(a.low[i], low) << "min of " << team.shape << ", element " << i;
      ASSERT_EQ(a.high[i], high) << "max of " << team.shape << ", element " << i;
      ASSERT_EQ(a.upto[i], upto) << "inscan of " << team.shape << ", element " << i;
      ASSERT_EQ(a.before[i], before) << "exscan of " << team.shape << ", element " << i;
    }
  }

  void check_moves(const team_of_pes& team, const team_arrays<T>& a, std::size_t count, int root) {
    const auto rank = at(team.rank_of(me_));
    std::size_t joined = 0;
    for (int member = 0; member < team.size(); ++member) {
      const int pe = team.pes[at(member)];
      for (std::size_t i = 0; i < collected(member, count); ++i, ++joined)
        ASSERT_EQ(a.joined[joined], factor<T>(pe, i)) << "collect of " << team.shape;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = at(member) * count + i, theirs = rank * count + i;
        ASSERT_EQ(a.gathered[place], factor<T>(pe, i)) << "fcollect of " << team.shape;
        ASSERT_EQ(a.swapped[place], factor<T>(pe, theirs)) << "alltoall of " << team.shape;
        ASSERT_EQ(a.strided[place * dest_stride], factor<T>(pe, theirs * source_stride))
            << "alltoalls of " << team.shape;
        ASSERT_EQ(a.strided[place * dest_stride + 1], T{}) << "between the elements";
      }
    }
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(a.spread[i], factor<T>(team.pes[at(root)], i)) << "broadcast of " << team.shape;
  }

  void check_all(const team_of_pes& team, const team_arrays<T>& a, std::size_t count, int root) {
    if (team.handle != ARK_TEAM_INVALID) {
      ASSERT_EQ(*a.codes, 0) << team.shape;
      check_folds(team, a, count);
      check_moves(team, a, count, root);
    }
    ark_barrier_all();
  }
};
/// Elements of 1, 4 and 16 bytes.
using team_types = testing::Types<unsigned char, int, long double>;
TYPED_TEST_SUITE(TeamTyped, team_types);

TYPED_TEST(TeamTyped, EveryCollectiveAgreesWithASerialResult) {
  using element = TypeParam;
  constexpr std::size_t count = 21;
  const auto n = static_cast<std::size_t>(this->n_);
  const std::size_t room = count * n * 3;
  const sym<element> source(room), spread(count), joined(count * n), gathered(count * n),
      swapped(count * n), strided(count * n * 2), sum(count), product(count), low(count),
      high(count), upto(count), before(count);
  const sym<int> codes(1);
  for (std::size_t i = 0; i < room; ++i) source[i] = factor<element>(this->me_, i);
  const team_arrays<element> a{source,  spread, joined, gathered, swapped, strided, sum,
                               product, low,    high,   upto,     before,  codes};
  {
    const some_teams teams(this->n_);
    for (const team_of_pes& team : teams) {
      const int form = (&team - &*teams.begin()) % scope_forms;
      const int root = team.size() - 1;
      run_kernel(1, team_threads, all_in_kernel<TypeParam>, team.handle, a, count, form, root);
      this->check_all(team, a, count, root);
      if (team.handle != ARK_TEAM_INVALID) call_all(team.handle, a, count, 0, 0);
      this->check_all(team, a, count, 0);
    }
  }
  ark_barrier_all();
}

using TeamInt = TeamTyped<int>;

TEST_F(TeamInt, EveryFormOnEveryTeam) {
  const auto n = static_cast<std::size_t>(n_);
  for (const std::size_t count : {std::size_t{2}, std::size_t{700}}) {
    const std::size_t room = count * n * 3;
    const sym<int> source(room), spread(count), joined(count * n), gathered(count * n),
        swapped(count * n), strided(count * n * 2), sum(count), product(count), low(count),
        high(count), upto(count), before(count), codes(1);
    for (std::size_t i = 0; i < room; ++i) source[i] = factor<int>(me_, i);
    const team_arrays<int> a{source,  spread, joined, gathered, swapped, strided, sum,
                             product, low,    high,   upto,     before,  codes};
    const some_teams teams(n_);
    for (const team_of_pes& team : teams) {
      for (int form = 0; form < scope_forms; ++form) {
        const int root = form % team.size();
        run_kernel(1, team_threads, all_in_kernel<int>, team.handle, a, count, form, root);
        check_all(team, a, count, root);
      }
    }
  }
  ark_barrier_all();
}

template <class T>
class TeamBitwise : public pe_test {};
using bitwise_types = testing::Types<unsigned char, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(TeamBitwise, bitwise_types);

template <class T>
ARK_GLOBAL void bitwise_in_kernel(ark_team_t team, T* source, T* all, T* any, T* odd, int form,
                                  int* codes) {
  if (team == ARK_TEAM_INVALID) return;
  by_form(form, [&]<class Scope>(Scope) {
    using namespace ark::device::collective;
    const ark::errc results[] = {ark::reduce<Scope>(team, all, source, 5, and_op{}),
                                 ark::reduce<Scope>(team, any, source, 5, or_op{}),
                                 ark::reduce<Scope>(team, odd, source, 5, xor_op{})};
    for (const ark::errc code : results)
      if (code != ark::errc::ok) *codes = static_cast<int>(code);
  });
}

TYPED_TEST(TeamBitwise, AndOrXor) {
  using T = TypeParam;
  const sym<T> source(5), all(5), any(5), odd(5);
  const sym<int> codes(1);
  for (std::size_t i = 0; i < 5; ++i) source[i] = pattern<T>(this->me_, i);
  {
    const some_teams teams(this->n_);
    for (const team_of_pes& team : teams) {
      for (int form = 0; form < scope_forms; ++form) {
        run_kernel(1, team_threads, bitwise_in_kernel<TypeParam>, team.handle, source.get(),
                   all.get(), any.get(), odd.get(), form, codes.get());
        for (std::size_t i = 0; i < 5 && team.handle != ARK_TEAM_INVALID; ++i) {
          T both = pattern<T>(team.pes[0], i), either = both, one = both;
          for (std::size_t member = 1; member < team.pes.size(); ++member) {
            const T value = pattern<T>(team.pes[member], i);
            both = static_cast<T>(both & value);
            either = static_cast<T>(either | value);
            one = static_cast<T>(one ^ value);
          }
          ASSERT_EQ(all[i], both) << team.shape;
          ASSERT_EQ(any[i], either) << team.shape;
          ASSERT_EQ(odd[i], one) << team.shape;
        }
        ASSERT_EQ(codes[0], 0);
        ark_barrier_all();
      }
    }
  }
  ark_barrier_all();
}

TEST_F(Team, ReductionsAndScansInPlace) {
  constexpr std::size_t count = 90;
  const sym<double> values(count);
  const sym<int> codes(3);
  {
    const some_teams teams(n_);
    for (const team_of_pes& team : teams) {
      for (int call = 0; call < 3; ++call) {
        for (std::size_t i = 0; i < count; ++i) values[i] = factor<double>(me_, i);
        if (team.handle != ARK_TEAM_INVALID) {
          EXPECT_EQ(call == 0   ? ark_double_sum_reduce(team.handle, values, values, count)
                    : call == 1 ? ark_double_sum_inscan(team.handle, values, values, count)
                                : ark_double_sum_exscan(team.handle, values, values, count),
                    0);
          const int rank = team.rank_of(me_);
          const int members = call == 0 ? team.size() : call == 1 ? rank + 1 : rank;
          for (std::size_t i = 0; i < count; ++i) {
            double sum = 0;
            for (int member = 0; member < members; ++member)
              sum += factor<double>(team.pes[static_cast<std::size_t>(member)], i);
            ASSERT_EQ(values[i], sum) << team.shape << ", call " << call;
          }
        }
        ark_barrier_all();
      }
    }
  }
}

TEST_F(Team, MembersWithoutElementsNeedNoBuffers) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<int> source(1), dest(n);
  source[0] = me_;
  EXPECT_EQ(ark_int_collect(ARK_TEAM_WORLD, dest.get(), me_ == 0 ? nullptr : source.get(),
                            me_ == 0 ? 0 : 1),
            0);
  for (int pe = 1; pe < n_; ++pe) EXPECT_EQ(dest[static_cast<std::size_t>(pe - 1)], pe);
  int* const none = nullptr;
  EXPECT_EQ(ark_int_collect(ARK_TEAM_WORLD, none, none, 0), 0);
  EXPECT_EQ(ark_int_fcollect(ARK_TEAM_WORLD, none, none, 0), 0);
  EXPECT_EQ(ark_int_alltoall(ARK_TEAM_WORLD, none, none, 0), 0);
  EXPECT_EQ(ark_int_broadcast(ARK_TEAM_WORLD, none, none, 0, 0), 0);
  EXPECT_EQ(ark_int_sum_reduce(ARK_TEAM_WORLD, none, none, 0), 0);
  EXPECT_EQ(ark_status(), 0);
  ark_barrier_all();
}

TEST_F(Team, BroadcastsInPlace) {
  const sym<int> values(1000);
  for (int root = 0; root < n_; ++root) {
    for (std::size_t i = 0; i < 1000; ++i) values[i] = 1000 * me_ + static_cast<int>(i);
    ark_barrier_all();
    EXPECT_EQ(ark_int_broadcast(ARK_TEAM_WORLD, values.get(), values.get(), 1000, root), 0);
    for (std::size_t i = 0; i < 1000; ++i)
      ASSERT_EQ(values[i], 1000 * root + static_cast<int>(i)) << "root " << root;
    ark_barrier_all();
  }
}

TEST_F(Team, FcollectsInPlace) {
  constexpr std::size_t each = 700;
  const sym<int> all(each * static_cast<std::size_t>(n_));
  int* const own = all.get() + each * static_cast<std::size_t>(me_);
  for (std::size_t i = 0; i < each; ++i) own[i] = pattern<int>(me_, i);
  ark_barrier_all();
  EXPECT_EQ(ark_int_fcollect(ARK_TEAM_WORLD, all.get(), own, each), 0);
  for (int pe = 0; pe < n_; ++pe)
    for (std::size_t i = 0; i < each; ++i)
      ASSERT_EQ(all[each * static_cast<std::size_t>(pe) + i], pattern<int>(pe, i)) << pe;
  ark_barrier_all();
}

TEST_F(Team, BytesForms) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<char> source(15 * n), joined(15 * n), strided(15 * n);
  for (std::size_t i = 0; i < 15 * n; ++i) source[i] = pattern<char>(me_, i);
  ark_barrier_all();
  const auto mine = static_cast<std::size_t>(me_);
  EXPECT_EQ(ark_collectmem(ARK_TEAM_WORLD, joined, source, mine + 1), 0);
  EXPECT_EQ(ark_alltoallsmem(ARK_TEAM_WORLD, strided, source, 3, 2, 5), 0);
  std::size_t at = 0;
  for (int pe = 0; pe < n_; ++pe) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(pe); ++i)
      EXPECT_EQ(joined[at++], pattern<char>(pe, i));
    for (std::size_t i = 0; i < 5; ++i) {
      const std::size_t to = (static_cast<std::size_t>(pe) * 5 + i) * 3;
      EXPECT_EQ(strided[to], pattern<char>(pe, (mine * 5 + i) * 2));
    }
  }
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
