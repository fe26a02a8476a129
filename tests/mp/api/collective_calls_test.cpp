// Barrier, sync, broadcast, fcollect, alltoall and reductions. Run under every route.
#include <algorithm>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr unsigned block_threads = 48;
constexpr std::size_t counts[] = {0, 1, 7, 33, 3000};

/// Small integers.
int small(int pe, std::size_t i) {
  return static_cast<int>((static_cast<std::size_t>(pe) * 3 + i * 5) % 11);
}

struct arrays {
  int *source, *dest, *sum, *low, *high;
  int* codes;
};

ARK_GLOBAL void reductions_in_kernel(arrays a, std::size_t count, int form) {
  by_form(form, [&]<class Scope>(Scope) {
    using namespace ark::device::collective;
    const auto reduce = [&](int* dest, auto op) {
      const auto code = ark::reduce<Scope>(ARK_TEAM_WORLD, dest, a.source, count, op);
      if (code != ark::errc::ok) *a.codes = static_cast<int>(code);
    };
    reduce(a.sum, sum_op{});
    reduce(a.low, min_op{});
    reduce(a.high, max_op{});
  });
}
ARK_GLOBAL void movers_in_kernel(arrays a, std::size_t count, int form, int root) {
  by_form(form, [&]<class Scope>(Scope) {
    const ark::errc codes[] = {ark::broadcast<Scope>(ARK_TEAM_WORLD, a.dest, a.source, count, root),
                               ark::fcollect<Scope>(ARK_TEAM_WORLD, a.sum, a.source, count),
                               ark::alltoall<Scope>(ARK_TEAM_WORLD, a.low, a.source, count)};
    for (const ark::errc code : codes)
      if (code != ark::errc::ok) *a.codes = static_cast<int>(code);
  });
}

class Collective : public pe_test {
 protected:
  void check_reductions(const arrays& a, std::size_t count, int form) {
    for (std::size_t i = 0; i < count; ++i) {
      int sum = 0, low = small(0, i), high = low;
      for (int pe = 0; pe < n_; ++pe) {
        const int value = small(pe, i);
        sum = sum + value;
        low = std::min(low, value);
        high = std::max(high, value);
      }
      ASSERT_EQ(a.sum[i], sum) << "sum, form " << form << " element " << i << " of " << count;
      ASSERT_EQ(a.low[i], low) << "min, form " << form << " element " << i << " of " << count;
      ASSERT_EQ(a.high[i], high) << "max, form " << form << " element " << i << " of " << count;
    }
    ASSERT_EQ(a.sum[count], 0) << "behind the end";
    ASSERT_EQ(*a.codes, 0);
  }

  void check_movers(const arrays& a, std::size_t count, int form, int root) {
    const auto mine = static_cast<std::size_t>(me_);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(a.dest[i], small(root, i)) << "broadcast of PE " << root << ", form " << form;
      for (int pe = 0; pe < n_; ++pe) {
        const std::size_t at = static_cast<std::size_t>(pe) * count + i;
        ASSERT_EQ(a.sum[at], small(pe, i)) << "fcollect, form " << form;
        ASSERT_EQ(a.low[at], small(pe, mine * count + i)) << "alltoall, form " << form;
      }
    }
    ASSERT_EQ(*a.codes, 0);
  }
};
TEST_F(Collective, CountsAndRoots) {
  for (const std::size_t count : counts) {
    const std::size_t room = count * static_cast<std::size_t>(n_) + 1;
    const sym<int> source(room), dest(room), sum(room), low(room), high(room), codes(1);
    for (std::size_t i = 0; i < room; ++i) source[i] = small(me_, i);
    const arrays a{source, dest, sum, low, high, codes};
    for (int form = 0; form < scope_forms; ++form) {
      run_kernel(1, block_threads, reductions_in_kernel, a, count, form);
      check_reductions(a, count, form);
      std::fill_n(sum.get(), room, 0);
      ark_barrier_all();
    }
    for (int root = 0; root < n_; ++root) {
      run_kernel(1, block_threads, movers_in_kernel, a, count, 2, root);
      check_movers(a, count, 2, root);
      ark_barrier_all();
    }
  }
}

TEST_F(Collective, ReduceInPlace) {
  const sym<int> values(100);
  for (std::size_t i = 0; i < 100; ++i) values[i] = me_ + static_cast<int>(i);
  EXPECT_EQ(ark_int_sum_reduce(ARK_TEAM_WORLD, values, values, 100), 0);
  for (std::size_t i = 0; i < 100; ++i)
    ASSERT_EQ(values[i], n_ * (n_ - 1) / 2 + n_ * static_cast<int>(i));
  ark_barrier_all();
}

