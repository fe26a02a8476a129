// The ring under the deterministic scheduler: its accesses, what may be broken in them, and what
// must hold.
#pragma once

#include <fmt/format.h>

#include <ark/detail/queue/ring.hpp>
#include <array>
#include <cstring>
#include <string>

#include "interleave.hpp"
#include "posting.hpp"
#include "queue/ring_storage.hpp"

namespace ark::interleave {

/// What a broken ring leaves out. Everything false: the ring as it is.
struct flaws {
  bool plain_publication = false;   ///< word 0 is stored like the other words
  bool plain_done = false;          ///< so is the delivered count
  bool no_credits = false;          ///< a producer always finds a slot
  bool one_phase = false;           ///< the consumer looks at the phase of word 0 only
  bool early_tail = false;          ///< the consumer frees the slot before it has read all of it
  bool split_ticket = false;        ///< a ticket is a load and a store
  bool shared_reply_slots = false;  ///< a producer finds every reply slot free
  bool late_reply_slot = false;     ///< the consumer gives a reply slot after it has freed the slot
  /// No flaw: the release comes before all words, which follow in any order, as those of posters on
  /// a GPU do (poster_ring_atomics).
  bool words_after_release = false;
};

/// The ring's accesses on the explorer, with the flaws of the run.
struct modelled_atomics {
  static inline flaws broken;
  static inline detail::ring_view view;
  static inline std::uint64_t word0 = 0;  ///< as the consumer saw it

  static bool in_slots(const std::uint64_t* word) {
    return word >= view.slots && word < view.slots + (view.mask + 1) * detail::descriptor_words;
  }
  static bool is_reply_slot(const std::uint64_t* word) {
    const auto* at = reinterpret_cast<const detail::reply_slot*>(word);
    return at >= view.reply_slots && at < view.reply_slots + view.mask + 1;
  }
  static bool is_head(const std::uint64_t* word) { return word == &view.counters->head.value; }

  static std::uint64_t load_relaxed(const std::uint64_t* word) {
    const std::uint64_t seen = explorer::active->load(word);
    if (!broken.one_phase || !in_slots(word)) return seen;
    return (seen & ~detail::phase_bit) | (word0 & detail::phase_bit);
  }
  static std::uint64_t load_acquire(const std::uint64_t* word) {
    const std::uint64_t seen = explorer::active->load(word);
    if (in_slots(word)) word0 = seen;
    if (broken.shared_reply_slots && is_reply_slot(word)) return 0;
    const bool credit = word == &view.counters->tail_cache.value;
    return credit && broken.no_credits ? explorer::active->tag() : seen;
  }
  static void store_relaxed(std::uint64_t* word, std::uint64_t value) {
    explorer::active->store_relaxed(word, value);
  }
  static void store_release(std::uint64_t* word, std::uint64_t value) {
    const bool plain = (broken.plain_publication && in_slots(word)) ||
                       (broken.plain_done && word == &view.counters->done.value);
    plain ? explorer::active->store_relaxed(word, value)
          : explorer::active->store_release(word, value);
  }
  static void store_pair_relaxed(std::uint64_t* words, std::uint64_t first, std::uint64_t second) {
    store_relaxed(words, first);
    store_relaxed(words + 1, second);
  }
  /// As on a GPU, where the second may come later.
  static void store_pair_release(std::uint64_t* words, std::uint64_t first, std::uint64_t second) {
    if (broken.words_after_release) return store_pair_relaxed(words, first, second);
    store_release(words, first);
    store_release(words + 1, second);
  }
  static void before_words() {
    if (broken.words_after_release) explorer::active->fence_release();
  }
  static std::uint64_t fetch_add_relaxed(std::uint64_t* word, std::uint64_t value) {
    std::uint64_t old = 0;
    if (broken.split_ticket) {
      old = explorer::active->load(word);
      explorer::active->store_release(word, old + value);
    } else {
      old = explorer::active->fetch_add_relaxed(word, value);
    }
    if (is_head(word)) explorer::active->tag(old);
    return old;
  }
  static void raise(std::uint64_t* word, std::uint64_t value) {
    std::uint64_t seen = load_relaxed(word);
    while (seen < value) {
      const std::uint64_t now = explorer::active->compare_exchange(word, seen, value);
      if (now == seen) return;
      seen = now;
    }
  }
  static std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected,
                                        std::uint64_t desired) {
    const std::uint64_t old = explorer::active->compare_exchange(word, expected, desired);
    if (is_head(word) && old == expected) explorer::active->tag(expected);
    return old;
  }
};
using modelled_ring = detail::basic_ring<modelled_atomics>;

/// Producers 0 and 1, the consumer 2, and a ring of two slots. Derived scenarios say what else
/// happens.
///
/// Checked: what is taken is whole and the next of its producer; what the producer wrote before the
/// post is visible; no slot is overwritten before it was read; no descriptor below the first hole
/// is left behind.
class ring_scenario : public scenario {
 public:
  static constexpr std::uint64_t capacity = 2;
  static constexpr unsigned consumer = 2;
  static constexpr std::uint64_t most_posts = 4;

