#include "plan_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/device/transfer/plan.hpp>
#include <ark/errc.hpp>
#include <string_view>

namespace ark {

using detail::plan_state;

namespace {

cpu_copy_options engine_options(const pe_core& core) {
  cpu_copy_options options;
  if (const auto seed = core.engine_seed(1000033)) {
    options.order = engine_order::random;
    options.seed = *seed;
  }
  return options;
}

}  // namespace

plan_set::plan_set(pe_core& core, gpu* on)
    : state_(core.state), engine_(engine_options(core)), on_(on) {
  if (on_ != nullptr)
    on_gpu_ = on_->make_plans([this](const std::string& why) { carrier_failed(why); });
  progress_.add(core, engine_);
}

std::uint64_t plan_set::offset_in_heap(const char* name, const void* address,
                                       std::size_t bytes) const {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state_.heap_base;
  const std::uint64_t committed = detail::load_acquire(&state_.heap_bytes);
  if (offset < committed && bytes <= committed - offset) return offset;
  throw error(errc::invalid_argument,
              fmt::format("{} = {}, {} bytes: the symmetric heap is [{:#x}, {:#x})", name, address,
                          bytes, state_.heap_base, state_.heap_base + committed));
}

void plan_set::check(const request& wanted) const {
  if (wanted.pe < 0 || wanted.pe >= state_.n_pes) {
    throw error(errc::invalid_argument,
                fmt::format("pe = {}: 0 to {}", wanted.pe, state_.n_pes - 1));
  }
  if (wanted.bytes == 0) throw error(errc::invalid_argument, "bytes = 0: at least 1");
  if (wanted.source == nullptr) throw error(errc::invalid_argument, "source is null");
  if (reinterpret_cast<std::uint64_t>(wanted.signal) % sizeof(std::uint64_t) != 0) {
    throw error(errc::invalid_argument, fmt::format("signal = {}: a multiple of 8",
                                                    static_cast<const void*>(wanted.signal)));
  }
  const auto dest = reinterpret_cast<std::uint64_t>(wanted.dest);
  const auto source = reinterpret_cast<std::uint64_t>(wanted.source);
  if (wanted.pe == state_.pe && dest < source + wanted.bytes && source < dest + wanted.bytes) {
    throw error(errc::invalid_argument,
                fmt::format("dest = {} and source = {} of the PE itself overlap in {} bytes",
                            wanted.dest, wanted.source, wanted.bytes));
  }
  const auto signal = reinterpret_cast<std::uint64_t>(wanted.signal);
  if (wanted.signal != nullptr && signal < dest + wanted.bytes &&
      dest < signal + sizeof *wanted.signal) {
    throw error(errc::invalid_argument,
                fmt::format("signal = {} lies in dest = {}, {} bytes",
                            static_cast<const void*>(wanted.signal), wanted.dest, wanted.bytes));
  }
}

void plan_set::carrier_failed(const std::string& why) noexcept {
  failure_record record;
  record.code = errc::engine_failed;
  record.op = detail::op_kind::plan;
  record.pe = state_.pe;
  std::string_view("copy").copy(record.engine, sizeof record.engine - 1);
  why.copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state_, record);
}

/// Allocate the plans' state, when the first plan is made.
void plan_set::open() {
  if (state_.plans != nullptr) return;
  if (on_ == nullptr) {
    words_ = std::make_unique<plan_state[]>(detail::plan_limit);
    state_.plans = words_.get();
    taken_.resize(detail::plan_limit);
  } else {
    state_.plans = on_gpu_->words();
    taken_.resize(gpu_plans::most);
  }
}

std::uint32_t plan_set::free_slot() const {
  const auto found = std::find(taken_.begin(), taken_.end(), false);
  if (found != taken_.end()) return static_cast<std::uint32_t>(found - taken_.begin());
  throw error(errc::out_of_memory,
              fmt::format("{} plans are in use, which is the limit{}; destroy some", taken_.size(),
                          on_ == nullptr ? "" : " of those that a GPU's copy engines carry out"));
}

