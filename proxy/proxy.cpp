// The ring's side: taking descriptors, sending them, and counting what has ended.
#include "proxy.hpp"

#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <ark/detail/clock.hpp>
#include <ark/detail/delivery.hpp>
#include <ark/detail/operation.hpp>
#include <ark/errc.hpp>
#include <bit>
#include <cstring>
#include <utility>

#include "cookie.hpp"
#include "error/log.hpp"
#include "queue/refused_descriptor.hpp"

namespace ark::proxy {

namespace {

using detail::descriptor;
using detail::descriptor_op;
namespace field = detail::field;

message_kind kind_of(descriptor_op op) {
  switch (op) {
    case descriptor_op::put:
      return message_kind::put;
    case descriptor_op::get:
      return message_kind::get;
    case descriptor_op::put_inline:
      return message_kind::put_inline;
    case descriptor_op::amo:
      return message_kind::amo;
    case descriptor_op::amo_fetch:
      return message_kind::amo_fetch;
    case descriptor_op::put_add:
      return message_kind::put_add;
    case descriptor_op::signal:
    case descriptor_op::nop:
    case descriptor_op::fence:
      break;
  }
  return message_kind::signal;
}

/// As a timeline shows it.
const char* message_name(message_kind kind) {
  switch (kind) {
    case message_kind::put:
      return "put";
    case message_kind::put_inline:
      return "put_inline";
    case message_kind::get:
      return "get";
    case message_kind::amo:
      return "amo";
    case message_kind::amo_fetch:
      return "amo_fetch";
    case message_kind::signal:
      return "signal";
    case message_kind::put_complete:
      return "put_complete";
    case message_kind::data:
      return "data";
    case message_kind::old_value:
      return "old_value";
    case message_kind::refused:
      return "refused";
    case message_kind::ack:
      return "ack";
    case message_kind::ping:
      return "ping";
    case message_kind::pong:
      return "pong";
    case message_kind::failure:
      return "failure";
    case message_kind::bye:
      return "bye";
    case message_kind::bundle:
      return "bundle";
    case message_kind::window_wanted:
      return "window_wanted";
    case message_kind::window:
      return "window";
    case message_kind::put_add:
      return "put_add";
  }
  return "unknown";
}

}  // namespace

proxy::proxy(detail::device_state& state, std::span<const detail::ring_view> rings, transport& over,
             options opts)
    : state_(state),
      transport_(over),
      options_(std::move(opts)),
      links_(static_cast<std::size_t>(state.n_pes)),
      heard_(
          std::make_unique<std::atomic<std::uint64_t>[]>(static_cast<std::size_t>(state.n_pes))) {
  for (const detail::ring_view& ring : rings) {
    const bool traced = options_.trace != nullptr && intakes_.empty();
    intakes_.emplace_back(ring, traced ? &options_.trace->ring(options_.trace_ring) : nullptr);
  }
  beginning_.assign(rings.size(), sent_operation::not_a_part);
}

bool proxy::idle() const noexcept {
  const bool settled = settled_.load(std::memory_order_acquire);
  return std::all_of(intakes_.begin(), intakes_.end(),
                     [settled](const intake& one) { return one.idle(settled); });
}

proxy::~proxy() {
  for (const auto& one : links_) {
    if (!one) continue;
    for (const held_operation& held : one->in.held()) {
      if (held.waiting != nullptr) transport_.discard(held.waiting);
    }
  }
}

bool proxy::drive(unsigned budget) noexcept {
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  bool any = false;
  try {
    const gpu_pipeline::scope current = current_for_transport();
    now_ns_ = 0;
    if (has_control_requests_.load(std::memory_order_acquire)) run_control_requests();
    if (suspects_ != 0 && abandoned()) drop_suspects();
    const bool kept = !bundling_.empty();  // since the last turn
    for (unsigned ring = 0; ring < intakes_.size(); ++ring) {
      for (unsigned i = 0; i < budget && take(ring); ++i) any = true;
      if (intakes_[ring].begins_to_wait()) ask_for_acks();
    }
    if (kept || urgent_) send_bundles();
    any |= transport_.progress();
    if (options_.gpu != nullptr) any |= options_.gpu->progress();
    if (!owing_.empty()) send_owed_acks(false);
    if (urgent_) send_bundles();
  } catch (const std::exception& problem) {
    const auto* known = dynamic_cast<const error*>(&problem);
    failure_record record;
    record.code = known != nullptr ? known->code() : errc::system_error;
    record.pe = state_.pe;
    record.op = detail::op_kind::ring_push;
    fmt::format_to_n(record.engine, sizeof record.engine - 1, "proxy");
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "{}", problem.what());
    detail::failure_publish(state_, record);
  }
  publish();
  settled_.store(!any && pipeline_idle(), std::memory_order_release);
  busy_.clear(std::memory_order_release);
  return any;
}

