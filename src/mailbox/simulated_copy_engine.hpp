// The copy engine behind a simulated channel: takes methods, and carries out launches in any order
// that their flags allow.
#pragma once

#include <ark/detail/delivery.hpp>
#include <ark/detail/mailbox/methods.hpp>
#include <cstdint>
#include <deque>
#include <string>

#include "channel_memory.hpp"
#include "channel_options.hpp"

namespace ark {

/// Launches begin in order. An overlapping transfer moves beside earlier ones; one that is in turn
/// waits for them. A semaphore with flush waits for all earlier writes and those of its own launch;
/// without flush it comes at any time, also before the data. One thread.
template <class Atomics>
class simulated_copy_engine {
 public:
  simulated_copy_engine(const channel_memory& memory, const channel_options& options)
      : memory_(memory), options_(options) {}

  /// True if a launch may follow.
  [[nodiscard]] bool has_room() const { return launches_.size() < options_.in_flight; }
  [[nodiscard]] bool idle() const { return launches_.empty(); }

  /// Take `value` for method `number`. Returns what is wrong with it, or an empty string.
  std::string method(std::uint32_t number, std::uint32_t value) {
    namespace m = detail::ce::method;
    if (number == m::copy_launch) return launch(value);
    if (number == m::copy_line_bytes) return line_bytes_ = value, std::string();
    if (number - m::copy_addresses < 16 && number % 4 == 0)
      return addresses_[(number - m::copy_addresses) / 4] = value, std::string();
    if (number - m::copy_semaphore < 16 && number % 4 == 0)
      return semaphore_[(number - m::copy_semaphore) / 4] = value, std::string();
    return "unknown method of the copy engine";
  }

  /// How many different things could happen now.
  [[nodiscard]] std::size_t choices() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < launches_.size(); ++i) count += may_move(i) + may_release(i);
    return count;
  }

  /// Let the one of number `choice` happen.
  void advance(std::size_t choice, channel_chooser& chooser) {
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      if (may_move(i) && choice-- == 0) return move(launches_[i], chooser), retire();
      if (may_release(i) && choice-- == 0) return release(launches_[i]), retire();
    }
  }

  void stop() { launches_.clear(); }

 private:
  struct pending_launch {
    std::uint32_t flags = 0;
    std::byte* dest = nullptr;
    const std::byte* source = nullptr;
    std::uint64_t bytes = 0, moved = 0;
    std::uint64_t* semaphore = nullptr;  ///< null: none, or released
    std::uint64_t payload = 0;

    [[nodiscard]] bool through() const { return moved == bytes && semaphore == nullptr; }
    [[nodiscard]] bool has(std::uint32_t flag) const { return (flags & flag) == flag; }
  };

  static std::uint64_t join(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
  }

  std::string launch(std::uint32_t flags) {
    namespace f = detail::ce::launch;
    constexpr std::uint32_t known = f::transfer_mask | f::flush | f::release | f::linear_source |
                                    f::linear_dest | f::release_adds | f::payload_64;
    if ((flags & ~known) != 0) return "launch with a flag that is not modelled";
    pending_launch next;
    next.flags = flags;
    if (std::string bad = bind_transfer(next); !bad.empty()) return bad;
    if (std::string bad = bind_semaphore(next); !bad.empty()) return bad;
    ++begun_;
    launches_.push_back(next);
    return {};
  }

  std::string bind_transfer(pending_launch& next) const {
    namespace f = detail::ce::launch;
    const std::uint32_t transfer = next.flags & f::transfer_mask;
    if (transfer == f::no_transfer) return {};
    if (transfer != f::overlapping && transfer != f::in_turn) return "unknown kind of transfer";
    if (!next.has(f::linear_source | f::linear_dest)) return "a transfer that is not linear";
    next.bytes = line_bytes_;
    next.source = memory_.find(join(addresses_[0], addresses_[1]), next.bytes);
    next.dest = memory_.find(join(addresses_[2], addresses_[3]), next.bytes);
    if (next.source == nullptr) return "source not mapped";
    return next.dest == nullptr ? "destination not mapped" : "";
  }

  std::string bind_semaphore(pending_launch& next) const {
    namespace f = detail::ce::launch;
    if (!next.has(f::release)) return next.has(f::flush) ? "flush without a semaphore" : "";
    if (!next.has(f::payload_64)) return "semaphore of one word";
    const std::uint64_t address = join(semaphore_[0], semaphore_[1]);
    std::byte* word = memory_.find(address, 8);
    if (word == nullptr || address % 8 != 0) return "semaphore not mapped or not aligned";
    next.semaphore = reinterpret_cast<std::uint64_t*>(word);
    next.payload = join(semaphore_[3], semaphore_[2]);
    return {};
  }

  [[nodiscard]] bool stuck() const {
    return options_.stuck_after != 0 && begun_ >= options_.stuck_after;
  }
  /// True if transfers before `i` do not hold it back: in turn, it is the only one that has not
  /// ended; else no earlier one that is in turn still waits.
  [[nodiscard]] bool may_begin(std::size_t i) const {
    const bool in_turn = launches_[i].has(detail::ce::launch::in_turn);
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      const pending_launch& e = launches_[earlier];
      if (in_turn && e.moved != e.bytes) return false;
      if (e.has(detail::ce::launch::in_turn) && e.moved == 0 && e.bytes != 0) return false;
    }
    return true;
  }
  [[nodiscard]] bool may_move(std::size_t i) const {
    return !stuck() && launches_[i].moved < launches_[i].bytes && may_begin(i);
  }
  [[nodiscard]] bool may_release(std::size_t i) const {
    const pending_launch& own = launches_[i];
    if (stuck() || own.semaphore == nullptr) return false;
    if (!own.has(detail::ce::launch::flush)) return true;
    for (std::size_t earlier = 0; earlier < i; ++earlier)
      if (!launches_[earlier].through()) return false;
    return own.moved == own.bytes;
  }

  void move(pending_launch& which, channel_chooser& chooser) {
    const std::uint64_t some = chooser.some_of(which.bytes - which.moved);
    delivery::copy(which.dest + which.moved, which.source + which.moved, some);
    which.moved += some;
  }
  void release(pending_launch& which) {
    if (which.has(detail::ce::launch::release_adds)) {
      delivery::signal(detail::signal_op::add, which.semaphore, which.payload);
    } else {
      Atomics::store_release(which.semaphore, which.payload);
    }
    which.semaphore = nullptr;
  }
  void retire() {
    while (!launches_.empty() && launches_.front().through()) launches_.pop_front();
  }

  const channel_memory& memory_;
  channel_options options_;
  std::uint32_t addresses_[4] = {};  ///< source high, low, dest high, low
  std::uint32_t line_bytes_ = 0;
  std::uint32_t semaphore_[4] = {};  ///< address high, low, payload low, high
  std::deque<pending_launch> launches_;
  std::uint64_t begun_ = 0;
};

}  // namespace ark
