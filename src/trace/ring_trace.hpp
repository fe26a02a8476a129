// The trace of one ring, kept by its consumer.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/trace.hpp>
#include <cstdint>
#include <vector>

#include "trace/counter.hpp"
#include "trace/timeline.hpp"

namespace ark {

/// Counts the descriptors that a consumer takes from its ring and delivers. attach, taken, refused,
/// delivered: the ring's consumer, one thread at a time; taken or refused before the ring's tail
/// passes the ticket. read: any thread.
class ring_trace {
 public:
  ring_trace(const detail::ring_view& view, unsigned index, bool proxy, timeline* events);

  /// The consumer has at most `window` open tickets.
  void attach(std::size_t window);
  void taken(const detail::descriptor& d, std::uint64_t ticket) noexcept {
    taken_.set(ticket + 1);
    if (moves(d.op())) [[likely]] {
      bytes_.add(d.bytes());
    } else {
      (d.op() == detail::descriptor_op::fence ? fences_ : others_).add(1);
    }
    if (view_.is_timed(ticket)) [[unlikely]]
      begin(d, ticket, false);
  }
  void refused(const detail::descriptor& d, std::uint64_t ticket) noexcept {
    taken_.set(ticket + 1);
    refused_.add(1);
    if (view_.is_timed(ticket)) begin(d, ticket, true);
  }
  void delivered(std::uint64_t ticket) noexcept {
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
  void begin(const detail::descriptor& d, std::uint64_t ticket, bool refused) noexcept;
  void end(std::uint64_t ticket) noexcept;

  detail::ring_view view_;
  unsigned index_;
  bool proxy_;
  timeline* events_;  ///< null without a timeline
  std::vector<under_way> open_;
  /// Data transfers are taken_ minus the others: the most frequent kind, so not counted itself.
  trace_counter taken_, fences_, others_, refused_, delivered_, bytes_;
  trace_buckets queue_wait_, delivery_;
};

}  // namespace ark