bool proxy::prepare_to_sleep() noexcept {
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  bool may = false;
  try {
    const gpu_pipeline::scope current = current_for_transport();
    send_owed_acks(true);
    send_bundles();
    may = transport_.arm();
  } catch (const std::exception& problem) {
    logger().error("proxy: {}", problem.what());
  }
  may = may && pipeline_idle() && !has_control_requests_.load(std::memory_order_acquire) &&
        std::all_of(intakes_.begin(), intakes_.end(),
                    [](const intake& one) { return one.may_sleep(); }) &&
        std::all_of(beginning_.begin(), beginning_.end(), [this](std::size_t number) {
          return number == sent_operation::not_a_part || blocked(link_to(parted_[number].pe));
        });
  busy_.clear(std::memory_order_release);
  return may;
}

void proxy::publish() {
  for (intake& one : intakes_) one.publish();
}

proxy::link& proxy::link_to(int pe) {
  auto& slot = links_[static_cast<std::size_t>(pe)];
  if (!slot) slot = std::make_unique<link>();
  return *slot;
}

std::byte* proxy::local(std::uint64_t offset) const {
  return reinterpret_cast<std::byte*>(state_.heap_base + offset);
}

bool proxy::take(unsigned ring) {
  if (beginning_[ring] != sent_operation::not_a_part) return next_part(ring);
  intake& from = intakes_[ring];
  descriptor d;
  if (!from.peek(d)) return false;
  const bool goes_out =
      d.op() < static_cast<descriptor_op>(detail::descriptor_op_count) && !detail::is_order(d.op());
  if (goes_out && d.pe() < state_.n_pes && blocked(link_to(d.pe()))) {
    from.leave_it();
    return false;
  }
  start(d, ring);
  return true;
}

void proxy::start(const descriptor& d, unsigned ring) {
  intake& from = intakes_[ring];
  const std::uint64_t ticket = from.take();
  if (const char* why =
          descriptor_refusal(state_, d, detail::peer_route::proxy, from.ring().has_reply_slots())) {
    descriptor_refused(state_, d, why, name(), {from.ring().head(), from.taken(), from.done()});
    if (from.trace() != nullptr) from.trace()->refused(d, ticket);
    return from.retire(ticket);
  }
  if (from.trace() != nullptr) from.trace()->taken(d, ticket);
  switch (d.op()) {
    case descriptor_op::fence:
      ++fences_;
      return from.retire(ticket);
    case descriptor_op::nop:
      return from.retire(ticket);
    case descriptor_op::put:
    case descriptor_op::get:
    case descriptor_op::put_inline:
    case descriptor_op::amo:
    case descriptor_op::amo_fetch:
    case descriptor_op::signal:
    case descriptor_op::put_add:
      return start_operation(d, ring, ticket);
  }
}

message proxy::header_for(const descriptor& d) const {
  message header;
  header.kind = kind_of(d.op());
  header.bytes = d.bytes();
  header.value = d.value();
  header.offset = d.get(d.op() == descriptor_op::get ? field::source : field::dest);
  if (header.kind == message_kind::amo || header.kind == message_kind::amo_fetch) {
    header.amo = static_cast<detail::amo_op>(d.get(field::amo));
    header.condition = d.condition();
    return header;
  }
  header.signal = static_cast<detail::signal_op>(d.get(field::signal_kind));
  header.signal_offset = header.signal == detail::signal_op::none ? 0 : d.get(field::signal_offset);
  if (header.kind == message_kind::put_inline) header.condition = d.payload();
  if (header.kind == message_kind::put_add) header.condition = d.get(field::element);
  return header;
}