  ring_scenario(std::uint64_t posts, const flaws& broken)
      : posts_(posts),
        broken_(broken),
        storage_(capacity),
        view_(view_of(storage_, reply_slots_)),
        ring_(view_) {}

  void reset() override {
    std::memset(view_.slots, 0, capacity * sizeof(detail::descriptor));
    *view_.counters = {};
    reply_slots_ = {};
    modelled_atomics::view = view_;
    modelled_atomics::broken = broken_;
    source_ = {};
    next_ = {};
    posted_ = {};
    taken_ = 0;
  }
  void run(unsigned thread) override { thread == consumer ? consume() : produce(thread); }

  void check() override {
    std::uint64_t in_front = 0;
    while (in_front < posted_.size() && posted_[in_front]) ++in_front;
    if (taken_ != in_front) fail(fmt::format("{} taken, {} posted", taken_, in_front));
    if (!may_close() && in_front != 2 * posts_) {
      fail(fmt::format("{} of {} posted", in_front, 2 * posts_));
    }
  }
  /// A store to a slot for ticket `tag` became visible.
  void stored(const std::uint64_t* word, std::uint64_t tag) override {
    if (modelled_atomics::in_slots(word) && tag >= taken_ + capacity) {
      fail(fmt::format("slot overwritten before read: ticket {}, {} taken", tag, taken_));
    }
  }

 protected:
  static void fail(std::string text) { explorer::active->fail(std::move(text)); }
  [[nodiscard]] virtual bool may_close() const { return false; }
  virtual detail::ticket post(const detail::descriptor& d) {
    return testing::post(ring_, d, [](auto&& ready) { return await(ready); });
  }
  template <class Ready>
  static errc await(Ready&& ready) {
    return explorer::active->await(ready) ? errc::ok : errc::aborted;
  }
  virtual void deliver(std::uint64_t, const detail::descriptor&) {}

  void produce(unsigned producer) {
    for (std::uint64_t i = 0; i < posts_; ++i) {
      modelled_atomics::store_relaxed(&source_[producer][i], mark(producer, i));
      const auto d = detail::make_put_inline(static_cast<int>(producer), i, 8, mark(producer, i));
      const detail::ticket at = post(d);
      if (at.code != errc::ok) return;
      if (posted_[at.number]) fail(fmt::format("ticket {} given twice", at.number));
      posted_[at.number] = true;
    }
  }
  void consume() {
    detail::descriptor d;
    for (std::uint64_t ticket = 0; ticket < 2 * posts_; ++ticket) {
      if (!explorer::active->await([&] { return take(ticket, d); })) return;
      taken_ = ticket + 1;
      examine(d, ticket);
      if (d.wants_reply() && !broken_.late_reply_slot) ring_.replies().give(ticket);
      ring_.publish_tail(ticket + 1);
      if (d.wants_reply() && broken_.late_reply_slot) ring_.replies().give(ticket);
      deliver(ticket, d);
      ring_.publish_done(ticket + 1);
    }
  }
  bool take(std::uint64_t ticket, detail::descriptor& d) {
    if (!ring_.peek(ticket, d)) return false;
    if (!broken_.early_tail) return true;
    ring_.publish_tail(ticket + 1);
    return ring_.peek(ticket, d);
  }
  void examine(const detail::descriptor& d, std::uint64_t ticket) {
    const std::uint64_t i = d.get(detail::field::dest);
    const auto producer = static_cast<unsigned>(d.pe());
    if (d.get(detail::field::checksum) != detail::descriptor_checksum(d))
      return fail("torn: checksum");
    if (d.get(detail::field::ticket) != ticket) return fail("taken in another lap");
    if (producer > 1 || i != next_[producer]) {
      return fail(fmt::format("lost, doubled or reordered: number {} of producer {}", i, producer));
    }
    ++next_[producer];
    if (d.payload() != mark(producer, i)) fail("torn: payload");
    if (modelled_atomics::load_relaxed(&source_[producer][i]) != mark(producer, i)) {
      fail("taken before its source was visible");
    }
  }

  using reply_slots = std::array<detail::reply_slot, capacity>;
  static detail::ring_view view_of(const ring_storage& storage, reply_slots& beside) {
    detail::ring_view view = storage.view();
    view.reply_slots = beside.data();
    return view;
  }

  static std::uint64_t mark(unsigned producer, std::uint64_t i) { return ~(producer * 16 + i + 1); }

  std::uint64_t posts_;  ///< per producer
  flaws broken_;
  ring_storage storage_;
  reply_slots reply_slots_;
  detail::ring_view view_;
  modelled_ring ring_;
  std::array<std::array<std::uint64_t, most_posts>, 2> source_{};
  std::array<std::uint64_t, 2> next_{};        ///< number expected next, per producer
  std::array<bool, 2 * most_posts> posted_{};  ///< by ticket
  std::uint64_t taken_ = 0;
};

}  // namespace ark::interleave
