// Random operations of several PEs, over a transport that delays and reorders, against a model.
#include <algorithm>
#include <ark/detail/queue/descriptor.hpp>
#include <random>

#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;

constexpr int n_pes = 3;
constexpr std::uint64_t slots_per_pair = 64;

constexpr std::uint64_t shared_offset = 64, shared_words = 48;

/// Words that only `from` writes in the heap of `to`: what they hold at the end is known.
std::uint64_t slot_offset(int from, std::uint64_t slot) {
  return 1024 + (static_cast<std::uint64_t>(from) * slots_per_pair + slot) * 8;
}

/// Adds the number of one-sided transfers to `one_sided`, if there is a plan.
void run(std::uint64_t seed, const fault_plan* plan, const loopback::options& how,
         std::uint64_t* one_sided = nullptr) {
  job pes(n_pes, plan, how, how.one_sided ? 1 : 0);
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::uint64_t>> model(n_pes, std::vector<std::uint64_t>(heap_words, 0));
  std::vector<std::unique_ptr<std::vector<std::uint64_t>>> sources;
  std::uint64_t sum[n_pes] = {};
  for (int step = 0; step < 400; ++step) {
    const int from = static_cast<int>(random() % n_pes);
    const int to = (from + 1 + static_cast<int>(random() % (n_pes - 1))) % n_pes;
    const std::uint64_t first = random() % slots_per_pair;
    const std::uint64_t count = 1 + random() % (slots_per_pair - first);
    const std::uint64_t offset = slot_offset(from, first);
    auto& there = model[static_cast<std::size_t>(to)];
    sources.push_back(std::make_unique<std::vector<std::uint64_t>>(count));
    auto& source = *sources.back();
    for (std::uint64_t& word : source) word = random();
    const std::uint64_t addend = random() % 1000;
    // Writes of one PE to the same words: only a fence says which is the last.
    ASSERT_TRUE(pes[from].post(make_fence()));
    switch (random() % 6) {
      case 0:
        ASSERT_TRUE(pes[from].post(make_put(to, offset, source.data(), count * 8)));
        std::copy(source.begin(), source.end(), there.begin() + static_cast<long>(offset / 8));
        break;
      case 1:
        ASSERT_TRUE(pes[from].post(
            make_put(to, offset, source.data(), count * 8).with_signal(0, signal_op::add, addend)));
        std::copy(source.begin(), source.end(), there.begin() + static_cast<long>(offset / 8));
        sum[to] += addend;
        break;
      case 2:
        ASSERT_TRUE(pes[from].post(make_amo(to, amo_op::add, 8, 0, addend, 0)));
        sum[to] += addend;
        break;
      case 3:
        ASSERT_TRUE(pes[from].post(make_put_inline(to, offset, 8, source[0])));
        there[offset / 8] = source[0];
        break;
      case 4:
        ASSERT_TRUE(pes[from].post(
            make_put_add(to, element_kind::int64, offset, source.data(), count * 8)));
        for (std::uint64_t i = 0; i < count; ++i) there[offset / 8 + i] += source[i];
        break;
      case 5: {  // to words that all PEs add to at once
        const std::uint64_t few = std::min(count, shared_words);
        ASSERT_TRUE(pes[from].post(
            make_put_add(to, element_kind::int64, shared_offset, source.data(), few * 8)
                .with_signal(0, signal_op::add, addend)));
        for (std::uint64_t i = 0; i < few; ++i) there[shared_offset / 8 + i] += source[i];
        sum[to] += addend;
        break;
      }
    }
    if (random() % 4 == 0) {
      for (int pe = 0; pe < n_pes; ++pe) pes[pe].served->progress(1 + random() % 4);
    }
  }
  ASSERT_TRUE(pes.drain()) << "seed " << seed;
  pes.expect_no_failure();
  for (int pe = 0; pe < n_pes; ++pe) {
    model[static_cast<std::size_t>(pe)][0] = sum[pe];
    EXPECT_EQ(pes[pe].heap, model[static_cast<std::size_t>(pe)]) << "seed " << seed;
  }
  // And back again by gets, from everybody to everybody.
  for (int from = 0; from < n_pes; ++from) {
    for (int to = 0; to < n_pes; ++to) {
      if (from == to) continue;
      std::vector<std::uint64_t> got(n_pes * slots_per_pair);
      ASSERT_TRUE(pes[from].post(make_get(to, 1024, got.data(), got.size() * 8)));
      ASSERT_TRUE(pes.drain());
      const auto first = model[static_cast<std::size_t>(to)].begin() + 128;
      EXPECT_TRUE(std::equal(got.begin(), got.end(), first));
    }
    if (one_sided != nullptr) *one_sided += pes.fault(from).one_sided_transfers();
  }
}

TEST(Model, RandomOperationsArriveWhole) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) run(seed, nullptr, {});
}

TEST(Model, AlsoWhenEverythingIsARendezvous) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) run(seed, nullptr, {.eager_bytes = 0});
}

TEST(Model, AlsoWhenMessagesAreDelayedAndReordered) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const fault_plan plan{.seed = seed, .delay = 30, .reorder = true};
    run(seed, &plan, {.eager_bytes = seed % 2 == 0 ? 8192u : 64u});
  }
}

TEST(Model, AlsoWhenTransfersGoInParts) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const fault_plan plan{.seed = seed, .delay = 30, .reorder = true};
    run(seed, &plan, {.eager_bytes = seed % 2 == 0 ? 8192u : 16u, .part_bytes = 8 + seed % 5 * 24});
  }
}

TEST(Model, AlsoWhenTransfersAreOneSided) {
  std::uint64_t one_sided = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const fault_plan plan{.seed = seed, .delay = seed % 2 == 0 ? 3u : 30u, .reorder = true};
    run(seed, &plan, {.eager_bytes = 64, .one_sided = true}, &one_sided);
  }
  EXPECT_GT(one_sided, 100u) << "few, because a fence stands before each put";
}

}  // namespace
}  // namespace ark::proxy