void proxy::start_operation(const descriptor& d, unsigned ring, std::uint64_t ticket) {
  intake& from = intakes_[ring];
  const int pe = d.pe();
  link& to = link_to(pe);
  if (to.lost) {
    if (to.departed) return from.retire(ticket);  // in order, and after the last barrier
    failure_record record;
    record.code = errc::peer_failed;
    record.op = detail::op_kind::ring_push;
    record.pe = state_.pe;
    record.peer = pe;
    fmt::format_to_n(record.engine, sizeof record.engine - 1, "proxy");
    detail::failure_publish(state_, record);
    return from.retire(ticket);
  }
  message header = header_for(d);
  sent_operation operation;
  operation.ring = ring;
  operation.ticket = ticket;
  operation.source_read = !carries_source(header.kind);
  if (header.kind == message_kind::get || header.kind == message_kind::amo_fetch) {
    operation.answered = false;
    operation.answer_bytes = header.bytes;
    operation.answer_into =
        d.wants_reply() ? reinterpret_cast<std::byte*>(from.ring().reply_slot_of(ticket).value)
                        : reinterpret_cast<std::byte*>(d.get(
                              header.kind == message_kind::get ? field::dest : field::source));
  }
  const auto* const source = carries_source(header.kind)
                                 ? reinterpret_cast<const std::byte*>(d.get(field::source))
                                 : nullptr;
  if (header.kind == message_kind::get && read_one_sided(to, pe, header, operation)) return;
  to.out.fence(fences_);  // window_for_put() looks whether it has been reached
  if (const window* there = window_for_put(to, pe, header, source)) {
    write_one_sided(*there, to, pe, header, operation, {source, header.bytes});
  } else if (const std::uint64_t part = part_bytes(pe, header)) {
    start_parted({.ring = ring,
                  .ticket = ticket,
                  .pe = pe,
                  .whole = header,
                  .source = source,
                  .into = operation.answer_into,
                  .part_bytes = part});
  } else {
    if (operation.source_read) from.source_read(ticket);
    issue(to, pe, header, operation, source);
  }
}

/// Number an operation: its place in the order, and whether its end is waited for.
void proxy::begin(link& to, int pe, message& header, const sent_operation& operation) {
  to.out.fence(fences_);
  header.after = std::max(header.after, to.out.after());
  header.sequence = to.out.begin(operation);
  const bool last =
      operation.part_of == sent_operation::not_a_part || parted_[operation.part_of].all_begun();
  // Of a window the last; else ask_for_acks() asks.
  if (last && intakes_[operation.ring].ring().awaited() == operation.ticket + 1) {
    header.ack_wanted = 1;
    to.out.asked(header.sequence);
  }
  if (!std::exchange(to.sending, true)) sending_.push_back(pe);
}

/// Begin and send it. `source`: of a put.
void proxy::issue(link& to, int pe, message header, const sent_operation& operation,
                  const std::byte* source) {
  begin(to, pe, header, operation);
  if (source == nullptr) return send_operation(pe, header, {}, memory_kind::host);
  memory_kind kind = memory_kind::host;
  if (header.bytes != 0 && far(source)) {
    if (!leaves_itself(source, header.bytes)) return read_and_send(pe, header, source);
    kind = memory_kind::gpu;
  }
  send_operation(pe, header, {source, header.bytes}, kind);
}

/// By way of a buffer that the transport can read. The operation has its place in the order
/// already; others may leave before it.
void proxy::read_and_send(int pe, const message& header, const std::byte* source) {
  gpu_pipeline& gpu = *options_.gpu;
  const std::size_t staged = gpu.acquire(header.bytes);
  gpu.read(gpu.buffer(staged), source, header.bytes, [this, &gpu, pe, header, staged] {
    sent_operation* operation = link_to(pe).out.find(header.sequence);
    if (operation == nullptr) return gpu.release(staged);  // the peer was lost meanwhile
    operation->staged = staged;
    send_operation(pe, header, {gpu.buffer(staged), header.bytes}, memory_kind::host);
  });
}

void proxy::send_operation(int pe, const message& header, std::span<const std::byte> data,
                           memory_kind kind) {
  // A put alone may stay for a turn: its caller, once it may reuse the source, often makes the next
  // one or waits for all, and that goes with it.
  const bool in_haste = urgent_ || header.ack_wanted != 0 ||
                        header.signal != detail::signal_op::none ||
                        (!carries_source(header.kind) && header.kind != message_kind::put_inline);
  const transfer how = send_to(pe, header, data, cookie::of_operation(pe, header.sequence), kind);
  urgent_ = in_haste;
  if (how == transfer::complete && carries_source(header.kind))
    sent(cookie::of_operation(pe, header.sequence));
}

