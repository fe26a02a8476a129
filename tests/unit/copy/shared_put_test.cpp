// Puts from a block's shared memory, by every route: the bytes, to the own PE and to another one,
// and their signals.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <string>

namespace ark {
namespace {

constexpr std::size_t most = 5000, guard = 32;
constexpr char canary = 0x5a;

struct tile {
  char bytes[most + 16];
};
ARK_HOST_DEVICE char made(std::size_t i) { return static_cast<char>(i * 131 + i / 251 + 1); }

/// All threads write the source, behind `skip` bytes; one thread puts it, with a signal if there is
/// one; all overwrite it.
ARK_GLOBAL void put_tile(char* dest, std::size_t bytes, std::size_t skip, std::uint64_t* signal,
                         int op, int pe, int* code) {
  ARK_SHARED(tile, from);
  for (std::size_t i = threadIdx.x; i < bytes; i += blockDim.x) from.bytes[skip + i] = made(i);
  fence_for_bulk();
  __syncthreads();
  if (threadIdx.x == 0) {
    const auto source = from_shared(from.bytes + skip);
    const errc sent = signal == nullptr ? put_nbi(dest, source, bytes, pe)
                                        : put_signal_nbi(dest, source, bytes, signal, 3, op, pe);
    const errc waited = bulk_wait_read();
    *code = static_cast<int>(sent != errc::ok ? sent : waited);
  }
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < bytes; i += blockDim.x) from.bytes[skip + i] = canary;
  __syncthreads();
  if (threadIdx.x == 0) bulk_wait();
}

constexpr int no_signal = -1;

/// One PE of two, which put at the same time.
class putter {
 public:
  /// Put, and check what has arrived. Collective.
  void check(std::size_t bytes, int op, int pe) {
    const std::size_t first = guard + bytes % 5;
    std::fill_n(area_, most + 2 * guard, canary);
    *signal_ = 0;
    ark_barrier_all();
    launch({1, 48}, put_tile, area_ + first, bytes, bytes % 3, op == no_signal ? nullptr : signal_,
           op, pe, code_);
    if (op != no_signal) {
      EXPECT_EQ(ark_signal_wait_until(signal_, ARK_CMP_NE, 0), 3u);
    } else {
      device_sync();
      ark_barrier_all();
    }
    for (std::size_t i = 0; i < most + 2 * guard; ++i) {
      const bool inside = i >= first && i < first + bytes;
      ASSERT_EQ(area_[i], inside ? made(i - first) : canary)
          << "byte " << i << " of " << bytes << " bytes from " << first;
    }
    device_sync();
    EXPECT_EQ(*code_, 0);
    ark_barrier_all();
  }

 private:
  char* area_ = static_cast<char*>(ark_calloc(1, most + 2 * guard));
  std::uint64_t* signal_ = static_cast<std::uint64_t*>(ark_calloc(1, 8));
  int* code_ = static_cast<int*>(ark_calloc(1, sizeof(int)));
};

class SharedPut : public testing::TestWithParam<const char*> {};

TEST_P(SharedPut, EveryByteArrivesAndNoneBesideIt) {
  local_run(2,
            [](int me) {
              putter mine;
              for (const std::size_t bytes : {0, 1, 8, 16, 100, 4096, 5000}) {
                for (const int op : {no_signal, int{ARK_SIGNAL_SET}, int{ARK_SIGNAL_ADD}}) {
                  mine.check(bytes, op, me);
                  mine.check(bytes, op, 1 - me);
                }
              }
              EXPECT_EQ(ark_status(), 0) << last_error();
            },
            {{"ARK_ROUTE", GetParam()}});
}

INSTANTIATE_TEST_SUITE_P(ByRoute, SharedPut, testing::Values("auto", "inline", "queue", "proxy"),
                         [](const auto& row) { return std::string(row.param); });

/// By the only PE, to `pe`, which refuses for the reason that `text` names.
void expect_refused(bool to_heap, int op, int pe, const char* text) {
  local_run(1,
            [&](int) {
              auto* words = static_cast<char*>(ark_calloc(1, 64));
              auto* signal = static_cast<std::uint64_t*>(ark_calloc(1, 8));
              int code = 0;
              char outside[64] = {};
              launch({1, 1}, put_tile, to_heap ? words : outside, std::size_t{16}, std::size_t{0},
                     signal, op, pe, &code);
              device_sync();
              EXPECT_EQ(code, static_cast<int>(errc::invalid_argument));
              const std::string said = failure_text(last_failure());
              EXPECT_NE(said.find(text), std::string::npos) << said;
              EXPECT_EQ(words[0] + outside[0], 0);
              EXPECT_EQ(*signal, 0u);
            },
            {{"ARK_ON_FAILURE", "go_on"}, {"ARK_CHECK", "0"}});
}
TEST(SharedPutRefusal, NamesThePeTheAddressAndTheSignalOperation) {
  expect_refused(true, ARK_SIGNAL_SET, 1, "pe = 1");
  expect_refused(false, ARK_SIGNAL_SET, 0, "symmetric heap");
  expect_refused(true, 7, 0, "signal operation");
}

}  // namespace
}  // namespace ark