// More than a PE fetches at a time from one that is not mapped.
TEST_F(Collective, LargeReductionAndScan) {
  constexpr std::size_t count = 400'001;
  const sym<int> source(count), sum(count), scanned(count);
  const auto value = [](int pe, std::size_t i) { return pe + 1 + static_cast<int>(i % 1013); };
  for (std::size_t i = 0; i < count; ++i) source[i] = value(me_, i);
  EXPECT_EQ(ark_int_sum_reduce(ARK_TEAM_WORLD, sum, source, count), 0);
  EXPECT_EQ(ark_int_sum_inscan(ARK_TEAM_WORLD, scanned, source, count), 0);
  for (std::size_t i = 0; i < count; ++i) {
    int upto = 0, all = 0;
    for (int pe = 0; pe < n_; ++pe) {
      all += value(pe, i);
      if (pe <= me_) upto += value(pe, i);
    }
    ASSERT_EQ(sum[i], all) << i;
    ASSERT_EQ(scanned[i], upto) << i;
  }
  ark_barrier_all();
}

TEST_F(Collective, BytesForms) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<char> source(5 * n), dest(5 * n), all(5 * n), swapped(5 * n);
  for (std::size_t i = 0; i < 5 * n; ++i) source[i] = pattern<char>(me_, i);
  ark_barrier_all();
  EXPECT_EQ(ark_broadcastmem(ARK_TEAM_WORLD, dest, source, 5, n_ - 1), 0);
  EXPECT_EQ(ark_fcollectmem(ARK_TEAM_WORLD, all, source, 5), 0);
  EXPECT_EQ(ark_alltoallmem(ARK_TEAM_WORLD, swapped, source, 5), 0);
  for (std::size_t i = 0; i < 5 * n; ++i) {
    const int pe = static_cast<int>(i / 5);
    EXPECT_EQ(dest[i], i < 5 ? pattern<char>(n_ - 1, i) : char{});
    EXPECT_EQ(all[i], pattern<char>(pe, i % 5));
    EXPECT_EQ(swapped[i], pattern<char>(pe, static_cast<std::size_t>(me_) * 5 + i % 5));
  }
  ark_barrier_all();
}

// No PE leaves phase k before every PE has entered it; a put before the barrier is there after it.
ARK_GLOBAL void phases(std::uint64_t* entered, std::uint64_t* data, const std::uint64_t* source,
                       int rounds, bool warp, std::uint64_t* wrong) {
  constexpr std::size_t count = 40;
  const int n = ark_n_pes();
  for (int phase = 1; phase <= rounds; ++phase) {
    if (threadIdx.x == 0) {
      for (int pe = 0; pe < n; ++pe)
        ark_uint64_p(entered + ark_my_pe(), static_cast<std::uint64_t>(phase), pe);
      ark_uint64_put_nbi(data, source, count, (ark_my_pe() + 1) % n);
    }
    if (warp && threadIdx.x < 32) ark_barrier_all_warp();
    if (!warp) ark_barrier_all_block();
    if (threadIdx.x == 0) {
      for (int pe = 0; pe < n; ++pe) {
        *wrong += ark_signal_fetch(entered + pe) < static_cast<std::uint64_t>(phase) ? 1 : 0;
      }
      for (std::size_t i = 0; i < count; ++i) *wrong += data[i] != source[i] ? 1 : 0;
    }
    if (warp && threadIdx.x < 32) ark_sync_all_warp();
    if (!warp) ark_sync_all_block();
  }
}
TEST_F(Collective, BarrierPhases) {
  const sym<std::uint64_t> entered(static_cast<std::size_t>(n_)), data(40), source(40), wrong(1);
  for (std::size_t i = 0; i < 40; ++i) source[i] = i + 1;
  run_kernel(1, block_threads, phases, entered.get(), data.get(), source.get(), 20, false,
             wrong.get());
  std::fill_n(entered.get(), n_, 0);
  ark_barrier_all();
  run_kernel(1, block_threads, phases, entered.get(), data.get(), source.get(), 20, true,
             wrong.get());
  EXPECT_EQ(wrong[0], 0u);
  ark_barrier_all();
}

// A thousand collectives in one kernel, with puts between them.
ARK_GLOBAL void many_collectives(int* value, int* sum, int* all, int rounds, std::uint64_t* wrong) {
  const int me = ark_my_pe(), n = ark_n_pes();
  for (int round = 0; round < rounds; ++round) {
    *value = me + round;
    *wrong += ark_int_sum_reduce(ARK_TEAM_WORLD, sum, value, 1) != 0 ? 1 : 0;
    *wrong += *sum != n * (n - 1) / 2 + n * round ? 1 : 0;
    *wrong += ark_int_fcollect(ARK_TEAM_WORLD, all, value, 1) != 0 ? 1 : 0;
    for (int pe = 0; pe < n; ++pe) *wrong += all[pe] != pe + round ? 1 : 0;
    ark_int_p(value + 1, round, (me + 1) % n);
    ark_barrier_all();
    *wrong += value[1] != round ? 1 : 0;
    *wrong += ark_int_broadcast(ARK_TEAM_WORLD, sum, value, 1, round % n) != 0 ? 1 : 0;
    *wrong += *sum != round % n + round ? 1 : 0;
    ark_sync_all();
  }
}
TEST_F(Collective, AThousandInARow) {
  const sym<int> value(2), sum(1), all(static_cast<std::size_t>(n_));
  const sym<std::uint64_t> wrong(1);
  run_kernel(1, 1, many_collectives, value.get(), sum.get(), all.get(), 200, wrong.get());
  EXPECT_EQ(wrong[0], 0u);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
