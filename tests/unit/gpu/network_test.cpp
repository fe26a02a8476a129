// Proxies whose transport may be given a GPU's memory itself, beside those that copy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/queue/descriptor.hpp>
#include <random>
#include <span>

#include "device_memory.hpp"
#include "gpu_network.hpp"
#include "pair.hpp"
#include "queue/eventually.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using ::testing::Each;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

using testing::long_ns;
/// More than is bundled, and than loopback copies.
constexpr std::uint64_t large = 64 * 1024, large_words = large / 8;

/// How data gets from a GPU's memory to another's.
enum class way {
  staged,
  direct,
  late,  ///< direct, and receives are pending first
};

/// Two PEs; their heaps are in the fake GPU's memory, and so are two buffers.
class CudaNetwork : public ::testing::TestWithParam<way> {
 protected:
  void TearDown() override { driver_.settings() = before_; }

  /// The device is as the driver's settings say now.
  void start(way how, const fault_plan* plan = nullptr, std::size_t part_bytes = 0) {
    pes_.reset();
    for (auto& one : gpus_) one = std::make_unique<gpu_pipeline>(device_, long_ns);
    wrapping around;
    if (how != way::staged) {
      around = [this, how](std::unique_ptr<transport> inner) {
        return std::make_unique<gpu_network>(std::move(inner), given_, how == way::late);
      };
    }
    pes_ = std::make_unique<job>(2, plan, loopback::options{.part_bytes = part_bytes}, 0,
                                 std::vector{gpus_[0].get(), gpus_[1].get()}, around);
    for (int pe = 0; pe < 2; ++pe) {
      (*pes_)[pe].state.heap_base = reinterpret_cast<std::uint64_t>(heaps_[pe].at());
    }
  }
  [[nodiscard]] bool post(const descriptor& d, int pe = 0) { return (*pes_)[pe].post(d); }
  void expect_given(std::uint64_t sent, std::uint64_t received) {
    const bool direct = GetParam() != way::staged;
    EXPECT_EQ(given_.sent, direct ? sent : 0);
    EXPECT_EQ(given_.received, direct ? received : 0);
  }
  [[nodiscard]] std::uint64_t flushes() const {
    return driver_.calls("cuFlushGPUDirectRDMAWrites");
  }
  void turns() {
    EXPECT_FALSE(pes_->drive([] { return false; }, 300));
  }
  static std::span<std::uint64_t> words(const device_memory& in, std::size_t first,
                                        std::size_t count) {
    return {in.words() + first, count};
  }
  /// As the signal that the GPU's stream may be storing.
  [[nodiscard]] std::uint64_t word(int pe, std::size_t i) const {
    return std::atomic_ref(heaps_[pe].words()[i]).load(std::memory_order_acquire);
  }

  /// A large put from the first half of `mine`, a large get to the second.
  void put_and_get(const device_memory& mine) {
    std::ranges::fill(words(mine, 0, large_words), 7);
    std::ranges::fill(words(heaps_[1], large_words, large_words), 8);
    ASSERT_TRUE(post(make_put(1, 0, mine.at(), large)));
    ASSERT_TRUE(post(make_get(1, large, mine.at(large), large)));
    ASSERT_TRUE(pes_->drain());
    EXPECT_THAT(words(heaps_[1], 0, large_words), Each(7u));
    EXPECT_THAT(words(mine, large_words, large_words), Each(8u));
  }

  const fake::control driver_;
  const fake_cuda_values before_ = driver_.settings();
  const cuda_device device_{0};
  const device_memory heaps_[2]{device_memory(device_), device_memory(device_)};
  const device_memory buffer_{device_};
  gpu_network::counts given_;
  std::unique_ptr<gpu_pipeline> gpus_[2];
  std::unique_ptr<job> pes_;
};