/// Make fences of kernels check `slot`.
void plan_set::publish(std::uint32_t slot) {
  if (slot < state_.plan_count) return;
  if (on_ != nullptr) on_->set_plans(state_.plans, slot + 1);
  detail::store_release(&state_.plan_count, std::uint64_t{slot} + 1);
}

plan_state* plan_set::create(const request& wanted) {
  check(wanted);
  const std::uint64_t dest = offset_in_heap("dest", wanted.dest, wanted.bytes);
  const std::uint64_t signal =
      wanted.signal == nullptr ? 0 : offset_in_heap("signal", wanted.signal, sizeof *wanted.signal);
  const auto describe = [&](plan_state& plan) {
    plan.pe = wanted.pe;
    detail::store_relaxed(&plan.route, state_.peers[wanted.pe].route);
    plan.dest_offset = dest;
    plan.source = wanted.source;
    plan.bytes = wanted.bytes;
    plan.signal_offset = signal;
    plan.has_signal = wanted.signal == nullptr ? 0 : 1;
  };
  const std::lock_guard lock(mutex_);
  open();
  const std::uint32_t slot = free_slot();
  publish(slot);
  if (on_gpu_) {
    plan_state made;
    describe(made);
    on_gpu_->add(slot, made, addresses(made));
  } else {
    plan_state& made = words_[slot];
    made.base = detail::load_acquire(&made.started);
    // A plan executed by the proxy leaves `done` behind.
    detail::store_release(&made.done, made.base);
    describe(made);
    if (made.route == detail::peer_route::mapped) {
      plan_copy what = addresses(made);
      what.words = &made;
      engine_.add(what);
    }
    detail::store_release(&made.in_use, std::uint64_t{1});
  }
  taken_[slot] = true;
  return state_.plans + slot;
}

plan_copy plan_set::addresses(const plan_state& plan) const {
  const std::uint64_t base = state_.peers[plan.pe].heap_base;
  plan_copy what;
  what.dest = reinterpret_cast<std::byte*>(base + plan.dest_offset);
  what.source = static_cast<const std::byte*>(plan.source);
  what.bytes = plan.bytes;
  if (plan.has_signal != 0)
    what.signal = reinterpret_cast<std::uint64_t*>(base + plan.signal_offset);
  if (base != 0) what.bell = detail::doorbell_at(state_, base);
  return what;
}

/// Uses the host's table: a GPU's memory may be inaccessible after a failure.
std::uint32_t plan_set::slot_of(const plan_state* which) const {
  for (std::uint32_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] && state_.plans + i == which) return i;
  }
  throw error(errc::invalid_argument,
              fmt::format("plan = {}: not a plan of PE {}, or destroyed already",
                          static_cast<const void*>(which), state_.pe));
}

void plan_set::destroy(plan_state* which) {
  std::unique_lock lock(mutex_);
  const std::uint32_t slot = slot_of(which);
  lock.unlock();
  device::plan::words_room room;
  const auto count = [&](auto member) {
    const plan_state& plan = device::plan::readable(state_, which, room);
    return detail::load_acquire(&(plan.*member)) - plan.base;
  };
  const std::uint64_t started = count(&plan_state::started);
  const errc code = device::plan::wait(which, started);
  const std::uint64_t done = count(&plan_state::done);
  lock.lock();
  remove(slot);
  if (code == errc::ok) return;
  const errc first = device::status(state_);
  throw error(first != errc::ok ? first : code,
              fmt::format("plan = {}: {}: {} of {} transfers were done",
                          static_cast<const void*>(which), errc_name(code), done, started));
}

void plan_set::remove(std::uint32_t slot) {
  if (on_gpu_) {
    on_gpu_->remove(slot);
  } else {
    engine_.remove(&words_[slot]);
    detail::store_release(&words_[slot].in_use, std::uint64_t{0});
  }
  taken_[slot] = false;
}

void plan_set::end() noexcept {
  if (on_gpu_) on_gpu_->end();
}

}  // namespace ark
