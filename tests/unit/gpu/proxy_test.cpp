// The proxies of PEs whose heaps are in a GPU's memory: what goes together, and when it counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/queue/descriptor.hpp>

#include "device_memory.hpp"
#include "pair.hpp"
#include "queue/eventually.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using ::testing::HasSubstr;

using testing::long_ns;

/// Two PEs.
class CudaProxy : public ::testing::Test {
 protected:
  CudaProxy() {
    for (int pe = 0; pe < 2; ++pe) {
      pes_[pe].state.heap_base = reinterpret_cast<std::uint64_t>(heaps_[pe].at());
    }
  }
  void TearDown() override { driver_.delay_copies(false); }

  void turns() {
    EXPECT_FALSE(pes_.drive([] { return false; }, 300));
  }
  [[nodiscard]] std::uint64_t batches() const { return driver_.calls("cuMemcpyBatchAsync"); }
  [[nodiscard]] std::uint64_t copies() const { return driver_.calls("cuMemcpyAsync"); }
  /// Word `i` of a PE's heap.
  [[nodiscard]] std::uint64_t seen(int pe, std::size_t i) const { return heaps_[pe].words()[i]; }

  const fake::control driver_;
  const cuda_device device_{0};
  const device_memory heaps_[2]{device_memory(device_), device_memory(device_)};
  gpu_pipeline first_{device_, long_ns}, second_{device_, long_ns};
  job pes_{2, nullptr, {}, 0, {&first_, &second_}};
};

TEST_F(CudaProxy, TheCopiesOfOneTurnAreOneBatch) {
  const std::uint64_t batches_before = batches(), copies_before = copies();
  for (std::size_t i = 0; i < 8; ++i) {
    heaps_[0].words()[i] = 100 + i;
    ASSERT_TRUE(pes_[0].post(make_put(1, 8 * i, heaps_[0].at(8 * i), 8)));
  }
  ASSERT_TRUE(pes_.drain());
  EXPECT_EQ(batches(), batches_before + 2) << "one to read, one to write";
  EXPECT_EQ(copies(), copies_before);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(seen(1, i), 100 + i);
  pes_.expect_no_failure();
}

TEST_F(CudaProxy, ATransferIsNotCountedBeforeItsCopyEnds) {
  constexpr std::uint64_t large = 3 * loopback::options().eager_bytes;
  std::uint64_t* mine = heaps_[0].words();
  std::fill(mine, mine + large / 8, 7);
  const descriptor all[] = {
      make_put(1, 0, heaps_[0].at(), 8),
      make_put(1, 0, heaps_[0].at(), large),
      make_put_inline(1, 0, 8, 7),
      make_put(1, 0, heaps_[0].at(), 64).with_signal(65536, signal_op::add, 1),
      make_get(1, 65536, heaps_[0].at(80000), 8),
      make_get(1, 65536, heaps_[0].at(80000), large)};
  for (const descriptor& d : all) {
    driver_.delay_copies(true);
    const std::uint64_t signal = seen(1, 8192);
    ASSERT_TRUE(pes_[0].post(d));
    pes_[0].ring.await_mark(pes_[0].ring.head());
    turns();
    EXPECT_FALSE(pes_[0].drained());
    EXPECT_EQ(seen(1, 8192), signal);
    EXPECT_FALSE(pes_[0].served->prepare_to_sleep() && pes_[1].served->prepare_to_sleep());
    driver_.delay_copies(false);
    ASSERT_TRUE(pes_.drain());
  }
  for (std::uint64_t i = 0; i < large / 8; ++i) ASSERT_EQ(seen(1, i), 7u);
  EXPECT_EQ(seen(1, 8192), 1u);
  EXPECT_EQ(seen(0, 10000), 1u);
  pes_.expect_no_failure();
}

/// Both in one turn; the fake driver makes the copies of a batch from its end.
TEST_F(CudaProxy, TwoPutsToAWordKeepTheirOrderThroughAFenceAndWithoutOneNeedNot) {
  for (const bool fenced : {true, false}) {
    ASSERT_TRUE(pes_[0].post(make_put_inline(1, 0, 8, 1)));
    if (fenced) {
      ASSERT_TRUE(pes_[0].post(make_fence()));
    }
    ASSERT_TRUE(pes_[0].post(make_put_inline(1, 0, 8, 2)));
    ASSERT_TRUE(pes_.drain());
    EXPECT_EQ(seen(1, 0), fenced ? 2u : 1u);
  }
  pes_.expect_no_failure();
}

TEST_F(CudaProxy, SignalsComeAfterTheirDataAndAtomicsReturnTheOldValue) {
  std::uint64_t old = 0;
  heaps_[0].words()[0] = 11;
  ASSERT_TRUE(pes_[0].post(make_put(1, 0, heaps_[0].at(), 8).with_signal(64, signal_op::set, 5)));
  ASSERT_TRUE(pes_[0].post(make_put(1, 8, heaps_[0].at(), 8).with_signal(72, signal_op::add, 5)));
  ASSERT_TRUE(pes_.drain());
  EXPECT_EQ(seen(1, 0), 11u);
  EXPECT_EQ(seen(1, 1), 11u);
  EXPECT_EQ(seen(1, 8), 5u);
  EXPECT_EQ(seen(1, 9), 5u);
  ASSERT_TRUE(pes_[0].post(make_amo_fetch(1, amo_op::add, 8, 72, 30, 0, &old)));
  ASSERT_TRUE(pes_[0].post(make_signal(1, 80, signal_op::set, 6)));
  ASSERT_TRUE(pes_.drain());
  EXPECT_EQ(old, 5u);
  EXPECT_EQ(seen(1, 9), 35u);
  EXPECT_EQ(seen(1, 10), 6u);
  pes_.expect_no_failure();
}

TEST_F(CudaProxy, ACopyThatFailsIsThePesFailureByName) {
  driver_.fail("cuMemcpyAsync", 1, CUDA_ERROR_UNKNOWN);
  ASSERT_TRUE(pes_[0].post(make_put(1, 0, heaps_[0].at(), 8)));
  ASSERT_TRUE(pes_.drive([&] { return pes_[0].failure().code != errc::ok; }));
  EXPECT_EQ(pes_[0].failure().code, errc::system_error);
  EXPECT_THAT(pes_[0].failure().detail, HasSubstr("cuMemcpyAsync on device 0 of 8 bytes"));
  EXPECT_FALSE(pes_[0].drained()) << "it has not been delivered";
  EXPECT_EQ(pes_[1].failure().code, errc::ok);
}

}  // namespace
}  // namespace ark::proxy
