// The ring under every interleaving within a budget; and broken rings, each of which must be
// caught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ark/detail/queue/shared_counts.hpp>
#include <string>

#include "interleave_ring.hpp"

namespace ark::interleave {
namespace {

using ::testing::HasSubstr;

#if defined(ARK_ASAN) || defined(ARK_TSAN)
constexpr unsigned deep = 1;  // the same schedules take ten times as long
#else
constexpr unsigned deep = 2;
#endif

summary explore(scenario& what, unsigned threads, const limits& how) {
  explorer on(what, threads, how);
  const summary seen = on.explore();
  std::printf("%llu schedules, at most %u decisions against the plain course%s\n",
              static_cast<unsigned long long>(seen.schedules), how.budget,
              how.delayed_stores ? ", stores delayed" : "");
  return seen;
}

void expect_sound(scenario& what, unsigned threads, const limits& how) {
  const summary seen = explore(what, threads, how);
  EXPECT_EQ(seen.violations, 0u) << seen.first;
  EXPECT_GT(seen.schedules, 100u) << "nothing was explored";
}

void expect_caught(scenario& what, unsigned threads, limits how, const std::string& as) {
  how.stop_at_first = true;
  const summary seen = explore(what, threads, how);
  EXPECT_EQ(seen.violations, 1u) << "the broken ring passed " << seen.schedules << " schedules";
  EXPECT_THAT(seen.first, HasSubstr(as));
}

// --- post ---

TEST(Interleave, PostsOfThreeLapsInEveryOrder) {
  ring_scenario what(3, {});
  expect_sound(what, 3, {.budget = deep});
}

#if ARK_TEST_LONG
TEST(Interleave, PostsOfTwoLapsInEveryOrderOneSwitchDeeper) {
  ring_scenario what(2, {});
  expect_sound(what, 3, {.budget = deep + 1});
}
#endif

TEST(Interleave, PostsOfThreeLapsWithDelayedStores) {
  ring_scenario what(3, {});
  expect_sound(what, 3, {.budget = deep, .delayed_stores = true});
}

TEST(Interleave, PostsWithWordsStoredAfterTheReleaseInAnyOrder) {
  ring_scenario what(3, {.words_after_release = true});
  expect_sound(what, 3, {.budget = deep, .delayed_stores = true});
}

TEST(InterleaveControl, WordsInAnyOrderWithOnePhaseAreTorn) {
  ring_scenario what(2, {.one_phase = true, .words_after_release = true});
  expect_caught(what, 3, {.budget = 2, .delayed_stores = true}, "torn");
}

TEST(InterleaveControl, PlainPublicationShowsTheSourceTooLate) {
  ring_scenario what(2, {.plain_publication = true});
  expect_caught(what, 3, {.budget = 2, .delayed_stores = true}, "before its source was visible");
}

TEST(InterleaveControl, PlainPublicationWithOnePhaseIsTorn) {
  ring_scenario what(2, {.plain_publication = true, .one_phase = true});
  expect_caught(what, 3, {.budget = 2, .delayed_stores = true}, "torn");
}

TEST(InterleaveControl, WithoutCreditsASlotIsOverwritten) {
  ring_scenario what(2, {.no_credits = true});
  expect_caught(what, 3, {.budget = 1}, "slot overwritten before read");
}

TEST(InterleaveControl, TailBeforeTheReadLetsASlotBeOverwritten) {
  ring_scenario what(2, {.early_tail = true});
  expect_caught(what, 3, {.budget = 2}, "slot overwritten before read");
}

TEST(InterleaveControl, TicketByLoadAndStoreIsGivenTwice) {
  ring_scenario what(2, {.split_ticket = true});
  expect_caught(what, 3, {.budget = 2}, "ticket");
}

// --- several consumers ---

/// Producers 0 and 1, consumers 2 and 3, which deliver every other ticket and count together as the
/// warps of an engine do. A producer that sees its tickets in `done` sees what was delivered.
class shared_scenario : public scenario {
 public:
  static constexpr std::uint64_t posts = 2, all = 2 * posts, capacity = 2;
  static constexpr unsigned consumers = 2;
  enum class flaw {
    none,
    fenced,       ///< no flaw: a fence and a store behind it, as on a GPU
    counts_once,  ///< fenced, and the ring's count is raised once only
    plain_counts,
    sets_back
  };