INSTANTIATE_TEST_SUITE_P(ByWay, CudaNetwork, ::testing::Values(way::staged, way::direct, way::late),
                         [](const auto& given) {
                           return given.param == way::staged   ? "staged"
                                  : given.param == way::direct ? "direct"
                                                               : "late";
                         });

TEST_P(CudaNetwork, LargeDataOfPutsAndGetsIsInPlaceWhenTheyEnd) {
  start(GetParam());
  put_and_get(buffer_);
  expect_given(2, 2);
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, SmallTransfersAreStaged) {
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), 8)));
  ASSERT_TRUE(post(make_put(1, 8, buffer_.at(), bundler::small_bytes)));
  ASSERT_TRUE(post(make_get(1, large, buffer_.at(large), 8)));
  ASSERT_TRUE(post(make_get(1, large, buffer_.at(large + 8), bundler::small_bytes)));
  ASSERT_TRUE(pes_->drain());
  EXPECT_THAT(words(heaps_[1], 0, 1 + bundler::small_bytes / 8), Each(7u));
  expect_given(0, 0);
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, DataOfAnAdditionIsReceivedInABufferAndAddedByTheGpu) {
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  std::ranges::fill(words(heaps_[1], 0, large_words), 10);
  ASSERT_TRUE(post(make_put_add(1, element_kind::int64, 0, buffer_.at(), large)
                       .with_signal(2 * large, signal_op::add, 1)));
  ASSERT_TRUE(pes_->drain());
  EXPECT_THAT(words(heaps_[1], 0, large_words), Each(17u));
  EXPECT_EQ(word(1, 2 * large_words), 1u);
  expect_given(1, 0);
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, ASignalIsNotSeenBeforeItsDataNorBesideAtomics) {
  start(GetParam());
  constexpr std::size_t signals = 2 * large_words;
  for (const signal_op op : {signal_op::set, signal_op::add}) {
    const std::size_t signal = signals + static_cast<std::size_t>(op);
    for (std::uint64_t value = 1; value <= 20; ++value) {
      std::ranges::fill(words(buffer_, 0, large_words), value);
      ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large)
                           .with_signal(8 * signal, op, op == signal_op::set ? value : 1)));
      ASSERT_TRUE(post(make_amo(1, amo_op::add, 8, 8 * (signals + 8), 1, 0)));
      ASSERT_TRUE(pes_->drive([&] {
        if (word(1, signal) != value) return false;
        EXPECT_THAT(words(heaps_[1], 0, large_words), Each(value));
        return true;
      }));
      ASSERT_TRUE(pes_->drain());
    }
    EXPECT_EQ(word(1, signals + 8), op == signal_op::set ? 20u : 40u);
  }
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, AFenceHoldsLargeDataBackUntilASmallCopyIsMade) {
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  driver_.delay_copies(true);
  ASSERT_TRUE(post(make_put_inline(1, 0, 8, 1)));
  ASSERT_TRUE(post(make_fence()));
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large)));
  turns();
  EXPECT_EQ(given_.received, 0u);
  EXPECT_EQ(word(1, 1), 0u);
  driver_.delay_copies(false);
  ASSERT_TRUE(pes_->drain());
  EXPECT_THAT(words(heaps_[1], 0, large_words), Each(7u));
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large)));
  ASSERT_TRUE(post(make_fence()));
  ASSERT_TRUE(post(make_put_inline(1, 0, 8, 2)));
  ASSERT_TRUE(pes_->drain());
  EXPECT_EQ(word(1, 0), 2u);
  EXPECT_EQ(word(1, 1), 7u);
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, MemoryThatTheNetworkDoesNotReachIsCopied) {
  driver_.settings().devices = 2;
  const cuda_device other(1);
  const device_memory elsewhere(other);
  start(GetParam());
  put_and_get(elsewhere);
  expect_given(1, 1);  // the put's target and the get's source are heaps
  pes_->expect_no_failure();
}