void proxy::note_sent(int pe, const message& header, std::uint64_t bytes) noexcept {
  if (options_.trace == nullptr) return;
  const bool ack = header.kind == message_kind::ack, bundle = header.kind == message_kind::bundle;
  options_.trace->message_sent(pe, message_name(header.kind), bytes, ack, bundle);
}

void proxy::note_received(const message& header, std::uint64_t bytes) noexcept {
  if (options_.trace == nullptr) return;
  const bool ack = header.kind == message_kind::ack, bundle = header.kind == message_kind::bundle;
  options_.trace->message_received(static_cast<int>(header.from), message_name(header.kind), bytes,
                                   ack, bundle);
}

void proxy::note_direct(bool sent) noexcept {
  if (options_.trace != nullptr) options_.trace->gpu_direct(sent);
}

transfer proxy::send_to(int pe, message header, std::span<const std::byte> data,
                        std::uint64_t cookie, memory_kind kind) {
  link& to = link_to(pe);
  if (to.lost) return transfer::lost;
  header.token = options_.token;
  header.from = static_cast<std::uint32_t>(state_.pe);
  note_sent(pe, header, data.size());
  urgent_ = true;
  if (data.size() > bundler::small_bytes) {
    header.acked = to.in.take_ack();
    if (kind == memory_kind::gpu) note_direct(true);
    return transport_.send(pe, header, data, cookie, kind);
  }
  if (to.bundle == bundler::none) {
    to.bundle = bundles_.acquire();
    bundling_.push_back(pe);
  }
  if (bundles_.add(to.bundle, header, data)) send_bundle(pe);
  return transfer::complete;
}

/// What has been gathered for `pe` leaves: a single message as itself.
void proxy::send_bundle(int pe) {
  link& to = link_to(pe);
  const std::size_t number = std::exchange(to.bundle, bundler::none);
  if (number == bundler::none) return;
  bundler::buffer& gathered = bundles_[number];
  message header;
  std::memcpy(&header, gathered.bytes.data(), sizeof header);
  std::span<const std::byte> data = gathered.bytes;
  if (gathered.count == 1) {
    data = data.subspan(sizeof header, message_data_bytes(header));
  } else {
    message outer;
    outer.kind = message_kind::bundle;
    outer.token = header.token;
    outer.from = header.from;
    header = outer;
    note_sent(pe, header, data.size());
  }
  header.acked = to.in.take_ack();
  const transfer how =
      transport_.send(pe, header, data, cookie::of_bundle(number), memory_kind::host);
  if (how != transfer::pending) bundles_.release(number);
}

void proxy::send_bundles() {
  for (std::size_t i = 0; i < bundling_.size(); ++i) send_bundle(bundling_[i]);
  bundling_.clear();
  urgent_ = false;
}

/// Every byte of it has arrived.
void proxy::ended(const sent_operation& operation) {
  if (operation.staged != gpu_pipeline::no_buffer) options_.gpu->release(operation.staged);
  dropped(operation);
}

/// As ended, but the transport may still hold its buffer.
void proxy::dropped(const sent_operation& operation) {
  if (operation.part_of != sent_operation::not_a_part) return part_ended(operation);
  intake& from = intakes_[operation.ring];
  if (!operation.source_read) from.source_read(operation.ticket);
  from.end(operation.ticket);
}

void proxy::sent(std::uint64_t cookie) {
  if (cookie::is_transfer(cookie)) return transfer_done(cookie::transfer_of(cookie));
  if (cookie::is_bundle(cookie)) return bundles_.release(cookie::bundle_of(cookie));
  if (cookie::is_answer(cookie)) return options_.gpu->release(cookie::answer_of(cookie));
  if (!cookie::is_operation(cookie)) return;
  link& to = link_to(cookie::pe_of(cookie));
  sent_operation* operation = to.out.find(cookie::sequence_of(cookie));
  if (operation == nullptr || operation->source_read) return;
  operation->source_read = true;
  if (operation->part_of != sent_operation::not_a_part) {
    part_read(operation->part_of);
  } else {
    intakes_[operation->ring].source_read(operation->ticket);
  }
  to.out.settle(*operation, [this](const sent_operation& o) { ended(o); });
}

