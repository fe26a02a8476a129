// The SM engine's warp as 32 threads, as on a GPU, in a kernel on the CPU executor: what is
// delivered has been done, however much the threads take and execute at once.
#include <ark/local.hpp>
#include <random>
#include <string>
#include <thread>

#include "engine_block.hpp"

namespace ark {
namespace {

using detail::make_amo_fetch, detail::make_put, detail::make_put_inline;
using device::warp_scope;

struct warp_job {
  detail::device_state* state;
  std::uint64_t posts;
  std::uint64_t* together;  ///< most descriptors that were delivered in one round
};

ARK_GLOBAL void serve_by_warps(warp_job job) {
  const unsigned warps = blockDim.x / 32;
  device::sm::engine_warp<device::sm::warp_team> warp(*job.state, {0, threadIdx.x / 32, warps});
  const detail::ring ring(job.state->rings[0]);
  unsigned rounds = 0;  // a defect ends the kernel, too
  for (bool ends = false; !ends && rounds < 1'000'000; ++rounds) {
    const std::uint64_t before = ring.done();
    warp.round();
    if (warp_scope::leader() && ring.done() - before > *job.together)
      *job.together = ring.done() - before;
    ends = warp_scope::any(warp_scope::leader() && ring.done() >= job.posts);
    ark::detail::yield();
  }
}

class SmWarp : public testing::engine_block {
 protected:
  /// Run until `posts` descriptors are delivered.
  void serve(std::uint64_t posts, const std::string& schedule, unsigned warps = 1) {
    local_run(1,
              [&](int) {
                launch({1, 32 * warps}, serve_by_warps, warp_job{&state_, posts, &together_});
                device_sync();
              },
              {{"ARK_SCHED", schedule}});
  }
  /// Writes to few words in `epochs` epochs, tiny ones and those that all threads move; with
  /// `fences` a poster waits at the end of an epoch until all of it is done, as a fence does.
  /// Returns the words that do not hold what the last write of their last epoch put there.
  int wrong_words(std::mt19937& random, bool fences, const std::string& schedule, unsigned warps) {
    constexpr unsigned words = 24, epochs = 12;
    std::vector<std::uint64_t> last(words, 0);
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    renew(256);
    std::vector<std::vector<detail::descriptor>> all(epochs);
    std::uint64_t posts = 0;
    for (unsigned epoch = 1; epoch <= epochs; ++epoch) {
      for (unsigned word = 0; word < words; ++word) {
        if (random() % 3 != 0) continue;
        last[word] = epoch;
        if (random() % 4 == 0) {
          source_[epoch * 512] = epoch;  // its first word is the value
          all[epoch - 1].push_back(make_put(1, word * 4096ull, &source_[epoch * 512], 1024));
        } else {
          all[epoch - 1].push_back(make_put_inline(1, word * 4096ull, 8, epoch));
        }
        ++posts;
      }
    }
    const auto post_all = [&] {
      for (const auto& epoch : all) {
        for (const detail::descriptor& d : epoch) post(d);
        if (fences) {
          EXPECT_TRUE(testing::eventually([&] { return ring().done() == ring().head(); }));
        }
      }
    };
    if (!fences) post_all();
    std::jthread poster([&] {
      if (fences) post_all();
    });
    serve(posts, schedule, warps);
    poster.join();
    int wrong = 0;
    for (unsigned word = 0; word < words; ++word) wrong += heaps_[1][word * 512] != last[word];
    return wrong;
  }

  std::uint64_t together_ = 0;
};

TEST_F(SmWarp, DoneDescriptorsAreDeliveredAndWithoutAWaitTheOrderIsLost) {
  std::mt19937 random(5);
  for (const char* schedule : {"fifo", "random:7", "pct:3:7"}) {
    int without = 0;
    for (int run = 0; run < 20; ++run) {
      const unsigned warps = 1u << run % 3;
      ASSERT_EQ(wrong_words(random, true, schedule, warps), 0) << schedule << ", run " << run;
      without += wrong_words(random, false, schedule, warps);
    }
    EXPECT_GT(without, 0) << schedule << ": nothing is ever reordered";
  }
  EXPECT_GT(together_, 4u) << "the threads never execute at once";
}

TEST_F(SmWarp, ARefusedDescriptorAmongOthersIsRecordedAndTheOthersAreDone) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    post(i == 17 ? make_put(1, testing::heap_bytes - 4, source_.data(), 8)
                 : make_put_inline(1, i * 8, 8, i + 1));
  }
  serve(40, "random:3");
  for (std::uint64_t i = 0; i < 40; ++i) EXPECT_EQ(heaps_[1][i], i == 17 ? 0 : i + 1) << i;
  EXPECT_EQ(static_cast<errc>(state_.status), errc::bad_descriptor);
}

TEST_F(SmWarp, AtomicsOfOneBatchLoseNothing) {
  std::vector<std::uint64_t> old(64, ~std::uint64_t{0});
  for (std::uint64_t i = 0; i < 64; ++i)
    post(make_amo_fetch(1, detail::amo_op::add, 8, 0, 1, 0, &old[i]));
  serve(64, "pct:3:11");
  EXPECT_EQ(heaps_[1][0], 64u);
  std::sort(old.begin(), old.end());
  for (std::uint64_t i = 0; i < 64; ++i) EXPECT_EQ(old[i], i);
}

}  // namespace
}  // namespace ark
