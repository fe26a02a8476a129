// A copy-engine channel in software: reads the queue of a mailbox as the hardware's host unit is
// documented to, on ordinary memory.
#pragma once

#include <ark/detail/mailbox/mailbox.hpp>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "simulated_copy_engine.hpp"

namespace ark {

/// Fetches segments ahead unless their entry says to wait, processes them in order, stands still at
/// an acquire that is not fulfilled, and hands launches to the copy engine. What it does not know,
/// and every address that is not mapped, is a fault, after which it does nothing any more.
///
/// One thread. Queue, registers and memory outlive it or its stop().
template <class Atomics>
class basic_simulated_channel {
 public:
  /// `queue`: 2^k entries.
  basic_simulated_channel(std::span<const std::uint64_t> queue,
                          detail::ce::channel_registers& registers, const channel_memory& memory,
                          const channel_options& options)
      : queue_(queue),
        registers_(registers),
        memory_(memory),
        options_(options),
        chooser_(options),
        engine_(memory, options) {}

  /// Do one thing. False if nothing can happen: all is done, an acquire waits, there was a fault,
  /// or it has been stopped.
  bool step() {
    if (stopped_ || !fault_.empty()) return false;
    listen();
    const std::size_t fetches = may_fetch(), segments = may_process();
    const std::size_t choices = fetches + segments + engine_.choices();
    if (choices == 0) return false;
    std::size_t chosen = chooser_.pick(choices);
    if (chosen < fetches) {
      fetch();
    } else if (chosen - fetches < segments) {
      process();
    } else {
      engine_.advance(chosen - fetches - segments, chooser_);
    }
    return true;
  }

  /// What ended the channel, or empty.
  [[nodiscard]] const std::string& fault() const { return fault_; }

  /// Drop everything; touches no memory from now on.
  void stop() {
    stopped_ = true;
    segments_.clear();
    engine_.stop();
  }

 private:
  using header_view = detail::ce::header_view;

  struct segment {
    std::vector<std::uint32_t> dwords;
    std::size_t at = 0;

    [[nodiscard]] bool ended() const { return at == dwords.size(); }
    [[nodiscard]] std::uint32_t data(std::size_t i) const { return dwords[at + 1 + i]; }
    void skip_nothing() {
      while (!ended() && dwords[at] == 0) ++at;
    }
  };

  void fail(std::string what) { fault_ = std::move(what); }

  /// The doorbell says that `put` may have moved. The acquire pairs with arm(): the segments below
  /// `put` are read as they were written before it.
  void listen() {
    const std::uint64_t rung = Atomics::load_relaxed(&registers_.doorbell.value);
    if (rung == heard_) return;
    heard_ = rung;
    put_ = Atomics::load_acquire(&registers_.put.value);
  }

  [[nodiscard]] std::size_t may_fetch() const {
    if (get_ == put_ || segments_.size() >= options_.fetched_ahead) return 0;
    const detail::ce::queue_entry next{queue_[get_]};
    return next.sync_wait() && !segments_.empty() ? 0 : 1;
  }

  void fetch() {
    const detail::ce::queue_entry entry{queue_[get_]};
    get_ = (get_ + 1) % queue_.size();
    const std::uint64_t words = (entry.dwords() + 1) / 2;
    const auto* from =
        reinterpret_cast<const std::uint64_t*>(memory_.find(entry.address(), 8 * words));
    if (from == nullptr || words == 0) return fail("segment not mapped, or empty");
    segment next;
    for (std::uint64_t i = 0; i < words; ++i) {
      const std::uint64_t word = Atomics::load_relaxed(from + i);
      next.dwords.push_back(static_cast<std::uint32_t>(word));
      next.dwords.push_back(static_cast<std::uint32_t>(word >> 32));
    }
    next.dwords.resize(entry.dwords());
    next.skip_nothing();
    if (!next.ended()) segments_.push_back(std::move(next));
  }

  [[nodiscard]] std::size_t may_process() {
    if (segments_.empty()) return 0;
    const header_view head{segments_.front().dwords[segments_.front().at]};
    if (head.subchannel() == detail::ce::copy_subchannel) return engine_.has_room() ? 1 : 0;
    return !is_acquire(head) || fulfilled() ? 1 : 0;
  }

  /// One header with its data.
  void process() {
    segment& now = segments_.front();
    const header_view head{now.dwords[now.at]};
    if (!head.valid() || head.count() >= now.dwords.size() - now.at)
      return fail("header that is not modelled, or without its data");
    if (head.subchannel() == detail::ce::copy_subchannel) {
      for (std::uint32_t i = 0; i < head.count(); ++i) {
        std::string bad = engine_.method(head.first() + 4 * i, now.data(i));
        if (!bad.empty()) return fail(std::move(bad));
      }
    } else if (!is_acquire(head)) {
      return fail("unknown method of the host");
    } else if (acquired_word() == nullptr) {
      return fail("acquire of a word that is not mapped, or in an unknown way");
    }
    now.at += 1 + head.count();
    now.skip_nothing();
    if (now.ended()) segments_.pop_front();
  }

  // --- An acquire at the front ---

  [[nodiscard]] static bool is_acquire(header_view head) {
    return head.dword ==
           detail::ce::header(detail::ce::host_subchannel, detail::ce::method::host_semaphore, 5);
  }
  /// The word it waits for; null if there is none.
  [[nodiscard]] const std::uint64_t* acquired_word() const {
    const segment& now = segments_.front();
    if (now.dwords.size() - now.at < 6 || now.data(4) != detail::ce::acquire_circular_64)
      return nullptr;
    const std::uint64_t address = std::uint64_t{now.data(1)} << 32 | now.data(0);
    if (address % 8 != 0) return nullptr;
    return reinterpret_cast<const std::uint64_t*>(memory_.find(address, 8));
  }
  /// The acquire of head pairs with publish(): the slot is fetched, and its source read, after.
  /// True as well if it is a fault, which process() reports.
  [[nodiscard]] bool fulfilled() const {
    const std::uint64_t* word = acquired_word();
    if (word == nullptr) return true;
    const segment& now = segments_.front();
    const std::uint64_t payload = std::uint64_t{now.data(3)} << 32 | now.data(2);
    return static_cast<std::int64_t>(Atomics::load_acquire(word) - payload) >= 0;
  }

  std::span<const std::uint64_t> queue_;
  detail::ce::channel_registers& registers_;
  const channel_memory& memory_;
  channel_options options_;
  channel_chooser chooser_;
  simulated_copy_engine<Atomics> engine_;
  std::deque<segment> segments_;  ///< fetched, not yet processed
  std::uint64_t get_ = 0, put_ = 0, heard_ = 0;
  std::string fault_;
  bool stopped_ = false;
};

using simulated_channel =
    basic_simulated_channel<detail::scoped_ring_atomics<detail::scope::system>>;

}  // namespace ark