  explicit shared_scenario(flaw broken)
      : broken_(broken), storage_(capacity), view_(storage_.view()), ring_(view_) {}

  void reset() override {
    std::memset(view_.slots, 0, capacity * sizeof(detail::descriptor));
    *view_.counters = {};
    words_ = {};
    delivered_ = {};
    done_before_ = 0;
    modelled_atomics::view = view_;
    modelled_atomics::broken = {};
  }
  void run(unsigned thread) override { thread < 2 ? produce() : consume(thread - 2); }
  void check() override {
    if (ring_.done() != all) fail("counted " + std::to_string(ring_.done()) + " of all");
  }
  void stored(const std::uint64_t* word, std::uint64_t) override {
    if (word != &view_.counters->done.value) return;
    if (*word < done_before_) fail("the count goes back");
    done_before_ = *word;
  }

 private:
  static void fail(std::string text) { explorer::active->fail(std::move(text)); }

  void produce() {
    for (std::uint64_t i = 0; i < posts; ++i) {
      const auto at = testing::post(ring_, detail::make_put_inline(0, 0, 8, i), [](auto&& ready) {
        return explorer::active->await(ready) ? errc::ok : errc::aborted;
      });
      if (at.code != errc::ok) return;
      if (!explorer::active->await([&] { return ring_.done() > at.number; })) return;
      for (std::uint64_t t = 0; t <= at.number; ++t)
        if (modelled_atomics::load_relaxed(&delivered_[t]) != 1)
          return fail("counted before it was delivered: ticket " + std::to_string(t));
    }
  }
  void consume(unsigned mine) {
    const detail::basic_shared_counts<modelled_atomics> counts{words_.data(), consumers};
    std::uint64_t next = mine;
    counts.publish(mine, next);
    detail::descriptor d;
    while (next < all) {
      if (!explorer::active->await([&] { return ring_.peek(next, d); })) return;
      modelled_atomics::store_relaxed(&delivered_[next], 1);
      next += consumers;
      if (broken_ == flaw::fenced || broken_ == flaw::counts_once)
        explorer::active->fence_release();
      broken_ == flaw::none || broken_ == flaw::sets_back
          ? counts.publish(mine, next)
          : modelled_atomics::store_relaxed(&words_[mine], next);
      std::uint32_t behind = 0;
      const auto count = [&] {
        behind = counts.behind(next, 0, 1);
        if (broken_ == flaw::sets_back) {
          ring_.publish_tail(next - behind);
          ring_.publish_done(next - behind);
        } else {
          ring_.raise_delivered(next - behind);
        }
        return counts.covers(behind);
      };
      if (broken_ == flaw::counts_once) {
        count();
      } else if (!explorer::active->await(count)) {
        return;
      }
    }
  }

