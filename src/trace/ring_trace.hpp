// The trace of one ring, kept by its consumer.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/trace.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "trace/counter.hpp"
#include "trace/timeline.hpp"

namespace ark {

/// Counts the descriptors that a ring's consumers take and deliver. attach, taken, refused,
/// delivered: the ring's consumer, one thread at a time, or after attach_shared() its consumers;
/// taken or refused before the ticket's slot is free. read: any thread.
class ring_trace {
 public:
  ring_trace(const detail::ring_view& view, unsigned index, bool proxy, timeline* events);

  /// The consumer has at most `window` open tickets.
  void attach(std::size_t window);
  /// attach() for a ring of several consumers.
  void attach_shared(std::size_t window);
  void taken(const detail::descriptor& d, std::uint64_t ticket) noexcept {
    const auto alone = lock();
    count(ticket);
    if (moves(d.op())) [[likely]] {
      bytes_.add(d.bytes());
    } else {
      (d.op() == detail::descriptor_op::fence ? fences_ : others_).add(1);
    }
    if (view_.is_timed(ticket)) [[unlikely]]
      begin(d, ticket, false);
  }
  void refused(const detail::descriptor& d, std::uint64_t ticket) noexcept {
    const auto alone = lock();
    count(ticket);
    refused_.add(1);
    if (view_.is_timed(ticket)) begin(d, ticket, true);
  }
  void delivered(std::uint64_t ticket) noexcept {
    const auto alone = lock();
    delivered_.add(1);
    if (view_.is_timed(ticket)) [[unlikely]]
      end(ticket);
  }
  [[nodiscard]] trace_ring read() const;

 private:
  /// A timed ticket that was taken and is not yet delivered.
  struct under_way {
    std::uint64_t posted_ns = 0, taken_ns = 0, bytes = 0;
    int pe = -1;
    detail::descriptor_op op = detail::descriptor_op::nop;
    bool refused = false;
  };
  [[nodiscard]] static bool moves(detail::descriptor_op op) noexcept {
    using enum detail::descriptor_op;
    return op != nop && op != fence;
  }
  /// Held while one of several consumers counts; empty for a single one.
  [[nodiscard]] std::unique_lock<std::mutex> lock() noexcept {
    return shared_ ? std::unique_lock(*shared_) : std::unique_lock<std::mutex>();
  }
  void count(std::uint64_t ticket) noexcept { shared_ ? taken_.add(1) : taken_.set(ticket + 1); }
  void begin(const detail::descriptor& d, std::uint64_t ticket, bool refused) noexcept;
  void end(std::uint64_t ticket) noexcept;

  detail::ring_view view_;
  unsigned index_;
  bool proxy_;
  timeline* events_;                    ///< null without a timeline
  std::unique_ptr<std::mutex> shared_;  ///< null: one consumer
  std::vector<under_way> open_;
  /// Data transfers are taken_ minus the others: the most frequent kind, so not counted itself.
  trace_counter taken_, fences_, others_, refused_, delivered_, bytes_;
  trace_buckets queue_wait_, delivery_;
};

}  // namespace ark
