// A run of corrupted descriptors: the engine under test refuses every bad one with a record, does
// every good one exactly, and touches nothing else.
#pragma once

#include <algorithm>

#include "corrupted.hpp"
#include "executor/sanitizer.hpp"
#include "queue/ring_storage.hpp"

namespace ark::testing {

/// Posts to one ring and compares what the engine behind it has done with a model.
class corrupted_run {
 public:
  /// `state`, `view`: the poster's. `heaps`: of the first PEs, those that may change.
  corrupted_run(corrupted_job& job, detail::device_state& state, const detail::ring_view& view,
                std::vector<const guarded_memory*> heaps, std::uint64_t seed)
      : job_(job),
        book_(state),
        view_(view),
        heaps_(std::move(heaps)),
        model_(job.n_pes),
        source_(job, seed),
        seed_(seed) {
    for (std::uint64_t i = 0; i < corrupted_pieces; ++i)
      job.list.push_back({reinterpret_cast<void*>(state.heap_base + corrupted_piece_offset(i)),
                          corrupted_piece_bytes, static_cast<int>(i % 2)});
    std::mt19937_64 filling(seed);
    for (std::size_t i = 0; i < corrupted_heap_bytes; ++i)
      job.source.data()[i] = static_cast<std::byte>(filling());
    // No source is a NaN: which of two a sum keeps is the compiler's choice.
    for (std::size_t i = 3; i < corrupted_heap_bytes; i += 4)
      job.source.data()[i] &= std::byte{0xbf};
  }

  /// `count` descriptors, one at a time. `progress()` has the engine go on.
  template <class Progress>
  void run(int count, Progress&& progress) {
    // Bounds are AddressSanitizer's to watch.
    if (executor::built_with_tsan) count = std::min(count, std::max(count / 50, 10'000));
    for (int i = 0; i < count; ++i) {
      const detail::descriptor d = source_.next();
      one(d, is_good(job_, d), progress);
      if (i % 64 == 0) compare();
      if (::testing::Test::HasFatalFailure()) FAIL() << "descriptor " << i << " of seed " << seed_;
    }
    compare();
    std::printf("%llu refused for %zu reasons, %llu executed\n",
                static_cast<unsigned long long>(book_.bad()), book_.reasons(),
                static_cast<unsigned long long>(book_.good()));
    EXPECT_GT(book_.bad(), static_cast<std::uint64_t>(count) / 4);
    EXPECT_GT(book_.good(), static_cast<std::uint64_t>(count) / 20);
    EXPECT_GE(book_.reasons(), 18u) << "the checks behind the checksum were reached";
  }

 private:
  template <class Progress>
  void one(const detail::descriptor& d, bool good, Progress& progress) {
    book_.expect(d, good, job_.served);
    if (good) model_.apply(job_, d);
    post_as_is(shared_, view_, d);
    for (int tries = 0; tries < 10'000 && shared_.done() < shared_.head(); ++tries) {
      progress();
      if (::testing::Test::HasFatalFailure()) return;
    }
    ASSERT_EQ(shared_.done(), shared_.head());
    book_.settle();
  }
  void compare() {
    for (int pe = 0; pe < static_cast<int>(heaps_.size()); ++pe)
      ASSERT_TRUE(same(model_.heap(pe), heaps_[static_cast<std::size_t>(pe)]->data()))
          << "PE " << pe << " of seed " << seed_;
    ASSERT_TRUE(same(model_.filled(), job_.filled.data())) << "seed " << seed_;
  }

  const corrupted_job& job_;
  refusal_book book_;
  const detail::ring_view view_;
  const detail::ring shared_{view_};
  std::vector<const guarded_memory*> heaps_;
  corrupted_model model_;
  corrupted_source source_;
  std::uint64_t seed_;
};

/// The job of an engine that serves mapped PEs: two of those, and two that are not mapped.
struct corrupted_mapped_job : corrupted_job {
  corrupted_mapped_job()
      : corrupted_job{4,
                      detail::peer_route::mapped,
                      {detail::peer_route::mapped, detail::peer_route::mapped,
                       detail::peer_route::proxy, detail::peer_route::unreachable}} {
    for (std::size_t pe = 0; pe < 4; ++pe)
      peers[pe] = {pe < 2 ? heaps[pe].address() : 0, routes[pe], 0};
    state.n_pes = n_pes;
    state.heap_base = peers[0].heap_base;
    state.peers = peers;
    state.heap_bytes = state.heap_reserved = corrupted_heap_bytes;
  }
  corrupted_run descriptors(std::uint64_t seed) {
    return {*this, state, view, {&heaps[0], &heaps[1]}, seed};
  }

  guarded_memory heaps[2]{guarded_memory(corrupted_heap_bytes),
                          guarded_memory(corrupted_heap_bytes)};
  detail::peer_view peers[4];
  detail::device_state state;
  const ring_storage storage{64};
  detail::ring_view view = storage.view();
};

}  // namespace ark::testing
