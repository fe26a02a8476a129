#include "mailbox_engine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/clock.hpp>
#include <ark/errc.hpp>

#include "engine/descriptor_check.hpp"

namespace ark {

namespace ce = detail::ce;
namespace field = detail::field;
using detail::descriptor;
using detail::descriptor_op;

mailbox_engine::mailbox_engine(detail::device_state& state,
                               std::span<const detail::ring_view> rings,
                               const mailbox_engine_options& options)
    : state_(state),
      options_(options),
      storage_(options.slots),
      mailbox_(storage_.view()),
      channel_(storage_.queue(), storage_.registers(), memory_, options.channel),
      filled_(options.slots) {
  const channel_options& c = options.channel;
  if (options.line_bytes == 0 || options.line_bytes > ce::longest_line || c.in_flight == 0 ||
      c.fetched_ahead == 0) {
    throw error(errc::invalid_argument,
                fmt::format("mailbox engine: line of {} bytes (1 to {}), {} in flight, {} fetched "
                            "ahead (both at least 1)",
                            options.line_bytes, ce::longest_line, c.in_flight, c.fetched_ahead));
  }
  for (const detail::ring_view& view : rings) rings_.push_back({detail::ring(view)});
  storage_.map_into(memory_);
  for (int pe = 0; pe < state.n_pes; ++pe) {
    if (state.peers[pe].route != detail::peer_route::mapped) continue;
    memory_.map(channel_region::identity(state.peers[pe].heap_base,
                                         std::max(state.heap_reserved, state.heap_bytes)));
  }
  for (const channel_region& region : options.local) memory_.map(region);
}

bool mailbox_engine::idle() const noexcept {
  const bool settled = settled_.load(std::memory_order_acquire);
  return std::all_of(rings_.begin(), rings_.end(), [settled](const source_ring& r) {
    return r.ring.done() >= r.ring.head() || (settled && r.ring.closed() != errc::ok);
  });
}

bool mailbox_engine::progress(unsigned budget) noexcept {
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  bool any = false;
  for (unsigned i = 0; i < budget && step(); ++i) any = true;
  for (source_ring& source : rings_) {
    if (source.ring.tail() != source.taken) source.ring.publish_tail(source.taken);
  }
  settled_.store(!any, std::memory_order_release);
  busy_.clear(std::memory_order_release);
  return any;
}

/// Everything once: the channel is a machine of its own, and does not wait for the producer.
bool mailbox_engine::step() {
  const bool moved = channel_.step();
  if (!channel_.fault().empty()) notice_fault();
  const bool retired = retire();
  const bool armed = arm();
  return feed() || moved || retired || armed;
}

/// Slots are carried out in order, and so the tickets of each ring.
bool mailbox_engine::retire() {
  const std::uint64_t done = mailbox_.done();
  const bool any = retired_ < done;
  for (; retired_ < done; ++retired_) {
    const filled_slot& slot = filled_[retired_ % filled_.size()];
    if (slot.ends) rings_[slot.ring].ring.publish_done(slot.ticket + 1);
  }
  return any;
}

/// Long before the producer runs out, and not for every slot: on a GPU's host this is a store over
/// the bus, and off the path of any descriptor.
bool mailbox_engine::arm() {
  const std::uint64_t left = mailbox_.armed() - mailbox_.head();
  if (ended_ && !now_.active) return false;
  if (left > mailbox_.capacity() / 2 || mailbox_.armed() >= retired_ + mailbox_.capacity() - 1)
    return false;
  mailbox_.arm(retired_ + mailbox_.capacity() - 1);
  return true;
}

bool mailbox_engine::feed() {
  if (!mailbox_.has_slot() || (!now_.active && (ended_ || !take()))) return false;
  post_piece();
  return true;
}

bool mailbox_engine::take() {
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    const unsigned ring = next_ring_;
    next_ring_ = static_cast<unsigned>((next_ring_ + 1) % rings_.size());
    if (take_from(ring)) return true;
  }
  return false;
}

bool mailbox_engine::take_from(unsigned ring_index) {
  source_ring& from = rings_[ring_index];
  descriptor d;
  if (from.closed || !from.ring.peek(from.taken, d)) return false;
  now_ = {admit(d, from), ring_index, from.taken++, 0, true};
  if (now_.d.op() == descriptor_op::close) {
    from.closed = true;
    from.ring.close(errc::aborted);
  }
  return true;
}

