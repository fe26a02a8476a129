#include "cpu_engine.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/platform/cache_policy.hpp>
#include <ark/detail/state/doorbell.hpp>
#include <ark/errc.hpp>
#include <cstring>
#include <utility>

#include "queue/driver_copier.hpp"
#include "queue/queue_engine.hpp"

namespace ark {

namespace {

using detail::descriptor;
using detail::descriptor_op;
using detail::signal_op;
namespace field = detail::field;

/// Small steps in a row while a large transfer waits for its next chunk.
constexpr unsigned small_burst = 32;

/// Maximum number of delivered descriptors of a ring whose count is not yet published. A store for
/// each costs more than a small transfer: the counter's cache line moves between the engine and the
/// pollers.
constexpr std::uint64_t delivered_unpublished = 8;

}  // namespace

cpu_engine::ring_state::ring_state(const detail::ring_view& view, std::size_t window)
    : ring(view), retired(window) {}

cpu_engine::cpu_engine(detail::device_state& state, std::span<const detail::ring_view> rings,
                       const cpu_engine_options& options)
    : state_(state),
      options_(options),
      table_(options.max_in_flight),
      plain_rings_(static_cast<unsigned>(rings.size())),
      random_(options.seed) {
  if (options.chunk_bytes == 0 || options.chunk_bytes % 8 != 0 || options.max_in_flight == 0) {
    throw error(errc::invalid_argument,
                fmt::format("cpu engine: chunk of {} bytes, {} in flight: a multiple of 8, and at "
                            "least 1",
                            options.chunk_bytes, options.max_in_flight));
  }
  if (options.tenants != nullptr && options.tenants->tenants() != 0) {
    tenants_.emplace(*options.tenants);
    plain_rings_ -= options.tenants->tenants();
  }
  for (const detail::ring_view& view : rings) {
    ring_state& added = rings_.emplace_back(view, 4 * options.max_in_flight);
    if (options.trace == nullptr) continue;
    added.trace = &options.trace->ring(rings_.size() - 1);
    added.trace->attach(added.retired.capacity());
  }
}

bool cpu_engine::idle() const noexcept {
  // A closed ring may have an abandoned ticket that is never filled: the engine is idle once
  // nothing else is left to do.
  const bool settled = settled_.load(std::memory_order_acquire);
  return std::all_of(rings_.begin(), rings_.end(), [settled](const ring_state& r) {
    return r.ring.done() >= r.ring.head() || (settled && r.ring.closed() != errc::ok);
  });
}

/// True if the last call had nothing to do and nothing was posted since.
bool cpu_engine::nothing_new() const noexcept {
  return settled_.load(std::memory_order_acquire) &&
         std::all_of(rings_.begin(), rings_.end(),
                     [](const ring_state& r) { return r.ring.tail() == r.ring.head(); });
}

bool cpu_engine::progress(unsigned budget) noexcept {
  if (nothing_new()) return false;
  if (busy_.test_and_set(std::memory_order_acquire)) return false;
  if (pause_ > 0) [[unlikely]] {
    --pause_;
    busy_.clear(std::memory_order_release);
    return true;
  }
  bool any = false;
  unsigned burst = 0;
  for (unsigned i = 0; i < budget; ++i) {
    bool did = false;
    if (tenants_) [[unlikely]] {
      did = step_shared();
    } else if (options_.order == engine_order::random) {
      did = step_random(0, 0, plain_rings_);
    } else if (burst >= small_burst && !waiting_[0].empty()) {
      burst = 0;
      did = run_chunk();
    }
    if (!did && options_.order == engine_order::fifo && !tenants_) {
      did = step_fifo(next_ring_);
      ++burst;
    }
    if (!did) break;
    any = true;
  }
  publish_done();
  for (ring_state& source : rings_) {
    if (source.ring.tail() != source.taken) source.ring.publish_tail(source.taken);
  }
  settled_.store(!any, std::memory_order_release);
  busy_.clear(std::memory_order_release);
  return any;
}

/// One step: a descriptor from a ring, or, if there is none, a chunk.
bool cpu_engine::step_fifo(unsigned ring_index) {
  const auto count = static_cast<unsigned>(rings_.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned next = ring_index + 1 < count ? ring_index + 1 : 0;
    if (take(rings_[ring_index], ring_index)) {
      next_ring_ = next;
      return true;
    }
    ring_index = next;
  }
  return run_chunk();
}

ring_position cpu_engine::position(const ring_state& source) {
  return {source.ring.head(), source.taken, source.retired.count()};
}

bool cpu_engine::take(ring_state& source, unsigned ring_index) {
  if (table_.full() || !source.retired.has_room(source.taken)) return false;
  descriptor d;
  if (!source.ring.peek(source.taken, d)) return false;
  start(source, ring_index, d, source.taken++);
  return true;
}

void cpu_engine::start(ring_state& source, unsigned ring_index, const descriptor& d,
                       std::uint64_t ticket) {
  const descriptor_fault why = descriptor_refusal(state_, d, detail::peer_route::mapped);
  if (why != descriptor_fault::none) {
    descriptor_failed(state_, errc::bad_descriptor, d, why, name(), position(source));
    if (source.trace != nullptr) source.trace->refused(d, ticket);
    return retire(source, ticket);
  }
  if (fails_on_purpose(source, ticket)) [[unlikely]] {
    descriptor_failed(state_, errc::engine_failed, d, descriptor_fault::on_purpose, name(),
                      position(source));
    return retire(source, ticket);
  }
  if (source.trace != nullptr) [[unlikely]]
    source.trace->taken(d, ticket);
  const descriptor_op kind = d.op();
  if (detail::is_order(kind)) return retire(source, ticket);
  const detail::decoded_operation decoded = detail::decode(state_, d);
  const bool small = !detail::is_list(kind) &&
                     (!detail::is_transfer(kind) || decoded.bytes <= options_.small_bytes);
  if (small && options_.order == engine_order::fifo && !is_cut(decoded)) {
    execute_whole(decoded);
    signal(decoded);
    moved_ += decoded.bytes;
    return retire(source, ticket);
  }
  operation op{decoded};
  op.ring = ring_index;
  op.ticket = ticket;
  op.pieces = detail::is_list(kind) ? d.get(field::pieces) : 0;
  if (detail::is_transfer(kind) && options_.copier == nullptr) {
    op.streams = detail::cpu_streams(d.cache(), op.bytes);
    op.chooses = d.cache() == cache_policy::automatic;
  }
  const unsigned tenant = tenant_of(ring_index);
  ++in_flight_[tenant];
  waiting_[tenant].push_back(table_, table_.acquire(op));
}

/// Count a descriptor; true if options_.faults makes it fail.
bool cpu_engine::fails_on_purpose(const ring_state& source, std::uint64_t ticket) {
  ++started_;
  pause_ = options_.faults.delay;
  if (started_ == options_.faults.drop_completion) {
    silent_ = &source;
    silent_ticket_ = ticket;
  }
  return started_ == options_.faults.fail;
}

bool cpu_engine::is_cut(const detail::decoded_operation& op) const {
  return op.pe == options_.faults.cut;
}

bool cpu_engine::run_chunk(unsigned tenant) {
  operation_list& waiting = waiting_[tenant];
  if (!waiting.empty()) publish_done();  // publish first, because a chunk takes long
  for (std::uint32_t i = waiting.front(); i != no_operation; i = table_[i].next) {
    operation& op = table_[i];
    if (is_cut(op)) continue;
    const std::uint64_t before = op.moved;
    move_some(op, options_.chunk_bytes);
    moved_ += op.moved - before;
    waiting.erase(table_, i);
    if (op.moved == op.bytes) {
      finish(i);
    } else {
      waiting.push_back(table_, i);  // the other operations' turn
    }
    return true;
  }
  return false;
}

/// Every waiting operation of `tenant` and the next descriptor of its `count` rings from `first` on
/// are candidates; a step moves a few words of a transfer, or delivers its signal.
bool cpu_engine::step_random(unsigned tenant, unsigned first, unsigned count) {
  operation_list& waiting = waiting_[tenant];
  std::uint32_t chosen = no_operation;
  std::uint64_t candidates = 0;
  for (std::uint32_t i = waiting.front(); i != no_operation; i = table_[i].next) {
    if (!is_cut(table_[i]) && random_() % ++candidates == 0) chosen = i;
  }
  if (candidates == 0 || random_() % (candidates + 1) == 0) {
    const auto begin = static_cast<unsigned>(random_() % count);
    for (unsigned i = 0; i < count && may_take(tenant); ++i) {
      const unsigned index = first + (begin + i) % count;
      if (!take(rings_[index], index)) continue;
      moved_ += sizeof(descriptor);
      return true;
    }
  }
  if (chosen == no_operation) return false;
  operation& op = table_[chosen];
  if (!detail::is_divisible(op.kind)) {
    execute_whole(op);
    op.moved = op.bytes;
    moved_ += op.bytes;
    if (op.kind == descriptor_op::signal || op.signal_kind == signal_op::none) {
      waiting.erase(table_, chosen);
      finish(chosen);
      return true;
    }
    op.kind = descriptor_op::signal;  // only the signal is left
    return true;
  }
  if (op.moved < op.bytes) {
    const std::uint64_t before = op.moved;
    move_some(op, 8 * (1 + random_() % 8));
    moved_ += op.moved - before;
    return true;
  }
  waiting.erase(table_, chosen);
  finish(chosen);
  return true;
}

/// True if a further operation of `tenant` has room in the table.
bool cpu_engine::may_take(unsigned tenant) const {
  return !tenants_ || in_flight_[tenant] < std::max<std::size_t>(1, options_.max_in_flight /
                                                                        (tenants_->tenants() + 1));
}

/// A step of the tenant to serve. One that turns out to have nothing to do is left out.
bool cpu_engine::step_shared() {
  const unsigned tenants = tenants_->tenants();
  tenant_set backlogged = 0;
  for (unsigned i = 0; i < rings_.size(); ++i) {
    const ring_state& source = rings_[i];
    if (source.ring.head() != source.taken) backlogged |= tenant_set{1} << tenant_of(i);
  }
  for (unsigned i = 0; i <= tenants; ++i) {
    if (!may_take(i)) backlogged &= ~(tenant_set{1} << i);
    if (!waiting_[i].empty()) backlogged |= tenant_set{1} << i;
  }
  fair_choice& choice = tenants_->choice();
  while (backlogged != 0) {
    const unsigned tenant = choice.choose(backlogged);
    moved_ = 0;
    if (step_of(tenant)) {
      tenants_->charge(tenant, moved_);
      return true;
    }
    backlogged &= ~(tenant_set{1} << tenant);
  }
  return false;
}

/// Adds the bytes of the step to moved_: of the data, and of a descriptor.
bool cpu_engine::step_of(unsigned tenant) {
  const unsigned first = tenant == 0 ? 0 : plain_rings_ + tenant - 1;
  const unsigned count = tenant == 0 ? plain_rings_ : 1;
  if (options_.order == engine_order::random) return step_random(tenant, first, count);
  unsigned& burst = burst_[tenant];
  if (burst >= small_burst && !waiting_[tenant].empty()) {
    burst = 0;
    if (run_chunk(tenant)) return true;
  }
  for (unsigned i = 0; i < count && may_take(tenant); ++i) {
    const unsigned index = first + (next_ring_ + i) % count;
    if (!take(rings_[index], index)) continue;
    next_ring_ += i + 1;
    ++burst;
    moved_ += sizeof(descriptor);
    return true;
  }
  return run_chunk(tenant);
}

void cpu_engine::finish(std::uint32_t index) {
  const operation op = table_[index];
  --in_flight_[tenant_of(op.ring)];
  signal(op);
  table_.release(index);
  retire(rings_[op.ring], op.ticket);
}

void cpu_engine::retire(ring_state& source, std::uint64_t ticket) {
  if (source.trace != nullptr) [[unlikely]]
    source.trace->delivered(ticket);
  if (silent_ == &source && silent_ticket_ == ticket) [[unlikely]]
    return;
  if (!source.retired.retire(ticket)) return;
  const bool at_once = options_.order == engine_order::random || options_.copier != nullptr;
  if (at_once || source.retired.count() - source.published >= delivered_unpublished)
    source.publish_done();
}

void cpu_engine::ring_state::publish_done() {
  if (published == retired.count()) return;
  published = retired.count();
  ring.publish_done(published);
  rings_bell = true;
}

void cpu_engine::publish_done() {
  bool rings_bell = false;
  for (ring_state& source : rings_) {
    source.publish_done();
    rings_bell |= std::exchange(source.rings_bell, false);
  }
  if (rings_bell) detail::note_delivered(state_);
}

template <class Use>
void cpu_engine::through_copier(const char* what, Use&& use) const noexcept {
  failure_record record;
  try {
    return use(*options_.copier);
  } catch (const error& problem) {
    record.code = problem.code();
    std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
  } catch (const std::exception& problem) {
    record.code = errc::engine_failed;
    std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
  }
  record.op = detail::op_kind::ring_push;
  record.pe = state_.pe;
  std::string_view(what).copy(record.engine, sizeof record.engine - 1);
  detail::failure_publish(state_, record);
}

void cpu_engine::copy(std::byte* dest, const std::byte* source,
                      std::uint64_t bytes) const noexcept {
  if (options_.copier == nullptr) [[likely]]
    return delivery::copy(dest, source, bytes);
  through_copier("cpu copy", [&](driver_copier& by) { by.copy(dest, source, bytes); });
}

void cpu_engine::add(const detail::decoded_operation& op, std::uint64_t from,
                     std::uint64_t bytes) const noexcept {
  if (options_.copier == nullptr) [[likely]]
    return delivery::add(op.element, op.dest + from, op.source + from, bytes);
  through_copier("cpu put_add", [&](driver_copier& by) {
    by.add(op.element, op.dest + from, op.source + from, bytes);
  });
}

void cpu_engine::deliver_signal(const detail::decoded_operation& op) const noexcept {
  if (op.signal_kind == signal_op::none) return;
  delivery::signal(op.signal_kind, op.signal, op.value);
  detail::note_signal(state_, op.pe, op.signal);
}

void cpu_engine::signal(const detail::decoded_operation& op) const noexcept {
  if (options_.copier == nullptr || op.signal_kind == signal_op::none) [[likely]]
    return deliver_signal(op);
  through_copier("cpu signal",
                 [&](driver_copier& by) { by.signal(op.signal_kind, op.signal, op.value); });
}

/// Move up to `limit` bytes more of a transfer.
void cpu_engine::move_some(operation& op, std::uint64_t limit) const {
  if (detail::is_list(op.kind)) return move_list(op, limit);
  if (detail::abandoned(state_, op)) op.moved = op.bytes;
  const std::uint64_t some = std::min(limit, op.bytes - op.moved);
  std::byte* to = op.dest + op.moved;
  const std::byte* from = op.source + op.moved;
  if (op.kind == descriptor_op::put_add) {
    add(op, op.moved, some);
  } else if (op.streams) {
    detail::copy_streaming(to, from, some);
  } else if (op.chooses && some >= detail::cpu_choose_least_bytes) {
    detail::copy_large(to, from, some);
  } else if (some > 0) {
    copy(to, from, some);
  }
  op.moved += some;
}

/// move_some for a list. A bad piece, or a failure of the PE, ends it without its signal; the
/// pieces before it are moved.
void cpu_engine::move_list(operation& op, std::uint64_t limit) const {
  const detail::piece_list list{reinterpret_cast<const ark_piece*>(op.source), op.pieces, op.dest,
                                op.bytes, op.kind == descriptor_op::gather};
  const auto move = [this](std::byte* dest, const std::byte* source, std::uint64_t bytes) {
    copy(dest, source, bytes);
  };
  const bool abandoned = detail::abandoned(state_, op);
  const descriptor_fault why = abandoned
                                   ? descriptor_fault::none
                                   : detail::move_pieces(state_, list, op.at, limit, false, move);
  op.moved = op.at.batch;
  if (!abandoned && why == descriptor_fault::none) return;
  if (!abandoned) piece_failed(state_, list, op.at.index, why, name());
  op.signal_kind = signal_op::none;
  op.moved = op.bytes;
}

/// Execute everything but the signal, at once.
void cpu_engine::execute_whole(const detail::decoded_operation& op) const {
  if (options_.copier == nullptr) [[likely]]
    return detail::execute_operation(state_, op);
  if (detail::abandoned(state_, op)) return;
  if (op.kind == descriptor_op::put_add) return add(op, 0, op.bytes);
  if (detail::is_transfer(op.kind)) copy(op.dest, op.source, op.bytes);
  if (op.kind == descriptor_op::put_inline) {
    alignas(8) std::byte payload[8];
    std::memcpy(payload, &op.payload, sizeof payload);
    copy(op.dest, payload, op.bytes);
  }
  if (op.kind != descriptor_op::amo && op.kind != descriptor_op::amo_fetch) return;
  through_copier("cpu amo", [&](driver_copier& by) {
    const std::uint64_t before = by.amo(op.amo, op.dest, op.bytes, op.value, op.condition);
    if (op.result != nullptr) by.copy(op.result, &before, op.bytes);
  });
}

}  // namespace ark
