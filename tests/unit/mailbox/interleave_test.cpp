// The mailbox under every interleaving of producer, channel and host within a budget; and broken
// ones, each of which must be caught.
#include "../queue/interleave.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "mailbox/mailbox_storage.hpp"
#include "mailbox/simulated_channel.hpp"

namespace ark::interleave {
namespace {

namespace ce = detail::ce;

/// What a broken mailbox leaves out.
struct mailbox_flaws {
  bool plain_head = false;    ///< head is stored like the slot's words
  bool plain_rearm = false;   ///< `put` and the doorbell are stored like the numbers to wait for
  bool no_sync_wait = false;  ///< a slot may be fetched before the acquire in front of it
  bool early_rearm = false;   ///< the host does not wait for done
};

struct mailbox_accesses {
  static inline mailbox_flaws broken;
  static inline ce::mailbox_view view;

  static std::uint64_t load_relaxed(const std::uint64_t* word) {
    return explorer::active->load(word);
  }
  static std::uint64_t load_acquire(const std::uint64_t* word) {
    return explorer::active->load(word);
  }
  static void store_relaxed(std::uint64_t* word, std::uint64_t value) {
    explorer::active->store_relaxed(word, value);
  }
  static void store_release(std::uint64_t* word, std::uint64_t value) {
    const bool rearm =
        word == &view.registers->put.value || word == &view.registers->doorbell.value;
    const bool plain =
        (broken.plain_head && word == &view.counters->head.value) || (broken.plain_rearm && rearm);
    plain ? store_relaxed(word, value) : explorer::active->store_release(word, value);
  }
  static std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected,
                                        std::uint64_t desired) {
    return explorer::active->compare_exchange(word, expected, desired);
  }
};

/// Producer 0, channel 1, host 2. Each put copies one word, written just before, to a word of its
/// own. Checked: when done has counted a put, its word is there; all are carried out.
class mailbox_scenario : public scenario {
 public:
  static constexpr std::size_t capacity = 2, most_posts = 4;

  mailbox_scenario(std::uint64_t posts, const mailbox_flaws& broken)
      : posts_(posts), broken_(broken) {}

  void reset() override {
    channel_.reset();
    memory_.unmap_all();
    storage_.emplace(capacity);
    storage_->map_into(memory_);
    heap_ = source_ = {};
    memory_.map(channel_region::identity(address(heap_), sizeof heap_));
    memory_.map(channel_region::identity(address(source_), sizeof source_));
    if (broken_.no_sync_wait)
      for (std::uint64_t& entry : storage_->queue()) entry &= ~(std::uint64_t{1} << 63);
    channel_.emplace(storage_->queue(), storage_->registers(), memory_, channel_options{});
    mailbox_accesses::view = storage_->view();
    mailbox_accesses::broken = broken_;
  }
  void run(unsigned thread) override {
    if (thread == 0) return produce();
    thread == 1 ? run_channel() : tend();
  }
  void check() override {
    look(posts_);
    if (!channel_->fault().empty()) fail(channel_->fault());
  }

 private:
  using box = ce::basic_mailbox<mailbox_accesses>;
  using words = std::array<std::uint64_t, most_posts>;

  static void fail(std::string text) { explorer::active->fail(std::move(text)); }
  static std::uint64_t address(const words& all) {
    return reinterpret_cast<std::uint64_t>(all.data());
  }
  [[nodiscard]] box mailbox() const { return box(storage_->view()); }
  [[nodiscard]] std::uint64_t carried_out() const { return storage_->view().counters->done.value; }

  void produce() {
    for (std::uint64_t i = 0; i < posts_; ++i) {
      mailbox_accesses::store_relaxed(&source_[i], i + 1);
      const auto wait = [](auto&& ready) {
        return explorer::active->await(ready) ? errc::ok : errc::aborted;
      };
      const auto d = detail::make_put(0, 8 * i, &source_[i], 8);
      if (mailbox().post(d, address(heap_), wait).code != errc::ok) return;
    }
  }
  void run_channel() {
    while (carried_out() < posts_ && explorer::active->await([this] { return channel_->step(); })) {
    }
  }
  void tend() {
    for (std::uint64_t seen = 0;;) {
      const box m = mailbox();
      m.arm((broken_.early_rearm ? m.head() : seen) + capacity - 1);
      if (seen >= posts_) return;
      std::uint64_t now = seen;
      const bool more = explorer::active->await([&] {
        now = m.done();
        return now != seen || (broken_.early_rearm && m.head() + capacity - 1 > m.armed());
      });
      if (!more) return;
      seen = now;
      look(seen);
    }
  }
  void look(std::uint64_t count) const {
    for (std::uint64_t i = 0; i < count; ++i)
      if (heap_[i] != i + 1) return fail(fmt::format("put {} is lost or came late", i));
  }

  std::uint64_t posts_;
  mailbox_flaws broken_;
  channel_memory memory_;
  std::optional<mailbox_storage> storage_;
  std::optional<basic_simulated_channel<mailbox_accesses>> channel_;
  words heap_{}, source_{};
};

summary explore(std::uint64_t posts, const mailbox_flaws& broken, const limits& how) {
  mailbox_scenario what(posts, broken);
  explorer on(what, 3, how);
  const summary seen = on.explore();
  std::printf("%llu schedules\n", static_cast<unsigned long long>(seen.schedules));
  return seen;
}

void expect_sound(std::uint64_t posts, const limits& how) {
  const summary seen = explore(posts, {}, how);
  EXPECT_EQ(seen.violations, 0u) << seen.first;
  EXPECT_GT(seen.schedules, 100u) << "nothing was explored";
}

void expect_caught(const mailbox_flaws& broken, limits how) {
  how.stop_at_first = true;
  const summary seen = explore(2, broken, how);
  EXPECT_EQ(seen.violations, 1u) << "the broken mailbox passed";
  EXPECT_THAT(seen.first, ::testing::HasSubstr("is lost or came late"));
}

#if defined(ARK_ASAN) || defined(ARK_TSAN)
constexpr unsigned deep = 1;  // the same schedules take ten times as long
#else
constexpr unsigned deep = 2;
#endif

TEST(InterleaveMailbox, ThreePostsInEveryOrder) { expect_sound(3, {.budget = deep}); }
TEST(InterleaveMailbox, ThreePostsWithDelayedStores) {
  expect_sound(3, {.budget = 1, .delayed_stores = true});
}
TEST(InterleaveMailbox, TwoPostsWithDelayedStoresOneSwitchDeeper) {
  expect_sound(2, {.budget = deep, .delayed_stores = true});
}

TEST(InterleaveMailboxControl, PlainHeadShowsASlotTooEarly) {
  expect_caught({.plain_head = true}, {.budget = 1, .delayed_stores = true});
}
TEST(InterleaveMailboxControl, PlainRearmLetsTheChannelRunAhead) {
  expect_caught({.plain_rearm = true}, {.budget = 2, .delayed_stores = true});
}
TEST(InterleaveMailboxControl, WithoutSyncWaitAStaleSlotIsCarriedOut) {
  expect_caught({.no_sync_wait = true}, {.budget = 1});
}
TEST(InterleaveMailboxControl, RearmedTooEarlyASlotIsOverwritten) {
  expect_caught({.early_rearm = true}, {.budget = 1});
}

}  // namespace
}  // namespace ark::interleave