  flaw broken_;
  ring_storage storage_;
  detail::ring_view view_;
  modelled_ring ring_;
  std::array<std::uint64_t, consumers> words_{};
  std::array<std::uint64_t, all> delivered_{};
  std::uint64_t done_before_ = 0;
};

TEST(Interleave, SeveralConsumersCountTogether) {
  shared_scenario what(shared_scenario::flaw::none);
  expect_sound(what, 4, {.budget = deep});
}
TEST(Interleave, SeveralConsumersCountTogetherWithDelayedStores) {
  shared_scenario what(shared_scenario::flaw::none);
  expect_sound(what, 4, {.budget = deep, .delayed_stores = true});
}
TEST(Interleave, SeveralConsumersCountTogetherBehindFences) {
  shared_scenario what(shared_scenario::flaw::fenced);
  expect_sound(what, 4, {.budget = deep, .delayed_stores = true});
}
TEST(InterleaveControl, ConsumersThatCountOnceMissEachOther) {
  shared_scenario what(shared_scenario::flaw::counts_once);
  expect_caught(what, 4, {.budget = 2, .delayed_stores = true}, "counted");
}
TEST(InterleaveControl, PlainCountsAreSeenBeforeTheData) {
  shared_scenario what(shared_scenario::flaw::plain_counts);
  expect_caught(what, 4, {.budget = 2, .delayed_stores = true}, "before it was delivered");
}
TEST(InterleaveControl, CountsThatAreSetGoBack) {
  shared_scenario what(shared_scenario::flaw::sets_back);
  expect_caught(what, 4, {.budget = 2}, "the count goes back");
}

// --- closing ---

/// A third party closes the ring. Posts that begin later are refused with its code.
class close_scenario : public ring_scenario {
 public:
  static constexpr unsigned closer = 3;
  using ring_scenario::ring_scenario;

  void reset() override {
    ring_scenario::reset();
    closed_ = false;
  }
  void run(unsigned thread) override {
    if (thread != closer) return ring_scenario::run(thread);
    ring_.close(errc::peer_failed);
    closed_ = true;
  }

 protected:
  [[nodiscard]] bool may_close() const override { return true; }
  detail::ticket post(const detail::descriptor& d) override {
    const bool late = closed_;
    const detail::ticket at = ring_scenario::post(d);
    if (late && at.code != errc::peer_failed) fail("a post after close was not refused");
    if (at.code != errc::ok && at.code != errc::peer_failed) fail("refused with another code");
    return at;
  }

 private:
  bool closed_ = false;
};

TEST(Interleave, CloseInEveryOrderLeavesNothingBelowTheHole) {
  close_scenario what(3, {});
  expect_sound(what, 4, {.budget = deep});
}

TEST(Interleave, CloseWithDelayedStores) {
  close_scenario what(2, {});
  expect_sound(what, 4, {.budget = deep, .delayed_stores = true});
}

/// A producer may give up waiting for a slot. Everybody ends, and the code is the deadline's.
class deadline_scenario : public ring_scenario {
 public:
  using ring_scenario::ring_scenario;

  void reset() override {
    ring_scenario::reset();
    given_up_ = 0;
  }
  void check() override {
    ring_scenario::check();
    const auto code = static_cast<errc>(view_.counters->closed.value);
    if (code != (given_up_ > 0 ? errc::timeout : errc::ok)) fail("closed for another reason");
    seen_ += given_up_ > 0;
  }
  [[nodiscard]] std::uint64_t schedules_with_deadline() const { return seen_; }

 protected:
  [[nodiscard]] bool may_close() const override { return given_up_ > 0; }
  detail::ticket post(const detail::descriptor& d) override {
    const detail::ticket at = testing::post(ring_, d, [this](auto&& ready) {
      if (ready()) return errc::ok;
      if (!explorer::active->deviate()) return await(ready);
      ++given_up_;
      return errc::timeout;
    });
    if (at.code != errc::ok && at.code != errc::timeout) fail("ended with another code");
    return at;
  }

 private:
  std::uint64_t given_up_ = 0;
  std::uint64_t seen_ = 0;
};

TEST(Interleave, ADeadlineInEveryOrderEndsAllThreads) {
  deadline_scenario what(3, {});
  expect_sound(what, 3, {.budget = deep});
  EXPECT_GT(what.schedules_with_deadline(), 0u);
}

// --- fences ---

/// After each post a fence: the producer waits until its put is done, and must see it delivered.
class fence_scenario : public ring_scenario {
 public:
  using ring_scenario::ring_scenario;

  void reset() override {
    ring_scenario::reset();
    delivered_ = {};
  }