TEST_P(CudaNetwork, RandomOperationsArriveWholeWhenMessagesAreDelayedAndReordered) {
  constexpr std::size_t span = 12 * 1024, most = 6 * 1024;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const fault_plan plan{.seed = seed, .delay = 30, .reorder = true};
    // Parts that are too large to be bundled, and large ones whole.
    start(GetParam(), &plan, seed % 2 == 0 ? 24 * 1024 : 0);
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> model(span), sources;
    std::ranges::fill(words(heaps_[1], 0, 2 * span), 0);
    std::uint64_t sum = 0;
    std::size_t used = 0;
    for (int step = 0; step < 60; ++step) {
      // Small, bundled and copied, and large ones.
      const std::size_t count = random() % 3 == 0 ? 1 + random() % 64 : 1 + random() % most;
      const std::size_t first = random() % (span - count);
      if (used + count > (std::size_t{1} << 17)) {
        ASSERT_TRUE(pes_->drain()) << "seed " << seed;
        used = 0;
      }
      const auto source = words(buffer_, used, count);
      std::ranges::generate(source, [&] { return random() % 1'000'000; });
      const std::byte* const at = buffer_.at(8 * used);
      used += count;
      ASSERT_TRUE(post(make_fence()));
      const bool adds = random() % 4 == 0;
      descriptor d = adds ? make_put_add(1, element_kind::int64, 8 * first, at, 8 * count)
                          : make_put(1, 8 * first, at, 8 * count);
      for (std::size_t i = 0; i < count; ++i)
        model[first + i] = source[i] + (adds ? model[first + i] : 0);
      if (random() % 2 == 0) {
        d = d.with_signal(8 * span, signal_op::add, 1);
        ++sum;
      }
      ASSERT_TRUE(post(d));
    }
    ASSERT_TRUE(pes_->drain()) << "seed " << seed;
    EXPECT_THAT(words(heaps_[1], 0, span), ElementsAreArray(model)) << "seed " << seed;
    EXPECT_EQ(word(1, span), sum) << "seed " << seed;
    ASSERT_TRUE(post(make_get(1, 0, buffer_.at(), 8 * span)));
    ASSERT_TRUE(pes_->drain());
    EXPECT_THAT(words(buffer_, 0, span), ElementsAreArray(model)) << "seed " << seed;
    pes_->expect_no_failure();
  }
  EXPECT_EQ(given_.sent > 0 && given_.received > 0, GetParam() != way::staged);
}

TEST_P(CudaNetwork, ProxiesEndAfterCountingArrivedTransfers) {
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large).with_signal(2 * large, signal_op::set, 1)));
  ASSERT_TRUE(pes_->drain());
  (*pes_)[0].served->leave(departing::alone, long_ns);
  (*pes_)[1].served->leave(departing::alone, long_ns);
  EXPECT_EQ(cuda_current_device(), -1);
  EXPECT_EQ(word(1, 2 * large_words), 1u);
  pes_->expect_no_failure();
}

