// All threads of a warp or block get the same result, also on a PE that has failed before: threads
// that left a collective would leave their shares undone, and other PEs would get wrong data.
#include <algorithm>
#include <array>
#include <chrono>
#include <ostream>
#include <thread>
#include <type_traits>
#include <vector>

#include "api_test.hpp"

namespace ark_mp {
namespace {

using ark::errc;
using ark::device::block_scope;
using ark::device::warp_scope;

struct arrays {
  double *dest, *source;
  int* codes;  ///< one for each thread
};

ARK_HOST_DEVICE double value_of(int pe, std::size_t i) {
  return static_cast<double>((static_cast<std::size_t>(pe) * 3 + i) % 17);
}

// The collectives: call() is made by each thread, and expected() is element i of dest on PE `me` of
// `n`.

struct by_broadcast {
  static constexpr bool stores = false;
  template <class Scope>
  ARK_HOST_DEVICE static errc call(const arrays& a, std::size_t count) {
    return ark::broadcast<Scope>(ARK_TEAM_WORLD, a.dest, a.source, count, ark_n_pes() - 1);
  }
  static std::size_t size(std::size_t count, int) { return count; }
  static double expected(std::size_t i, std::size_t, int, int n) { return value_of(n - 1, i); }
};
struct by_collect {
  static constexpr bool stores = true;
  template <class Scope>
  ARK_HOST_DEVICE static errc call(const arrays& a, std::size_t count) {
    return ark::collect<Scope>(ARK_TEAM_WORLD, a.dest, a.source, count);
  }
  static std::size_t size(std::size_t count, int n) { return count * static_cast<unsigned>(n); }
  static double expected(std::size_t i, std::size_t count, int, int) {
    return value_of(static_cast<int>(i / count), i % count);
  }
};
struct by_alltoall {
  static constexpr bool stores = false;
  template <class Scope>
  ARK_HOST_DEVICE static errc call(const arrays& a, std::size_t count) {
    return ark::alltoall<Scope>(ARK_TEAM_WORLD, a.dest, a.source, count);
  }
  static std::size_t size(std::size_t count, int n) { return count * static_cast<unsigned>(n); }
  static double expected(std::size_t i, std::size_t count, int me, int) {
    return value_of(static_cast<int>(i / count), static_cast<unsigned>(me) * count + i % count);
  }
};
struct by_reduce {
  static constexpr bool stores = true;
  template <class Scope>
  ARK_HOST_DEVICE static errc call(const arrays& a, std::size_t count) {
    return ark::reduce<Scope>(ARK_TEAM_WORLD, a.dest, a.source, count,
                              ark::device::collective::sum_op{});
  }
  static std::size_t size(std::size_t count, int) { return count; }
  static double expected(std::size_t i, std::size_t, int, int n) {
    double sum = 0;
    for (int pe = 0; pe < n; ++pe) sum += value_of(pe, i);
    return sum;
  }
};
struct by_scan {
  static constexpr bool stores = true;
  template <class Scope>
  ARK_HOST_DEVICE static errc call(const arrays& a, std::size_t count) {
    return ark::sum_inscan<Scope>(ARK_TEAM_WORLD, a.dest, a.dest, count);
  }
  static std::size_t size(std::size_t count, int) { return count; }
  static double expected(std::size_t i, std::size_t count, int me, int) {
    return by_reduce::expected(i, count, me, me + 1);
  }
};

/// A refused put on the last PE, then the collective.
template <class Collective, class Scope>
ARK_GLOBAL void collective_after_a_failure(arrays a, std::size_t count) {
  if (threadIdx.x == 0 && ark_my_pe() == ark_n_pes() - 1) ark::p(a.dest, 1.0, ark_n_pes());
  __syncthreads();
  a.codes[threadIdx.x] = static_cast<int>(Collective::template call<Scope>(a, count));
}

struct scope_call {
  const char* name;
  void (*kernel)(arrays, std::size_t);
  unsigned threads;
  std::size_t (*size)(std::size_t, int);
  double (*expected)(std::size_t, std::size_t, int, int);
  bool stores;  ///< else transfers are queued
};
void PrintTo(const scope_call& call, std::ostream* out) { *out << call.name; }

template <class Collective, class Scope>
scope_call call_of(const char* name) {
  return {name,
          &collective_after_a_failure<Collective, Scope>,
          std::is_same_v<Scope, warp_scope> ? 32u : 40u,
          &Collective::size,
          &Collective::expected,
          Collective::stores};
}

/// Without checked mode, which compares the calls of all PEs first.
void start(const ark::settings& more) {
  ark::settings all = {{"ARK_CHECK", "0"},
                       {"ARK_ON_FAILURE", "go_on"},
                       {"ARK_TIMEOUT", short_timeout},
                       {"ARK_LOG", "error"}};
  all.insert(more.begin(), more.end());
  ark::init(all);
}
const ark::settings direct = {{"ARK_INLINE_BYTES", "1m"}}, queued = {{"ARK_INLINE_BYTES", "64"}};
/// On each PE, whether it has failed or others have.
void stop() {
  meet();
  try {
    ark::finalize();
  } catch (const ark::error&) {
  }
  EXPECT_FALSE(ark::initialized());
  meet();
}

/// True if all results are ok, or none is.
bool agree(const int* codes, std::size_t count) {
  const auto ok = std::count(codes, codes + count, 0);
  return ok == 0 || ok == static_cast<std::ptrdiff_t>(count);
}

class CollectiveAfterAFailure : public testing::TestWithParam<scope_call> {
 protected:
  void SetUp() override { start(GetParam().stores ? direct : queued); }
  void TearDown() override { stop(); }
};

TEST_P(CollectiveAfterAFailure, HasOneResultOnAllThreadsAndRightData) {
  const scope_call& call = GetParam();
  constexpr std::size_t count = 8192;
  const int me = ark_my_pe(), n = ark_n_pes();
  const std::size_t room = count * static_cast<unsigned>(n);
  const arrays a{zeroed<double>(room), zeroed<double>(room), zeroed<int>(call.threads)};
  for (std::size_t i = 0; i < room; ++i) {
    a.source[i] = value_of(me, i);
    a.dest[i] = a.source[i];  // a scan is in place
  }
  ark_barrier_all();
  // The last PE comes last: after its failure it would wait for no other PE.
  const bool fails = me == n - 1;
  if (fails) {
    meet();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ark::launch({1, call.threads}, call.kernel, a, count);
  if (!fails) meet();
  sync_despite_timeouts();
  EXPECT_TRUE(agree(a.codes, call.threads))
      << testing::PrintToString(std::vector<int>(a.codes, a.codes + call.threads));
  if (a.codes[0] != 0) return;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < call.size(count, n); ++i)
    wrong += a.dest[i] != call.expected(i, count, me, n) ? 1 : 0;
  EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, CollectiveAfterAFailure,
                         testing::Values(call_of<by_broadcast, block_scope>("broadcast_block"),
                                         call_of<by_broadcast, warp_scope>("broadcast_warp"),
                                         call_of<by_collect, block_scope>("collect_block"),
                                         call_of<by_collect, warp_scope>("collect_warp"),
                                         call_of<by_alltoall, block_scope>("alltoall_block"),
                                         call_of<by_alltoall, warp_scope>("alltoall_warp"),
                                         call_of<by_reduce, block_scope>("reduce_block"),
                                         call_of<by_reduce, warp_scope>("reduce_warp"),
                                         call_of<by_scan, block_scope>("scan_block"),
                                         call_of<by_scan, warp_scope>("scan_warp")),
                         [](const auto& all) { return std::string(all.param.name); });

constexpr unsigned transfers = 12;
using transfer_codes = std::array<int, transfers>;

// Each transfer has a destination of its own, since none is ordered after another.
ARK_GLOBAL void transfers_after_a_failure(double* dests, const double* source,
                                          std::uint64_t* signal, std::size_t count, int pe,
                                          transfer_codes* codes) {
  ARK_SHARED(ark::bulk_scratch<4096>, scratch);
  if (threadIdx.x == 0) ark::p(dests, 1.0, ark_n_pes());
  __syncthreads();
  const auto dest = [&](unsigned i) { return dests + i * count; };
  const errc results[transfers] = {
      ark::put_nbi_block(dest(0), source, 1, pe),
      ark::put_nbi_block(dest(1), source, count, pe),
      ark::put_signal_nbi_block(dest(2), source, 1, signal, 1, ARK_SIGNAL_ADD, pe),
      ark::put_signal_nbi_block(dest(3), source, count, signal, 1, ARK_SIGNAL_ADD, pe),
      ark::put_nbi_warp(dest(4), source, count, pe),
      ark::put_block(dest(5), source, count, pe, scratch),
      ark::get_block(dest(6), source, count, pe, scratch),
      ark::put_signal_block(dest(7), source, count, signal, 1, ARK_SIGNAL_ADD, pe, scratch),
      ark::iput_block(dest(8), source, 2, 1, count / 2, pe),
      ark::iget_warp(dest(9), source, 1, 2, count / 2, pe),
      ark::ibput_warp(dest(10), source, 3, 2, 2, count / 3, pe),
      ark::ibget_block(dest(11), source, 20, 25, 20, count / 25, pe)};
  for (unsigned i = 0; i < transfers; ++i) codes[threadIdx.x][i] = static_cast<int>(results[i]);
}

TEST(TransfersAfterAFailure, SucceedOnAllThreads) {
  constexpr unsigned threads = 40;
  constexpr std::size_t count = 1000;
  start(queued);
  if (ark_team_n_pes(ARK_TEAM_SHARED) != ark_n_pes()) {
    stop();
    GTEST_SKIP() << "the proxy's transfers wait, and a PE that has failed does not wait";
  }
  auto* dests = zeroed<double>(transfers * count);
  auto* source = zeroed<double>(count);
  auto* signal = zeroed<std::uint64_t>(1);
  std::vector<transfer_codes> codes(threads);
  ark::launch({1, threads}, transfers_after_a_failure, dests, source, signal, count,
              (ark_my_pe() + 1) % ark_n_pes(), codes.data());
  sync_despite_timeouts();
  EXPECT_EQ(codes, std::vector<transfer_codes>(threads, transfer_codes{}));
  stop();
}

ARK_GLOBAL void collect_by_block(arrays a, std::size_t count) {
  a.codes[threadIdx.x] =
      static_cast<int>(ark::fcollect<block_scope>(ARK_TEAM_WORLD, a.dest, a.source, count));
}

/// As if the second to last broadcast of PE 0 were not delivered: the leader of the block waits for
/// it, in vain.
TEST(CollectiveBehindALostBroadcast, FailsOnAllThreads) {
  constexpr unsigned threads = 40;
  constexpr std::size_t count = 100;
  start({{"ARK_ROUTE", "proxy"}});
  const std::size_t room = count * static_cast<unsigned>(ark_n_pes());
  const arrays a{zeroed<double>(room), zeroed<double>(count), zeroed<int>(threads)};
  if (ark_my_pe() == 0) ark::detail::host_context().collectives->unseen[0].before = 1u << 30;
  meet();
  ark::launch({1, threads}, collect_by_block, a, count);
  sync_despite_timeouts();
  EXPECT_TRUE(agree(a.codes, threads))
      << testing::PrintToString(std::vector<int>(a.codes, a.codes + threads));
  EXPECT_TRUE(ark_my_pe() != 0 || a.codes[0] != 0);
  stop();
}

}  // namespace
}  // namespace ark_mp