 protected:
  void deliver(std::uint64_t ticket, const detail::descriptor&) override {
    modelled_atomics::store_relaxed(&delivered_[ticket], 1);
  }
  detail::ticket post(const detail::descriptor& d) override {
    const detail::ticket at = ring_scenario::post(d);
    if (at.code != errc::ok) return at;
    if (!explorer::active->await([&] { return ring_.done() > at.number; })) return at;
    if (modelled_atomics::load_relaxed(&delivered_[at.number]) == 0)
      fail("a store overtook the fence");
    return at;
  }

 private:
  std::array<std::uint64_t, 2 * most_posts> delivered_{};
};

TEST(Interleave, StoresAfterAFenceComeAfterEarlierDescriptors) {
  fence_scenario what(2, {});
  expect_sound(what, 3, {.budget = deep});
  expect_sound(what, 3, {.budget = deep, .delayed_stores = true});
}

TEST(InterleaveControl, PlainDeliveredCountLetsAStoreOvertakeTheFence) {
  fence_scenario what(2, {.plain_done = true});
  expect_caught(what, 3, {.budget = 2, .delayed_stores = true}, "overtook the fence");
}

// --- reply slots ---

/// The producers wait for the answers to what they post, which the consumer puts beside the slots;
/// but for one post in the middle that wants none.
class reply_slot_scenario : public ring_scenario {
 public:
  using ring_scenario::ring_scenario;

 protected:
  static std::uint64_t answer(std::uint64_t ticket, unsigned word) { return ~(2 * ticket + word); }

  void deliver(std::uint64_t ticket, const detail::descriptor& d) override {
    if (!d.wants_reply()) return;
    detail::reply_slot& at = ring_.replies().of(ticket);
    for (unsigned i = 0; i < 2; ++i)
      modelled_atomics::store_relaxed(&at.value[i], answer(ticket, i));
  }
  detail::ticket post(const detail::descriptor& d) override {
    if (d.pe() == 1 && d.get(detail::field::dest) == 1) return ring_scenario::post(d);
    detail::descriptor wanting = d;
    wanting.set(detail::field::wants_reply, 1);
    const detail::ticket at = ring_scenario::post(wanting);
    if (at.code != errc::ok) return at;
    if (!explorer::active->await([&] { return ring_.done() > at.number; })) return at;
    std::uint64_t seen[2] = {};
    ring_.replies().take(at.number, seen, sizeof seen);
    for (unsigned i = 0; i < 2; ++i) {
      if (seen[i] != answer(at.number, i)) fail("the answer of another ticket");
    }
    return at;
  }
};

TEST(Interleave, AnswersBesideTheSlotsReachTheirPosters) {
  reply_slot_scenario three_laps(3, {});
  expect_sound(three_laps, 3, {.budget = deep});
  reply_slot_scenario two_laps(2, {});
  expect_sound(two_laps, 3, {.budget = deep, .delayed_stores = true});
  reply_slot_scenario gpu(2, {.words_after_release = true});
  expect_sound(gpu, 3, {.budget = deep, .delayed_stores = true});
}

TEST(InterleaveControl, AReplySlotThatIsNotWaitedForLosesAnAnswer) {
  reply_slot_scenario what(3, {.shared_reply_slots = true});
  expect_caught(what, 3, {.budget = 2}, "the answer of another ticket");
}

TEST(InterleaveControl, AReplySlotGivenAfterTheTailLosesAnAnswer) {
  reply_slot_scenario what(3, {.late_reply_slot = true});
  expect_caught(what, 3, {.budget = deep, .delayed_stores = true}, "the answer of another ticket");
}

TEST(InterleaveControl, PlainDeliveredCountShowsTheAnswerTooLate) {
  reply_slot_scenario what(2, {.plain_done = true});
  expect_caught(what, 3, {.budget = 2, .delayed_stores = true}, "the answer of another ticket");
}

}  // namespace
}  // namespace ark::interleave