void proxy::send_owed_acks(bool all) {
  for (std::size_t i = 0; i < owing_.size();) {
    const int pe = owing_[i];
    link& to = link_to(pe);
    if (!to.lost && to.in.ack_owed()) {
      if (all || to.in.ack_due(now_ns())) {
        send_to(pe, message{}, {}, cookie::none);
      } else {
        ++i;
        continue;
      }
    }
    to.owing = false;
    owing_[i] = owing_.back();
    owing_.pop_back();
  }
}

/// Somebody has begun to wait after his operations had left: say so to those who hold them.
void proxy::ask_for_acks() {
  for (std::size_t i = 0; i < sending_.size();) {
    const int pe = sending_[i];
    link& to = link_to(pe);
    if (to.out.empty()) {
      to.sending = false;
      sending_[i] = sending_.back();
      sending_.pop_back();
      continue;
    }
    ++i;
    if (!to.out.must_ask()) continue;
    message wish;
    wish.ack_wanted = 1;
    wish.sequence = to.out.last();
    to.out.asked(wish.sequence);
    if (to.bundle != bundler::none && bundles_.want_ack(to.bundle, wish.sequence)) {
      urgent_ = true;
      continue;
    }
    send_to(pe, wish, {}, cookie::none);
  }
}

void proxy::run_control_requests() {
  std::vector<control_request> now;
  {
    const std::lock_guard lock(control_requests_mutex_);
    now.swap(control_requests_);
    has_control_requests_.store(false, std::memory_order_relaxed);
  }
  for (const control_request& one : now) {
    if (one.give_up) {
      give_up_now(one.pe);
    } else {
      send_to(one.pe, one.what, {}, cookie::none);
    }
  }
}

void proxy::give_request(const control_request& one) {
  const std::lock_guard lock(control_requests_mutex_);
  control_requests_.push_back(one);
  has_control_requests_.store(true, std::memory_order_release);
}

void proxy::give_up(int pe) { give_request({pe, {}, true}); }

void proxy::ping(int pe) {
  message header;
  header.kind = message_kind::ping;
  give_request({pe, header});
}

void proxy::announce(int to, int failed, std::uint64_t how) {
  message header;
  header.kind = message_kind::failure;
  header.offset = static_cast<std::uint64_t>(failed);
  header.value = how;
  give_request({to, header});
}

std::string proxy::describe(int pe) {
  while (busy_.test_and_set(std::memory_order_acquire)) sched_yield();
  std::string text = transport_.describe(pe);
  busy_.clear(std::memory_order_release);
  const one_sided_sizes& sizes = options_.one_sided;
  if (sizes.put != 0) {
    text += fmt::format("; one-sided if it can be: puts from {} bytes, gets from {}", sizes.put,
                        sizes.get);
  }
  return text;
}

std::uint64_t proxy::heard_ns(int pe) const noexcept {
  return heard_[static_cast<std::size_t>(pe)].load(std::memory_order_relaxed);
}

/// What peers have seen arrive here may not have been counted yet, and they may wait for that.
void proxy::finish_copies(std::uint64_t until_ns) noexcept {
  try {
    while (!pipeline_idle() && detail::clock_ns() < until_ns) {
      if (!options_.gpu->progress()) sched_yield();
    }
    send_owed_acks(true);
  } catch (const std::exception& problem) {
    logger().error("proxy: {}", problem.what());
  }
}

void proxy::leave(std::uint64_t timeout_ns) {
  const gpu_pipeline::scope current = current_for_transport();
  const std::uint64_t until = detail::clock_ns() + timeout_ns;
  while (busy_.test_and_set(std::memory_order_acquire)) {
    if (detail::clock_ns() > until) return;
  }
  leaving_ = true;
  run_control_requests();  // what the others must hear first
  if (options_.gpu != nullptr) finish_copies(until);
  message header;
  header.kind = message_kind::bye;
  for (int pe = 0; pe < state_.n_pes; ++pe) {
    const auto& known = links_[static_cast<std::size_t>(pe)];
    if (known && !known->lost && !known->departed) send_to(pe, header, {}, cookie::none);
  }
  send_bundles();
  transport_.flush(until);
  busy_.clear(std::memory_order_release);
}

}  // namespace ark::proxy
