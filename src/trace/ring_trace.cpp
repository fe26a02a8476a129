#include "trace/ring_trace.hpp"

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <bit>

namespace ark {

ring_trace::ring_trace(const detail::ring_view& view, unsigned index, bool proxy, timeline* events)
    : view_(view), index_(index), proxy_(proxy), events_(events), open_(1) {}

void ring_trace::attach(std::size_t window) {
  open_.assign(std::bit_ceil(std::max<std::size_t>(1, window)), {});
}

void ring_trace::begin(const detail::descriptor& d, std::uint64_t ticket, bool refused) noexcept {
  const bool moved = moves(d.op()) && !refused;
  const std::uint64_t posted = view_.posted_ns[ticket & view_.mask];
  const std::uint64_t now = detail::clock_ns();
  open_[ticket & (open_.size() - 1)] = {
      posted, now, moved ? d.bytes() : 0, moves(d.op()) ? d.pe() : -1, d.op(), refused};
  if (moved) queue_wait_.add(now - posted);
}

void ring_trace::end(std::uint64_t ticket) noexcept {
  const under_way& one = open_[ticket & (open_.size() - 1)];
  const std::uint64_t now = detail::clock_ns();
  if (one.pe >= 0 && !one.refused) delivery_.add(now - one.posted_ns);
  if (events_ == nullptr) return;
  trace_event event;
  event.kind = trace_event_kind::descriptor;
  event.code = static_cast<std::uint8_t>(one.op);
  event.refused = one.refused;
  event.ring = index_;
  event.pe = one.pe;
  event.id = ticket;
  event.bytes = one.bytes;
  event.begun_ns = one.posted_ns;
  event.started_ns = one.taken_ns;
  event.ended_ns = now;
  events_->add(event);
}

void ring_trace::attach_shared(std::size_t window) {
  attach(window);
  shared_ = std::make_unique<std::mutex>();
}

trace_ring ring_trace::read() const {
  trace_ring copy;
  copy.proxy = proxy_;
  copy.fences = fences_.read();
  copy.refused = refused_.read();
  const std::uint64_t others = copy.fences + copy.refused + others_.read();
  const std::uint64_t taken = taken_.read();
  copy.descriptors = taken > others ? taken - others : 0;  // inexact while they change
  copy.delivered = delivered_.read();
  copy.bytes = bytes_.read();
  copy.queue_wait_ns = queue_wait_.read();
  copy.delivery_ns = delivery_.read();
  return copy;
}

}  // namespace ark