/// What is to be posted for `d`: itself, or nothing if it is refused or nobody wants it any more.
descriptor mailbox_engine::admit(const descriptor& d, const source_ring& from) {
  const ring_position at{from.ring.head(), from.ring.tail(), from.ring.done()};
  if (const char* why = descriptor_refusal(state_, d, detail::peer_route::mapped)) {
    descriptor_refused(state_, d, why, name(), at);
    return {};
  }
  if (const char* why = refusal(d)) {
    descriptor_failed(state_, d, why, name(), at);
    return {};
  }
  // After a failure every waiter leaves, and what it wanted to have read to is somebody else's. A
  // get that the channel has cannot be called back; it writes to memory that stays mapped.
  if (d.op() == descriptor_op::get && detail::load_acquire(&state_.status) != 0) return {};
  return d;
}

/// Why the channel cannot carry out `d`, or null. The heaps have been looked at.
const char* mailbox_engine::refusal(const descriptor& d) const {
  descriptor line = d;
  line.set(field::length, std::min(d.bytes(), options_.line_bytes));
  if (const char* why = ce::encode_refusal(line, heap_of(d))) return why;
  if (!ce::copies(d)) return nullptr;  // of nothing, the address may be anything
  const descriptor_op op = d.op();
  if (op == descriptor_op::put && memory_.find(d.get(field::source), d.bytes()) == nullptr)
    return "source not mapped for the channel";
  if (op == descriptor_op::get && memory_.find(d.get(field::dest), d.bytes()) == nullptr)
    return "destination not mapped for the channel";
  return nullptr;
}

std::uint64_t mailbox_engine::heap_of(const descriptor& d) const {
  return d.pe() < state_.n_pes ? state_.peers[d.pe()].heap_base : 0;
}

/// The next line of the descriptor; with its signal if it is the last one.
void mailbox_engine::post_piece() {
  const std::uint64_t left = now_.d.bytes() - now_.moved;
  const bool splits = ce::copies(now_.d) && now_.d.op() != descriptor_op::put_inline;
  const bool ends = !splits || left <= options_.line_bytes;
  descriptor piece = now_.d;
  if (!ends) piece.set(field::signal_kind, 0);
  if (splits) {
    piece.set(field::dest, now_.d.get(field::dest) + now_.moved);
    piece.set(field::source, now_.d.get(field::source) + now_.moved);
    piece.set(field::length, std::min(left, options_.line_bytes));
    now_.moved += piece.bytes();
  }
  const std::uint64_t ticket = mailbox_.try_post(piece, heap_of(piece)).ticket;
  filled_[ticket % filled_.size()] = {now_.d, now_.ring, now_.ticket, ends};
  now_.active = !ends;
}

void mailbox_engine::notice_fault() {
  if (mailbox_.closed() != errc::ok) return;
  give_up(fmt::format("fault of the channel: {}", channel_.fault()), errc::engine_failed);
}

/// The channel will carry out nothing more. The record names the oldest descriptor that it has not
/// carried out: the cause, or one of the few before it that were under way.
void mailbox_engine::give_up(const std::string& why, errc code) {
  retire();
  ended_ = true;
  now_.active = false;
  channel_.stop();
  mailbox_.close(code);
  const bool any = retired_ < mailbox_.head();
  const filled_slot& oldest = filled_[retired_ % filled_.size()];
  const detail::ring& ring = rings_[any ? oldest.ring : 0].ring;
  descriptor_failed(state_, any ? oldest.d : descriptor{}, why.c_str(), name(),
                    {ring.head(), ring.tail(), ring.done()});
  close_rings(code);
}

errc mailbox_engine::stop() noexcept {
  if (mailbox_.closed() != errc::ok) return mailbox_.closed();
  ended_ = true;
  const std::uint64_t begin = detail::clock_ns();
  while (!run_out()) {
    if (!step() && detail::clock_ns() - begin > state_.timeout_ns) {
      give_up("the channel did not finish its slots before the deadline", errc::timeout);
      return errc::timeout;
    }
    if (mailbox_.closed() != errc::ok) return mailbox_.closed();
  }
  channel_.stop();
  mailbox_.close(errc::aborted);
  close_rings(errc::aborted);
  return errc::ok;
}

/// Fill what is armed with nothing. True when the channel has come to the end of its queue.
bool mailbox_engine::run_out() {
  while (!now_.active && mailbox_.has_slot()) {
    const std::uint64_t ticket = mailbox_.try_post(descriptor{}, 0).ticket;
    filled_[ticket % filled_.size()] = {};
  }
  return !now_.active && retired_ == mailbox_.armed();
}

void mailbox_engine::close_rings(errc code) {
  for (source_ring& source : rings_) source.ring.close(code);
}

}  // namespace ark