/// PE 0 is traced.
TEST_P(CudaNetwork, TheTraceCountsTransfersWithoutACopy) {
  for (auto& one : gpus_) one = std::make_unique<gpu_pipeline>(device_, long_ns);
  std::unique_ptr<test_pe> pes[2];
  std::vector<std::vector<std::byte>> addresses;
  for (int pe = 0; pe < 2; ++pe) {
    std::unique_ptr<transport> over = std::make_unique<loopback>();
    if (GetParam() != way::staged)
      over = std::make_unique<gpu_network>(std::move(over), given_, GetParam() == way::late);
    pes[pe] = std::make_unique<test_pe>(pe, 2, std::move(over), 1024, false, 0, gpus_[pe].get());
    pes[pe]->state.heap_base = reinterpret_cast<std::uint64_t>(heaps_[pe].at());
    addresses.push_back(pes[pe]->over->address());
  }
  test_pe& me = *pes[0];
  trace_recorder recorder({}, 0, std::span(&me.view, 1), 1);
  proxy::options options;
  options.token = job_token;
  options.gpu = gpus_[0].get();
  options.gpu_bytes = me.over->gpu_bytes();
  options.trace = &recorder;
  me.served.reset();
  me.served = std::make_unique<proxy>(me.state, std::span(&me.view, 1), *me.over, options);
  for (const auto& one : pes) one->over->connect(addresses, one->served->as_receiver());
  const host_ring ring(me.view);
  ASSERT_TRUE(me.post(make_put(1, 0, buffer_.at(), large)));
  ASSERT_TRUE(me.post(make_put(1, 0, buffer_.at(), 8)));
  ASSERT_TRUE(me.post(make_get(1, 0, buffer_.at(large), large)));
  ring.await_mark(ring.head());
  for (int i = 0; i < 1'000'000 && ring.done() < ring.head(); ++i) {
    for (const auto& one : pes) one->served->progress(8);
  }
  ASSERT_EQ(ring.done(), ring.head());
  const std::uint64_t direct = GetParam() == way::staged ? 0 : 1;
  EXPECT_EQ(recorder.report().proxy.gpu_direct_sent, direct);
  EXPECT_EQ(recorder.report().proxy.gpu_direct_received, direct);
}

/// Not by way.
class CudaNetworkFlush : public CudaNetwork {};

INSTANTIATE_TEST_SUITE_P(Direct, CudaNetworkFlush, ::testing::Values(way::direct),
                         [](const auto&) { return "direct"; });

TEST_P(CudaNetworkFlush, IsOneForAllArrivalsOfATurn) {
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  const std::uint64_t before = flushes();
  for (std::uint64_t i = 0; i < 3; ++i)
    ASSERT_TRUE(post(make_put(1, i * large, buffer_.at(), large)));
  ASSERT_TRUE(pes_->drain());
  EXPECT_EQ(given_.received, 3u);
  EXPECT_EQ(flushes(), before + 1);
}

TEST_P(CudaNetworkFlush, ThatFailsIsThePesFailureAndNothingCounts) {
  start(GetParam());
  driver_.fail("cuFlushGPUDirectRDMAWrites", 1, CUDA_ERROR_UNKNOWN);
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large).with_signal(2 * large, signal_op::set, 1)));
  ASSERT_TRUE(pes_->drive([&] { return (*pes_)[1].failure().code != errc::ok; }));
  EXPECT_EQ((*pes_)[1].failure().code, errc::system_error);
  EXPECT_THAT((*pes_)[1].failure().detail, HasSubstr("cuFlushGPUDirectRDMAWrites on device 0"));
  turns();
  EXPECT_FALSE((*pes_)[0].drained()) << "it has not been delivered";
  EXPECT_EQ(word(1, 2 * large_words), 0u);
}

/// The device says that it orders what the network writes, and does not: the control of all that
/// looks for data behind a signal.
TEST_P(CudaNetworkFlush, LeftOutLetsASignalPassItsData) {
  driver_.settings().rdma_ordering = CU_GPU_DIRECT_RDMA_WRITES_ORDERING_ALL_DEVICES;
  start(GetParam());
  std::ranges::fill(words(buffer_, 0, large_words), 7);
  const std::uint64_t before = flushes();
  ASSERT_TRUE(post(make_put(1, 0, buffer_.at(), large).with_signal(2 * large, signal_op::set, 1)));
  ASSERT_TRUE(pes_->drive([&] { return word(1, 2 * large_words) == 1; }));
  EXPECT_THAT(words(heaps_[1], 0, large_words), Each(0u));
  ASSERT_TRUE(pes_->drain());
  EXPECT_EQ(flushes(), before);
  const cuda_scope current(device_);
  ASSERT_EQ(cuda_driver::get().flush_gpu_direct_rdma_writes(
                CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES),
            CUDA_SUCCESS);
  EXPECT_THAT(words(heaps_[1], 0, large_words), Each(7u));
}

}  // namespace
}  // namespace ark::proxy
