// Corrupted descriptors: the SM engine refuses every bad one with a record, does every good one
// exactly, and touches nothing else. The CPU engine's test, with the same source of them.
#include "queue/corrupted.hpp"

#include <ark/device/sm/copier.hpp>
#include <ark/device/sm/scheduler.hpp>
#include <memory>
#include <optional>

#include "engine/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;
using testing::corrupted_heap_bytes;

/// Two mapped PEs with guarded heaps, two that are not mapped; one ring, one block.
class corrupted_run {
 public:
  explicit corrupted_run(std::uint64_t seed) : source_(job_, seed), seed_(seed) {
    std::mt19937_64 filling(seed);
    for (std::size_t i = 0; i < corrupted_heap_bytes; ++i)
      job_.source.data()[i] = static_cast<std::byte>(filling());
    for (std::size_t pe = 0; pe < 4; ++pe)
      peers_[pe] = {pe < 2 ? heaps_[pe].address() : 0, job_.routes[pe], 0};
    state_.n_pes = 4;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_;
    state_.heap_bytes = state_.heap_reserved = corrupted_heap_bytes;
    state_.sm_ring_count = 1;
    state_.rings = &view_;
    state_.sm = &work_;
    work_.rings = rings_.get();
    work_.options = {.tiny_bytes = 64, .large_bytes = 300, .chunk_bytes = 128, .burst = 3};
    device::sm::prepare(block_);
    scheduler_.emplace(state_, block_, 1, 0, 1);
    copier_.emplace(state_, block_, 0, device::sm::staging{});
  }

  void run(int count) {
    testing::refusal_book book(state_);
    for (int i = 0; i < count; ++i) {
      one(book);
      if (i % 64 == 0 || i + 1 == count) compare();
      if (::testing::Test::HasFatalFailure()) FAIL() << "descriptor " << i << " of seed " << seed_;
    }
    EXPECT_GT(book.bad(), static_cast<std::uint64_t>(count) / 4);
    EXPECT_GT(book.good(), static_cast<std::uint64_t>(count) / 20);
    EXPECT_GE(book.reasons(), 17u) << "the checks behind the checksum were reached";
  }

 private:
  void one(testing::refusal_book& book) {
    const descriptor d = source_.next();
    const bool good = testing::is_good(job_, d);
    book.expect(d, good, peer_route::mapped);
    if (good) model_.apply(job_, d);
    testing::post_as_is(shared_, view_, d);
    for (int tries = 0; tries < 10'000 && shared_.done() < shared_.head(); ++tries) {
      scheduler_->step();
      copier_->step();
    }
    ASSERT_EQ(shared_.done(), shared_.head());
    book.settle();
  }
  void compare() {
    for (int pe = 0; pe < 2; ++pe) ASSERT_TRUE(testing::same(model_.heap(pe), heaps_[pe].data()));
    ASSERT_TRUE(testing::same(model_.filled(), job_.filled.data()));
  }

  testing::corrupted_job job_{
      4,
      peer_route::mapped,
      {peer_route::mapped, peer_route::mapped, peer_route::proxy, peer_route::unreachable}};
  testing::guarded_memory heaps_[2]{testing::guarded_memory(corrupted_heap_bytes),
                                    testing::guarded_memory(corrupted_heap_bytes)};
  peer_view peers_[4];
  device_state state_;
  const ring_storage storage_{64};
  ring_view view_ = storage_.view();
  ring shared_{view_};
  std::unique_ptr<sm_ring[]> rings_ = std::make_unique<sm_ring[]>(1);
  sm_workspace work_;
  device::sm::block_words block_;
  std::optional<device::sm::scheduler> scheduler_;
  std::optional<device::sm::copier<device::thread_scope>> copier_;
  testing::corrupted_model model_{4};
  testing::corrupted_source source_;
  std::uint64_t seed_;
};

TEST(SmCorrupted, DescriptorsAreRefusedOrDoneExactly) {
  corrupted_run(testing::corrupted_seed()).run(500'000);
}

}  // namespace
}  // namespace ark
