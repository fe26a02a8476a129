// One ring that a proxy drains: the descriptors taken, and how far they have ended.
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <atomic>
#include <cstdint>
#include <utility>

#include "link/outbound.hpp"
#include "queue/retire_window.hpp"
#include "trace/recorder.hpp"

namespace ark::proxy {

/// Consumer of a ring. Only the thread that drives the proxy, except idle() and
/// wants_a_turn().
class ring_consumer {
 public:
  /// `trace` null: no trace.
  explicit ring_consumer(const detail::ring_view& view, ring_trace* trace = nullptr)
      : ring_(view), trace_(trace) {
    if (trace_ != nullptr) trace_->attach(done_.capacity());
  }

  [[nodiscard]] const detail::host_ring& ring() const noexcept { return ring_; }
  [[nodiscard]] ring_trace* trace() const noexcept { return trace_; }
  [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }
  /// Number of descriptors that have ended, in ring order.
  [[nodiscard]] std::uint64_t done() const noexcept { return done_.count(); }

  /// Read the next descriptor; take() then removes it and returns its ticket.
  bool peek(detail::descriptor& d) noexcept {
    stalled_ = false;
    if (!ring_.peek(taken_, d)) return false;
    stalled_ = !done_.has_room(taken_);
    return !stalled_;
  }
  std::uint64_t take() noexcept { return taken_++; }
  /// Called if the descriptor that was read has to wait for free space in another structure.
  void mark_stalled() noexcept { stalled_ = true; }

  /// Data of an operation that has begun, and of one that has ended.
  void opened(std::uint64_t bytes) noexcept { open_bytes_ += bytes; }
  void closed(std::uint64_t bytes) noexcept { open_bytes_ -= bytes; }
  [[nodiscard]] std::uint64_t open_bytes() const noexcept { return open_bytes_; }

  void source_read(std::uint64_t ticket) noexcept { reusable_moved_ |= reusable_.retire(ticket); }
  /// End `ticket`, whose source has been read.
  void end(std::uint64_t ticket) noexcept {
    if (trace_ != nullptr) trace_->delivered(ticket);
    done_moved_ |= done_.retire(ticket);
  }
  void retire(std::uint64_t ticket) noexcept {
    source_read(ticket);
    end(ticket);
  }

  /// True once for each count that a thread waits for and whose operation has already been sent.
  [[nodiscard]] bool begins_to_wait() noexcept {
    const std::uint64_t awaited = ring_.awaited();
    // An operation not yet sent requests its own acknowledgement.
    if (awaited <= asked_ || awaited > taken_) return false;
    asked().store(awaited, std::memory_order_relaxed);
    return true;
  }

  /// True if operations have ended since the last call.
  bool publish() noexcept {
    if (ring_.tail() != taken_) ring_.publish_tail(taken_);
    if (std::exchange(reusable_moved_, false)) ring_.publish_reusable(reusable_.count());
    if (!std::exchange(done_moved_, false)) return false;
    ring_.publish_done(done_.count());
    return true;
  }

  /// Any thread. `settled`: nothing is in flight that could end.
  [[nodiscard]] bool idle(bool settled) const noexcept {
    return ring_.done() >= ring_.head() || (settled && ring_.closed() != errc::ok);
  }
  /// Any thread: since the last turn something was posted, or a wait has begun.
  [[nodiscard]] bool wants_a_turn() const noexcept {
    return ring_.head() != ring_.tail() ||
           ring_.awaited() > asked().load(std::memory_order_relaxed);
  }
  /// True if the ring has no new descriptor, or none that could be taken before another operation
  /// ends. `held`: a descriptor that was taken is to be continued.
  [[nodiscard]] bool may_sleep(bool held) const noexcept {
    return stalled_ || (!held && ring_.head() == taken_);
  }

 private:
  [[nodiscard]] std::atomic_ref<std::uint64_t> asked() const noexcept {
    return std::atomic_ref(asked_);
  }

  /// Maximum number of tickets from the oldest open operation to the newest one.
  static constexpr std::size_t window = 8 * outbound::capacity;

  detail::host_ring ring_;
  ring_trace* trace_;
  retire_window done_{window}, reusable_{window};
  std::uint64_t taken_ = 0;
  std::uint64_t open_bytes_ = 0;
  mutable std::uint64_t asked_ = 0;  ///< the awaited count that was last handled
  bool done_moved_ = false, reusable_moved_ = false;
  bool stalled_ = false;  ///< the next descriptor waits for free space, not for a producer
};

}  // namespace ark::proxy
